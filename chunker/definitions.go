package chunker

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// shortDefinition is the length, in characters, from which the definition of a
// term is a text of its own with the term for a heading. Shorter ones are
// gathered like a list.
const shortDefinition = 60

// An entry of a definition list is one or more terms with what defines them.
type entry struct {
	terms, texts []*html.Node
	length       int        // see definitionLength
	other        *html.Node // what is neither term nor text, instead of both
}

// definitionList walks a dl.
func (w *walker) definitionList(n *html.Node) {
	var nodes []*html.Node
	for c := range n.ChildNodes() {
		if c.DataAtom == atom.Div {
			nodes = append(nodes, childNodes(c)...)
		} else if c.Type == html.ElementNode || c.Type == html.TextNode && visible(c.Data) {
			nodes = append(nodes, c)
		}
	}
	if w.flat != "" {
		w.cellDefinitions(nodes)
		return
	}
	w.flush()
	w.definitions(nodes)
}

// definitions makes fragments of the terms and texts of a definition list.
func (w *walker) definitions(nodes []*html.Node) {
	entries := entriesOf(nodes)
	most := longestOnLine(entries)
	var short []entry
	for _, e := range entries {
		if e.other == nil && e.length < most {
			short = append(short, e)
			continue
		}
		w.shortEntries(short)
		short = nil
		switch {
		case e.other != nil:
			w.node(e.other)
		case len(e.terms) == 0:
			w.texts(e)
		case !hasText(e.texts):
			w.texts(entry{texts: e.terms}) // a text typed as a term
		default:
			w.longEntry(e)
		}
	}
	w.shortEntries(short)
}

// entriesOf groups the nodes of a list into entries.
func entriesOf(nodes []*html.Node) []entry {
	var entries []entry
	for i := 0; i < len(nodes); {
		var e entry
		for i < len(nodes) && nodes[i].DataAtom == atom.Dt {
			e.terms = append(e.terms, nodes[i])
			i++
		}
		for i < len(nodes) && nodes[i].DataAtom == atom.Dd && (len(e.terms) > 0 || len(e.texts) == 0) {
			e.texts = append(e.texts, nodes[i])
			i++
		}
		if len(e.terms)+len(e.texts) == 0 {
			e.other = nodes[i]
			i++
		} else {
			e.length = definitionLength(e)
		}
		entries = append(entries, e)
	}
	return entries
}

// node walks a node where blocks are fragments.
func (w *walker) node(n *html.Node) {
	if n.Type == html.TextNode {
		w.text(n.Data)
		w.flush()
	} else {
		w.element(n)
	}
}

// longestOnLine returns below which length a definition of a list is put on a
// line: that for single entries or, if most entries are as short as that and
// none is much longer, one that keeps the list together.
func longestOnLine(entries []entry) int {
	const longer = 200
	var lengths []int
	for _, e := range entries {
		if e.other == nil {
			lengths = append(lengths, e.length)
		}
	}
	slices.Sort(lengths)
	if n := len(lengths); n > 0 && lengths[n/2] < shortDefinition && lengths[n-1] < longer {
		return longer
	}
	return shortDefinition
}

// definitionLength returns the characters of the texts of an entry, or a number
// above all limits if the entry does not fit on a line.
func definitionLength(e entry) int {
	length := 0
	for _, n := range append(append([]*html.Node{}, e.terms...), e.texts...) {
		var b blockCount
		b.count(n)
		if b.heavy || b.blocks+btoi(b.text) > 1 || hasList(n) {
			return math.MaxInt
		}
	}
	for _, n := range e.texts {
		length += utf8.RuneCountInString(oneLine(plainText(n)))
	}
	return length
}

func hasList(n *html.Node) bool {
	for c := range n.Descendants() {
		if isList(c) {
			return true
		}
	}
	return false
}

// shortEntries makes one fragment of entries, a line each.
func (w *walker) shortEntries(entries []entry) {
	if len(entries) == 0 {
		return
	}
	l := &listWriter{fragment: fragment{kind: Definitions, first: -1, element: "dl"}}
	for _, e := range entries {
		l.marker, l.begun = "- ", false
		w.anchor = ""
		r := w.flatRun(" ")
		w.join(r, ", ", e.terms)
		if hasText(e.texts) && len(r.content) > 0 {
			mark := ": "
			if strings.ContainsRune(":?!.", rune(r.content[len(r.content)-1])) {
				mark = " "
			}
			r.content, r.match = append(r.content, mark...), append(r.match, mark...)
		}
		w.join(r, " ", e.texts)
		r.content = []byte(oneLine(string(r.content)))
		r.match = []byte(oneLine(string(r.match)))
		l.line(r)
	}
	w.emitList(l)
}

func hasText(nodes []*html.Node) bool {
	return slices.ContainsFunc(nodes, hasContent)
}

// join appends nodes to a run with a separator between them.
func (w *walker) join(r *run, separator string, nodes []*html.Node) {
	saved := w.run
	w.run = r
	for i, n := range nodes {
		if i > 0 {
			r.content, r.match = append(r.content, separator...), append(r.match, separator...)
		}
		w.flatNode(n, " ")
		r.content, r.match = trimRight(r.content), trimRight(r.match)
	}
	w.run = saved
}

// longEntry walks the texts of an entry under its terms.
func (w *walker) longEntry(e entry) {
	title, anchor, prompts := "", "", []string(nil)
	offset := -1
	for _, n := range e.terms {
		var b blockCount
		if b.count(n); b.heavy {
			w.container(n)
			continue
		}
		w.anchor = ""
		r := w.flatRun(" ", n)
		if t := oneLine(string(r.match)); t != "" {
			title = joinWith(title, ", ", t)
		}
		prompts = append(prompts, r.prompts...)
		if offset < 0 {
			offset = r.first
		}
		if anchor == "" {
			anchor = attr(n, "id")
		}
		if anchor == "" {
			anchor = anchorIn(n)
		}
	}
	if offset < 0 {
		offset = w.offset
	}
	w.terms++
	w.emit(&fragment{role: termOpen, title: title, anchor: anchor, first: offset, last: offset, prompts: prompts})
	w.texts(e)
	w.emit(&fragment{role: termClose})
	w.terms--
}

func (w *walker) texts(e entry) {
	for _, n := range e.texts {
		w.block(n, true)
	}
}

// joinWith puts a separator between two texts, of which either may be empty.
func joinWith(a, separator, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + separator + b
}

// anchorIn returns the first anchor name in an element.
func anchorIn(n *html.Node) string {
	for c := range n.Descendants() {
		if c.DataAtom == atom.A {
			if name := attr(c, "name", "id"); name != "" {
				return name
			}
		}
	}
	return ""
}

// cellDefinitions writes a definition list into a cell or an item.
func (w *walker) cellDefinitions(nodes []*html.Node) {
	w.separate()
	for i, n := range nodes {
		if i > 0 {
			mark := ": "
			if n.DataAtom == atom.Dt {
				mark = "; "
			}
			w.run.content = append(trimRight(w.run.content), mark...)
			w.run.match = append(trimRight(w.run.match), mark...)
		}
		w.flatNode(n, " ")
	}
	w.separate()
}
