package answer

import (
	"errors"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"
	"github.com/google/go-cmp/cmp"

	"ragmanager/manager/window/markdown"
	"ragmanager/manager/window/selecting"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// boxes is a Typesetter that draws boxes. It knows no equation with "wrong", and
// answers at the second time if it is slow.
type boxes struct {
	slow  bool
	asked map[Equation]bool
	ready []func()
}

func (b *boxes) Typeset(e Equation, ready func()) *Picture {
	if strings.Contains(e.TeX, "wrong") {
		return &Picture{Err: errors.New("undefined control sequence")}
	}
	if b.slow && !b.asked[e] {
		b.asked[e] = true
		b.ready = append(b.ready, ready)
		return nil
	}
	w, h, depth := e.Em*(1+len(e.TeX)/3), e.Em, 0.25*float64(e.Em)
	if e.Display {
		h, depth = 2*e.Em, 0.8*float64(e.Em)
	}
	return &Picture{Image: box(w, h, e.Color), Depth: depth}
}

func box(w, h int, c color.Color) image.Image {
	i := image.NewRGBA(image.Rect(0, 0, w, h))
	draw.Draw(i, image.Rect(0, 0, w, 2), image.NewUniform(c), image.Point{}, draw.Src)
	draw.Draw(i, image.Rect(0, h-2, w, h), image.NewUniform(c), image.Point{}, draw.Src)
	return i
}

// shelf is a Loader that has what it has at once, unless it is to wait.
type shelf struct {
	pictures map[string]image.Image
	wait     bool
	waiting  []func()
	loads    int
}

func (s *shelf) Load(address string, done func(image.Image, error)) {
	s.loads++
	answer := func() {
		if p := s.pictures[address]; p != nil {
			done(p, nil)
			return
		}
		done(nil, errors.New("the picture is larger than 20 MB"))
	}
	if s.wait {
		s.waiting = append(s.waiting, answer)
		return
	}
	answer()
}

// shown returns a view of a text in a window of a width.
func shown(t testing.TB, o Options, width float32, text string) (*View, fyne.Window) {
	t.Helper()
	test.NewTempApp(t)
	o.Dispatch = func(f func()) { f() }
	v := New(o)
	w := test.NewTempWindow(t, v)
	w.SetPadded(false)
	w.Resize(fyne.NewSize(width, 600))
	v.SetMarkdown(text)
	check(t, v)
	return v, w
}

// check checks that all is inside of the view, and that the text is that of the
// document.
func check(t testing.TB, v *View) {
	t.Helper()
	for _, s := range v.sections {
		end := 0
		for _, f := range s.frags {
			if f.start < end || f.end < f.start || f.end > len(s.text) {
				t.Errorf("text %d to %d after %d", f.start, f.end, end)
			}
			end = f.end
		}
		for _, c := range []*fyne.Container{s.back, s.front} {
			for _, o := range c.Objects {
				right, bottom := o.Position().X+o.Size().Width, o.Position().Y+o.Size().Height
				if _, ok := o.(*canvas.Text); ok {
					right -= v.look.size // blanks at the ends of lines
				}
				if o.Position().X < 0 || right > v.width+1 || bottom > s.height+2 {
					t.Errorf("%T at %v of %v is outside of %v×%v", o, o.Position(), o.Size(), v.width, s.height)
				}
			}
		}
	}
	v.SelectAll()
	have, want := v.Selected(), markdown.Text(markdown.Parse(v.Source()))
	if have != want {
		t.Errorf("-want +have\n%s", cmp.Diff(want, have))
	}
	v.choose(selection{})
}

// sample is a text with all that there is.
func sample(t testing.TB) string {
	t.Helper()
	data, err := os.ReadFile("testdata/sample.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func sampleOptions() Options {
	return Options{
		Equations: &boxes{},
		Images:    &shelf{pictures: map[string]image.Image{"plot.png": box(300, 60, color.Black)}},
	}
}

// TestGolden compares what is drawn with testdata. Run it with -update to
// rewrite that.
func TestGolden(t *testing.T) {
	v, _ := shown(t, sampleOptions(), 500, sample(t))
	have := test.RenderObjectToMarkup(v)
	file := filepath.Join("testdata", "sample.xml")
	if *update {
		if err := os.WriteFile(file, []byte(have), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), have); diff != "" {
		t.Errorf("-want +have\n%s", diff)
	}
}

// TestWidths lays out the sample at widths from silly to large.
func TestWidths(t *testing.T) {
	for _, width := range []float32{60, 140, 320, 800, 2500} {
		shown(t, sampleOptions(), width, sample(t))
		shown(t, Options{}, width, sample(t))
	}
}

// where returns the middle of the first frag whose text has a string.
func where(t *testing.T, v *View, text string) fyne.Position {
	t.Helper()
	for _, s := range v.sections {
		for _, f := range s.frags {
			if i := strings.Index(s.text[f.start:f.end], text); i >= 0 {
				x := f.xAt(s.text[f.start:f.end], i) + fyne.MeasureText(text, f.size, f.style).Width/2
				return fyne.NewPos(f.x+x, s.y+f.y+f.h/2)
			}
		}
	}
	t.Fatalf("%q is not shown", text)
	return fyne.Position{}
}

func press(v *View, p fyne.Position, m fyne.KeyModifier) {
	v.MouseDown(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: p}, Button: desktop.MouseButtonPrimary, Modifier: m})
}

