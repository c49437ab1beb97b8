package chunker

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// prompt takes a retrieval prompt: it goes into the match string, never into
// the content.
func (w *walker) prompt(n *html.Node) {
	if w.unclosed[w.at(n)] {
		w.unclosedField(n, w.prompt)
		return
	}
	offset := firstOffset(n)
	if offset < 0 {
		return
	}
	w.offset = offset
	if w.heading != nil {
		w.run.prompts = append(w.run.prompts, trim(promptText(n)))
		return
	}
	if w.breaks > 0 && w.run.empty() {
		w.breaks = 0
	}
	w.run.writePrompt(promptText(n))
	if w.run.first < 0 {
		w.run.last = offset
	}
}

// unclosedField ends a prompt or directive that its author did not end where
// the next block begins, so that the rest of the page is not taken for a part
// of it.
func (w *walker) unclosedField(n *html.Node, take func(*html.Node)) {
	rest := &html.Node{Type: html.ElementNode, Data: "prompt-rest"}
	for c := n.FirstChild; c != nil; {
		next := c.NextSibling
		if rest.FirstChild != nil || is(c, block|breaks) || c.Data == "prompt" || c.Data == "rag" {
			n.RemoveChild(c)
			rest.AppendChild(c)
		}
		c = next
	}
	w.unclosed[w.at(n)] = false
	take(n)
	w.children(rest)
}

// promptText is the text of a prompt as it goes into a match string, where sup
// and sub keep their signs.
func promptText(n *html.Node) string {
	var b strings.Builder
	var write func(n *html.Node)
	write = func(n *html.Node) {
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			switch {
			case c.Type == html.TextNode:
				writeUnmarked(&b, c.Data)
			case c.Type == html.ElementNode && c.Data != "rag":
				b.WriteString(map[atom.Atom]string{atom.Sup: "^", atom.Sub: "_", atom.Br: " "}[c.DataAtom])
				write(c)
			}
		}
	}
	write(n)
	return b.String()
}

// A directive is a rag field.
type directive struct {
	text   string
	offset int
}

// directive notes a rag field. It concerns the whole page, wherever it stands.
func (w *walker) directive(n *html.Node) {
	if w.unclosed[w.at(n)] {
		w.unclosedField(n, w.directive)
		return
	}
	w.rags = append(w.rags, directive{oneLine(plainText(n)), w.at(n)})
}

// hidden leaves out an element that no reader sees. What readers do not see
// may be meant to mislead, so the author is told.
func (w *walker) hidden(n *html.Node) {
	offset := w.at(n)
	w.leftOut(Warning, "hidden-text", n.Data, plainText(n), "no reader of the page sees this text, so it is left out; show it or delete it", offset)
	w.keepFields(n)
}

// keepFields obeys prompts and directives in an element that is left out.
func (w *walker) keepFields(n *html.Node) {
	for c := range n.Descendants() {
		switch c.Data {
		case "rag":
			w.directive(c)
		case "prompt":
			w.prompt(c)
		}
	}
}

// leaveOut leaves out an element that guides readers and says nothing.
func (w *walker) leaveOut(n *html.Node) {
	w.flush()
	id, message := "footer", "a footer says nothing of the subject"
	if n.DataAtom == atom.Nav {
		id, message = "navigation", "navigation leads elsewhere and answers no question"
	}
	w.leftOut(Info, id, n.Data, plainText(n), message, w.at(n))
	w.keepFields(n)
	w.flush()
}

func (w *walker) formControl(n *html.Node) {
	w.leftOut(Info, "form-control", n.Data, plainText(n), "what is typed into a form is left out", w.at(n))
}
