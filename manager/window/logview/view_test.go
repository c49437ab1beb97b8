package logview

import (
	"fmt"
	"image/color"
	"image/png"
	"os"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"
	"github.com/rivo/uniseg"
)

// newView returns a View in a window of 500 × 300.
func newView(t testing.TB, lines ...string) *View {
	test.NewTempApp(t)
	v := New()
	w := test.NewTempWindow(t, v)
	w.Resize(fyne.NewSize(500, 300))
	for _, text := range lines {
		v.Append(Line{Text: text})
	}
	return v
}

// position returns where the body has a place, in the middle of its row.
func (v *View) position(p place) fyne.Position {
	row := v.rows.at(p)
	_, from, _ := v.rows.of(row)
	x := v.rows.width(v.log.lines[p.line].Text[from:p.byte])
	return fyne.NewPos(v.body.margin()+x, (float32(row)+.5)*v.rows.height)
}

// click presses the first button at a place, drag moves the pointer to one.
func (v *View) click(p place, modifier fyne.KeyModifier) {
	v.body.MouseDown(&desktop.MouseEvent{
		PointEvent: fyne.PointEvent{Position: v.position(p)},
		Button:     desktop.MouseButtonPrimary, Modifier: modifier,
	})
}

func (v *View) drag(p fyne.Position) {
	corner := fyne.CurrentApp().Driver().AbsolutePositionForObject(v.scroll)
	p = p.Add(corner).SubtractXY(0, v.scroll.Offset.Y)
	v.body.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{AbsolutePosition: p}})
}

func wantSelected(t *testing.T, v *View, want string) {
	t.Helper()
	if got := v.Selected(); got != want {
		t.Errorf("selected %q, want %q", got, want)
	}
}

// Text comes out as it went in, but for what cannot be shown.
func TestText(t *testing.T) {
	v := newView(t, "one", "two\nthree\r\n", "tab\there", "bell\a\x1b[31m", "bad \xff")
	if got, want := v.Text(), "one\ntwo\nthree\n\ntab\there\nbell��[31m\nbad �"; got != want {
		t.Errorf("text %q, want %q", got, want)
	}
	v.Clear()
	if v.Text() != "" || v.Selected() != "" || v.rows.count() != 0 {
		t.Error("not clear")
	}
}

// The pointer selects across lines, in both directions, and with shift.
func TestSelect(t *testing.T) {
	v := newView(t, "alpha bravo", "charlie", "", "delta")
	v.click(place{0, 6}, 0)
	v.drag(v.position(place{1, 4}))
	wantSelected(t, v, "bravo\nchar")
	v.click(place{3, 2}, 0)
	wantSelected(t, v, "")
	v.drag(v.position(place{1, 5}))
	wantSelected(t, v, "ie\n\nde")
	v.click(place{0, 0}, fyne.KeyModifierShift)
	wantSelected(t, v, "alpha bravo\ncharlie\n\nde")
	v.drag(fyne.NewPos(10, 5000))
	wantSelected(t, v, "lta") // the shift kept where it began
}

// The second click takes the word, the third the line, the fourth nothing.
func TestClicks(t *testing.T) {
	v := newView(t, "see http://a.test/x-1.pdf, 三号 ok", "next")
	for i, want := range []string{"", "x-1.pdf", v.log.lines[0].Text + "\n", ""} {
		v.click(place{0, 20}, 0)
		if got := v.Selected(); got != want {
			t.Errorf("click %d selects %q, want %q", i+1, got, want)
		}
	}
}

