package answer

import (
	"image"
	"image/color"
	"strings"
	"sync/atomic"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"ragmanager/manager/window/markdown"
	"ragmanager/manager/window/selecting"
)

// Options are how a View looks and what it needs of others. All may be zero.
type Options struct {
	Ink  fyne.ThemeColorName // of the text; "" stands for that of the foreground
	Size fyne.ThemeSizeName  // of the text; "" stands for that of text

	Equations Typesetter           // nil: TeX is shown as code
	Images    Loader               // nil: pictures are shown as links
	OnLink    func(address string) // is told of links that are clicked; it is to refuse what must not be opened
	OnHover   func(address string) // is told of links under the pointer, and "" when it leaves them
	Dispatch  func(func())         // runs a function on the goroutine of the window; nil: fyne.Do
}

// A Typesetter makes pictures of equations.
type Typesetter interface {
	// Typeset returns the picture of an equation, or nil if it is not made yet;
	// ready is then called once it can be asked again, from any goroutine.
	Typeset(e Equation, ready func()) *Picture
}

// An Equation is what a picture is made of.
type Equation struct {
	TeX     string
	Display bool       // large, as on a line of its own
	Em      int        // size of the text, in pixels
	Color   color.RGBA // of the text
}

// A Picture is an equation as it is drawn.
type Picture struct {
	Image image.Image
	Depth float64 // pixels below the base line
	Err   error   // there is no picture; the TeX is shown as code in the colour of errors
}

// A Loader gets pictures of answers.
type Loader interface {
	// Load calls done once, from any goroutine, with the picture or why there is
	// none.
	Load(address string, done func(image.Image, error))
}

// A View is a widget that shows one answer. It is as high as the answer at its
// width: put it into a scroller.
type View struct {
	widget.BaseWidget
	options Options
	source  string

	sections []*section
	pictures map[string]*picture // by address
	look     look                // the sections are laid out with
	width    float32             // the sections are laid out for; 0 before the first time
	height   float32

	asking atomic.Bool // the goroutine of the window is about to ask for equations again
	busy   bool        // laying out
	later  []func()    // to be run after that

	selection selection
	clicks    selecting.Clicks
	now       func() time.Time
	hovered   string // address of the link under the pointer
	focus     *canvas.Rectangle
	byMouse   bool              // it has the focus because of a click
	mark      *canvas.Rectangle // refreshed to have the canvas drawn, without new textures for all that is on it
	objects   []fyne.CanvasObject
}

// New returns an empty View.
func New(o Options) *View {
	if o.Dispatch == nil {
		o.Dispatch = fyne.Do
	}
	v := &View{
		options:  o,
		pictures: map[string]*picture{},
		now:      time.Now,
		focus:    canvas.NewRectangle(color.Transparent),
		mark:     canvas.NewRectangle(color.Transparent),
	}
	v.focus.Hide()
	v.ExtendBaseWidget(v)
	return v
}

// Source returns the text that is shown, as it was set.
func (v *View) Source() string { return v.source }

// SetMarkdown shows another text. If it only grew that is cheap, and what is
// selected stays so.
func (v *View) SetMarkdown(text string) {
	v.set(text, markdown.Parse)
}

// SetText shows words as they are, line below line, instead of Markdown. A View shows
// either the one or the other.
func (v *View) SetText(words string, bold bool) {
	v.set(words, func(words string) []markdown.Block {
		var runs []markdown.Run
		for i, line := range strings.Split(words, "\n") {
			if i > 0 {
				runs = append(runs, markdown.Run{Role: markdown.Break})
			}
			runs = append(runs, markdown.Run{Text: line, Bold: bold})
		}
		return []markdown.Block{{Kind: markdown.Paragraph, Runs: runs}}
	})
}

// set shows another text, of which parse makes blocks.
func (v *View) set(text string, parse func(string) []markdown.Block) {
	if text == v.source {
		return
	}
	if !strings.HasPrefix(text, v.source) { // another answer
		v.selection, v.pictures = selection{}, map[string]*picture{}
	}
	v.source = text
	blocks := parse(text)
	sections := make([]*section, len(blocks))
	for i, b := range blocks {
		if i < len(v.sections) && v.sections[i].block.Equal(b) {
			sections[i] = v.sections[i]
		} else {
			sections[i] = &section{block: b}
		}
	}
	v.sections = sections
	v.arrange()
}

// arrange lays out the sections that are not, and puts all in their places.
func (v *View) arrange() {
	if v.width <= 0 || v.busy {
		return
	}
	v.busy = true
	now := v.currentLook()
	if now != v.look {
		v.look = now
		v.forget(func(*section) bool { return true })
	}
	for _, s := range v.sections {
		if !s.laid {
			v.layOut(s)
		}
	}
	v.stack()
	v.busy = false
	v.runLater()
	v.show()
}

// forget has the sections for which which returns true laid out again.
func (v *View) forget(which func(*section) bool) {
	for _, s := range v.sections {
		if which(s) {
			s.laid = false
		}
	}
}

// margin is left free at all sides, in units of Fyne. It is the inner padding of the theme
// of the window, so that answers stand in line with the texts of Fyne.
const margin = 7

// stack puts the sections below each other.
func (v *View) stack() {
	y := float32(margin)
	for i, s := range v.sections {
		if i > 0 {
			y += v.look.gap(s.block.Kind, v.sections[i-1].block.Kind)
		}
		s.moveTo(y)
		y += s.height
	}
	v.height = y + margin
}

// dispatch runs f on the goroutine of the window, after a layout that it may have
// been called from.
func (v *View) dispatch(f func()) {
	v.options.Dispatch(func() {
		if v.busy {
			v.later = append(v.later, f)
			return
		}
		f()
	})
}

// runLater runs what came while sections were laid out.
func (v *View) runLater() {
	waiting := v.later
	v.later = nil
	for _, f := range waiting {
		f()
	}
}

// show has the canvas drawn.
func (v *View) show() {
	if v.width <= 0 {
		return // there is nothing to be drawn yet
	}
	v.objects = v.objects[:0]
	for _, s := range v.sections {
		v.objects = append(v.objects, s.back)
	}
	v.objects = append(v.objects, v.selection.marks(v.sections, v.look)...)
	for _, s := range v.sections {
		v.objects = append(v.objects, s.front)
	}
	v.objects = append(v.objects, v.focus, v.mark)
	canvas.Refresh(v.mark)
}

// CreateRenderer implements [fyne.Widget].
func (v *View) CreateRenderer() fyne.WidgetRenderer { return renderer{v} }

type renderer struct{ v *View }

func (r renderer) Destroy() {}

// MinSize returns the height of the answer. It can be made as narrow as a few
// words.
func (r renderer) MinSize() fyne.Size { return fyne.NewSize(8*r.v.look.size, r.v.height) }

func (r renderer) Objects() []fyne.CanvasObject {
	if r.v.objects == nil {
		return []fyne.CanvasObject{r.v.focus, r.v.mark}
	}
	return r.v.objects
}

// Layout lays out all sections if the width is another.
func (r renderer) Layout(size fyne.Size) {
	r.v.focus.Resize(size)
	if size.Width == r.v.width {
		return
	}
	r.v.width = size.Width
	r.v.forget(func(*section) bool { return true })
	r.v.arrange()
}

// Refresh lays out all sections if the theme is another.
func (r renderer) Refresh() {
	r.v.arrange()
}
