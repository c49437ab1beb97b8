package window

import (
	"fmt"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// Keys of what the window remembers of itself. They stay with the person, where
// Fyne keeps them.
const (
	keySize       = "window.size" // width and height, which Fyne may keep at different times if they are two
	keyAppearance = "window.appearance"
	keyZoom       = "window.zoom"
	keyVerbose    = "window.verbose"
	keyMatches    = "window.showMatches"
	keyDraft      = "window.draft"
	keySplit      = "window.split." // followed by the name of the split
)

// The size of the window at first, and the least it remembers, in units of Fyne.
const (
	usualWidth, usualHeight = 1180, 760
	leastWidth, leastHeight = 640, 420
)

// remember keeps size and splits for the next time.
func (w *Window) remember() {
	p, size := w.app.Preferences(), w.win.Canvas().Size()
	p.SetFloatList(keySize, []float64{max(float64(size.Width), leastWidth), max(float64(size.Height), leastHeight)})
	p.SetString(keyDraft, w.composer.entry.Text)
	p.SetBool(keyVerbose, w.c.State().Verbose)
	p.SetBool(keyMatches, w.c.State().ShowMatches)
	for name, s := range w.splits() {
		p.SetFloat(keySplit+name, s.Offset)
	}
}

// recall makes the window as it was the last time.
func (w *Window) recall() {
	p := w.app.Preferences()
	size := p.FloatListWithFallback(keySize, nil)
	if len(size) != 2 {
		size = []float64{usualWidth, usualHeight}
	}
	w.win.Resize(fyne.NewSize(float32(size[0]), float32(size[1])))
	w.composer.entry.SetText(p.String(keyDraft))
	w.c.SetVerbose(p.Bool(keyVerbose))
	w.c.SetShowMatches(p.Bool(keyMatches))
	for name, s := range w.splits() {
		s.SetOffset(p.FloatWithFallback(keySplit+name, s.Offset))
	}
}

// splits returns what can be moved by hand, by the name of its view and its place
// in there.
func (w *Window) splits() map[string]*container.Split {
	all := map[string]*container.Split{}
	for v, item := range w.items {
		for i, s := range splitsOf(item.Content) {
			all[fmt.Sprintf("%d.%d", v, i)] = s
		}
	}
	return all
}

// splitsOf returns the splits within an object, in their order.
func splitsOf(o fyne.CanvasObject) (found []*container.Split) {
	switch o := o.(type) {
	case *container.Split:
		found = append(append([]*container.Split{o}, splitsOf(o.Leading)...), splitsOf(o.Trailing)...)
	case *container.Scroll:
		found = splitsOf(o.Content)
	case *fyne.Container:
		for _, inner := range o.Objects {
			found = append(found, splitsOf(inner)...)
		}
	}
	return found
}

// Least and most of how large everything is, and by how much it is changed at once.
const (
	leastZoom, mostZoom = 0.75, 2.0
	zoomStep            = 1.1
)

// wear gives the window the appearance and size that are remembered.
func (w *Window) wear() {
	p := w.app.Preferences()
	w.app.Settings().SetTheme(NewTheme(Appearance(p.String(keyAppearance)), float32(p.FloatWithFallback(keyZoom, 1))))
}

// setAppearance changes the colours.
func (w *Window) setAppearance(a Appearance) {
	w.app.Preferences().SetString(keyAppearance, string(a))
	w.wear()
	w.markAppearance()
	if m := w.win.MainMenu(); m != nil {
		m.Refresh() // a menu shows what it was when it was built
	}
}

// markAppearance marks the entry of the menu whose colours the window has.
func (w *Window) markAppearance() {
	now := Appearance(w.app.Preferences().String(keyAppearance))
	for a, i := range w.worn {
		i.Checked = a == now
	}
}

// zoom makes everything larger by a factor; 0 makes it as large as usual.
func (w *Window) zoom(by float64) {
	p := w.app.Preferences()
	now := p.FloatWithFallback(keyZoom, 1) * by
	if by == 0 {
		now = 1
	}
	p.SetFloat(keyZoom, min(max(now, leastZoom), mostZoom))
	if w.resizing {
		return // the keys may come faster than all can be laid out
	}
	w.resizing = true
	w.later(zoomDelay, func() {
		w.resizing = false
		w.wear()
	})
}

// zoomDelay is how long the window waits for further changes of its size.
const zoomDelay = 30 * time.Millisecond
