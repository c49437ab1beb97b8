package controller

import (
	"context"
	"time"

	"ragmanager/library"
	"ragmanager/manager"
	"ragmanager/manager/window/text"
)

// useRoot makes the library at root the one that is worked with, now and the next time.
func (c *Controller) useRoot(root string) {
	if err := c.changePersonal(func(s *manager.PersonalSettings) error { return s.Set("root", root) }); err != nil {
		c.fail(text.SetRoot, err)
		return
	}
	c.open(c.personal.Root)
}

// TrySample makes the sample library, if need be, and works with it.
func (c *Controller) TrySample() {
	if why := c.state.Why(SetRoot); why != "" {
		return
	}
	c.makeSample(c.o.SampleDir, func(err error) {
		if err != nil {
			p := problem(text.TrySample, err)
			p.Action = SampleElsewhere
			c.logProblem(p)
			c.Problems.emit(p)
		}
	})
}

// fill chunks and embeds a library that has never been chunked.
func (c *Controller) fill() {
	if c.state.Overview.Status.Chunks > 0 && c.state.Overview.Fitted {
		return
	}
	c.run(text.Chunk, func(ctx context.Context, m *manager.Manager, r *reporter) (string, error) {
		result, err := m.Chunk(ctx, nil, r)
		if err != nil {
			return "", err
		}
		_, err = m.Embed(ctx, false, nil, r)
		return chunked(m, result), err
	})
}

// after calls then when the library that is being opened is ready, and never if
// that fails.
func (c *Controller) after(then func()) { c.loads.then = append(c.loads.then, then) }

// An opened is what came of opening a library.
type opened struct {
	m        *manager.Manager
	settings manager.LibrarySettings
	err      error
}

// open opens the library at root and closes the one before.
func (c *Controller) open(root string) {
	c.Abort()
	c.unwatch()
	c.opening++
	c.m, c.pages, c.opened = nil, nil, time.Now()
	c.loads = loads{}
	c.checks, c.kept = map[string]sourceCheck{}, ""
	c.chat = chat{next: c.chat.next}
	c.log.to(root)
	phase := Opening
	if root == "" {
		phase = NoLibrary
	}
	verbose, matches := c.state.Verbose, c.state.ShowMatches
	c.change(func(s *State) { *s = State{Root: root, Phase: phase, Verbose: verbose, ShowMatches: matches} })
	c.Conversations.emit(nil)
	c.Retrievals.emit(nil)
	c.Pages.emit(nil)
	c.Sources.emit(nil)
	if root == "" {
		return
	}
	c.watch(root)
}

// reopen opens the library again with the settings as they are now; what was
// loaded of it stays.
func (c *Controller) reopen() {
	c.reading++ // an older one may have read older settings, and come later
	root, personal, turn, latest := c.state.Root, c.personal, c.opening, c.reading
	c.background(func() func() {
		o := openLibrary(root, personal, c.o)
		return func() {
			if turn == c.opening && latest == c.reading {
				c.use(o)
			}
		}
	})
}

func openLibrary(root string, personal manager.PersonalSettings, o Options) opened {
	if _, err := library.Open(root); err != nil {
		return opened{err: err}
	}
	settings, err := manager.LoadLibrarySettings(root, o.Flags)
	if err != nil {
		return opened{err: err}
	}
	m, err := manager.Open(root, settings, personal)
	return opened{m, settings, err}
}

// use takes what came of opening a library.
func (c *Controller) use(o opened) {
	if o.err != nil {
		p := problem(text.TitleOpen, o.err)
		c.logProblem(p)
		c.m = nil
		c.change(func(s *State) { s.Phase, s.Trouble = Broken, p })
		return
	}
	c.m, c.settings = o.m, o.settings
	c.change(func(s *State) {
		s.Phase, s.Trouble, s.Dump = Ready, nil, o.settings.Dump
		s.Sources, s.On = len(o.settings.Sources), countOn(o.settings.Sources)
	})
	c.tellSources()
	c.reload()
}

func countOn(sources []manager.Source) (n int) {
	for _, s := range sources {
		if !s.Off {
			n++
		}
	}
	return n
}

// watch follows what other programs do to the library, and reads it once nothing can
// be missed.
func (c *Controller) watch(root string) {
	ctx, stop := context.WithCancel(c.ctx)
	c.unwatch = stop
	turn := c.opening
	begun := make(chan struct{})
	c.work.Add(1)
	go func() {
		defer c.work.Done()
		manager.Watch(ctx, root, c.o.WatchEvery, func() { close(begun) }, func(change manager.Change) {
			c.Do(func() {
				if turn == c.opening {
					c.noticed(change)
				}
			})
		})
	}()
	c.background(func() func() {
		select {
		case <-begun:
		case <-ctx.Done():
		}
		return func() {
			if turn == c.opening {
				c.reopen()
			}
		}
	})
}

// noticed does what a change of the library asks for.
func (c *Controller) noticed(change manager.Change) {
	switch {
	case change.Gone:
		p := problem(text.TitleGone, &goneError{c.state.Root})
		c.logProblem(p)
		c.change(func(s *State) { s.Phase, s.Trouble = Gone, p })
		return
	case change.Back, change.Settings:
		c.reopen()
		return
	}
	if c.job == nil && (change.Texts || change.Pages || change.Vectors) {
		c.reload() // what a job of ours changes is loaded when it has ended
	}
}

// A goneError is a root that is not there any more.
type goneError struct{ root string }

func (e *goneError) Error() string { return text.RootGone(e.root) }

// Unwrap returns what it is to the library.
func (e *goneError) Unwrap() error { return library.ErrNoRoot }
