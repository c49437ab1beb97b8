package window

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"github.com/google/go-cmp/cmp"

	"ragmanager/manager/window/selecting"
)

// newTestMarked returns a text in a window of the given size.
func newTestMarked(t testing.TB, size fyne.Size) *markedText {
	t.Helper()
	app := test.NewTempApp(t)
	app.Settings().SetTheme(NewTheme(Light, 1))
	m := newMarkedText()
	win := test.NewTempWindow(t, m)
	win.SetPadded(false)
	win.Resize(size)
	return m
}

// linesOf returns the lines as they are drawn.
func linesOf(m *markedText) (lines []string) {
	for _, l := range m.lines {
		lines = append(lines, strings.TrimRight(drawn(m.text[l.start:l.end]), " "))
	}
	return lines
}

func TestMarkedWraps(t *testing.T) {
	m := newTestMarked(t, fyne.NewSize(150, 200))
	for _, test := range []struct {
		name, text string
		want       []string
	}{
		{"nothing", "", []string{""}},
		{"a line", "one line", []string{"one line"}},
		{"words", "These words are more than one line holds", []string{"These words are", "more than one line", "holds"}},
		{"ends of lines", "one\ntwo\r\n\nfour\n", []string{"one", "two", "", "four", ""}},
		{"a tab", "a\tb", []string{"a    b"}},
		{"a long address", "see http://example.org/a/very/long/path", []string{"see http://", "example.org/a/very/", "long/path"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			m.set(test.text)
			if diff := cmp.Diff(test.want, linesOf(m)); diff != "" {
				t.Errorf("lines, -want +got:\n%s", diff)
			}
		})
	}
}

// checkLines checks that each byte is in one line, and that none is too wide, or ends
// within a character.
func checkLines(t *testing.T, m *markedText) {
	t.Helper()
	at := 0
	for _, l := range m.lines {
		if l.start != at || l.end < l.start {
			t.Fatalf("a line is %v after byte %d of %q", l, at, m.text)
		}
		at = l.end
		line := m.text[l.start:l.end]
		if utf8.ValidString(m.text) && !utf8.ValidString(line) {
			t.Fatalf("%q is cut within a character", line)
		}
		inked := strings.TrimRight(line, " \t\r\n")
		if width := fyne.MeasureText(drawn(inked), m.size, fyne.TextStyle{}).Width; width > m.width+1 && len(selecting.Characters(inked)) > 1 {
			t.Fatalf("%q is %v wide, of %v", inked, width, m.width)
		}
	}
	if at != len(m.text) {
		t.Fatalf("%d of %d bytes are in lines", at, len(m.text))
	}
}

func TestMarkedHoldsEverything(t *testing.T) {
	m := newTestMarked(t, fyne.NewSize(180, 200))
	random := rand.New(rand.NewPCG(1, 2))
	parts := []string{"word ", "a", "漢字", "\n", "\r\n", "\t", "  ", "👩‍👩‍👧‍👦", "é", strings.Repeat("x", 80), "http://a.b/c?d=e&f", "\xff", "\u2028", "العربية "}
	for range 150 {
		var b strings.Builder
		for range random.IntN(40) {
			b.WriteString(parts[random.IntN(len(parts))])
		}
		m.set(b.String())
		checkLines(t, m)
	}
	m.set(strings.Repeat("x", 5000))
	checkLines(t, m)
	m.set(strings.Repeat("漢字", 2500))
	checkLines(t, m)
	if len(m.lines) < 100 { // how many depends on the fonts of the system
		t.Errorf("5,000 characters are on %d lines", len(m.lines))
	}
}

// spot returns where a byte of a text stands within the body.
func spot(m *markedText, at int) fyne.Position {
	row := m.lineOf(at)
	x := m.wide(m.text[m.lines[row].start:at])
	return fyne.NewPos(m.inset()+x, (float32(row)+0.5)*m.lineHeight())
}

// press presses the mouse at a byte of a text.
func press(m *markedText, at int, modifier fyne.KeyModifier) {
	m.body.MouseDown(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: spot(m, at)}, Button: desktop.MouseButtonPrimary, Modifier: modifier})
}

// drag moves the pressed mouse to a byte of a text.
func drag(m *markedText, to int) {
	m.body.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: spot(m, to)}})
}

