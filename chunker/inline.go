package chunker

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// inlineElement walks an element within a run.
func (w *walker) inlineElement(n *html.Node) bool {
	switch n.DataAtom {
	case atom.A:
		w.anchorElement(n)
	case atom.Br:
		w.lineBreak()
	case atom.Img, atom.Image:
		w.image(n)
	case atom.Video, atom.Audio:
		w.video(n)
	case atom.Sup:
		w.raised(n, "^")
	case atom.Sub:
		w.raised(n, "_")
	case atom.Code, atom.Kbd, atom.Tt, atom.Samp:
		w.codeElement(n)
	default:
		if !is(n, inline) {
			return false
		}
		if isHidden(n) {
			w.hidden(n)
			return true
		}
		w.plainInline(n)
	}
	return true
}

// plainInline walks an inline element that leaves no trace but where captions
// are looked for.
func (w *walker) plainInline(n *html.Node) {
	switch {
	case hasClass(n, "caption"):
		w.captionElement(n)
		return
	case n.DataAtom == atom.B || n.DataAtom == atom.Strong:
		r := w.run
		at := len(r.bolds)
		r.bolds = append(r.bolds, span{content: len(r.content), match: len(r.match)})
		w.bold++
		w.children(n)
		w.bold--
		if r == w.run && at < len(r.bolds) {
			r.bolds[at].contentEnd, r.bolds[at].matchEnd = len(r.content), len(r.match)
		}
		return
	case n.DataAtom == atom.Small:
		r := w.run
		at := len(r.smalls)
		r.smalls = append(r.smalls, span{len(r.content), len(r.match), -1, -1})
		w.children(n)
		if r == w.run && at < len(r.smalls) {
			r.smalls[at].contentEnd, r.smalls[at].matchEnd = len(r.content), len(r.match)
		}
		return
	}
	w.children(n)
}

// anchorElement walks a link or an anchor.
func (w *walker) anchorElement(n *html.Node) {
	if name := attr(n, "name", "id"); name != "" {
		w.anchor = name
		if w.heading != nil && w.heading.anchor == "" {
			w.heading.anchor = name
		}
	}
	href, linked := attrValue(n, "href")
	if !linked || w.link != "" {
		w.children(n)
		return
	}
	w.link = w.urls.resolve(href)
	if w.link == "" {
		w.link = href
	}
	w.children(n)
	w.endLink()
	w.link = ""
}

// endLink closes the link in the run and keeps it for the chunk.
func (w *walker) endLink() {
	w.run.closeLink(w.link)
}

func (w *walker) lineBreak() {
	if w.pre > 0 {
		w.run.write("\n")
		return
	}
	w.breaks++
}

func (w *walker) raised(n *html.Node, sign string) {
	if w.pre > 0 {
		w.run.write(sign)
		w.children(n)
		return
	}
	w.raise += sign
	w.children(n)
	w.raise = strings.TrimSuffix(w.raise, sign)
}

func (w *walker) codeElement(n *html.Node) {
	w.code++
	w.children(n)
	if w.code--; w.code == 0 {
		w.run.closeCode()
	}
}