func drag(v *View, from, to fyne.Position) {
	v.clicks = selecting.Clicks{}
	press(v, from, 0)
	v.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: to}})
	v.DragEnd()
}

const threeBlocks = "# The *title*\n\nOne two three.\n\n- first\n- second [link](https://a.test/) end\n\n| a | b |\n|---|---|\n| c | d |\n"

func TestSelection(t *testing.T) {
	v, w := shown(t, Options{}, 400, threeBlocks)
	drag(v, where(t, v, "title").AddXY(1, 0), where(t, v, "two").AddXY(1, 0))
	if have := v.Selected(); have != "le\n\nOne tw" {
		t.Errorf("dragged: %q", have)
	}
	drag(v, where(t, v, "second"), where(t, v, "One").SubtractXY(1, 0))
	if have := v.Selected(); have != "ne two three.\n\n• first\n• sec" {
		t.Errorf("dragged back: %q", have)
	}
	press(v, where(t, v, "d").AddXY(60, 0), fyne.KeyModifierShift)
	if have := v.Selected(); !strings.HasPrefix(have, "ond link end") {
		t.Errorf("extended: %q", have)
	}
	drag(v, where(t, v, "a"), fyne.NewPos(0, 0))
	v.SetMarkdown(threeBlocks + "more")
	w.Resize(fyne.NewSize(90, 400))
	if have := v.Selected(); have == "" || !strings.HasPrefix("The title", have[:3]) {
		t.Errorf("at another width: %q", have)
	}
	v.SetMarkdown("Another")
	if have := v.Selected(); have != "" {
		t.Errorf("in another text: %q", have)
	}
	v.SelectAll()
	v.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if have := v.Selected(); have != "" {
		t.Errorf("given up: %q", have)
	}
}

func TestClicks(t *testing.T) {
	v, _ := shown(t, Options{}, 400, threeBlocks+"\n```\na b\nc d\n```\n")
	now := time.Now()
	v.now = func() time.Time { return now }
	for _, c := range []struct{ at, word, block string }{
		{"three", "three", "One two three."},
		{"second", "second", "second link end"},
		{"d", "d", "a b\nc d"},
	} {
		p := where(t, v, c.at)
		if c.at == "d" {
			p = where(t, v, "c d").AddXY(6, 0)
		}
		now = now.Add(time.Minute)
		for i, want := range []string{"", c.word, c.block} {
			now = now.Add(10 * time.Millisecond)
			press(v, p, 0)
			if have := v.Selected(); have != want {
				t.Errorf("%s, click %d: %q, want %q", c.at, i+1, have, want)
			}
		}
	}
}

func TestCopy(t *testing.T) {
	v, _ := shown(t, Options{}, 400, threeBlocks)
	board := fyne.CurrentApp().Clipboard()
	v.TypedShortcut(&fyne.ShortcutSelectAll{})
	v.TypedShortcut(&fyne.ShortcutCopy{})
	if have, want := board.Content(), "The title\n\nOne two three.\n\n• first\n• second link end\n\na\tb\nc\td"; have != want {
		t.Errorf("copied %q", have)
	}
	menu := v.menu("https://a.test/").Items
	menu[1].Action()
	if have := board.Content(); have != threeBlocks {
		t.Errorf("Markdown: %q", have)
	}
	menu[4].Action()
	if have := board.Content(); have != "https://a.test/" {
		t.Errorf("address: %q", have)
	}
	v.choose(selection{})
	if !v.menu("").Items[0].Disabled {
		t.Error("nothing can be copied")
	}
}

