package logview

import (
	"math"
	"sort"
	"strings"

	"ragmanager/manager/window/selecting"

	"fyne.io/fyne/v2"
	"github.com/rivo/uniseg"
)

// widest is the longest row in pixels. Fyne paints a text as one picture, and
// beyond 16,384 pixels that is black.
const widest = 16_000

// mostBreaks is how many lines have their breaks remembered. More are never
// seen at once.
const mostBreaks = 1000

// rows tells where the lines of a log are wrapped. It holds one number a line;
// where a line breaks is found out when it is seen.
type rows struct {
	log    *log
	size   float32 // of the text; 0 before the first layout
	cell   float32 // width of a character of ASCII
	height float32 // of a row, whole pixels
	room   float32 // width of the rows

	first  []int // first[i] is the first row of line i; the last is the count
	breaks map[int][]int
	widths map[string]float32 // of characters that are not ASCII
}

// style is the font of the log. With equal widths, columns line up and most
// positions need no measuring.
var style = fyne.TextStyle{Monospace: true}

// count returns the number of rows.
func (r *rows) count() int { return r.before(len(r.first) - 1) }

// before returns the number of rows before a line.
func (r *rows) before(line int) int {
	if line <= 0 || len(r.first) == 0 {
		return 0
	}
	return r.first[min(line, len(r.first)-1)]
}

// layout fits the rows to a width and a size of text. It reports whether that
// changed anything.
func (r *rows) layout(room, size float32) bool {
	room = min(room, widest)
	if room == r.room && size == r.size {
		return false
	}
	if size != r.size {
		m := fyne.MeasureText("M", size, style)
		r.cell, r.height = m.Width, float32(math.Ceil(float64(m.Height)))
		r.widths = make(map[string]float32)
	}
	r.room, r.size = room, size
	r.rebuild()
	return true
}

// rebuild counts the rows of all lines.
func (r *rows) rebuild() {
	r.first = r.first[:0]
	r.breaks = make(map[int][]int)
	r.extend()
}

// drop moves the rows after the first n lines were dropped and the next became another,
// and returns how many rows fewer there are.
func (r *rows) drop(n int) int {
	by := r.first[n+1] - r.countRows(r.log.lines[0].Text)
	r.first = append(r.first[:1], r.first[n+1:]...)
	for i := range r.first[1:] {
		r.first[i+1] -= by
	}
	clear(r.breaks)
	return by
}

// extend counts the rows of the lines that are new.
func (r *rows) extend() {
	if len(r.first) == 0 {
		r.first = append(r.first, 0)
	}
	columns := r.columns()
	for i := len(r.first) - 1; i < len(r.log.lines); i++ {
		text, n := r.log.lines[i].Text, 1
		if len(text) > columns || !plain(text) {
			n = r.countRows(text)
		}
		r.first = append(r.first, r.first[i]+n)
	}
}

// columns returns how many characters of ASCII fit in a row, at least one.
func (r *rows) columns() int {
	if r.cell == 0 {
		return math.MaxInt // nothing is wrapped before the first layout
	}
	return max(1, int(r.room/r.cell))
}

// countRows returns the number of rows of a text.
func (r *rows) countRows(text string) int {
	n := 0
	r.wrap(text, func(int) { n++ })
	return n
}

// of returns the line a row belongs to, and from where to where it has its text.
func (r *rows) of(row int) (line, from, to int) {
	line = sort.SearchInts(r.first, row+1) - 1
	text := r.log.lines[line].Text
	if r.first[line+1]-r.first[line] == 1 {
		return line, 0, len(text)
	}
	breaks := r.breaksOf(line)
	i := row - r.first[line]
	if i+1 < len(breaks) {
		return line, breaks[i], breaks[i+1]
	}
	return line, breaks[i], len(text)
}

// at returns the row of a place. One at a break is in the row that begins there.
func (r *rows) at(p place) int {
	if r.first[p.line+1]-r.first[p.line] == 1 {
		return r.first[p.line]
	}
	breaks := r.breaksOf(p.line)
	return r.first[p.line] + sort.SearchInts(breaks, p.byte+1) - 1
}

// breaksOf returns where the rows of a line begin.
func (r *rows) breaksOf(line int) []int {
	if known, ok := r.breaks[line]; ok {
		return known
	}
	if len(r.breaks) >= mostBreaks {
		clear(r.breaks)
	}
	var breaks []int
	r.wrap(r.log.lines[line].Text, func(at int) { breaks = append(breaks, at) })
	r.breaks[line] = breaks
	return breaks
}

// wrap calls begin with the start of every row of a text, which are at least
// one. It breaks behind the last blank that fits, unless that would leave the
// row less than half full; nothing is left out at a break.
func (r *rows) wrap(text string, begin func(at int)) {
	begin(0)
	if r.cell == 0 {
		return
	}
	if plain(text) {
		r.wrapPlain(text, begin)
		return
	}
	start, blank := 0, 0 // of the row; behind its last blank
	x, xBlank := float32(0), float32(0)
	state, rest := -1, text
	for rest != "" {
		var cluster string
		at := len(text) - len(rest)
		cluster, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
		w := r.clusterWidth(cluster)
		if x+w > r.room && at > start {
			if xBlank > r.room/2 {
				start, x = blank, x-xBlank
			} else {
				start, x = at, 0
			}
			xBlank = 0
			begin(start)
		}
		x += w
		if cluster == " " || cluster == "\t" {
			blank, xBlank = at+len(cluster), x
		}
	}
}

// wrapPlain is wrap for characters of one width.
func (r *rows) wrapPlain(text string, begin func(at int)) {
	columns := r.columns()
	for start := 0; len(text)-start > columns; {
		n := columns
		if blank := strings.LastIndexByte(text[start:start+columns], ' ') + 1; blank > columns/2 {
			n = blank
		}
		start += n
		begin(start)
	}
}

// clusterWidth returns the width of one character, with its marks.
func (r *rows) clusterWidth(cluster string) float32 {
	if len(cluster) == 1 && cluster[0] >= ' ' {
		return r.cell
	}
	w, ok := r.widths[cluster]
	if !ok {
		w = fyne.MeasureText(cluster, r.size, style).Width
		if len(r.widths) > 1<<16 {
			clear(r.widths)
		}
		r.widths[cluster] = w
	}
	return w
}

// width returns the width of the beginning of a row. Where not all is ASCII it
// is measured, as letters may join and marks have no width.
func (r *rows) width(text string) float32 {
	if plain(text) {
		return float32(len(text)) * r.cell
	}
	return fyne.MeasureText(text, r.size, style).Width
}

// nearest returns the byte of a row's text before the character boundary that
// is nearest to x.
func (r *rows) nearest(text string, x float32) int {
	if plain(text) {
		return min(len(text), max(0, int(x/r.cell+.5)))
	}
	return selecting.Nearest(text, x, r.width)
}