// The keys and the menu copy.
func TestCopy(t *testing.T) {
	v := newView(t, "alpha", "bravo")
	v.body.TypedShortcut(&fyne.ShortcutSelectAll{})
	v.body.TypedShortcut(&fyne.ShortcutCopy{})
	if got := fyne.CurrentApp().Clipboard().Content(); got != "alpha\nbravo" {
		t.Errorf("clipboard %q", got)
	}
	v.selection = selection{}
	v.body.TypedShortcut(&fyne.ShortcutCopy{}) // nothing selected, nothing lost
	if got := fyne.CurrentApp().Clipboard().Content(); got != "alpha\nbravo" {
		t.Errorf("clipboard %q", got)
	}
	v.body.TappedSecondary(&fyne.PointEvent{})
	c := fyne.CurrentApp().Driver().CanvasForObject(v)
	if c.Overlays().Top() == nil {
		t.Error("no menu")
	}
}

// Wide, joined and marked characters are selected where they are seen: the
// place at a position is the place whose position it is.
func TestWideCharacters(t *testing.T) {
	for _, text := range []string{"读取 manual.pdf 完成", "e\u0301a\u0308 x", "👩‍👩‍👧 ok 🇩🇪", "a\tb", "naïve – “x”"} {
		v := newView(t, text)
		bounds := bounds(text)
		for _, b := range bounds {
			p := v.position(place{0, b})
			if got := v.body.at(p); got.byte != b {
				t.Errorf("%q: byte %d is at %v, where byte %d is", text, b, p.X, got.byte)
			}
		}
		v.click(place{0, bounds[1]}, 0)
		v.drag(v.position(place{0, bounds[3]}))
		wantSelected(t, v, text[bounds[1]:bounds[3]])
	}
}

// bounds returns the bytes before and behind each character of text.
func bounds(text string) []int {
	at := []int{0}
	for g := uniseg.NewGraphemes(text); g.Next(); {
		_, to := g.Positions()
		at = append(at, to)
	}
	return at
}

// Long lines are wrapped behind blanks, and nothing is lost or added.
func TestWrap(t *testing.T) {
	for _, text := range []string{
		strings.Repeat("words of several lengths ", 40),
		strings.Repeat("x", 3000),
		strings.Repeat("日本語の記録", 100),
		strings.Repeat("ein Größenmaß ", 50),
	} {
		v := newView(t, "first", text, "last")
		var joined string
		for row := 1; row < v.rows.count()-1; row++ {
			line, from, to := v.rows.of(row)
			part := text[from:to]
			if w := v.rows.width(strings.TrimRight(part, " ")); line != 1 || w > v.rows.room+1 {
				t.Errorf("row %d of line %d is %v wide, there is room for %v", row, line, w, v.rows.room)
			}
			joined += part
			if v.rows.at(place{1, from}) != row {
				t.Errorf("byte %d is in row %d, want %d", from, v.rows.at(place{1, from}), row)
			}
		}
		if joined != text {
			t.Errorf("the rows of %.20q are not the line", text)
		}
		v.selectAll()
		wantSelected(t, v, "first\n"+text+"\nlast")
	}
}

// The view shows the end until the user scrolls up, and again at the end.
func TestFollow(t *testing.T) {
	v := newView(t)
	add := func() {
		for i := range 100 {
			v.Append(Line{Text: fmt.Sprint("line ", i, strings.Repeat(" and more", i%20))})
		}
	}
	atEnd := func(want bool) {
		t.Helper()
		if got := v.scroll.Offset.Y >= v.lowest()-2; got != want || v.follow != want {
			t.Errorf("at the end %v, follows %v, want %v; offset %v of %v", got, v.follow, want, v.scroll.Offset.Y, v.lowest())
		}
	}
	add()
	atEnd(true)
	for _, size := range []fyne.Size{{Width: 300, Height: 200}, {Width: 800, Height: 500}, {Width: 200, Height: 100}} {
		v.Resize(size)
		atEnd(true)
	}
	v.body.TypedKey(&fyne.KeyEvent{Name: fyne.KeyPageUp})
	atEnd(false)
	y := v.scroll.Offset.Y
	add()
	if v.scroll.Offset.Y != y {
		t.Error("new lines moved what is read")
	}
	line, _, _ := v.rows.of(int(y / v.rows.height))
	v.Resize(fyne.NewSize(600, 300))
	if now, _, _ := v.rows.of(int(v.scroll.Offset.Y/v.rows.height + .01)); now != line {
		t.Errorf("line %d is at the top in another width, want %d", now, line)
	}
	atEnd(false)
	v.scroll.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.Delta{DY: -1e6}})
	atEnd(true)
	v.body.TypedKey(&fyne.KeyEvent{Name: fyne.KeyHome})
	if v.scroll.Offset.Y != 0 {
		t.Error("Home does not show the beginning")
	}
}

