package answer

import (
	"fmt"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"ragmanager/manager/window/markdown"
)

// narrowest is how wide a column is at least, in sizes of the text. Of tables
// that have no room for that the first columns are shown.
const narrowest = 4.5

// table writes a table. Cells wrap.
func (b *builder) table(block markdown.Block, a area) float32 {
	least := b.look.size * narrowest
	shown := min(len(block.Align), max(1, int(a.w/least)))
	cells := b.cells(block, shown, a.w)
	t := &grid{b, block, cells, b.columns(cells, shown, a.w)}
	y := t.draw(a)
	if hidden := len(block.Align) - shown; hidden > 0 {
		y = b.note(hidden, area{a.x, y + 2, a.w})
	}
	return y
}

// note tells how many columns are not shown, as far as there is room. It is not
// copied.
func (b *builder) note(hidden int, a area) float32 {
	columns := "columns"
	if hidden == 1 {
		columns = "column"
	}
	t := canvas.NewText("", b.look.muted)
	t.TextSize, t.TextStyle = b.look.size*0.85, fyne.TextStyle{Italic: true}
	short := "+" + strconv.Itoa(hidden)
	medium := fmt.Sprintf("and %d more %s", hidden, columns)
	for _, t.Text = range []string{medium + "; copy to see all", medium, short} {
		if t.MinSize().Width <= a.w {
			break
		}
	}
	t.Move(fyne.NewPos(a.x, a.y))
	t.Resize(t.MinSize())
	b.front = append(b.front, t)
	return a.y + t.MinSize().Height
}

// cells returns what is in the columns that are shown.
func (b *builder) cells(block markdown.Block, shown int, width float32) [][][]piece {
	rows := make([][][]piece, len(block.Rows))
	for i, row := range block.Rows {
		f := b.plain()
		f.style.Bold = i == 0
		for _, cell := range row[:shown] {
			rows[i] = append(rows[i], b.pieces(cell, f, width/2))
		}
	}
	return rows
}

func (b *builder) cellPadding() float32 { return pixel(b.look.size * 0.55) }

// columns returns the widths of columns: what their text wants if there is room,
// and otherwise what their longest words want and a share of the rest.
func (b *builder) columns(rows [][][]piece, n int, width float32) []float32 {
	wants, needs := make([]float32, n), make([]float32, n)
	padding := 2*b.cellPadding() + 1
	for _, row := range rows {
		for c, cell := range row {
			want, need := wishes(cell)
			wants[c] = max(wants[c], want+padding)
			needs[c] = max(needs[c], min(need+padding, b.look.size*12))
		}
	}
	if sum(wants) <= width {
		return wants
	}
	if sum(needs) > width {
		least := min(b.look.size*narrowest, width/float32(n))
		for c := range needs {
			wants[c], needs[c] = needs[c], min(needs[c], least)
		}
	}
	free, missing := width-sum(needs), sum(wants)-sum(needs)
	for c := range needs {
		if missing > 0 {
			needs[c] += free * (wants[c] - needs[c]) / missing
		}
	}
	return needs
}

// wishes returns how wide pieces are in one line, and how wide the widest is that
// is not broken.
func wishes(pieces []piece) (want, need float32) {
	var line float32
	for len(pieces) > 0 {
		if pieces[0].newline {
			line, pieces = 0, pieces[1:]
			continue
		}
		unit := together(pieces)
		want = max(want, line+inkOf(unit))
		need = max(need, inkOf(unit))
		line += widthOf(unit)
		pieces = pieces[len(unit):]
	}
	return want, need
}

func sum(list []float32) (total float32) {
	for _, x := range list {
		total += x
	}
	return total
}

// A grid draws a table.
type grid struct {
	*builder
	block  markdown.Block
	cells  [][][]piece
	widths []float32
}

// draw draws the rows with lines between them and a border around them.
func (t *grid) draw(a area) float32 {
	width := sum(t.widths)
	head := t.rectangle(t.look.codeBack, a.x, a.y, width, 0, t.look.radius)
	y := a.y
	for i := range t.cells {
		if i > 0 {
			t.gaps.Row()
			t.rectangle(t.look.line, a.x, pixel(y), width, 1, 0)
		}
		y = t.row(i, area{a.x, y, width})
		if i == 0 {
			head.Resize(fyne.NewSize(width, y-a.y))
		}
	}
	x := a.x
	for _, w := range t.widths[:len(t.widths)-1] {
		x += w
		t.rectangle(t.look.line, pixel(x), a.y, 1, y-a.y, 0)
	}
	border := t.rectangle(nil, a.x, a.y, width, y-a.y, t.look.radius)
	border.StrokeColor, border.StrokeWidth = t.look.line, 1
	return y
}

// row writes a row.
func (t *grid) row(i int, a area) float32 {
	padding := t.cellPadding()
	bottom := a.y + t.look.size + padding
	x := a.x
	var base float32
	for c, cell := range t.cells[i] {
		base = max(base, firstBase(cell, t.widths[c]-2*padding))
	}
	for c, cell := range t.cells[i] {
		if c > 0 {
			t.gaps.Cell()
		}
		t.leaf++
		inside := area{x, a.y + padding*0.7, t.widths[c]}.inset(padding, padding)
		inside.y += base - firstBase(cell, inside.w)
		bottom = max(bottom, t.flow(cell, inside, t.block.Align[c], t.leading()/2)+padding*0.7)
		x += t.widths[c]
	}
	t.hidden(t.block.Rows[i][len(t.cells[i]):], area{x, a.y, 0}, bottom-a.y)
	return bottom
}

// firstBase returns how far down the base line is of the first line of pieces,
// at a width.
func firstBase(pieces []piece, width float32) (base float32) {
	var used float32
	for _, p := range pieces {
		used += p.w
		if p.newline || base > 0 && used > width {
			break
		}
		base = max(base, p.base)
	}
	return base
}

// hidden has cells copied that are not shown.
func (t *grid) hidden(cells []markdown.Cell, a area, height float32) {
	if len(cells) == 0 {
		return
	}
	start := t.text.Len()
	for _, cell := range cells {
		t.gaps.Cell()
		for _, r := range cell {
			if r.Role == markdown.Break {
				t.gaps.Break()
				continue
			}
			t.copied(r.Source())
		}
	}
	t.leaf++
	t.section.frags = append(t.section.frags, frag{x: a.x, y: a.y, h: height, start: start, end: t.text.Len(), leaf: t.leaf})
}
