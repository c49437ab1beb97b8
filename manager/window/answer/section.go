package answer

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"ragmanager/manager/window/markdown"
	"ragmanager/manager/window/selecting"
)

// A section is a block at the top of the document.
type section struct {
	block       markdown.Block
	laid        bool
	text        string          // what is copied of it
	frags       []frag          // in the order of the text
	back, front *fyne.Container // what is behind the selection, and before it
	y, height   float32
	waiting     bool            // for equations
	pictures    map[string]bool // addresses of what it shows or waits for
}

// A frag is a piece of text, equation or picture in one line. Its place is that
// in its section.
type frag struct {
	x, y, w, h float32
	start, end int // of its text in that of the section
	leaf       int // the paragraph, code or cell it belongs to
	link       string
	letters    bool // positions in it are those of letters; otherwise it is all or nothing
	size       float32
	style      fyne.TextStyle
}

// moveTo moves the section down to y.
func (s *section) moveTo(y float32) {
	s.y = y
	s.back.Move(fyne.NewPos(0, y))
	s.front.Move(fyne.NewPos(0, y))
}

// layOut lays out a section for the width and look of v.
func (v *View) layOut(s *section) {
	s.frags, s.waiting, s.pictures = nil, false, map[string]bool{}
	b := &builder{view: v, look: v.look, section: s}
	s.height = b.block(s.block, area{margin, 0, max(v.width-2*margin, v.look.size)})
	b.copied("") // the markers of empty items at the end
	s.text = b.text.String()
	s.back = container.NewWithoutLayout(b.back...)
	s.front = container.NewWithoutLayout(b.front...)
	for _, c := range []*fyne.Container{s.back, s.front} {
		c.Resize(fyne.NewSize(v.width, s.height))
	}
	s.laid = true
}

// at returns the byte of the text of s that is nearest to a point in it.
func (s *section) at(p fyne.Position) int {
	f := s.nearest(p)
	if f == nil {
		return 0
	}
	return f.offset(s.text[f.start:f.end], p.X-f.x)
}

// nearest returns the frag that is nearest to a point: one of its line if there
// is any. It returns nil if there are none.
func (s *section) nearest(p fyne.Position) *frag {
	var best *frag
	var least float32
	for i := range s.frags {
		f := &s.frags[i]
		distance := 1000*outside(p.Y, f.y, f.y+f.h) + outside(p.X, f.x, f.x+f.w)
		if best == nil || distance < least {
			best, least = f, distance
		}
	}
	return best
}

// outside returns how far x is from the range.
func outside(x, low, high float32) float32 { return max(low-x, x-high, 0) }

// link returns the address of the link at a point, or "".
func (s *section) link(p fyne.Position) string {
	for _, f := range s.frags {
		if f.link != "" && p.X >= f.x && p.X < f.x+f.w && p.Y >= f.y && p.Y < f.y+f.h {
			return f.link
		}
	}
	return ""
}

// offset returns the byte in the text of the section before which x is.
func (f *frag) offset(text string, x float32) int {
	if !f.letters {
		if x > f.w/2 {
			return f.end
		}
		return f.start
	}
	return f.start + selecting.Nearest(text, x, func(s string) float32 { return f.xAt(text, len(s)) })
}

// xAt returns where the byte n of the text of f is.
func (f *frag) xAt(text string, n int) float32 {
	switch {
	case n <= 0:
		return 0
	case n >= len(text) || !f.letters:
		return f.w
	}
	return min(f.w, fyne.MeasureText(text[:n], f.size, f.style).Width)
}
