package chunker

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
)

// headingElement reads a heading. A block in it, as after one that is never
// closed, ends it.
func (w *walker) headingElement(n *html.Node) {
	w.flush()
	w.separate()
	if w.flat != "" {
		w.children(n)
		w.separate()
		return
	}
	anchor := attr(n, "id")
	if anchor == "" {
		anchor = w.anchor
	}
	w.heading = &openHeading{level: int(n.DataAtom.String()[1] - '0'), anchor: attr(n, "id"), offset: w.at(n)}
	w.children(n)
	if w.heading != nil && w.heading.anchor == "" {
		w.heading.anchor = anchor
	}
	w.flush()
	w.heading = nil
}

// flush ends the run and makes a fragment of it.
func (w *walker) flush() {
	if w.flat != "" {
		return
	}
	w.breaks, w.gap = 0, false
	r := w.run
	if r.linkStart >= r.codeStart {
		r.closeLink(w.link)
		r.closeCode()
	} else {
		r.closeCode()
		r.closeLink(w.link)
	}
	if r.empty() && w.heading == nil {
		if len(r.content)+len(r.match) > 0 {
			r.reset()
		}
		return
	}
	w.run = w.newRun()
	if w.heading != nil {
		w.endHeading(r)
	} else {
		w.endRun(r)
	}
	w.recycle(r)
}

// newRun returns an empty run.
func (w *walker) newRun() *run {
	if r := w.spare; r != nil {
		w.spare = nil
		return r
	}
	return newRun()
}

// recycle keeps a run that is done with for the next one. What it handed to
// others are copies.
func (w *walker) recycle(r *run) {
	r.reset()
	w.spare = r
}

// endHeading makes a heading of the run. A heading without text is none.
func (w *walker) endHeading(r *run) {
	h := w.heading
	w.heading = nil
	title := oneLine(string(r.match))
	if title == "" {
		title = oneLine(r.alt)
	}
	f := &fragment{role: headline, level: h.level, anchor: h.anchor, first: h.offset, last: r.last, newlines: r.newlines}
	f.date, title = takeDate(title)
	f.title = trim(title)
	w.number = ""
	if f.title != "" || f.date != "" {
		f.last = max(f.last, f.first)
		w.emit(f)
	}
	if len(r.prompts) > 0 {
		w.emit(&fragment{role: promptsOnly, prompts: r.prompts, first: h.offset, last: h.offset})
	}
}

// endRun makes a paragraph, a caption or images of the run.
func (w *walker) endRun(r *run) {
	f := &fragment{
		kind: Paragraph, first: r.first, last: r.last, newlines: r.newlines, prompts: r.prompts, links: r.links, bare: w.bare,
	}
	if f.first < 0 {
		f.first, f.last = w.offset, w.offset
		if len(r.images) > 0 {
			f.first, f.last = r.images[0].offset, r.images[len(r.images)-1].offset
		}
	}
	if r.isNavigation() && w.terms == 0 {
		w.leftOut(Info, "navigation", w.tag, string(r.match), "links with nothing between them lead elsewhere and answer no question", f.first)
		return
	}
	if r.anchors == 1 && !r.words && len(r.prompts) == 0 && len(r.images) == 0 {
		f.lone = string(r.match)
	}
	if w.captioned(f, r) || w.imagesOnly(f, r) {
		w.emit(f)
		return
	}
	f.content, f.match = string(r.content), string(r.match)
	f.label = !r.plain && len(r.prompts) == 0 && len(r.images) == 0 && isLabel(trim(f.match))
	w.emitText(f)
}

// isLabel reports whether a text all in bold names what follows it: it is short
// and no sentence.
func isLabel(s string) bool {
	const longest, longestQuestion = 100, 300
	if strings.HasSuffix(s, "?") {
		return short(s, longestQuestion)
	}
	return short(s, longest) && !strings.HasSuffix(s, ".") && !strings.HasSuffix(s, "!")
}

// emitText emits a paragraph, without its date stamp, if there is enough of it.
func (w *walker) emitText(f *fragment) {
	w.checkStamp(f.content, f.first)
	f.date, f.content = takeDate(f.content)
	f.content = squeezeLines(trim(f.content))
	f.match = trim(dropStamps(f.match))
	switch {
	case f.content == "" && len(f.prompts) > 0:
		f.role = promptsOnly
	case f.content == "" && f.date == "":
		return
	case f.content == "":
		f.role = dateOnly
	case utf8.RuneCountInString(f.match) < 2 && utf8.RuneCountInString(strings.Trim(f.content, "`")) < 2:
		w.leftOut(Info, "single-character", w.tag, f.content, "a paragraph of one character says nothing", f.first)
		return
	}
	w.emit(f)
}

// checkStamp reports what was meant to be a date stamp and is none.
func (w *walker) checkStamp(content string, offset int) {
	if s := trim(content); almostStamp(s) {
		stamp := s[:strings.IndexByte(s, ']')+1]
		w.add(Report{
			Severity: Warning, ID: "bad-date",
			Message: fmt.Sprintf("%s sets no date; type a real day as [25-JUN-25]", stamp),
		}, offset)
	}
}

// emit adds a fragment.
func (w *walker) emit(f *fragment) {
	f.group = w.group
	f.inList = w.listDepth > 0
	if f.element == "" {
		f.element = w.tag
	}
	if w.number != "" && f.content != "" {
		f.content = w.number + f.content
		w.number = ""
	}
	w.out = append(w.out, f)
}

// leftOut reports visible text that goes into no chunk.
func (w *walker) leftOut(s Severity, id, element, text, message string, offset int) {
	text = oneLine(text)
	if text == "" {
		return
	}
	w.add(Report{Severity: s, ID: id, Element: element, LeftOut: text, Message: message}, offset)
}

// separate puts the boundary of a block into a flat run.
func (w *walker) separate() {
	if w.flat == "" {
		return
	}
	if w.pre > 0 && bytes.HasSuffix(w.run.content, []byte("\n")) {
		return
	}
	if len(w.run.content) > 0 {
		w.run.content = append(w.run.content, w.flat...)
	}
	if len(w.run.match) > 0 {
		w.run.match = append(w.run.match, w.flat...)
	}
}

// flatNode walks a node into the open run, with separator at the boundaries of
// blocks.
func (w *walker) flatNode(n *html.Node, separator string) {
	saved := w.flat
	w.flat = separator
	if n.Type == html.TextNode {
		w.text(n.Data)
	} else if n.Type == html.ElementNode {
		w.element(n)
	}
	w.flat = saved
}

// flatRun walks nodes into a run of their own and returns it.
func (w *walker) flatRun(separator string, nodes ...*html.Node) *run {
	saved, breaks := w.run, w.breaks
	w.run, w.breaks = w.newRun(), 0
	for _, n := range nodes {
		w.flatNode(n, separator)
	}
	r := w.run
	r.closeLink(w.link)
	r.closeCode()
	w.run, w.breaks = saved, breaks
	return r
}
