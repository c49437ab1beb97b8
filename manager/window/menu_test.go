package window

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"ragmanager/manager/window/controller"
	"ragmanager/manager/window/text"
)

// items returns all items of the main menu but the lines between them.
func (w *Window) menuItems() (all []*fyne.MenuItem) {
	for _, m := range w.win.MainMenu().Items {
		for _, i := range m.Items {
			if !i.IsSeparator {
				all = append(all, i)
			}
		}
	}
	return all
}

// item returns the item of the main menu with a label.
func (w *Window) item(t testing.TB, label string) *fyne.MenuItem {
	t.Helper()
	for _, i := range w.menuItems() {
		if i.Label == label {
			return i
		}
	}
	t.Fatalf("there is no item %q in the menu", label)
	return nil
}

// itemOf returns the item of an action in the main menu.
func (w *Window) itemOf(t testing.TB, a controller.Action) *fyne.MenuItem {
	t.Helper()
	return w.item(t, string(a))
}

// Whatever can be done has a button, an item in the menu with keys, and words that
// say what it is for.
func TestEveryActionIsWithinReach(t *testing.T) {
	_, w := newEmptyMain(t)
	for _, a := range controller.Actions() {
		if b := w.buttonOf(a); b == nil || b.Text != string(a) {
			t.Errorf("%s has no button", a)
		}
		if w.itemOf(t, a).Shortcut == nil {
			t.Errorf("%s has no keys", a)
		}
		if text.Meaning(string(a)) == "" {
			t.Errorf("nothing says what %s is for", a)
		}
	}
	for name, c := range w.panel.checks {
		if text.Meaning(name) == "" || c.tip != text.Meaning(name) {
			t.Errorf("the tip of the switch %s is %q", name, c.tip)
		}
	}
}

// No keys do two things, and none that an entry needs do one here: the menu would
// take them away from it.
func TestKeysOfTheMenu(t *testing.T) {
	_, w := newEmptyMain(t)
	taken := map[string]string{}
	for _, key := range []fyne.KeyName{
		fyne.KeyA, fyne.KeyC, fyne.KeyV, fyne.KeyX, fyne.KeyY, fyne.KeyZ, fyne.KeyInsert,
		fyne.KeyLeft, fyne.KeyRight, fyne.KeyHome, fyne.KeyEnd, fyne.KeyBackspace, fyne.KeyDelete,
	} {
		s := desktop.CustomShortcut{KeyName: key, Modifier: fyne.KeyModifierShortcutDefault}
		taken[s.ShortcutName()] = "an entry"
	}
	for _, i := range w.menuItems() {
		if i.Shortcut == nil {
			continue
		}
		if by, ok := taken[i.Shortcut.ShortcutName()]; ok {
			t.Errorf("%s has the keys of %s", i.Label, by)
		}
		taken[i.Shortcut.ShortcutName()] = i.Label
	}
}

// Items do what they say.
func TestMenuActs(t *testing.T) {
	f, w := newMain(t)
	w.item(t, text.TypeQuestion).Action()
	if f.focused(t) != w.composer.entry {
		t.Error("no question can be typed")
	}
	for v, name := range []string{text.Chat, text.Retrieval, text.Chunks, text.Sources, text.Log} {
		w.item(t, name).Action()
		if w.tab() != controller.View(v) {
			t.Errorf("%s shows view %d", name, w.tab())
		}
	}
	w.item(t, text.InDark).Action()
	if got := f.app.Preferences().String(keyAppearance); got != string(Dark) {
		t.Errorf("the appearance is %q", got)
	}
	w.item(t, text.Larger).Action()
	if got := f.app.Preferences().Float(keyZoom); got != zoomStep {
		t.Errorf("the zoom is %v", got)
	}
	w.composer.put("What does E7 mean?")
	w.itemOf(t, controller.Retrieve).Action()
	f.settle(t)
	w.itemOf(t, controller.Submit).Action()
	f.settle(t)
	if f.c.Retrieval() == nil || len(f.c.Conversation()) != 1 {
		t.Error("no question can be asked from the menu")
	}
}

// Keys of the menu reach through a sheet. What they do must not happen behind it.
func TestMenuWaitsForTheSheet(t *testing.T) {
	f, w := newMain(t)
	w.itemOf(t, controller.Delete).Action()
	sheet := f.win.Canvas().Overlays().Top()
	if sheet == nil {
		t.Fatal("nothing is asked")
	}
	for _, a := range controller.Actions() {
		w.itemOf(t, a).Action()
	}
	w.item(t, text.TrySample).Action()
	w.item(t, text.Log).Action()
	f.settle(t)
	if f.win.Canvas().Overlays().Top() != sheet || f.c.State().Root != f.root || w.tab() != controller.ChatView {
		t.Error("the menu works behind a sheet")
	}
}

// A menu that is drawn shows what has changed only when it is told; and to draw it
// anew closes it, which must not happen without need.
func TestMenuIsDrawnAnewIfItChanges(t *testing.T) {
	f, w := newMain(t)
	drawn := w.win.MainMenu()
	items := map[controller.Action][]*fyne.MenuItem{controller.Abort: {w.itemOf(t, controller.Abort)}}
	if allow(items, f.c.State()) {
		t.Error("nothing has changed")
	}
	items[controller.Abort][0].Disabled = false
	if !allow(items, f.c.State()) || !items[controller.Abort][0].Disabled {
		t.Error("a change is not told")
	}
	f.c.Chunk()
	if w.itemOf(t, controller.Abort).Disabled || w.item(t, text.TrySample).Disabled != true || w.win.MainMenu() != drawn {
		t.Error("while Chunk runs the menu does not show it")
	}
	f.settle(t)
}

// Trying the sample leaves the library, so it waits as Set_Root does.
func TestSampleWaitsForTheJob(t *testing.T) {
	f, _ := newMain(t)
	f.c.Chunk()
	f.c.TrySample()
	f.settle(t)
	if got := f.c.State().Root; got != f.root {
		t.Errorf("the root is %s", got)
	}
}