// A pointer held past the edge scrolls on.
func TestPull(t *testing.T) {
	v := newView(t, strings.Repeat("line\n", 200))
	v.scrollTo(1000)
	v.click(place{v.lastSeen(), 0}, 0)
	v.drag(fyne.NewPos(0, v.scroll.Offset.Y-50))
	if v.body.pull == nil {
		t.Fatal("nothing pulls")
	}
	time.Sleep(20 * time.Millisecond)
	v.body.pull.Tick(0)
	if v.scroll.Offset.Y >= 1000 || v.Selected() == "" {
		t.Errorf("offset %v", v.scroll.Offset.Y)
	}
	v.body.DragEnd()
	if v.body.pull != nil {
		t.Error("it pulls on")
	}
}

// A search marks all matches, in any case, and steps around.
func TestSearch(t *testing.T) {
	v := newView(t, "Error one", "error ERROR", "größe GRÖSSE Größe", "end")
	for _, c := range []struct {
		text  string
		count int
	}{{"error", 3}, {"GRÖ", 3}, {"größe", 2}, {"nothing", 0}, {"", 0}} {
		if got := v.Search(c.text); got != c.count {
			t.Errorf("%q is found %d times, want %d", c.text, got, c.count)
		}
	}
	v.Search("ERROR")
	for _, want := range []int{1, 2, 3} {
		v.Next()
		if got, count := v.Match(); got != want || count != 3 {
			t.Errorf("match %d of %d, want %d of 3", got, count, want)
		}
	}
	v.Next()
	v.Previous()
	if got, _ := v.Match(); got != 3 {
		t.Errorf("match %d before the first, want 3", got)
	}
	v.Append(Line{Text: "a late error"})
	if _, count := v.Match(); count != 4 {
		t.Errorf("%d matches with a later line, want 4", count)
	}
	v.Search("")
	v.Next()
	if n, count := v.Match(); n != 0 || count != 0 {
		t.Errorf("after the search: match %d of %d", n, count)
	}
}

// A search shows its match.
func TestSearchScrolls(t *testing.T) {
	v := newView(t, "needle\n"+strings.Repeat("hay\n", 500)+"needle")
	v.Search("needle")
	if n, count := v.Match(); n != 2 || count != 2 || !v.follow {
		t.Errorf("match %d of %d, follows %v", n, count, v.follow)
	}
	v.Next()
	if v.scroll.Offset.Y != 0 || v.follow {
		t.Errorf("the first match is not shown: offset %v", v.scroll.Offset.Y)
	}
}

// Beyond the limit the oldest lines go, and the first line says how many.
func TestDropped(t *testing.T) {
	v := newView(t)
	total := 0
	add := func(n int) {
		lines := make([]Line, n)
		for i := range lines {
			lines[i].Text = fmt.Sprint("line ", total)
			total++
		}
		v.Append(lines...)
	}
	add(mostLines)
	v.Search("line 50000")
	v.click(place{60_000, 0}, 0)
	v.scrollTo(float32(70_000) * v.rows.height)
	for range 3 {
		add(4000)
		if n := len(v.log.lines); n > mostLines {
			t.Fatalf("%d lines", n)
		}
	}
	var dropped int
	fmt.Sscanf(strings.ReplaceAll(v.log.lines[0].Text, ",", ""), "… %d earlier", &dropped)
	if want := fmt.Sprint("line ", dropped); v.log.lines[1].Text != want {
		t.Errorf("after %q comes %q, want %q", v.log.lines[0].Text, v.log.lines[1].Text, want)
	}
	if got := v.log.lines[len(v.log.lines)-1].Text; got != fmt.Sprint("line ", total-1) {
		t.Errorf("the last line is %q", got)
	}
	line, _, _ := v.rows.of(int(v.scroll.Offset.Y/v.rows.height + .5))
	if got := v.log.lines[line].Text; got != "line 70000" {
		t.Errorf("%q is at the top, want line 70000", got)
	}
	m := v.search.matches[0]
	if got := v.log.lines[m.line].Text; got != "line 50000" || len(v.search.matches) != 1 {
		t.Errorf("the match is %q", got)
	}
	if got := v.log.lines[v.selection.anchor.line].Text; got != "line 60000" {
		t.Errorf("the selection is at %q", got)
	}
	add(3 * mostLines)
	if n := len(v.log.lines); n > mostLines || v.Text() == "" {
		t.Errorf("%d lines", n)
	}
}

