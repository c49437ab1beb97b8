package chunker

import (
	"strconv"
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

// line ends the run and writes it as a line of the open item.
func (l *listWriter) line(r *run) {
	r.closeCode()
	content := squeezeLines(trim(string(r.content)))
	match := trim(dropStamps(string(r.match)))
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

// longestItem returns from which length, in characters, an item is a text of
// its own: in a list so long that its match string would mean everything and
// nothing, from that of a paragraph.
func longestItem(items []*html.Node) int {
	const longList, paragraph = 2000, 400
	length := 0
	for _, item := range items {
		length += len(plainText(item))
	}
	if length < longList {
		return longList
	}
	return paragraph
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
	f.content, f.match = l.content.String(), l.match.String()
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

// introduction returns the paragraph just before that ends with a colon, nil
// if there is none.
func (w *walker) introduction() *fragment {
	if len(w.out) == 0 {
		return nil
	}
	f := w.out[len(w.out)-1]
	if f.role == text && f.kind == Paragraph && strings.HasSuffix(f.match, ":") {
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

// keepPrompts obeys the prompts of a paragraph that is left out.
func (w *walker) keepPrompts(f *fragment) {
	if len(f.prompts) > 0 {
		w.emit(&fragment{role: promptsOnly, prompts: f.prompts, first: f.first, last: f.last})
	}
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

// isBig reports whether an item has headings or several blocks.
func isBig(item *html.Node) bool {
	if item.Type != html.ElementNode {
		return false
	}
	if item.DataAtom != atom.Li && !isList(item) && !inlineNode(item) {
		return true
	}
	var b blockCount
	b.count(item)
	return b.heavy || b.blocks+btoi(b.text) > 1
}

// inlineNode reports whether a node is a part of a line.
func inlineNode(n *html.Node) bool {
	return n.Type == html.TextNode || !is(n, block|breaks) && n.Data != "equation"
}

// A blockCount counts the blocks in an element. Lists in it do not count, but
// what is in their items does.
type blockCount struct {
	blocks int
	text   bool // there is text that is in none of them
	heavy  bool // there is one that can't be written on one line
}

func (b *blockCount) count(n *html.Node) {
	for c := range n.ChildNodes() {
		switch {
		case c.Type == html.TextNode:
			b.text = b.text || visible(c.Data)
		case c.Type != html.ElementNode:
		case is(c, heavy):
			b.heavy = true
		case c.DataAtom == atom.Li:
			var inner blockCount
			inner.count(c)
			b.heavy = b.heavy || inner.heavy || inner.blocks+btoi(inner.text) > 1
		case c.DataAtom == atom.P, c.DataAtom == atom.Blockquote, c.DataAtom == atom.Center, c.DataAtom == atom.Address:
			b.blocks += btoi(hasContent(c))
			b.inner(c)
		default:
			b.count(c)
		}
	}
}

// inner looks for heavy blocks within a block.
func (b *blockCount) inner(n *html.Node) {
	var inner blockCount
	inner.count(n)
	b.heavy = b.heavy || inner.heavy
	b.blocks += max(inner.blocks-1, 0)
}

// hasContent reports whether an element holds text or an image.
func hasContent(n *html.Node) bool {
	for c := range n.Descendants() {
		if c.Type == html.TextNode && visible(c.Data) || c.DataAtom == atom.Img {
			return true
		}
	}
	return false
}

// A numbering counts the items of a list.
type numbering struct {
	ordered bool
	style   string
	value   int
	step    int
}

func newNumbering(list *html.Node, items []*html.Node) *numbering {
	n := &numbering{ordered: list.DataAtom == atom.Ol, style: attr(list, "type"), value: 1, step: 1}
	if _, reversed := attrValue(list, "reversed"); reversed {
		n.value, n.step = len(items), -1
	}
	if start, err := strconv.Atoi(attr(list, "start")); err == nil {
		n.value = start
	}
	return n
}

// next returns the marker of an item. What is in a list but no item has none.
func (n *numbering) next(item *html.Node) string {
	switch {
	case item.DataAtom != atom.Li:
		return ""
	case !n.ordered:
		return "- "
	}
	if v, err := strconv.Atoi(attr(item, "value")); err == nil {
		n.value = v
	}
	marker := numeral(n.value, n.style) + ". "
	n.value += n.step
	return marker
}

// numeral writes a number in the style of an ordered list: 1, a, A, i or I.
func numeral(n int, style string) string {
	switch {
	case (style == "a" || style == "A") && n > 0:
		s := ""
		for ; n > 0; n = (n - 1) / 26 {
			s = string(rune(style[0])+rune((n-1)%26)) + s
		}
		return s
	case style == "i" && n > 0 && n < 4000:
		return strings.ToLower(roman(n))
	case style == "I" && n > 0 && n < 4000:
		return roman(n)
	}
	return strconv.Itoa(n)
}

func roman(n int) string {
	signs := []struct {
		value int
		sign  string
	}{
		{1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"}, {100, "C"}, {90, "XC"},
		{50, "L"}, {40, "XL"}, {10, "X"}, {9, "IX"}, {5, "V"}, {4, "IV"}, {1, "I"},
	}
	var b strings.Builder
	for _, s := range signs {
		for ; n >= s.value; n -= s.value {
			b.WriteString(s.sign)
		}
	}
	return b.String()
}
