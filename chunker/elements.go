package chunker

import (
	"fmt"
	"path"
	"strconv"
	"strings"
	"unicode/utf8"

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
		case c.Type != html.ElementNode || c.Data == "rag" || c.DataAtom == atom.Script || c.DataAtom == atom.Style:
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

// prompt takes a retrieval prompt: it goes into the match string, never into
// the content.
func (w *walker) prompt(n *html.Node) {
	if w.unclosed[w.at(n)] {
		w.unclosedPrompt(n)
		return
	}
	offset := firstOffset(n)
	if offset < 0 {
		return
	}
	w.offset = offset
	if w.heading != nil {
		w.run.prompts = append(w.run.prompts, trim(plainText(n)))
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

// unclosedPrompt ends a prompt that its author did not end where the next
// block begins, so that the rest of the page is not taken for a question.
func (w *walker) unclosedPrompt(n *html.Node) {
	rest := &html.Node{Type: html.ElementNode, Data: "prompt-rest"}
	for c := n.FirstChild; c != nil; {
		next := c.NextSibling
		if rest.FirstChild != nil || is(c, block|breaks) || c.Data == "prompt" {
			n.RemoveChild(c)
			rest.AppendChild(c)
		}
		c = next
	}
	w.unclosed[w.at(n)] = false
	w.prompt(n)
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

// preLimit is how many characters of a pre go into a match string. An
// embedding of a longer listing has little meaning, and endpoints refuse texts
// of more than 8,191 tokens.
const preLimit = 8000

// preElement makes a fragment of preformatted text.
func (w *walker) preElement(n *html.Node) {
	w.flush()
	if w.flat != "" {
		w.separate()
		w.children(n)
		w.separate()
		return
	}
	offset := w.at(n)
	w.pre++
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		w.flatNode(c, "\n")
	}
	w.pre--
	r := w.run
	r.closeLink("")
	w.run = newRun()
	w.emitPre(r, offset)
}

func (w *walker) emitPre(r *run, offset int) {
	text := strings.Trim(strings.TrimRightFunc(widenTabs(string(r.content)), isSpace), "\n")
	f := &fragment{
		kind: Preformat, first: max(r.first, 0), last: r.last, newlines: r.newlines, prompts: r.prompts, links: r.links,
		match: trim(dropStamps(string(r.match))), content: fence(text),
	}
	if r.first < 0 {
		f.first, f.last = offset, offset
	}
	if !visible(text) {
		if len(r.prompts) == 0 {
			return
		}
		f.content, f.role = "", promptsOnly
	}
	if !short(f.match, preLimit+1) {
		f.match = trim(string([]rune(f.match)[:preLimit]))
		w.add(Report{
			Severity: Warning, ID: "long-pre", Element: "pre",
			Message: fmt.Sprintf("only the first %d characters are matched with questions; put a paragraph before it that says what it holds", preLimit),
		}, f.first)
	}
	w.emit(f)
}

// tabStop is the distance of the tab stops of preformatted text in browsers.
const tabStop = 8

// widenTabs replaces tabs by the blanks to the next tab stop.
func widenTabs(s string) string {
	if !strings.Contains(s, "\t") {
		return s
	}
	var b strings.Builder
	column := 0
	for _, c := range s {
		switch c {
		case '\t':
			width := tabStop - column%tabStop
			b.WriteString("        "[:width])
			column += width
			continue
		case '\n':
			column = -1
		}
		b.WriteRune(c)
		column++
	}
	return b.String()
}

// fence puts preformatted text between fences, which Markdown shows as typed.
func fence(text string) string {
	if text == "" {
		return ""
	}
	ticks := "```"
	for strings.Contains(text, ticks) {
		ticks += "`"
	}
	return ticks + "\n" + text + "\n" + ticks
}

// equation makes a fragment of a block equation. In a paragraph, an item or a
// cell it is a part of the text.
func (w *walker) equation(n *html.Node) {
	if w.flat != "" || !w.bare || w.heading != nil {
		w.children(n)
		return
	}
	w.flush()
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		w.flatNode(c, " ")
	}
	r := w.run
	w.run = newRun()
	f := &fragment{
		kind: Equation, content: trim(string(r.content)), first: max(r.first, 0), last: r.last, newlines: r.newlines,
		prompts: r.prompts, links: r.links,
	}
	if f.content != "" {
		w.emit(f)
	} else if len(r.prompts) > 0 {
		f.role, f.first = promptsOnly, r.last
		w.emit(f)
	}
}

// flatNode walks a node into the open run, with separator at the boundaries of
// blocks.
func (w *walker) flatNode(n *html.Node, separator string) {
	saved := w.flat
	w.flat = separator
	if n.Type == html.TextNode {
		w.text(n.Data)
	} else if n.Type == html.ElementNode {
		w.element(n)
	}
	w.flat = saved
}

// flatRun walks nodes into a run of their own and returns it.
func (w *walker) flatRun(separator string, nodes ...*html.Node) *run {
	saved, breaks := w.run, w.breaks
	w.run, w.breaks = w.newRun(), 0
	for _, n := range nodes {
		w.flatNode(n, separator)
	}
	r := w.run
	r.closeLink(w.link)
	r.closeCode()
	w.run, w.breaks = saved, breaks
	return r
}
