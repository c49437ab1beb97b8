package controller

import (
	"errors"
	"fmt"

	"ragmanager/library"
	"ragmanager/manager"
	"ragmanager/manager/window/text"
)

// Pages are the pages of a library as views show them. They do not change.
type Pages struct {
	List []library.Page // by address
	// Unclaimed are the chunks that no page claims, as in a library of the original.
	Unclaimed []library.Name
	Missing   map[library.Name]bool // chunks without a vector; nil in the builtin space
	places    map[library.Name]placed
	stamp     string // another one if something else may be found
}

// placed says where a chunk stands first.
type placed struct{ page, chunk int }

// PagesNow returns the pages as they are known now, nil if they are not.
func (c *Controller) PagesNow() *Pages { return c.pages }

// Find returns the first place of a chunk, and whether there is one.
func (p *Pages) Find(n library.Name) (page library.Page, chunk int, ok bool) {
	if p == nil {
		return library.Page{}, 0, false
	}
	at, ok := p.places[n]
	if !ok {
		return library.Page{}, 0, false
	}
	return p.List[at.page], at.chunk, true
}

// Prompts returns the prompts of a chunk, as its page has them.
func (p *Pages) Prompts(n library.Name) []string {
	page, i, ok := p.Find(n)
	if !ok {
		return nil
	}
	return page.Chunks[i].Prompts
}

// loads says what is being loaded.
type loads struct {
	running, again bool
	then           []func() // to be called when it has been loaded
}

// A loaded is what was loaded of a library.
type loaded struct {
	pages    *Pages
	overview manager.Overview
	unknown  int // see State.Unknown
	err      error
}

// reload loads pages and overview anew, in the background. If that is under way it
// is done once more afterwards.
func (c *Controller) reload() {
	if c.m == nil {
		return
	}
	if c.loads.running {
		c.loads.again = true
		return
	}
	c.loads.running = true
	m, turn := c.m, c.opening
	c.background(func() func() {
		l := load(m)
		return func() {
			if turn == c.opening {
				c.took(l)
			}
		}
	})
}

func load(m *manager.Manager) loaded {
	var l loaded
	l.overview, l.err = m.Overview()
	if l.err != nil {
		return l
	}
	if space, known, err := m.Library().Space(); err == nil && !known {
		l.unknown = space.Dimensions
	}
	l.pages, l.err = loadPages(m, l.overview)
	return l
}

func loadPages(m *manager.Manager, o manager.Overview) (*Pages, error) {
	list, err := m.Library().Pages()
	var record *library.RecordError
	if err != nil && !errors.As(err, &record) {
		return nil, err // a record that cannot be understood is in the overview
	}
	p := &Pages{List: list, places: map[library.Name]placed{}}
	for i, page := range list {
		for j, chunk := range page.Chunks {
			if _, known := p.places[chunk.Name]; !known {
				p.places[chunk.Name] = placed{i, j}
			}
		}
	}
	if o.Status.Unclaimed > 0 {
		if p.Unclaimed, err = unclaimed(m.Library(), p.places); err != nil {
			return nil, err
		}
	}
	if p.stamp, err = m.Library().TextStamp(); err != nil {
		return nil, err
	}
	p.stamp += fmt.Sprint(o.Space, len(o.Missing))
	if !o.Builtin {
		p.Missing = make(map[library.Name]bool, len(o.Missing))
		for _, n := range o.Missing {
			p.Missing[n] = true
		}
	}
	return p, nil
}

// unclaimed returns the chunks that no page claims.
func unclaimed(l *library.Library, claimed map[library.Name]placed) (names []library.Name, err error) {
	all, err := l.Names()
	for _, n := range all {
		if _, known := claimed[n]; !known {
			names = append(names, n)
		}
	}
	return names, err
}

// took takes what was loaded.
func (c *Controller) took(l loaded) {
	c.loads.running = false
	if l.err != nil {
		c.fail(text.TitleOpen, l.err)
	} else {
		c.pages = l.pages
		if c.chat.stamp == "" {
			c.chat.stamp = l.pages.stamp // it was not known yet
		}
		c.change(func(s *State) { s.Overview, s.Known, s.Unknown = l.overview, true, l.unknown })
		c.Pages.emit(l.pages)
		c.tellSources()
	}
	if c.loads.again {
		c.loads.again = false
		c.reload()
		return
	}
	then := c.loads.then
	c.loads.then = nil
	if l.err == nil {
		for _, f := range then {
			f()
		}
	}
}
