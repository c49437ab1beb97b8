package window

import (
	"os"
	"path/filepath"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"ragmanager/manager/llm/standin"
	"ragmanager/manager/window/controller"
	"ragmanager/manager/window/text"
)

// A library whose vectors are of a model that nobody knows is no dead end: the chat
// says so and leads to where it is said, and then the library can be asked.
func TestUnknownVectorsAreNoDeadEnd(t *testing.T) {
	f, w := newServed(t, standin.Options{Dimensions: 8})
	set := func(model string) {
		t.Helper()
		if err := f.c.SaveSettings(map[string]string{"retrieve.model": model}); err != nil {
			t.Fatal(err)
		}
		f.settle(t)
	}
	if !w.itemOf(t, controller.SayVectors).Disabled {
		t.Error("it can be said where there is nothing to say")
	}
	set("words")
	f.c.Embed()
	f.settle(t)
	if err := os.Remove(filepath.Join(f.root, "Embed", "space.json")); err != nil {
		t.Fatal(err)
	}
	set("other")
	if !f.shows(text.VectorsUnknown(8)) || w.itemOf(t, controller.SayVectors).Disabled || !w.panel.buttons[controller.Embed].Disabled() {
		t.Fatalf("of unknown vectors it says\n%s", f.words())
	}
	test.Tap(buttonsIn(w.chat.content)[text.SayVectors])
	if !f.shows(text.VectorsHow(8)) || !f.button(t, text.SayVectors).Disabled() {
		t.Fatalf("the sheet says\n%s", f.words())
	}
	f.picture(t, "vectors")
	f.press(t, "other") // the model that is set is likely
	entry := f.top().(*fyne.Container)
	var name *keyedEntry
	walk(entry, func(o fyne.CanvasObject) {
		if e, ok := o.(*keyedEntry); ok {
			name = e
		}
	})
	if name.Text != "other" {
		t.Errorf("the name is %q", name.Text)
	}
	name.SetText(" words ")
	name.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	f.settle(t)
	if f.win.Canvas().Overlays().Top() != nil || !f.shows(text.ChatEmpty) {
		t.Errorf("when it is said\n%s", f.words())
	}
}