func TestMenu(t *testing.T) {
	v, w := shown(t, Options{}, 400, threeBlocks)
	test.TapSecondaryAt(v, where(t, v, "link"))
	if w.Canvas().Overlays().Top() == nil {
		t.Error("no menu")
	}
}

// TestLinks clicks links. What must not be opened is told too: it is for OnLink
// to refuse it.
func TestLinks(t *testing.T) {
	var clicked, hovered []string
	v, w := shown(t, Options{
		OnLink:  func(a string) { clicked = append(clicked, a) },
		OnHover: func(a string) { hovered = append(hovered, a) },
	}, 400, "Go [here](https://a.test/) or [there](javascript:alert(1)).\n\n![plot](p.png)")
	for _, text := range []string{"Go", "here", "there", "plot"} {
		p := where(t, v, text)
		test.MoveMouse(w.Canvas(), p)
		test.TapCanvas(w.Canvas(), p)
	}
	v.MouseOut()
	if diff := cmp.Diff([]string{"https://a.test/", "javascript:alert(1)", "p.png"}, clicked); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"https://a.test/", "javascript:alert(1)", "p.png", ""}, hovered); diff != "" {
		t.Error(diff)
	}
	if v.MouseMoved(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: where(t, v, "here")}}); v.Cursor() != desktop.PointerCursor {
		t.Error("no hand on a link")
	}
	drag(v, where(t, v, "Go"), where(t, v, "here"))
	v.Tapped(&fyne.PointEvent{Position: where(t, v, "here")})
	if len(clicked) != 3 {
		t.Error("a link was followed while selecting")
	}
}

func TestEquations(t *testing.T) {
	b := &boxes{slow: true, asked: map[Equation]bool{}}
	v, _ := shown(t, Options{Equations: b}, 400, "Let $x$ and\n\n$$y$$\n\n$wrong$")
	if n := count(v, isImage); n != 0 {
		t.Errorf("%d pictures before any is made", n)
	}
	for _, f := range b.ready {
		f()
	}
	if n := count(v, isImage); n != 2 {
		t.Errorf("%d pictures", n)
	}
	check(t, v)
	for e := range b.asked {
		if e.Em < 20 || e.Color.A != 255 {
			t.Errorf("%+v", e)
		}
	}
}

func isImage(o fyne.CanvasObject) bool { _, ok := o.(*canvas.Image); return ok }

// count returns how many objects of v are such.
func count(v *View, such func(fyne.CanvasObject) bool) int {
	n := 0
	for _, s := range v.sections {
		for _, o := range append(append([]fyne.CanvasObject{}, s.back.Objects...), s.front.Objects...) {
			if such(o) {
				n++
			}
		}
	}
	return n
}

func TestPictures(t *testing.T) {
	s := &shelf{wait: true, pictures: map[string]image.Image{"a.png": box(2000, 500, color.Black)}}
	v, _ := shown(t, Options{Images: s}, 400, "![one](a.png)\n\n![two](huge.png)\n\n![one](a.png)")
	where(t, v, "one")
	if s.loads != 2 {
		t.Errorf("%d loads of two pictures", s.loads)
	}
	before := v.MinSize().Height
	for _, f := range s.waiting {
		f()
	}
	check(t, v)
	if count(v, isImage) != 2 || v.MinSize().Height < before+150 {
		t.Errorf("%d pictures, height %v after %v", count(v, isImage), v.MinSize().Height, before)
	}
	said := func(o fyne.CanvasObject) bool {
		x, ok := o.(*canvas.Text)
		return ok && strings.HasPrefix(x.Text, "two (the picture is larger")
	}
	if count(v, said) != 1 {
		t.Error("the reason is not told")
	}
}

