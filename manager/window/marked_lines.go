package window

import (
	"math"
	"strings"

	"fyne.io/fyne/v2"
	"github.com/rivo/uniseg"

	"ragmanager/manager/window/selecting"
)

// A span is a range of bytes of a text, from the first to the one after the last.
type span struct{ start, end int }

// A segment is a part of a text within which a line does not end, if it fits.
type segment struct {
	span
	must  bool    // the line ends behind it
	inked float32 // its width without the blanks at its end
	width float32
}

// A measure returns how wide a text is drawn.
type measure func(string) float32

// textMeasure returns the measure of a size of text. It remembers how wide words are,
// since texts hold the same ones many times.
func textMeasure(size float32) measure {
	const longestWord = 40 // bytes; what is longer seldom comes twice
	known := map[string]float32{}
	return func(s string) float32 {
		if width, ok := known[s]; ok {
			return width
		}
		width := fyne.MeasureText(drawn(s), size, fyne.TextStyle{}).Width
		if len(s) <= longestWord {
			known[s] = width
		}
		return width
	}
}

// drawn returns a text of one line as it is drawn.
func drawn(s string) string {
	if strings.IndexFunc(s, isControl) < 0 {
		return s
	}
	s = strings.ReplaceAll(s, "\t", "    ")
	return strings.Map(func(r rune) rune {
		if isControl(r) {
			return -1
		}
		return r
	}, s)
}

func isControl(r rune) bool { return r < ' ' || r == 0x7f || r == 0x2028 || r == 0x2029 || r == 0x85 }

// segments cuts a text where lines may end, after the rules of Unicode.
func segments(text string, wide measure) (list []segment) {
	state, start := -1, 0
	for rest := text; rest != ""; {
		var piece string
		var must bool
		piece, rest, must, state = uniseg.FirstLineSegmentInString(rest, state)
		s := segment{span: span{start, start + len(piece)}, must: must && (rest != "" || uniseg.HasTrailingLineBreakInString(piece))}
		s.width = widthOf(piece, wide)
		s.inked = s.width
		if inked := strings.TrimRight(piece, " \t\r\n"); len(inked) < len(piece) {
			s.inked = widthOf(inked, wide)
		}
		list = append(list, s)
		start = s.end
	}
	return list
}

// wrap puts segments into lines that are at most so wide. Segments that are wider are
// cut between characters. There is always a line.
func wrap(text string, list []segment, most float32, wide measure) (lines []span) {
	line, width := span{}, float32(0)
	end := func() {
		lines = append(lines, line)
		line, width = span{line.end, line.end}, 0
	}
	for _, s := range list {
		if width+s.inked > most && line.end > line.start {
			end()
		}
		for s.inked > most {
			n, _ := selecting.Fitting(text[s.start:s.end], longPiece, most, wide)
			if n >= s.end-s.start {
				break
			}
			line.end = s.start + n
			end()
			s.start += n
			s.width = widthOf(text[s.start:s.end], wide)
			s.inked = s.width
		}
		line.end = s.end
		width += s.width
		if s.must {
			end()
		}
	}
	if line.end > line.start || len(lines) == 0 || endsLine(list) {
		lines = append(lines, line)
	}
	return lines
}

// endsLine reports whether the text ends with the end of a line, after which there is
// an empty one.
func endsLine(list []segment) bool { return len(list) > 0 && list[len(list)-1].must }

// longPiece is how many bytes of a word are measured at once, so that a word as long
// as a book takes no quadratic time. No line holds as many.
const longPiece = 2000

// widthOf returns how wide a word is. One that is too long for any line is not
// measured before it has been cut.
func widthOf(word string, wide measure) float32 {
	if len(word) > longPiece {
		return math.MaxFloat32
	}
	return wide(word)
}
