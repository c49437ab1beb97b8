package answer

import (
	"strings"

	"ragmanager/manager/window/selecting"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
)

// A spot is a place in the document: before a byte of the text of a section.
type spot struct{ section, byte int }

func (p spot) before(q spot) bool {
	return p.section < q.section || p.section == q.section && p.byte < q.byte
}

// A selection is the text between two spots. It is nothing if they are equal.
type selection struct{ anchor, end spot }

// ordered returns the spots, the first first.
func (s selection) ordered() (from, to spot) {
	if s.end.before(s.anchor) {
		return s.end, s.anchor
	}
	return s.anchor, s.end
}

// between returns what of section i is selected.
func (s selection) between(i int, text string) (start, end int) {
	from, to := s.ordered()
	if i < from.section || i > to.section {
		return 0, 0
	}
	end = len(text)
	if i == from.section {
		start = min(from.byte, len(text))
	}
	if i == to.section {
		end = min(to.byte, len(text))
	}
	return start, max(start, end)
}

// text returns the selected text. Texts that grew since may cut letters.
func (s selection) text(sections []*section) string {
	from, to := s.ordered()
	var b strings.Builder
	for i := from.section; i <= to.section && i < len(sections); i++ {
		if i > from.section {
			b.WriteString("\n\n")
		}
		text := sections[i].text
		start, end := s.between(i, text)
		b.WriteString(text[start:end])
	}
	return strings.ToValidUTF8(b.String(), "")
}

// marks returns rectangles behind what is selected.
func (s selection) marks(sections []*section, l look) []fyne.CanvasObject {
	if s.anchor == s.end {
		return nil
	}
	from, to := s.ordered()
	var marks []fyne.CanvasObject
	var last *canvas.Rectangle
	for i := from.section; i <= to.section && i < len(sections); i++ {
		start, end := s.between(i, sections[i].text)
		for _, f := range sections[i].frags {
			if f.start < end && f.end > start {
				mark := sections[i].markOf(f, start, end, l)
				if last != nil && continues(last, mark) {
					last.Resize(fyne.NewSize(mark.Position().X+mark.Size().Width-last.Position().X, mark.Size().Height))
					continue
				}
				last = mark
				marks = append(marks, mark)
			}
		}
	}
	return marks
}

// continues reports whether b begins where a ends. They are drawn as one: where
// the edges of two meet there would be a line.
func continues(a, b *canvas.Rectangle) bool {
	gap := b.Position().X - a.Position().X - a.Size().Width
	return a.Position().Y == b.Position().Y && a.Size().Height == b.Size().Height && gap > -1 && gap < 1
}

// markOf returns a rectangle behind the part of a frag that is selected.
func (s *section) markOf(f frag, start, end int, l look) *canvas.Rectangle {
	text := s.text[f.start:f.end]
	x0 := f.xAt(text, start-f.start)
	x1 := f.xAt(text, end-f.start)
	r := canvas.NewRectangle(l.selected)
	r.Move(fyne.NewPos(f.x+x0, s.y+f.y))
	r.Resize(fyne.NewSize(x1-x0, f.h))
	return r
}

// Selected returns the selected text, or "".
func (v *View) Selected() string {
	if v.selection.anchor == v.selection.end {
		return ""
	}
	return v.selection.text(v.sections)
}

// SelectAll selects the whole answer.
func (v *View) SelectAll() {
	if n := len(v.sections); n > 0 {
		v.choose(selection{end: spot{n - 1, len(v.sections[n-1].text)}})
	}
}

// choose selects something else.
func (v *View) choose(s selection) {
	if v.selection != s {
		v.selection = s
		v.show()
	}
}

// spotAt returns the place that is nearest to a point.
func (v *View) spotAt(p fyne.Position) spot {
	i := v.sectionAt(p)
	if i < 0 {
		return spot{}
	}
	s := v.sections[i]
	return spot{i, s.at(p.SubtractXY(0, s.y))}
}

// sectionAt returns the section that is nearest to a point, or -1 if there is
// none.
func (v *View) sectionAt(p fyne.Position) int {
	for i, s := range v.sections {
		if p.Y < s.y+s.height || i == len(v.sections)-1 {
			return i
		}
	}
	return -1
}

// word returns the word at a spot.
func (v *View) word(at spot) selection {
	if at.section >= len(v.sections) {
		return selection{}
	}
	start, end := selecting.Word(v.sections[at.section].text, at.byte)
	return selection{spot{at.section, start}, spot{at.section, end}}
}

// paragraph returns the paragraph, code or cell at a point.
func (v *View) paragraph(p fyne.Position) selection {
	i := v.sectionAt(p)
	if i < 0 {
		return selection{}
	}
	s := v.sections[i]
	near := s.nearest(p.SubtractXY(0, s.y))
	if near == nil {
		return selection{}
	}
	start, end := near.start, near.end
	for _, f := range s.frags {
		if f.leaf == near.leaf {
			start, end = min(start, f.start), max(end, f.end)
		}
	}
	return selection{spot{i, start}, spot{i, end}}
}
