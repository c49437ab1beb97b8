package controller

import (
	"context"
	"errors"
	"strings"

	"ragmanager/manager"
	"ragmanager/manager/llm"
	"ragmanager/manager/window/text"
)

// A KeyOutcome tells what came of setting a key.
type KeyOutcome struct {
	Said    string   // what was done, "" if nothing was
	Problem *Problem // why the server does not take the key, or another one counts; nil if all is well
	// Keep keeps the key though the server did not take it, which was not done. It is
	// nil if there is nothing to decide.
	Keep func()
	// Missing is how many chunks have no vector in the space that questions are asked
	// in now.
	Missing int
	Space   string
}

// KeyFrom returns where the key was found, "" if there is none.
func (c *Controller) KeyFrom() string {
	key, err := c.personal.FindKey()
	if err != nil {
		return ""
	}
	return key.From
}

// SetKey asks the server whether it takes a key, keeps it if so, and passes on what
// came of that, perhaps in two steps. Nothing is kept after stop.
func (c *Controller) SetKey(key string, then func(KeyOutcome)) (stop func()) {
	return c.tryKey(func() (manager.Secret, error) { return manager.Secret(key), nil }, func(taken string) { c.keepKey(manager.Secret(key), taken, then) }, then)
}

// UseKeyFile takes the key from a file from now on, as SetKey.
func (c *Controller) UseKeyFile(path string, then func(KeyOutcome)) (stop func()) {
	read := func() (manager.Secret, error) {
		key, err := manager.KeyInFile(path)
		return key.Secret, err
	}
	keep := func(taken string) {
		if err := c.changePersonal(func(s *manager.PersonalSettings) error { return s.Set("endpoint.key_file", path) }); err != nil {
			then(KeyOutcome{Problem: problem(text.SetKey, err)})
			return
		}
		c.keyKept(joined(text.KeyFile(path), taken), nil, then)
	}
	return c.tryKey(read, keep, then)
}

// tryKey asks the server whether it takes a key. If it does keep is called, with a
// sentence that says so, else it is left to the person.
func (c *Controller) tryKey(read func() (manager.Secret, error), keep func(taken string), then func(KeyOutcome)) (stop func()) {
	ctx, stop := context.WithCancel(c.ctx)
	personal := c.personal
	c.background(func() func() {
		key, err := read()
		if err != nil {
			return func() { then(KeyOutcome{Problem: problem(text.SetKey, err)}) }
		}
		models, err := personal.TryKey(ctx, key)
		return func() {
			stopped := ctx.Err() != nil
			stop()
			switch {
			case stopped:
			case err == nil:
				keep(text.KeyTaken(personal.Endpoint.BaseURL, len(models)))
			case malformed(err):
				then(KeyOutcome{Problem: problem(text.TryKey, err)})
			default:
				p := problem(text.TryKey, err)
				c.logProblem(p)
				then(KeyOutcome{Problem: p, Keep: func() { keep("") }})
			}
		}
	})
	return stop
}

// malformed reports whether an error says that something can be no key.
func malformed(err error) bool {
	e, ok := errors.AsType[*llm.SettingError](err)
	return ok && e.Setting == "API key"
}

// joined returns a sentence, and another one if it is not "".
func joined(first, second string) string { return strings.TrimSpace(first + " " + second) }

// keepKey keeps a key, of which taken says that the server takes it, "" if it does not.
func (c *Controller) keepKey(key manager.Secret, taken string, then func(KeyOutcome)) {
	file := c.o.PersonalFile
	c.background(func() func() {
		from, err := manager.KeepKey(key, file)
		return func() {
			other, beaten := errors.AsType[*manager.OtherKeyError](err)
			switch {
			case beaten: // it is kept, and another key counts
				c.keyKept(joined(text.KeyKept(from), taken), problem(text.SetKey, other), then)
			case err != nil:
				then(KeyOutcome{Problem: problem(text.SetKey, err)})
			default:
				c.keyKept(joined(text.KeyKept(from), taken), nil, then)
			}
		}
	})
}

// keyKept works with the key that is kept now, and tells what the library needs.
func (c *Controller) keyKept(said string, p *Problem, then func(KeyOutcome)) {
	personal, err := manager.LoadPersonalSettings(c.o.PersonalFile, c.o.Flags, nil)
	if err == nil {
		personal.Root = c.personal.Root
		c.personal = personal
	}
	c.note(said)
	then(KeyOutcome{Said: said, Problem: p})
	if c.state.Root == "" {
		return
	}
	c.reopen()
	root, counts, o, turn := c.state.Root, c.personal, c.o, c.opening
	c.background(func() func() {
		var missing manager.Overview
		if l := openLibrary(root, counts, o); l.err == nil {
			missing, _ = l.m.Overview() // what is wrong with it is told elsewhere
		}
		return func() {
			if n := len(missing.Missing); n > 0 && !missing.Builtin && turn == c.opening {
				then(KeyOutcome{Said: said, Problem: p, Missing: n, Space: missing.Space})
			}
		}
	})
}

// StayBuiltin asks the library in the builtin space, which needs no vectors, whether
// there is a key or not.
func (c *Controller) StayBuiltin() error {
	return c.SaveSettings(map[string]string{"retrieve.space": manager.SpaceBuiltin})
}
