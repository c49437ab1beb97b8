package chunker

import "fmt"

// A mode says what becomes one chunk.
type mode int

const (
	eachUnit mode = iota
	eachSection
	eachChapter
	wholePage
)

// directives is what the rag fields of a page ask for.
type directives struct {
	mode        mode
	promptsOnly bool
	omitLists   bool
}

// readDirectives obeys the rag fields of a page and reports those that are
// none. Of several modes the widest holds.
func (r *reporter) readDirectives(fields []directive) directives {
	var d directives
	for _, f := range fields {
		switch f.text {
		case "page-chunk", "single-chunk":
			d.mode = max(d.mode, wholePage)
		case "chapter-chunk":
			d.mode = max(d.mode, eachChapter)
		case "section-chunk":
			d.mode = max(d.mode, eachSection)
		case "match-prompts-only":
			d.promptsOnly = true
		case "omit-lists":
			d.omitLists = true
		default:
			r.add(Report{
				Severity: Warning, ID: "unknown-directive", Element: "rag",
				Message: fmt.Sprintf("%q is no directive; there are page-chunk, single-chunk, chapter-chunk, section-chunk, match-prompts-only and omit-lists, each in a rag field of its own", f.text),
			}, f.offset)
		}
	}
	return d
}

// combines reports whether two units that follow each other become one chunk.
func (d directives) combines(a, b *unit) bool {
	switch d.mode {
	case wholePage:
		return true
	case eachChapter:
		return a.chapter == b.chapter
	case eachSection:
		return a.place == b.place
	}
	return false
}
