package window

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"ragmanager/manager/window/controller"
	"ragmanager/manager/window/text"
)

// showSayVectors asks of which model the vectors of the library are.
func showSayVectors(c *controller.Controller, win fyne.Window) {
	var s *sheet
	entry := newKeyedEntry()
	entry.PlaceHolder = text.VectorsModel
	say := newKeyedButton(text.SayVectors, nil, func() {
		s.close()
		c.SayVectors(strings.TrimSpace(entry.Text))
	})
	say.Importance = widget.HighImportance
	entry.OnChanged = func(string) { setEnabled(say, strings.TrimSpace(entry.Text) != "") }
	entry.OnSubmitted = func(string) {
		if !say.Disabled() {
			say.OnTapped()
		}
	}
	parts := []fyne.CanvasObject{sentences(text.VectorsHow(c.State().Unknown), false), entry}
	if models := c.LikelyModels(); len(models) > 0 {
		names := container.New(&flowLayout{})
		for _, model := range models {
			b := newKeyedButton(model, nil, func() { entry.SetText(model) })
			b.Importance = widget.LowImportance
			names.Add(b)
		}
		parts = append(parts, muted(text.VectorsGuess, false), names)
	}
	cancel := newKeyedButton(text.Cancel, nil, func() { s.close() })
	s = newSheet(text.VectorsTitle, message(parts...), fyne.NewSize(dialogWidth, 0), win, nil, cancel, say)
	setEnabled(say, false)
	s.show(entry)
}