// The focus is seen, and another theme colours the lines anew.
func TestFocusAndTheme(t *testing.T) {
	v := newView(t, "text")
	v.click(place{}, 0)
	if !v.frame.Visible() {
		t.Error("the focus is not seen")
	}
	fyne.CurrentApp().Driver().CanvasForObject(v).Unfocus()
	if v.frame.Visible() {
		t.Error("the focus is seen after it is lost")
	}
	before := test.WidgetRenderer(v.body).(*renderer).texts.all[0].Color
	test.ApplyTheme(t, test.NewTheme())
	if after := test.WidgetRenderer(v.body).(*renderer).texts.all[0].Color; after == before {
		t.Error("the theme changed, the colour did not")
	}
}

var shot = os.Getenv("LOGVIEW_PNG") // a folder to look at pictures in

// TestShot draws pictures for a look, when asked to.
func TestShot(t *testing.T) {
	if shot == "" {
		t.Skip("LOGVIEW_PNG names no folder")
	}
	for name, variant := range map[string]fyne.ThemeVariant{"light": theme.VariantLight, "dark": theme.VariantDark} {
		v := newView(t)
		fyne.CurrentApp().Settings().SetTheme(fixed{theme.DefaultTheme(), variant})
		for i := range 30 {
			v.Append(Line{fmt.Sprintf("12:00:%02d embedding chunk %d of manual-%d.pdf", i, i*7, i%3), ""})
		}
		v.Append(Line{"读取 manual.pdf 完成 with 三 pages", theme.ColorNameSuccess},
			Line{"warning: e\u0301a\u0308 مرحبا بالعالم naïve – 👍 ok", theme.ColorNameWarning},
			Line{strings.Repeat("a long line that is wrapped at its blanks ", 5), theme.ColorNameError},
			Line{"the end", theme.ColorNamePlaceHolder})
		v.Search("manual")
		n := len(v.log.lines)
		v.click(place{n - 4, 3}, 0)
		v.drag(v.position(place{n - 2, 120}))
		f, err := os.Create(shot + "/" + name + ".png")
		if err != nil {
			t.Fatal(err)
		}
		png.Encode(f, fyne.CurrentApp().Driver().CanvasForObject(v).Capture())
		f.Close()
	}
}

// fixed is a theme of one variant.
type fixed struct {
	fyne.Theme
	variant fyne.ThemeVariant
}

func (f fixed) Color(name fyne.ThemeColorName, _ fyne.ThemeVariant) color.Color {
	return f.Theme.Color(name, f.variant)
}

// Before a window is laid out its parts can have no size, or less than none.
func TestNoSize(t *testing.T) {
	v := newView(t, "one", "two")
	for _, size := range []fyne.Size{{}, {Width: -8, Height: -8}, {Width: 3, Height: 400}, {Width: 400, Height: 3}, {Width: 400, Height: 300}} {
		v.Resize(size)
		v.Refresh()
	}
	if got := v.Text(); got != "one\ntwo" {
		t.Errorf("the text is %q", got)
	}
}
