package chunker

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// A listWriter writes a list, one item a line. In a content string ordered
// items have numbers, in a match string all have dashes: the names of chunks
// must not depend on how a list is numbered.
type listWriter struct {
	content, match strings.Builder
	fragment
	anchors int
	words   bool
	depth   int    // how deep the open list is nested, 0 for the outermost
	indent  int    // blanks before its markers in content
	marker  string // of the open item in content
	begun   bool   // the open item has a line already
}

// take notes what a run has besides its text.
func (l *listWriter) take(r *run) {
	l.anchors += r.anchors
	l.words = l.words || r.words
	l.prompts = append(l.prompts, r.prompts...)
	l.links = append(l.links, r.links...)
	if r.first >= 0 {
		if l.first < 0 {
			l.first = r.first
		}
		l.last, l.newlines = r.last, r.newlines
	}
}

// line ends the run and writes it as a line of the open item.
func (l *listWriter) line(r *run) {
	r.closeCode()
	content := squeezeLines(trim(string(r.content)))
	match := trim(dropStamps(string(r.match)))
	l.take(r)
	if content != "" {
		writeLine(&l.content, l.indent, l.marker, content, l.begun)
	}
	if match != "" {
		writeLine(&l.match, 2*l.depth, "- ", match, l.begun)
	}
	l.begun = l.begun || content != "" || match != ""
}

// writeLine writes an indented line; a further line of an item has blanks in
// place of the marker.
func writeLine(b *strings.Builder, indent int, marker, text string, further bool) {
	if b.Len() > 0 {
		b.WriteByte('\n')
	}
	for range indent {
		b.WriteByte(' ')
	}
	if further {
		marker = strings.Repeat(" ", len(marker))
	}
	b.WriteString(marker)
	b.WriteString(text)
}

// listElement walks a list: in a cell as text, in a list as a list within it,
// else as a fragment or, if its items are too big for that, as several.
func (w *walker) listElement(n *html.Node) {
	items := childNodes(n)
	switch {
	case !hasItems(items):
		w.container(n) // typed to indent what is in it
	case w.items != nil:
		w.nestedList(n, items)
	case w.flat != "":
		w.cellList(items)
	default:
		w.flush()
		w.topList(n, items)
	}
}

func childNodes(n *html.Node) []*html.Node {
	var nodes []*html.Node
	for c := range n.ChildNodes() {
		if c.Type == html.ElementNode || c.Type == html.TextNode && visible(c.Data) {
			nodes = append(nodes, c)
		}
	}
	return nodes
}

func hasItems(nodes []*html.Node) bool {
	for _, n := range nodes {
		if n.DataAtom == atom.Li {
			return true
		}
	}
	return false
}

// isLoose reports an item or a term outside of any list.
func isLoose(n, parent *html.Node) bool {
	switch n.DataAtom {
	case atom.Li:
		return !isList(parent)
	case atom.Dt, atom.Dd:
		return parent.DataAtom != atom.Dl
	}
	return false
}

// loose walks items whose list tag is missing, as the list that they were
// meant to be, and returns the last of them.
func (w *walker) loose(n *html.Node) *html.Node {
	w.flush()
	nodes, last := []*html.Node{n}, n
	for c := n.NextSibling; c != nil; c = c.NextSibling {
		same := c.DataAtom == n.DataAtom || n.DataAtom != atom.Li && (c.DataAtom == atom.Dt || c.DataAtom == atom.Dd)
		if c.Type == html.ElementNode && same {
			nodes, last = append(nodes, c), c
		} else if c.Type != html.TextNode || visible(c.Data) {
			break
		}
	}
	if n.DataAtom == atom.Li {
		w.topList(n.Parent, nodes)
	} else {
		w.definitions(nodes)
	}
	return last
}

// cellList writes the items of a list into a cell.
func (w *walker) cellList(items []*html.Node) {
	w.separate()
	for i, item := range items {
		if i > 0 {
			w.run.content = append(trimRight(w.run.content), "; "...)
			w.run.match = append(trimRight(w.run.match), "; "...)
		}
		w.flatNode(item, w.flat)
	}
	w.separate()
}

// nestedList writes a list within the open item of another one.
func (w *walker) nestedList(n *html.Node, items []*html.Node) {
	l := w.items
	w.run.closeLink(w.link)
	l.line(w.run)
	marker, indent, begun := l.marker, l.indent, l.begun
	l.depth++
	l.indent += max(len(marker), 2)
	w.writeItems(newNumbering(n, items), items)
	l.depth--
	l.marker, l.indent, l.begun = marker, indent, begun
	w.run = newRun()
}

// topList makes fragments of a list that is not within another one.
func (w *walker) topList(n *html.Node, items []*html.Node) {
	w.listDepth++
	items = endAtHeadings(items)
	numbers := newNumbering(n, items)
	most := longestItem(items)
	from := 0
	for i, item := range items {
		if isBig(item) || !short(plainText(item), most) {
			w.listFragment(n.Data, numbers, items[from:i])
			w.bigItem(item, numbers)
			from = i + 1
		}
	}
	w.listFragment(n.Data, numbers, items[from:])
	w.listDepth--
}

// bigItem walks an item with several blocks as a sequence of its own.
func (w *walker) bigItem(item *html.Node, numbers *numbering) {
	marker := numbers.next(item)
	if numbers.ordered {
		w.number = marker
	}
	if item.DataAtom == atom.Li {
		w.block(item, true)
	} else {
		w.flush()
		w.node(item) // typed into the list, perhaps because that was never closed
	}
	w.number = ""
	w.emit(&fragment{role: boundary})
}

// listFragment makes one fragment of items.
func (w *walker) listFragment(tag string, numbers *numbering, items []*html.Node) {
	if len(items) == 0 {
		return
	}
	l := &listWriter{fragment: fragment{kind: List, first: -1, element: tag}}
	saved, flat := w.run, w.flat
	w.items, w.flat = l, "\n"
	w.writeItems(numbers, items)
	w.items, w.run, w.flat = nil, saved, flat
	w.emitList(l)
}

func (w *walker) emitList(l *listWriter) {
	f := &l.fragment
	f.content, f.match = trim(l.content.String()), trim(l.match.String())
	f.first = max(f.first, 0)
	switch {
	case w.isContents(l):
		w.leaveContents(l)
		return
	case f.content == "" && len(f.prompts) == 0:
		return
	case f.content == "":
		f.role = promptsOnly
	}
	w.emit(f)
}

// writeItems writes the items of one list.
func (w *walker) writeItems(numbers *numbering, items []*html.Node) {
	l := w.items
	for _, item := range items {
		if isList(item) { // typed between the items instead of in one
			w.run = newRun()
			w.element(item)
			continue
		}
		l.marker, l.begun = numbers.next(item), false
		w.run, w.breaks = newRun(), 0
		w.flatNode(item, "\n")
		w.run.closeLink(w.link)
		l.line(w.run)
		w.run = newRun()
	}
}
