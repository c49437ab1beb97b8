package window

import (
	"image/color"
	"math"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"ragmanager/manager/window/controller"
	"ragmanager/manager/window/text"
)

// luminance returns how bright an opaque colour is, after WCAG 2.
func luminance(c color.Color) float64 {
	part := func(v uint32) float64 {
		s := float64(v) / 0xffff
		if s <= 0.04045 {
			return s / 12.92
		}
		return math.Pow((s+0.055)/1.055, 2.4)
	}
	r, g, b, _ := c.RGBA()
	return 0.2126*part(r) + 0.7152*part(g) + 0.0722*part(b)
}

// contrast returns that of a colour over an opaque one, after WCAG 2.
func contrast(over, under color.Color) float64 {
	r, g, b, a := over.RGBA()
	r2, g2, b2, _ := under.RGBA()
	mix := func(x, y uint32) uint16 { return uint16(min(0xffff, x+y*(0xffff-a)/0xffff)) }
	one, two := luminance(color.RGBA64{mix(r, r2), mix(g, g2), mix(b, b2), 0xffff}), luminance(under)
	return (max(one, two) + 0.05) / (min(one, two) + 0.05)
}

// textsIn returns the texts that are seen in a widget.
func textsIn(o fyne.CanvasObject) (all []*canvas.Text) {
	walk(o, func(o fyne.CanvasObject) {
		if t, ok := o.(*canvas.Text); ok {
			all = append(all, t)
		}
	})
	return all
}

// The keys in menus can be read, and are not fainter than those of what is disabled.
func TestKeysInMenusCanBeRead(t *testing.T) {
	f := newBareFixture(t)
	item, off := fyne.NewMenuItem("on", nil), fyne.NewMenuItem("off", nil)
	item.Shortcut = &desktop.CustomShortcut{KeyName: fyne.KeyB, Modifier: fyne.KeyModifierControl}
	off.Disabled = true
	for _, a := range []Appearance{Light, Dark} {
		f.app.Settings().SetTheme(NewTheme(a, 1))
		back := colorOf(theme.ColorNameMenuBackground)
		var keys color.Color
		for _, w := range textsIn(widget.NewMenu(fyne.NewMenu("", item, off))) {
			if w.Text != "on" && w.Text != "off" {
				keys = w.Color
			}
		}
		if keys == nil {
			t.Fatal("the menu shows no keys")
		}
		if c := contrast(keys, back); c < 4.5 || c < contrast(colorOf(theme.ColorNameDisabled), back) {
			t.Errorf("%s: the keys have a contrast of %.1f", a, c)
		}
	}
}

// The entry of the colours that are worn is marked, and no other.
func TestMenuMarksColours(t *testing.T) {
	_, w := newEmptyMain(t)
	for _, a := range []Appearance{System, Dark, Light} {
		w.setAppearance(a)
		for of, i := range w.worn {
			if i.Checked != (of == a) {
				t.Errorf("%q is worn; the mark at %q is %v", a, of, i.Checked)
			}
		}
	}
	if len(w.worn) != 3 {
		t.Errorf("there are %d entries", len(w.worn))
	}
}

// However fast the keys come, the size changes once, to the last one.
func TestZoomIsCoalesced(t *testing.T) {
	f, w := newEmptyMain(t)
	var due []func()
	w.later = func(_ time.Duration, do func()) func() { due = append(due, do); return func() {} }
	before := f.app.Settings().Theme()
	for range 28 {
		w.zoom(zoomStep)
	}
	if len(due) != 1 || f.app.Settings().Theme() != before {
		t.Fatalf("%d changes are due", len(due))
	}
	due[0]()
	if got := f.app.Settings().Theme().(*windowTheme).zoom; got != mostZoom {
		t.Errorf("it is %v times as large", got)
	}
	if w.zoom(0); len(due) != 2 {
		t.Error("a later change does not come")
	}
}

// Icons of rows and dots have the colours of the theme at once.
func TestPartsFollowColours(t *testing.T) {
	f := newBareFixture(t)
	row := newTreeRow()
	row.branch, row.title = true, "x"
	placed := container.NewVBox(row, dot(theme.ColorNameForeground))
	f.show(placed, fyne.NewSize(200, 80))
	row.Refresh()
	light := f.pixels()
	f.app.Settings().SetTheme(NewTheme(Dark, 1))
	test.WidgetRenderer(row).Refresh()
	turned := f.pixels()
	f.show(container.NewVBox(), fyne.NewSize(200, 80))
	fresh := newTreeRow()
	fresh.branch, fresh.title = true, "x"
	f.show(container.NewVBox(fresh, dot(theme.ColorNameForeground)), fyne.NewSize(200, 80))
	fresh.Refresh()
	if n := differing(turned, f.pixels()); n > 0 || differing(light, turned) == 0 {
		t.Errorf("%d pixels have the colours of before", n)
	}
}

// The help scrolls by keys while its button has the focus.
func TestHelpScrollsByKeys(t *testing.T) {
	f, w := newEmptyMain(t)
	w.win.Resize(fyne.NewSize(leastWidth, leastHeight))
	w.act(controller.Help)
	var page *container.Scroll
	walk(f.top(), func(o fyne.CanvasObject) {
		if s, ok := o.(*container.Scroll); ok && page == nil {
			page = s
		}
	})
	last := float32(-1)
	for _, key := range []fyne.KeyName{fyne.KeyDown, fyne.KeyPageDown, fyne.KeyEnd} {
		f.focused(t).TypedKey(&fyne.KeyEvent{Name: key})
		if page.Offset.Y <= last {
			t.Errorf("%s goes to %v", key, page.Offset.Y)
		}
		last = page.Offset.Y
	}
	if end := page.Content.Size().Height - page.Size().Height; last < end-1 {
		t.Errorf("End goes to %v of %v", last, end)
	}
	for _, key := range []fyne.KeyName{fyne.KeyUp, fyne.KeyPageUp, fyne.KeyHome} {
		f.focused(t).TypedKey(&fyne.KeyEvent{Name: key})
		if page.Offset.Y >= last {
			t.Errorf("%s goes to %v", key, page.Offset.Y)
		}
		last = page.Offset.Y
	}
	if last != 0 {
		t.Errorf("Home goes to %v", last)
	}
}

// What the panel has no room for is in its tip.
func TestPanelTellsAllInItsTip(t *testing.T) {
	f, w := newMain(t)
	s := f.c.State()
	want := s.Root + "\n" + text.InLibrary(s.Overview.Status.Pages, s.Overview.Status.Chunks) + "\nspace " + text.Ready(true, s.Overview.Fitted, 0)
	if w.panel.about.tip != want {
		t.Errorf("the tip is %q, want %q", w.panel.about.tip, want)
	}
	if got, least := w.panel.about.Size().Height, textHeight(theme.TextSize())+2*textHeight(theme.CaptionTextSize()); got < least {
		t.Errorf("three lines are %v high, and need %v", got, least)
	}
}