func TestTheme(t *testing.T) {
	v, w := shown(t, sampleOptions(), 400, sample(t))
	height := v.MinSize().Height
	fyne.CurrentApp().Settings().SetTheme(larger{theme.DefaultTheme()})
	v.Refresh()
	if v.look.size != 21 || v.MinSize().Height < height*1.3 {
		t.Errorf("size %v, height %v after %v", v.look.size, v.MinSize().Height, height)
	}
	check(t, v)
	_ = w
}

// larger is a theme with larger text.
type larger struct{ fyne.Theme }

func (l larger) Size(n fyne.ThemeSizeName) float32 { return l.Theme.Size(n) * 1.5 }

// Code in a line leaves the blanks beside it free, also where lines are wrapped.
func TestCodeKeepsBlanks(t *testing.T) {
	const text = "Of our four antennas the Yagi has the greatest range, at data rate `normal` 7.1 km along its axis, or (`fast`) `5.0` km at 26° – `far` is more."
	for width := float32(120); width < 700; width += 10 {
		v, _ := shown(t, Options{}, width, text)
		s := v.sections[0]
		for _, back := range s.back.Objects {
			left, right := back.Position().X, back.Position().X+back.Size().Width
			for _, o := range s.front.Objects {
				letters, ok := o.(*canvas.Text)
				if !ok || letters.TextStyle.Monospace || letters.Position().Y > back.Position().Y+back.Size().Height || letters.Position().Y+letters.Size().Height < back.Position().Y {
					continue
				}
				start := letters.Position().X + fyne.MeasureText(blanksOf(letters.Text), letters.TextSize, letters.TextStyle).Width
				end := letters.Position().X + fyne.MeasureText(strings.TrimRight(letters.Text, " "), letters.TextSize, letters.TextStyle).Width
				blank := fyne.MeasureText(" ", letters.TextSize, letters.TextStyle).Width
				if strings.HasPrefix(letters.Text, " ") && letters.Position().X > left && start-right < blank-0.5 && start > right-blank && start < right+20 {
					t.Errorf("width %v: %v after the code before %q, of a blank of %v", width, start-right, letters.Text, blank)
				}
				if strings.HasSuffix(letters.Text, " ") && end < left && left-end < blank-0.5 {
					t.Errorf("width %v: %v before the code after %q, of a blank of %v", width, left-end, letters.Text, blank)
				}
			}
		}
	}
}

// blanksOf returns the blanks that a text begins with.
func blanksOf(s string) string { return s[:len(s)-len(strings.TrimLeft(s, " "))] }

func TestFocus(t *testing.T) {
	v, w := shown(t, Options{}, 400, "a")
	w.Canvas().Focus(v)
	if !v.focus.Visible() {
		t.Error("the focus of the keyboard is not shown")
	}
	w.Canvas().Unfocus()
	press(v, fyne.NewPos(9, 9), 0)
	if w.Canvas().Focused() != fyne.Focusable(v) || v.focus.Visible() {
		t.Error("a click does not focus quietly")
	}
}

// Words are shown as they are, whatever they mean in Markdown.
func TestSetText(t *testing.T) {
	const words = "# Is *this* a_b_c?\n\n1. $x$ or <b>\n[a](b)"
	v, _ := shown(t, Options{Equations: &boxes{}}, 400, "")
	v.SetText(words, true)
	v.SelectAll()
	if got := v.Selected(); got != words {
		t.Errorf("it shows %q", got)
	}
	var lines []string
	for _, o := range v.sections[0].front.Objects {
		letters := o.(*canvas.Text)
		if !letters.TextStyle.Bold {
			t.Errorf("%q is not bold", letters.Text)
		}
		lines = append(lines, letters.Text)
	}
	if diff := cmp.Diff([]string{"# Is *this* a_b_c?", "1. $x$ or <b>", "[a](b)"}, lines); diff != "" {
		t.Errorf("lines, -want +got:\n%s", diff)
	}
	before := v.height
	v.SetText(strings.ReplaceAll(words, "\n\n", "\n"), false)
	if after := v.height; after >= before {
		t.Errorf("without an empty line it is %v high, with it %v", after, before)
	}
}

