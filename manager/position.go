package manager

import (
	"strings"
)

// A position is where a content stands, as its heading lines say.
type position struct {
	document, chapter, section title
	subsections                []title
	date                       string
}

// A title is a heading with its address.
type title struct{ text, url string }

// titles returns the texts of the headings, outermost first.
func (p position) titles() []string {
	var texts []string
	for _, t := range append([]title{p.document, p.chapter, p.section}, p.subsections...) {
		if t.text != "" {
			texts = append(texts, t.text)
		}
	}
	return texts
}

// url returns the address of the innermost heading, "" if none has one.
func (p position) url() string {
	url := ""
	for _, t := range append([]title{p.document, p.chapter, p.section}, p.subsections...) {
		if t.url != "" {
			url = t.url
		}
	}
	return url
}

// page returns the address of the page, "" if no heading has one.
func (p position) page() string {
	page, _, _ := strings.Cut(p.url(), "#")
	return page
}

// splitPosition parts the heading lines of a content from its text. Of a content
// with several blocks of them, the first counts.
func splitPosition(content string) (position, string) {
	var p position
	rest := content
	for {
		line, after, _ := strings.Cut(rest, "\n")
		label, value, ok := strings.Cut(line, ": ")
		if !ok || !p.set(label, value) {
			break
		}
		rest = after
	}
	return p, strings.TrimPrefix(rest, "\n")
}

// set takes a heading line and reports whether it is one.
func (p *position) set(label, value string) bool {
	t := splitTitle(value)
	first := func(have *title) {
		if *have == (title{}) {
			*have = t
		}
	}
	switch label {
	case "Document":
		first(&p.document)
	case "Chapter":
		first(&p.chapter)
	case "Section":
		first(&p.section)
	case "Subsection":
		p.subsections = append(p.subsections, t)
	case "Date":
		if p.date == "" {
			p.date = value
		}
	default:
		return false
	}
	return true
}

// splitTitle parts a title in Markdown into its text and address.
func splitTitle(s string) title {
	i := strings.LastIndex(s, "](")
	if !strings.HasPrefix(s, "[") || !strings.HasSuffix(s, ")") || i < 0 {
		return title{text: s}
	}
	return title{text: strings.NewReplacer(`\[`, "[", `\]`, "]").Replace(s[1:i]), url: s[i+2 : len(s)-1]}
}
