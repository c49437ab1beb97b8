package chunker

import (
	"regexp"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// captionStart is how a caption begins: the kind of what it is under, perhaps
// a number, and a colon, which may be left out after a number in bold.
var captionStart = regexp.MustCompile(`^(?i:(table|figure|fig\.?|video))(?:\s*:|\s+([A-Z]?[-.]?\d[\w.-]*?)\s*([:.–—]|\s-))\s*`)

// numberedStart is the same after which nothing but the number stands.
var numberedStart = regexp.MustCompile(`^(?i:(table|figure|fig\.?|video))\s+([A-Z]?[-.]?\d[\w.-]*)\s*`)

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

// groupElement walks a center or a figure: what stands in it belongs together
// if there is one table or figure.
func (w *walker) groupElement(n *html.Node) {
	if w.flat != "" {
		w.container(n)
		return
	}
	w.flush()
	outer, start := w.group, len(w.out)
	w.groups++
	w.group = w.groups
	w.block(n, true)
	own := pairCaptions(w.out[start:])
	w.out = append(w.out[:start], gatherNotes(own, w.group)...)
	for _, f := range w.out[start:] {
		f.group, f.grouped = outer, true
	}
	w.group = outer
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
// and no image.
func (w *walker) tableCaption(n *html.Node) bool {
	table := false
	for c := range n.Parent.ChildNodes() {
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
	f.content = squeezeLines(label(kind, number, text))
	f.match = label(kind, plainNumber, trim(dropStamps(plain)))
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
		text := trim(string(r.match[s.match:min(s.matchEnd, len(r.match))]))
		kind, _, rest := captionKind(text)
		if kind == "" {
			continue
		}
		if !visible(rest) { // closed after the label, as in the manual's own example
			s.contentEnd, s.matchEnd = len(r.content), len(r.match)
		}
		return r.captionAt(s), true
	}
	starts := r.bolds
	if bare {
		starts = append(starts, firstText(r))
	}
	for _, s := range starts {
		if kind, _, _ := captionKind(trim(string(r.match[min(s.match, len(r.match)):]))); kind != "" {
			s.contentEnd, s.matchEnd = len(r.content), len(r.match)
			return r.captionAt(s), true
		}
	}
	return captionText{}, false
}

// firstText returns where the text after leading images begins.
func firstText(r *run) span {
	var at span
	for _, i := range r.images {
		if !visible(string(r.content[at.content:max(i.content, at.content)])) {
			at = span{content: max(i.contentEnd, at.content), match: max(i.matchEnd, at.match)}
		}
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

// imagesOnly makes a figure of a run that holds nothing but images, matched by
// their alt texts. Without any it belongs to its neighbour.
func (w *walker) imagesOnly(f *fragment, r *run) bool {
	if len(r.images) == 0 {
		return false
	}
	if content, _ := r.cut(); visible(content) {
		return false
	}
	f.kind, f.role, f.offset = Figure, object, r.images[0].offset
	var alts []string
	for _, m := range r.images {
		f.video = f.video || m.video
		if m.alt != "" {
			alts = append(alts, m.alt)
		}
	}
	f.match = strings.Join(alts, "\n")
	w.addImages(f, r)
	return true
}

// addImages gives a fragment the images of its run.
func (w *walker) addImages(f *fragment, r *run) {
	for _, m := range r.images {
		f.images = append(f.images, m.markdown)
	}
}

// pairCaptions gives each caption to the table or the images that it is typed
// under or, failing that, over. What stands in the same center or figure goes
// first.
func pairCaptions(in []*fragment) []*fragment {
	for i := range in {
		in[i].becomeCaption(in[max(i-1, 0)], in[min(i+1, len(in)-1)])
		if in[i].role != caption {
			continue
		}
		c := in[i]
		if len(c.images) > 0 {
			c.role = paired
			continue
		}
		before, after := i-1, i+1
		for before >= 0 && in[before].role == taken {
			before--
		}
		fitsBefore := before >= 0 && c.fits(in[before])
		fitsAfter := after < len(in) && c.fits(in[after])
		if fitsBefore && fitsAfter && in[before].group != c.group && in[after].group == c.group {
			fitsBefore = false
		}
		switch {
		case fitsBefore:
			c.take(in[before], true)
			for before--; before >= 0 && in[before].role == object && in[before].kind == Figure && in[before].group == c.group && c.kind == Figure; before-- {
				c.take(in[before], true)
			}
		case fitsAfter:
			c.take(in[after], false)
		}
	}
	out := in[:0]
	for _, f := range in {
		if f.role != taken {
			out = append(out, f)
		}
	}
	return out
}

// becomeCaption makes a caption of a paragraph that begins like one and stands
// beside a table or an image without caption.
func (f *fragment) becomeCaption(before, after *fragment) {
	if f.role != text || f.kind != Paragraph || before.role != object && after.role != object || !short(f.match, noteLength) {
		return
	}
	kind, number, rest := captionKind(f.match)
	if kind == "" {
		return
	}
	c := &fragment{kind: kind}
	if !c.fits(before) && !c.fits(after) {
		return
	}
	_, _, content := captionKind(f.content)
	f.role, f.kind = caption, kind
	f.match, f.content = label(kind, number, rest), label(kind, number, content)
}

// fits reports whether a fragment lacks a caption and can have this one.
func (f *fragment) fits(o *fragment) bool {
	if f.grouped && !o.grouped && !o.bare {
		return false // an image in a paragraph of its own is none of a center's
	}
	return o.role == object && (o.kind == Table) == (f.kind == Table)
}

// take makes a caption and its table or images one fragment.
func (f *fragment) take(o *fragment, before bool) {
	f.role = paired
	f.body = joinWith(o.body, "\n\n", f.body)
	if o.kind == Table {
		f.body = joinWith(o.content, "\n\n", f.body)
	}
	f.images = append(o.images, f.images...)
	f.addPrompts(o.prompts)
	if o.kind == Table {
		f.untitled, f.offset = o.untitled, o.offset
	}
	if before {
		f.links = append(o.links, f.links...)
		f.first = o.first
	} else {
		f.links = append(f.links, o.links...)
		f.last, f.newlines = o.last, o.newlines
	}
	o.role = taken
}

// addPrompts adds prompts that stand outside of the caption.
func (f *fragment) addPrompts(prompts []string) {
	f.prompts = append(f.prompts, prompts...)
	if f.role == paired {
		f.match = join(f.match, strings.Join(prompts, "\n"))
	}
}

// noteLength is the length of a text, in characters, up to which it can be a
// note to a table or figure in the same center.
const noteLength = 300

// gatherNotes gives the only table or figure of a group the short texts that
// stand bare beside it.
func gatherNotes(in []*fragment, group int) []*fragment {
	only := -1
	for i, f := range in {
		switch {
		case f.role == paired || f.role == object:
			if only >= 0 {
				return in
			}
			only = i
		case f.role == promptsOnly:
		case f.role != text || f.kind != Paragraph || !f.bare || f.group != group && f.group == 0 || !short(f.match, noteLength):
			return in
		}
	}
	if only < 0 || len(in) < 2 {
		return in
	}
	f := in[only]
	for i, note := range in {
		if i != only {
			f.notes = joinWith(f.notes, "\n\n", note.content)
			f.addPrompts(note.prompts)
			f.links = append(f.links, note.links...)
			f.first = min(f.first, note.first)
			if note.last > f.last {
				f.last, f.newlines = note.last, note.newlines
			}
		}
	}
	return []*fragment{f}
}

// finishFigure writes the content of a table or figure: its caption, what it
// is, and the notes beside it.
func (f *fragment) finishFigure() {
	parts := []string{f.content}
	if f.role == object && f.kind == Figure {
		parts = nil
	}
	if f.body != "" {
		parts = append(parts, f.body)
	}
	if len(f.images) > 0 {
		parts = append(parts, strings.Join(f.images, "  \n"))
	}
	if f.notes != "" {
		parts = append(parts, f.notes)
	}
	f.content = strings.Join(parts, "\n\n")
}
