package controller

import (
	"errors"
	"maps"
	"path/filepath"
	"slices"

	"ragmanager/assets"
	"ragmanager/manager"
	"ragmanager/manager/llm"
	"ragmanager/manager/window/text"
)

// A Setting is one that can be changed, with its value in the file.
type Setting struct {
	manager.Field
	Value string // in the file, or the default; a secret is masked
	// Counts is the value that counts instead of Value, because a flag or the
	// environment gives it; "" if Value counts.
	Counts string
	// Variable is the environment variable that gives the value that counts, "" if
	// none does.
	Variable string
}

// LoadSettings reads all settings as they stand in their files. Those of the library
// are missing if none is open.
func (c *Controller) LoadSettings() ([]Setting, error) {
	var list []Setting
	var errs []error
	if c.m != nil {
		s, err := manager.ReadLibrarySettings(c.state.Root)
		errs = append(errs, err)
		for _, e := range s.List() {
			counts, _ := c.settings.Get(e.Field.Key)
			list = append(list, setting(e, counts))
		}
	}
	p, err := manager.ReadPersonalSettings(c.o.PersonalFile)
	errs = append(errs, err)
	for _, e := range p.List() {
		counts, _ := c.personal.Get(e.Field.Key)
		list = append(list, setting(e, counts))
	}
	return list, errors.Join(errs...)
}

func setting(e manager.Entry, counts string) Setting {
	s := Setting{Field: e.Field, Value: e.Value}
	if counts != e.Value {
		s.Counts, s.Variable = counts, e.Field.InEnv()
	}
	return s
}

// CheckSetting returns what is wrong with a value for a setting, nil if nothing is.
func CheckSetting(f manager.Field, value string) error {
	if f.Level == manager.PersonalLevel {
		s := manager.DefaultPersonalSettings()
		return s.Set(f.Key, value)
	}
	s := manager.DefaultLibrarySettings()
	return s.Set(f.Key, value)
}

// SaveSettings changes settings by their keys, all or none, and works with them from
// now on. The error names what is wrong.
func (c *Controller) SaveSettings(values map[string]string) error {
	library, personal, err := c.byLevel(values)
	if err != nil {
		return err
	}
	if len(library) > 0 {
		if err := changeLibrary(c.state.Root, func(s *manager.LibrarySettings) error { return setAll(s, library) }); err != nil {
			return err
		}
	}
	if len(personal) > 0 {
		if err := c.changePersonal(func(s *manager.PersonalSettings) error { return setAll(s, personal) }); err != nil {
			return err
		}
	}
	c.note(text.SettingsSaved(len(values)))
	if root, changed := personal["root"]; changed && root != c.state.Root {
		c.open(c.personal.Root)
		return nil
	}
	if c.state.Root != "" {
		c.reopen()
	}
	return nil
}

// byLevel parts settings by their level, and checks them all before any is saved.
func (c *Controller) byLevel(values map[string]string) (library, personal map[string]string, err error) {
	library, personal = map[string]string{}, map[string]string{}
	var errs []error
	for key, value := range values {
		f, err := manager.Lookup(key)
		if err == nil {
			err = CheckSetting(f, value)
		}
		errs = append(errs, err)
		if f.Level == manager.PersonalLevel {
			personal[key] = value
		} else {
			library[key] = value
		}
	}
	return library, personal, errors.Join(errs...)
}

// setAll sets settings in the order of their keys.
func setAll(s interface{ Set(key, text string) error }, values map[string]string) error {
	for _, key := range slices.Sorted(maps.Keys(values)) {
		if err := s.Set(key, values[key]); err != nil {
			return err
		}
	}
	return nil
}

// changeLibrary changes the settings in the file of the library at root.
func changeLibrary(root string, change func(*manager.LibrarySettings) error) error {
	defer manager.LockSettings(root)()
	s, err := manager.ReadLibrarySettings(root)
	if err != nil {
		return err
	}
	if err := change(&s); err != nil {
		return err
	}
	return s.Save(root)
}

// editSettings changes the settings of the library in the background, since that can
// take long for long lists. change returns what it did; what it did before it failed
// is kept.
func (c *Controller) editSettings(title string, change func(*manager.LibrarySettings) (string, error)) {
	c.editSettingsThen(title, change, func(error) {})
}

// editSettingsThen is editSettings, and calls then with what it told of as a problem.
func (c *Controller) editSettingsThen(title string, change func(*manager.LibrarySettings) (string, error), then func(error)) {
	if c.m == nil {
		err := c.closed()
		c.fail(title, err)
		then(err)
		return
	}
	root, turn := c.state.Root, c.opening
	c.background(func() func() {
		var done string
		var partly error
		err := changeLibrary(root, func(s *manager.LibrarySettings) error {
			done, partly = change(s)
			return nil
		})
		return func() {
			if done != "" && err == nil {
				c.note(done)
			}
			err = errors.Join(err, partly)
			if err != nil {
				c.fail(title, err)
			}
			if turn == c.opening {
				c.reopen()
			}
			then(err)
		}
	})
}

// closed returns why no library is open.
func (c *Controller) closed() error {
	if p := c.state.Trouble; p != nil {
		return p.Err
	}
	return errors.New(c.state.Why(SourceURLs))
}

// note says that something was done, in the log and at the bottom of the window.
func (c *Controller) note(words string) {
	c.say(Success, words)
	c.Notices.emit(words)
}

// changePersonal changes the settings in the file of the person, and those that
// count.
func (c *Controller) changePersonal(change func(*manager.PersonalSettings) error) error {
	if c.o.PersonalFile == "" {
		return change(&c.personal)
	}
	defer manager.LockSettings(filepath.Dir(c.o.PersonalFile))()
	s, err := manager.ReadPersonalSettings(c.o.PersonalFile)
	if err != nil {
		return err
	}
	if err := change(&s); err != nil {
		return err
	}
	if err := s.Save(c.o.PersonalFile); err != nil {
		return err
	}
	return change(&c.personal) // what the environment gives stays
}

// DefaultPrompt returns the prompt of the program for a tier: "high", "mid" or "low".
func DefaultPrompt(tier string) string { return assets.Prompt(tier) }

// SetVerbose makes the log tell everything, or not.
func (c *Controller) SetVerbose(on bool) { c.change(func(s *State) { s.Verbose = on }) }

// SetShowMatches makes the log show the match strings of what was found in place of
// the contents, or not.
func (c *Controller) SetShowMatches(on bool) { c.change(func(s *State) { s.ShowMatches = on }) }

// SetDump makes chunking write all chunks to a file of the library, or not.
func (c *Controller) SetDump(on bool) {
	if c.m == nil || c.state.Dump == on {
		return
	}
	value := "false"
	if on {
		value = "true"
	}
	c.editSettings(text.Dump, func(s *manager.LibrarySettings) (string, error) { return "", s.Set("dump", value) })
}

// CountTokens counts the tokens of a text for a model in the background, and passes
// their number to then.
func (c *Controller) CountTokens(model, words string, then func(n int)) {
	c.background(func() func() {
		n := llm.CountTokens(model, words)
		return func() { then(n) }
	})
}
