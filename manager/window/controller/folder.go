package controller

import (
	"errors"
	"path/filepath"

	"ragmanager/manager"
	"ragmanager/manager/window/text"
)

// LookAtFolder tells what there is at a path as it is typed, and passes that to then.
func (c *Controller) LookAtFolder(typed string, then func(manager.Folder)) {
	c.background(func() func() {
		f := manager.LookAtFolder(typed)
		return func() { then(f) }
	})
}

// UseFolder works with the library in a folder from now on, and the next time. A folder
// that holds other things, or is to be made, has to be confirmed. It calls used as soon
// as it is certain.
func (c *Controller) UseFolder(typed string, used func()) {
	if !c.mayChangeRoot(text.SetRoot) {
		return
	}
	c.LookAtFolder(typed, func(f manager.Folder) {
		c.askForFolder(f, func() { c.takeFolder(f, used) })
	})
}

// mayChangeRoot reports whether another library can be opened now, and tells why not.
func (c *Controller) mayChangeRoot(title string) bool {
	why := c.state.Why(SetRoot)
	if why != "" {
		c.fail(title, errors.New(why))
	}
	return why == ""
}

// askForFolder asks what has to be asked before a folder is used, and calls then.
func (c *Controller) askForFolder(f manager.Folder, then func()) {
	q := Question{Title: text.SetRoot, Yes: text.UseFolder}
	switch f.Kind {
	case manager.FolderNone, manager.FolderFile, manager.FolderClosed:
		return // who chooses sees why
	case manager.FolderMissing:
		q.Message, q.Yes = text.AskMakeFolder(f.Path), text.MakeFolder
	case manager.FolderOther:
		q.Message = text.AskStrangeRoot(f.Path)
	default:
		then()
		return
	}
	q.Answer = func(yes bool) {
		if yes {
			then()
		}
	}
	c.Questions.emit(q)
}

// takeFolder makes a folder, if need be, and opens it.
func (c *Controller) takeFolder(f manager.Folder, used func()) {
	c.background(func() func() {
		err := manager.MakeFolder(f.Path)
		return func() {
			if err != nil {
				c.fail(text.SetRoot, err)
				return
			}
			used()
			c.useRoot(f.Path)
		}
	})
}

// sampleFolder is what the folder of the sample is called in one that is not empty.
const sampleFolder = "ragmanager-sample"

// SampleIn returns the folder that the sample is made in if one is chosen for it.
func SampleIn(f manager.Folder) string {
	if f.Kind == manager.FolderMissing || f.Kind == manager.FolderEmpty {
		return f.Path
	}
	return filepath.Join(f.Path, sampleFolder)
}

// TrySampleIn makes the sample library in a folder and works with it. It calls used
// when it is made.
func (c *Controller) TrySampleIn(typed string, used func()) {
	if !c.mayChangeRoot(text.TrySample) {
		return
	}
	c.LookAtFolder(typed, func(f manager.Folder) {
		dir := SampleIn(f)
		c.makeSample(dir, func(err error) {
			if err != nil {
				c.fail(text.TrySample, err)
				return
			}
			c.o.SampleDir = dir
			used()
		})
	})
}

// makeSample makes the sample in a folder and works with it; then is called before
// that, or with what went wrong.
func (c *Controller) makeSample(dir string, then func(error)) {
	before := c.state.Phase
	c.change(func(s *State) { s.Phase = Opening })
	c.background(func() func() {
		root, err := manager.MakeSample(dir)
		return func() {
			if err != nil {
				c.change(func(s *State) { s.Phase = before })
				then(err)
				return
			}
			then(nil)
			c.useRoot(root)
			c.after(func() { c.fill() })
		}
	})
}
