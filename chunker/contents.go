package chunker

import (
	"strings"
)

// isContents reports whether a list is navigation: links with nothing but
// separators between them, or a long table of contents with a few words more.
// A list of links is no navigation where a term or the sentence before it says
// what it lists, unless it leads to places of the same page.
func (w *walker) isContents(l *listWriter) bool {
	if len(l.prompts) > 0 || l.anchors < 3 || w.terms > 0 {
		return false
	}
	const many, share = 10, 0.9
	inPage := w.inPage(l.links)
	if l.words {
		linked := 0
		for _, link := range l.links {
			linked += len(link.Text)
		}
		return inPage && l.anchors >= many && float64(linked) > share*float64(len(l.match.String())-3*len(l.links))
	}
	return inPage || w.introduction() == nil
}

// inPage reports whether all links lead to places of the page itself.
func (w *walker) inPage(links []Link) bool {
	for _, l := range links {
		if page, _, ok := strings.Cut(l.URL, "#"); !ok || page != w.urls.page {
			return false
		}
	}
	return true
}

// introduction returns the paragraph just before that ends with a colon or is
// a label, nil if there is none.
func (w *walker) introduction() *fragment {
	if len(w.out) == 0 {
		return nil
	}
	f := w.out[len(w.out)-1]
	if f.role == text && f.kind == Paragraph && (f.label || strings.HasSuffix(f.match, ":")) {
		return f
	}
	return nil
}

// leaveContents leaves out navigation and the paragraph that introduces it.
func (w *walker) leaveContents(l *listWriter) {
	const message = "links with nothing between them lead elsewhere and answer no question"
	if f := w.introduction(); f != nil && short(f.match, noteLength) {
		w.out = w.out[:len(w.out)-1]
		w.leftOut(Info, "navigation", f.element, f.match, message, f.first)
		w.keepPrompts(f)
	}
	w.leftOut(Info, "navigation", l.element, l.match.String(), message, max(l.first, 0))
}

// linkTexts returns the texts of links, a blank between them.
func linkTexts(links []Link) string {
	var texts []string
	for _, l := range links {
		if !l.Image {
			texts = append(texts, l.Text)
		}
	}
	return strings.Join(texts, " ")
}

// keepPrompts obeys the prompts of a paragraph that is left out.
func (w *walker) keepPrompts(f *fragment) {
	if len(f.prompts) > 0 {
		w.emit(&fragment{role: promptsOnly, prompts: f.prompts, first: f.first, last: f.last})
	}
}
