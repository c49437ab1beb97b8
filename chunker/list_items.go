package chunker

import (
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// endAtHeadings ends each item at the first heading in it that has something
// before it: mostly the last item of a list that was never closed. What comes
// after stands for itself.
func endAtHeadings(items []*html.Node) []*html.Node {
	var ended []*html.Node
	for _, item := range items {
		ended = append(ended, item)
		if item.DataAtom != atom.Li {
			continue
		}
		rest := &html.Node{Type: html.ElementNode, DataAtom: atom.Div, Data: "div"}
		text := false
		for c := item.FirstChild; c != nil; {
			next := c.NextSibling
			if rest.FirstChild != nil || text && isHeading(c) {
				item.RemoveChild(c)
				rest.AppendChild(c)
			}
			text = text || c.Type == html.TextNode && visible(c.Data) || c.Type == html.ElementNode && hasContent(c)
			c = next
		}
		if rest.FirstChild != nil {
			ended = append(ended, rest)
		}
	}
	return ended
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
