package chunker

import (
	"path"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// smallest is the side, in pixels, up to which an image is decoration.
const smallest = 16

// image adds an image to the run, unless it is decoration: with an empty alt
// text, tiny, or standing on the page three times.
func (w *walker) image(n *html.Node) {
	src := attr(n, "src")
	alt, hasAlt := attrValue(n, "alt")
	alt = imageText(alt, src)
	if w.heading != nil {
		w.run.alt += " " + alt
		return
	}
	if src == "" || hasAlt && attr(n, "alt") == "" || isTiny(n) || w.images[src] >= 3 {
		w.gap = true
		return
	}
	url := w.urls.resolve(src)
	w.pendingImage()
	w.run.writeImage(image{alt: alt, offset: w.at(n)}, "!["+escapeBrackets(orFigure(alt))+"]("+url+")")
	w.run.links = append(w.run.links, Link{Text: alt, URL: url, Image: true})
}

// pendingImage does what is put off before an image. An image does not end an
// anchor's claim to the heading after it.
func (w *walker) pendingImage() {
	anchor := w.anchor
	w.pending('!')
	w.anchor = anchor
}

func orFigure(alt string) string {
	if alt == "" {
		return "Figure"
	}
	return alt
}

// imageText returns the alt text of an image if it says something: not one
// character, not the name of the file, not merely that there is an image.
func imageText(alt, src string) string {
	alt = oneLine(blanks.Replace(alt))
	if utf8.RuneCountInString(alt) < 2 || strings.EqualFold(alt, path.Base(src)) || saysNothing[strings.ToLower(strings.Trim(alt, "[]*."))] {
		return ""
	}
	return alt
}

// saysNothing holds alt texts, in lower case, that tell nothing of an image.
var saysNothing = map[string]bool{
	"": true, "image": true, "img": true, "picture": true, "photo": true, "figure": true, "fig": true, "graphic": true,
	"gif": true, "jpg": true, "jpeg": true, "png": true, "svg": true, "logo": true, "icon": true, "diagram": true,
}

// isTiny reports an image at most 16 pixels high or wide.
func isTiny(n *html.Node) bool {
	for _, side := range []string{"width", "height"} {
		v, ok := attrValue(n, side)
		if pixels, err := strconv.Atoi(strings.TrimSuffix(v, "px")); ok && err == nil && pixels <= smallest {
			return true
		}
	}
	return false
}

// video adds a film or a sound as a link.
func (w *walker) video(n *html.Node) {
	src := attr(n, "src")
	for c := range n.Descendants() {
		if src == "" && c.DataAtom == atom.Source {
			src = attr(c, "src")
		}
	}
	if src == "" {
		w.children(n)
		return
	}
	word := "Video"
	if n.DataAtom == atom.Audio {
		word = "Audio"
	}
	url := w.urls.resolve(src)
	w.pendingImage()
	w.run.writeImage(image{offset: w.at(n), video: true}, "["+word+"]("+url+")")
	w.run.links = append(w.run.links, Link{Text: word, URL: url})
}

// math adds a formula in MathML: its TeX source if the page has it, else its
// text.
func (w *walker) math(n *html.Node) {
	tex := attr(n, "alttext")
	for c := range n.Descendants() {
		if c.Data == "annotation" && strings.Contains(attr(c, "encoding"), "tex") {
			tex = trim(plainText(c))
		}
	}
	if tex == "" {
		tex = oneLine(plainText(n))
	} else {
		tex = `\(` + tex + `\)`
	}
	if offset := firstOffset(n); offset >= 0 && tex != "" {
		w.offset = offset
		w.piece(tex)
	}
}