// Escape gives up what is selected; then it is for the window, as all other keys are.
func TestKeys(t *testing.T) {
	v, w := shown(t, Options{}, 400, "some words")
	var passed []fyne.KeyName
	w.Canvas().SetOnTypedKey(func(k *fyne.KeyEvent) { passed = append(passed, k.Name) })
	v.SelectAll()
	for _, name := range []fyne.KeyName{fyne.KeyEscape, fyne.KeyEscape, fyne.KeyPageDown} {
		v.TypedKey(&fyne.KeyEvent{Name: name})
	}
	if v.Selected() != "" || len(passed) != 2 || passed[0] != fyne.KeyEscape || passed[1] != fyne.KeyPageDown {
		t.Errorf("%q is selected; passed on: %v", v.Selected(), passed)
	}
}

// TestBig shows what is large or broken.
func TestBig(t *testing.T) {
	for name, text := range map[string]string{
		"broken":      "**a [b](c\n\n| a |\n|-\n\n> - 1. ```x\n\n$$ \\frac",
		"wide table":  strings.Repeat("|a", 1000) + "|\n" + strings.Repeat("|-", 1000) + "|\n" + strings.Repeat("|b", 1000) + "|\n",
		"address":     "See https://a.test/" + strings.Repeat("abc", 1700) + " there",
		"huge word":   strings.Repeat("x", 100_000),
		"code":        "```\n" + strings.Repeat("y", 100_000) + "\n\tz\n```",
		"chinese":     strings.Repeat("汉字不空格。", 300),
		"arabic":      strings.Repeat("مرحبا بالعالم ", 100),
		"emoji":       strings.Repeat("👩‍👩‍👧‍👦🇨🇭", 200),
		"marks":       "e" + strings.Repeat("\u0301", 5000),
		"deep list":   strings.Repeat("- ", 100) + "a",
		"deep quote":  strings.Repeat("> ", 1000) + "a",
		"empty cells": "||\n|-|\n||",
	} {
		t.Run(name, func(t *testing.T) {
			begin := time.Now()
			v, _ := shown(t, Options{}, 600, text)
			t.Logf("took %v, %d objects", time.Since(begin), count(v, func(fyne.CanvasObject) bool { return true }))
		})
	}
}

// TestGoroutines checks that a view has none of its own.
func TestGoroutines(t *testing.T) {
	v, _ := shown(t, Options{}, 400, threeBlocks)
	before := runtime.NumGoroutine()
	for i := range len(threeBlocks) {
		v.SetMarkdown(threeBlocks[:i])
	}
	if after := runtime.NumGoroutine(); after > before {
		t.Errorf("%d goroutines after %d", after, before)
	}
}

// TestStream compares a text that came in pieces with the same that came at once.
func TestStream(t *testing.T) {
	text := sample(t)
	v, _ := shown(t, sampleOptions(), 500, "")
	for i := 0; i < len(text); i += 7 {
		v.SetMarkdown(text[:i])
	}
	v.SetMarkdown(text)
	streamed := test.RenderObjectToMarkup(v)
	whole, _ := shown(t, sampleOptions(), 500, text)
	if diff := cmp.Diff(test.RenderObjectToMarkup(whole), streamed); diff != "" {
		t.Errorf("-whole +streamed\n%s", diff)
	}
}

// longAnswer returns an answer of about so many words.
func longAnswer(words int) string {
	var b strings.Builder
	for i := 0; len(strings.Fields(b.String())) < words; i++ {
		fmt.Fprintf(&b, "## Section %d\n\n", i+1)
		for range 3 {
			b.WriteString("The *offset voltage* is **two millivolts** at 25 degrees, see [the manual](https://example.com/m.pdf) and `VOS` in section four, where the drift is given as five microvolts per kelvin over the whole range of the supply. ")
		}
		b.WriteString("\n\n- first point\n- second with `code`\n\n```go\nfor i := range 10 {\n\tfmt.Println(i)\n}\n```\n\n| Name | Value |\n|---|---|\n| Vos | $2$ mV |\n\n")
	}
	return b.String()
}

// BenchmarkStream measures an answer of 2,000 words that comes in word by word.
func BenchmarkStream(b *testing.B) {
	words := strings.SplitAfter(longAnswer(2000), " ")
	for b.Loop() {
		v, _ := shown(b, Options{Equations: &boxes{}}, 700, "")
		var text strings.Builder
		for _, w := range words {
			text.WriteString(w)
			v.SetMarkdown(text.String())
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/1000/float64(b.N*len(words)), "ms/token")
}