func TestMarkedSelects(t *testing.T) {
	m := newTestMarked(t, fyne.NewSize(150, 200))
	const words = "These words are\nmore than one line holds"
	m.set(words)
	copied := func() string {
		fyne.CurrentApp().Clipboard().SetContent("")
		m.body.TypedShortcut(&fyne.ShortcutCopy{})
		return fyne.CurrentApp().Clipboard().Content()
	}
	if got := copied(); got != "" {
		t.Errorf("without a selection %q is copied", got)
	}
	press(m, 6, 0)
	drag(m, 20)
	if got, want := copied(), "words are\nmore"; got != want {
		t.Errorf("copied %q, want %q", got, want)
	}
	press(m, 25, fyne.KeyModifierShift)
	if got, want := copied(), words[6:25]; got != want {
		t.Errorf("copied %q with Shift, want %q", got, want)
	}
	drag(m, 0) // backwards
	if got, want := copied(), "These "; got != want {
		t.Errorf("copied %q backwards, want %q", got, want)
	}
	for i, want := range []string{"", "than", "more than one line holds"} {
		press(m, 22, 0)
		if got := copied(); got != want {
			t.Errorf("copied %q after %d clicks, want %q", got, i+1, want)
		}
	}
	m.body.TypedShortcut(&fyne.ShortcutSelectAll{})
	if got := copied(); got != words {
		t.Errorf("copied %q of all", got)
	}
	m.set(words)
	if got := copied(); got != words {
		t.Errorf("the same text again leaves %q selected", got)
	}
	m.set("other")
	if got := copied(); got != "" {
		t.Errorf("another text leaves %q selected", got)
	}
}

func TestMarkedKeys(t *testing.T) {
	m := newTestMarked(t, fyne.NewSize(150, 60))
	m.set(strings.Repeat("a line\n", 50))
	key := func(name fyne.KeyName) { m.body.TypedKey(&fyne.KeyEvent{Name: name}) }
	key(fyne.KeyEnd)
	if got, want := m.scroll.Offset.Y, m.body.Size().Height-m.scroll.Size().Height; got != want {
		t.Errorf("End scrolls to %v, want %v", got, want)
	}
	key(fyne.KeyHome)
	key(fyne.KeyDown)
	if got := m.scroll.Offset.Y; got != m.lineHeight() {
		t.Errorf("Home and Down scroll to %v", got)
	}
	press(m, 7, 0)
	m.body.KeyDown(&fyne.KeyEvent{Name: desktop.KeyShiftLeft})
	key(fyne.KeyRight)
	key(fyne.KeyRight)
	key(fyne.KeyLeft)
	if got := m.selected(); got != (span{7, 8}) {
		t.Errorf("selected with keys: %v", got)
	}
}

func TestMarkedMenu(t *testing.T) {
	m := newTestMarked(t, fyne.NewSize(300, 200))
	m.set("all of it")
	m.selectSpan(span{0, 3})
	m.body.TappedSecondary(&fyne.PointEvent{})
	c := fyne.CurrentApp().Driver().CanvasForObject(m)
	if c.Overlays().Top() == nil {
		t.Fatal("no menu")
	}
	test.TapCanvas(c, fyne.NewPos(20, 20)) // Copy
	if got := fyne.CurrentApp().Clipboard().Content(); got != "all" {
		t.Errorf("copied %q", got)
	}
}

// markedAs returns the words that a text has marked in a colour.
func markedAs(m *markedText, color fyne.ThemeColorName) (words []string) {
	for _, k := range m.marks {
		if k.color == color {
			words = append(words, m.text[k.start:k.end])
		}
	}
	return words
}

func TestMarkedMarkup(t *testing.T) {
	m := newTestMarked(t, fyne.NewSize(150, 60))
	m.set("Marked words over two lines", mark{span: span{7, 17}, color: colorPrompt}, mark{span: span{13, 17}, color: colorShared})
	m.selectSpan(span{0, 2})
	golden(t, "marked.xml", test.RenderObjectToMarkup(m.body))
}

func TestMarkedFollowsSize(t *testing.T) {
	m := newTestMarked(t, fyne.NewSize(400, 60))
	m.set(strings.Repeat("some words ", 20))
	wide := len(m.lines)
	m.Resize(fyne.NewSize(150, 60))
	if len(m.lines) <= wide {
		t.Errorf("%d lines when narrow, %d when wide", len(m.lines), wide)
	}
	checkLines(t, m)
	fyne.CurrentApp().Settings().SetTheme(NewTheme(Dark, 1.5))
	m.Refresh()
	checkLines(t, m)
}

func BenchmarkMarked(b *testing.B) {
	m := newTestMarked(b, fyne.NewSize(500, 400))
	words := strings.Fields("The Marl runs on two D cells in series, either alkaline or lithium thionyl chloride, for four and a half years.")
	var text strings.Builder
	random := rand.New(rand.NewPCG(1, 2))
	for text.Len() < 100_000 {
		text.WriteString(words[random.IntN(len(words))] + " ")
	}
	long := strings.Repeat("x", 100_000)
	b.Run("show 100 kB", func(b *testing.B) {
		for b.Loop() {
			m.set("")
			m.set(text.String())
		}
	})
	b.Run("resize 100 kB", func(b *testing.B) {
		m.set(text.String())
		for i := 0; b.Loop(); i++ {
			m.Resize(fyne.NewSize(float32(400+i%100), 400))
		}
	})
	b.Run("scroll 100 kB", func(b *testing.B) {
		m.set(text.String())
		for i := 0; b.Loop(); i++ {
			m.scrollTo(float32(i%1000) * 20)
		}
	})
	b.Run("show a word of 100 kB", func(b *testing.B) {
		for b.Loop() {
			m.set("")
			m.set(long)
		}
	})
}
