package chunker

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// attr returns the value of the first of the named attributes that is there
// and not empty.
func attr(n *html.Node, names ...string) string {
	for _, name := range names {
		if v, _ := attrValue(n, name); v != "" {
			return v
		}
	}
	return ""
}

// attrValue returns the value of an attribute and whether it is there.
func attrValue(n *html.Node, name string) (string, bool) {
	for i := range n.Attr {
		if n.Attr[i].Key == name {
			return strings.TrimSpace(n.Attr[i].Val), true
		}
	}
	return "", false
}

// hasClass reports whether class is one of an element's.
func hasClass(n *html.Node, class string) bool {
	v, ok := attrValue(n, "class")
	if !ok {
		return false
	}
	for _, c := range strings.Fields(v) {
		if strings.EqualFold(c, class) {
			return true
		}
	}
	return false
}

// at returns the offset of an element, or of the text last seen if it has no
// mark.
func (w *walker) at(n *html.Node) int {
	if v, ok := attrValue(n, markKey); ok {
		w.offset = readDigits(v)
	}
	return w.offset
}

// isHidden reports whether a browser shows nothing of an element.
func isHidden(n *html.Node) bool {
	if _, ok := attrValue(n, "hidden"); ok {
		return true
	}
	style, ok := attrValue(n, "style")
	if !ok {
		return false
	}
	style = strings.ToLower(strings.ReplaceAll(style, " ", ""))
	return strings.Contains(style, "display:none") || strings.Contains(style, "visibility:hidden")
}

// plainText returns the text of an element without marks, prompts and
// directives.
func plainText(n *html.Node) string {
	var b strings.Builder
	writePlain(&b, n)
	return b.String()
}

func writePlain(b *strings.Builder, n *html.Node) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch {
		case c.Type == html.TextNode:
			writeUnmarked(b, c.Data)
		case c.Type != html.ElementNode || c.Data == "rag" || c.Data == "prompt" || c.DataAtom == atom.Script || c.DataAtom == atom.Style:
		case c.DataAtom == atom.Br || is(c, block|breaks):
			b.WriteByte(' ')
			writePlain(b, c)
			b.WriteByte(' ')
		default:
			writePlain(b, c)
		}
	}
}

// writeUnmarked writes the text of a node without its marks.
func writeUnmarked(b *strings.Builder, s string) {
	for {
		i := strings.IndexByte(s, markStart)
		if i < 0 {
			break
		}
		b.WriteString(plainBlanks(s[:i]))
		s = s[min(i+markLength, len(s)):]
	}
	b.WriteString(plainBlanks(s))
}

// firstOffset returns the offset of the first text in an element, -1 if there
// is none.
func firstOffset(n *html.Node) int {
	for c := range n.Descendants() {
		if c.Type == html.TextNode {
			if i := strings.IndexByte(c.Data, markStart); i >= 0 {
				return readDigits(c.Data[i+1:])
			}
		}
	}
	return -1
}
