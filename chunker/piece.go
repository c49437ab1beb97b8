package chunker

import (
	"strings"
)

// text adds a text node to the run. Its pieces begin with marks.
func (w *walker) text(data string) {
	for {
		i := strings.IndexByte(data, markStart)
		if i < 0 {
			w.piece(data)
			return
		}
		if i > 0 {
			w.piece(data[:i])
		}
		w.offset = readDigits(data[i+1:])
		data = data[min(i+markLength, len(data)):]
	}
}

// piece adds text that stands in the page in one piece, at w.offset.
func (w *walker) piece(s string) {
	if s == "" {
		return
	}
	typed := s
	s = plainBlanks(s)
	if w.pre > 0 {
		w.prePiece(s, typed)
		return
	}
	if !visible(s) {
		if len(w.run.content)+len(w.run.match) > 0 {
			w.run.write(s)
		}
		return
	}
	w.pending(s[0])
	w.run.write(s)
	w.run.place(w.offset, s)
	w.offset += len(s)
	if w.bold == 0 {
		w.run.plain = true
	}
	if w.link == "" {
		w.run.noteWords(s)
	}
}

// prePiece adds preformatted text. Tabs stay in the content, where emitPre
// widens them to the stops that browsers show.
func (w *walker) prePiece(s, typed string) {
	if visible(s) {
		w.anchor = ""
		w.run.place(w.offset, s)
		w.offset += len(typed)
		w.run.noteWords(s)
	}
	w.run.match = append(w.run.match, s...)
	w.run.content = append(w.run.content, hardBlanks.Replace(typed)...)
}

var hardBlanks = strings.NewReplacer("\f", " ", "\u00a0", " ")

// pending does what was put off until something visible follows: line breaks,
// the start of a link or of code, the signs of sup and sub. c is the first
// byte of what follows.
func (w *walker) pending(c byte) {
	if w.breaks > 1 && w.flat == "" && w.heading == nil && w.caption == "" {
		w.flush()
	} else if (w.breaks > 0 || w.gap) && c != ' ' && c != '\n' {
		w.run.content = blank(w.run.content)
		w.run.match = blank(w.run.match)
	}
	w.breaks, w.gap = 0, false
	w.anchor = ""
	if w.link != "" && w.run.linkStart < 0 && w.heading == nil && w.pre == 0 {
		w.run.openLink()
		w.run.anchors++
	}
	if w.code > 0 && w.run.codeStart < 0 && w.heading == nil && w.pre == 0 {
		w.run.openCode()
	}
	if w.raise != "" {
		w.run.write(w.raise)
		w.raise = ""
	}
}

// plainBlanks turns hard spaces and form feeds into plain blanks and tabs into
// four, as the original does.
func plainBlanks(s string) string {
	for i := range len(s) {
		// C2 is the first byte of a hard space; few others begin with it.
		if c := s[i]; c == '\t' || c == '\f' || c == 0xC2 {
			return blanks.Replace(s)
		}
	}
	return s
}

var blanks = strings.NewReplacer("\t", "    ", "\f", " ", "\u00a0", " ")
