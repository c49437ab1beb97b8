package chunker

import (
	"bytes"
	"fmt"
	"unicode/utf8"

	"golang.org/x/net/html"
)

// Page cuts the HTML of one page into chunks, in page order, and reports what
// its author should know, in page order too.
//
// The encoding of the page is found as browsers do: byte-order mark,
// o.ContentType, meta tag, content. Relative links are resolved against o.Base
// or the page's base tag. Page never fails: markup it cannot read is reported,
// and every visible character is in the Content of a chunk or in the LeftOut of
// a report. An empty page gives no chunks and a report.
//
// Every Match and Content is valid UTF-8, trimmed and not empty; lines are
// between 1 and the number of lines of the page. Chunks of equal Match have
// equal names and are reported; what keeps chunks makes them one. The result
// depends on nothing but the arguments. Time and memory grow in proportion to
// the page. Page is safe for concurrent use.
func Page(page []byte, o Options) (chunks []Chunk, reports []Report) {
	r := &reporter{}
	decode(page, o.ContentType, r)
	root, p := parse(r)
	w := &walker{reporter: r, urls: newResolver(o.Base, p.base), images: p.images, unclosed: p.open, run: newRun(), bare: true, tables: map[*html.Node]bool{}}
	w.children(root)
	w.flush()

	fragments := w.withoutFooter(w.withoutRepeats(pairCaptions(w.out)))
	l := levelsOf(fragments)
	a := &assembler{reporter: r, trail: newTrail(l, documentTitle(fragments, l, w), w.urls), directives: r.readDirectives(w.rags)}
	a.assemble(fragments)
	chunks = a.chunks()
	if len(chunks) == 0 {
		r.add(Report{Severity: Warning, ID: "empty-page", Message: "the page has no text to make chunks of"}, 0)
	}
	return chunks, r.sorted()
}

// parse parses the page into a tree. The limits of prepare keep the parser
// from giving up; should it do so nevertheless, they are drawn tighter.
func parse(r *reporter) (*html.Node, *preparer) {
	const tight = 10
	kept := len(r.reports)
	p := prepare(r, maxDepth, false)
	root, err := html.Parse(bytes.NewReader(p.out))
	if err != nil {
		r.reports = r.reports[:kept]
		p = prepare(r, tight, true)
		root, err = html.Parse(bytes.NewReader(p.out))
	}
	if err != nil {
		r.add(Report{Severity: Error, ID: "unreadable", Message: fmt.Sprintf("the page can't be parsed: %v", err), LeftOut: string(r.text)}, 0)
		return &html.Node{Type: html.DocumentNode}, p
	}
	return root, p
}

// documentTitle is the h1 of the page, if there is one with text, else its title.
func documentTitle(fragments []*fragment, l levels, w *walker) Title {
	title := w.title
	for _, f := range fragments {
		if l.document == 1 && f.role == headline && f.level == 1 && f.title != "" {
			title = f.title
		}
	}
	if title == "" {
		w.add(Report{Severity: Warning, ID: "missing-title", Message: "the page has neither a title nor one h1, so that its chunks do not say what document they are of; type <title> in its head"}, 0)
		return Title{}
	}
	return Title{Text: title, Link: w.urls.page}
}

// withoutRepeats leaves out links that stand alone: those with the same text
// three times on the page, such as to its top, and three or more in a row.
func (w *walker) withoutRepeats(fragments []*fragment) []*fragment {
	count := map[string]int{}
	for _, f := range fragments {
		count[f.lone]++
	}
	inRow := loneRows(fragments)
	kept := fragments[:0]
	for i, f := range fragments {
		switch {
		case f.lone == "" || f.role != text:
		case count[f.lone] >= 3:
			w.leftOut(Info, "navigation", "a", f.lone, "the same link stands alone on the page three times or more", f.first)
			continue
		case inRow[i]:
			w.leftOut(Info, "navigation", "a", f.lone, "links with nothing between them lead elsewhere and answer no question", f.first)
			continue
		}
		kept = append(kept, f)
	}
	return kept
}

// loneRows reports for each fragment whether it is one of three links or more
// that stand alone one after the other.
func loneRows(fragments []*fragment) []bool {
	rows := make([]bool, len(fragments))
	for i := 0; i < len(fragments); {
		end := i
		for end < len(fragments) && fragments[end].lone != "" && fragments[end].role == text {
			end++
		}
		for j := i; j < end && end-i >= 3; j++ {
			rows[j] = true
		}
		i = max(end, i+1)
	}
	return rows
}

// footerLength is the length of the text after the last rule, in characters,
// below which it is a footer.
const footerLength = 200

// withoutFooter leaves out the text after the last rule of the page if it is
// short and has no structure of its own.
func (w *walker) withoutFooter(fragments []*fragment) []*fragment {
	last := -1
	for i, f := range fragments {
		if f.role == rule {
			last = i
		}
	}
	length, before := 0, false
	for i, f := range fragments {
		switch {
		case i <= last:
			before = before || f.content != ""
		case f.role == headline || f.role == termOpen || f.role == promptsOnly || len(f.prompts) > 0 || f.kind == Table || f.kind == Preformat || f.kind == Equation:
			return fragments
		default:
			length += utf8.RuneCountInString(f.match)
		}
	}
	if last < 0 || !before || length >= footerLength {
		return fragments
	}
	for _, f := range fragments[last+1:] {
		if f.role == object || f.role == paired {
			f.finishFigure()
		}
		w.leftOut(Info, "footer", "hr", f.match, "short text after the last rule of the page is taken for a footer", f.first)
	}
	return fragments[:last]
}
