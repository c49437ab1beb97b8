package chunker

import (
	"bytes"
	"regexp"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// captionStart is how a caption begins: the kind of what it is under, perhaps
// a number, and a colon, which may be left out after a number in bold.
var captionStart = regexp.MustCompile(`^(?i:(table|figure|fig\.?|video))(?:\s*:|\s+([A-Z]?[-.]?\d+(?:[.-]\d+)*[a-zA-Z]?)\s*([:.–—]|\s-))\s*`)

// numberedStart is the same after which nothing but the number stands.
var numberedStart = regexp.MustCompile(`^(?i:(table|figure|fig\.?|video))\s+([A-Z]?[-.]?\d+(?:[.-]\d+)*[a-zA-Z]?)\s*`)

// captionKind returns what a text is a caption of by how it begins, and the
// text after that. The kind is "" if the text does not begin like a caption.
func captionKind(text string) (kind Kind, number, rest string) {
	m := captionStart.FindStringSubmatch(text)
	if m == nil {
		return "", "", text
	}
	return kindOf(m[1]), m[2], text[len(m[0]):]
}

func kindOf(word string) Kind {
	switch strings.ToLower(word)[0] {
	case 't':
		return Table
	case 'v':
		return Video
	}
	return Figure
}

// label writes a caption in its standard form.
func label(kind Kind, number, text string) string {
	word := map[Kind]string{Table: "Table", Figure: "Figure", Video: "Video"}[kind]
	if number != "" {
		word += " " + number
	}
	return trim(word + ": " + trim(text))
}

// captionElement walks a caption that is one by its element or class.
func (w *walker) captionElement(n *html.Node) {
	if w.flat != "" {
		w.children(n)
		return
	}
	w.flush()
	outer := w.caption
	w.caption = Figure
	if n.DataAtom == atom.Caption || w.tableCaption(n) {
		w.caption = Table
	}
	w.children(n)
	w.flush()
	w.caption = outer
}

// tableCaption reports whether the element that holds a caption holds a table
// and no image. It may hold many captions, so the answer is remembered.
func (w *walker) tableCaption(n *html.Node) bool {
	table, known := w.tables[n.Parent]
	if !known {
		table = holdsTable(n.Parent)
		w.tables[n.Parent] = table
	}
	return table
}

func holdsTable(n *html.Node) bool {
	table := false
	for c := range n.ChildNodes() {
		switch c.DataAtom {
		case atom.Table:
			table = true
		case atom.Img:
			return false
		}
	}
	return table
}

// captioned makes a caption of a run if it is one, with the images in it.
func (w *walker) captioned(f *fragment, r *run) bool {
	c, ok := w.findCaption(r)
	if !ok {
		return false
	}
	date, text := takeDate(c.content)
	kind, number, text := c.labelled(text)
	if after, rest := takeDate(text); date == "" {
		date, text = after, rest
	}
	_, plain := takeDate(c.match)
	_, plainNumber, plain := c.labelled(plain)
	f.kind, f.role, f.date = kind, caption, date
	if c.kind != "" {
		f.kind = c.kind // whatever word it begins with
	}
	f.content = squeezeLines(label(kind, number, text))
	f.match = label(kind, plainNumber, trim(dropStamps(plain)))
	for _, prompt := range r.prompts {
		if !strings.Contains(c.match, prompt) {
			f.match = join(f.match, prompt)
		}
	}
	f.notes = trim(c.notes)
	if visible(plain) || visible(text) || len(r.images) > 0 {
		w.addImages(f, r)
		return true
	}
	return false
}

// A captionText is the part of a run that is a caption.
type captionText struct {
	kind           Kind // by its element, "" if by its first word
	content, match string
	notes          string // content around it
}

// labelled splits the label off a caption.
func (c captionText) labelled(text string) (kind Kind, number, rest string) {
	text = trim(text)
	kind, number, rest = captionKind(text)
	if kind == "" {
		if m := numberedStart.FindStringSubmatch(text); m != nil {
			kind, number, rest = kindOf(m[1]), m[2], text[len(m[0]):]
		}
	}
	if c.kind != "" && kind == "" {
		kind = c.kind
	}
	return kind, number, rest
}

// findCaption finds the caption in a run whose images are cut out. It may be
// the whole run, by its element, or begin with a word in bold or small.
func (w *walker) findCaption(r *run) (captionText, bool) {
	if w.caption != "" {
		content, match := r.cut()
		return captionText{kind: w.caption, content: content, match: match}, true
	}
	if len(r.images) > 0 || w.group > 0 || len(r.bolds) > 0 || len(r.smalls) > 0 {
		if c, ok := labelledCaption(r, w.bare); ok {
			return c, true
		}
	}
	if len(r.images) > 0 && w.group > 0 && w.bare {
		content, match := r.cut()
		return captionText{kind: Figure, content: content, match: match}, visible(match)
	}
	return captionText{}, false
}

// labelledCaption finds a caption that begins with its label: in bold, at the
// start of a small element, or, outside of paragraphs, at the start of the run.
func labelledCaption(r *run, bare bool) (captionText, bool) {
	for _, s := range r.smalls {
		if s.matchEnd < 0 {
			s.contentEnd, s.matchEnd = len(r.content), len(r.match)
		}
		text := r.match[s.match:min(s.matchEnd, len(r.match))]
		if kind, _, _ := captionKind(beginning(text)); kind == "" {
			continue
		}
		if _, _, rest := captionKind(trim(string(text))); !visible(rest) { // closed after the label, as in the manual's own example
			s.contentEnd, s.matchEnd = len(r.content), len(r.match)
		}
		return r.captionAt(s), true
	}
	starts := r.bolds
	if bare {
		starts = append(starts, firstText(r))
	}
	for _, s := range starts {
		text := beginning(r.match[min(s.match, len(r.match)):])
		if kind, _, _ := captionKind(text); kind != "" || s.isNumbered(r) {
			s.contentEnd, s.matchEnd = len(r.content), len(r.match)
			return r.captionAt(s), true
		}
	}
	return captionText{}, false
}

// isNumbered reports whether a bold text is a label with a number and nothing
// else.
func (s span) isNumbered(r *run) bool {
	if s.matchEnd <= s.match || s.matchEnd > len(r.match) {
		return false
	}
	text := trim(string(r.match[s.match:s.matchEnd]))
	return text != "" && numberedStart.FindString(text) == text
}

// beginning returns as much of a text as a label may take. A caption could
// begin at as many places as the run has words, so the rest is not looked at.
func beginning(text []byte) string {
	const longest = 200
	text = bytes.TrimLeftFunc(text, isSpace)
	return trim(string(text[:min(len(text), longest)]))
}

// firstText returns where the text after leading images begins.
func firstText(r *run) span {
	var at span
	for _, i := range r.images {
		if visible(string(r.content[at.content:max(i.content, at.content)])) {
			break
		}
		at = span{content: max(i.contentEnd, at.content), match: max(i.matchEnd, at.match)}
	}
	return at
}

// captionAt cuts a caption out of the run.
func (r *run) captionAt(s span) captionText {
	inside := func(m image) bool { return m.content >= s.content && m.content < s.contentEnd }
	c := captionText{}
	content, match := string(r.content[s.content:s.contentEnd]), string(r.match[s.match:s.matchEnd])
	before, after := string(r.content[:s.content]), string(r.content[s.contentEnd:])
	for _, m := range r.images {
		markdown := string(r.content[m.content:m.contentEnd])
		if inside(m) {
			content = strings.Replace(content, markdown, "", 1)
			match = strings.Replace(match, m.alt, "", btoi(m.alt != ""))
		} else {
			before, after = strings.Replace(before, markdown, "", 1), strings.Replace(after, markdown, "", 1)
		}
	}
	c.content, c.match = content, match
	c.notes = joinWith(trim(before), "\n\n", trim(after))
	return c
}
