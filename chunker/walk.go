package chunker

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// A walker goes over the tree of a page once and writes its fragments.
type walker struct {
	*reporter
	urls     *resolver
	images   map[string]int // how often each image stands in the page
	unclosed map[int]bool   // offsets of prompts that are never closed
	title    string
	out      []*fragment
	rags     []directive

	run     *run
	spare   *run   // one that is done with
	flat    string // in cells and items: what stands between blocks; "" where blocks are fragments
	heading *openHeading
	anchor  string // of an anchor since the last visible text
	caption Kind   // the run is a caption of this kind by its element
	group   int    // number of the innermost center or figure, 0 outside
	groups  int    // how many of them there were
	breaks  int    // line breaks since the last visible text
	gap     bool   // an image was left out since then
	link    string // target of the open link
	code    int    // code elements that are open
	bold    int    // b and strong elements that are open
	pre     int    // pre elements that are open
	raise   string // ^ or _ still to be written
	offset  int    // of the last mark seen
	bare    bool   // the run is not in a paragraph element
	tag     string // of the element that the open run began in
	terms   int    // definitions that are open

	items     *listWriter // the list that is being written, nil outside
	listDepth int         // lists that are open
	number    string      // of a big item, still to be written
}

// An openHeading is the heading that is being read.
type openHeading struct {
	level  int
	anchor string
	offset int
}

// text adds a text node to the run. Its pieces begin with marks.
func (w *walker) text(data string) {
	for {
		i := strings.IndexByte(data, markStart)
		if i < 0 {
			w.piece(data)
			return
		}
		if i > 0 {
			w.piece(data[:i])
		}
		w.offset = readDigits(data[i+1:])
		data = data[min(i+markLength, len(data)):]
	}
}

// piece adds text that stands in the page in one piece, at w.offset.
func (w *walker) piece(s string) {
	if s == "" {
		return
	}
	typed := s
	s = plainBlanks(s)
	if w.pre > 0 {
		w.prePiece(s, typed)
		return
	}
	if !visible(s) {
		if len(w.run.content)+len(w.run.match) > 0 {
			w.run.write(s)
		}
		return
	}
	w.pending(s[0])
	w.run.write(s)
	w.run.place(w.offset, s)
	w.offset += len(s)
	if w.bold == 0 {
		w.run.plain = true
	}
	if w.link == "" {
		w.run.noteWords(s)
	}
}

// prePiece adds preformatted text. Tabs stay in the content, where emitPre
// widens them to the stops that browsers show.
func (w *walker) prePiece(s, typed string) {
	if visible(s) {
		w.anchor = ""
		w.run.place(w.offset, s)
		w.offset += len(typed)
		w.run.noteWords(s)
	}
	w.run.match = append(w.run.match, s...)
	w.run.content = append(w.run.content, hardBlanks.Replace(typed)...)
}

var hardBlanks = strings.NewReplacer("\f", " ", "\u00a0", " ")

// pending does what was put off until something visible follows: line breaks,
// the start of a link or of code, the signs of sup and sub. c is the first
// byte of what follows.
func (w *walker) pending(c byte) {
	if w.breaks > 1 && w.flat == "" && w.heading == nil && w.caption == "" {
		w.flush()
	} else if (w.breaks > 0 || w.gap) && c != ' ' && c != '\n' {
		w.run.content = blank(w.run.content)
		w.run.match = blank(w.run.match)
	}
	w.breaks, w.gap = 0, false
	w.anchor = ""
	if w.link != "" && w.run.linkStart < 0 && w.heading == nil && w.pre == 0 {
		w.run.openLink()
		w.run.anchors++
	}
	if w.code > 0 && w.run.codeStart < 0 && w.heading == nil && w.pre == 0 {
		w.run.openCode()
	}
	if w.raise != "" {
		w.run.write(w.raise)
		w.raise = ""
	}
}

// plainBlanks turns hard spaces and form feeds into plain blanks and tabs into
// four, as the original does.
func plainBlanks(s string) string {
	for i := range len(s) {
		// C2 is the first byte of a hard space; few others begin with it.
		if c := s[i]; c == '\t' || c == '\f' || c == 0xC2 {
			return blanks.Replace(s)
		}
	}
	return s
}

var blanks = strings.NewReplacer("\t", "    ", "\f", " ", "\u00a0", " ")

// children walks the children of a node.
func (w *walker) children(n *html.Node) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch {
		case c.Type == html.TextNode:
			w.text(c.Data)
		case c.Type != html.ElementNode:
		case w.flat == "" && isLoose(c, n):
			c = w.loose(c)
		default:
			w.element(c)
		}
	}
}

// element walks one element.
func (w *walker) element(n *html.Node) {
	if n.Namespace == "math" {
		w.math(n)
		return
	}
	if w.special(n) || w.inlineElement(n) {
		return
	}
	if isHidden(n) {
		w.hidden(n)
		return
	}
	if n.Data == "equation" {
		w.equation(n)
		return
	}
	switch n.DataAtom {
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		w.headingElement(n)
	case atom.Ul, atom.Ol, atom.Menu, atom.Dir:
		w.listElement(n)
	case atom.Dl:
		w.definitionList(n)
	case atom.Table:
		w.tableElement(n)
	case atom.Pre, atom.Listing, atom.Xmp, atom.Plaintext:
		w.preElement(n)
	case atom.Center, atom.Figure:
		w.groupElement(n)
	case atom.Figcaption, atom.Caption:
		w.captionElement(n)
	case atom.P:
		w.block(n, false)
	case atom.Hr:
		w.flush()
		w.separate()
		w.emit(&fragment{role: rule, first: w.at(n), last: w.at(n)})
	case atom.Nav, atom.Footer, atom.Address:
		w.leaveOut(n)
	default:
		if is(n, block) {
			w.container(n)
		} else {
			w.children(n) // browsers take what they do not know for inline
		}
	}
}

// container walks an element whose blocks count as if they stood alone.
func (w *walker) container(n *html.Node) {
	id := attr(n, "id")
	if id != "" {
		w.anchor = id
	}
	if hasClass(n, "caption") {
		w.captionElement(n)
	} else {
		w.block(n, true)
	}
	if w.anchor == id {
		w.anchor = "" // it names what is in the element, not what follows
	}
}

// block walks an element that begins and ends a paragraph.
func (w *walker) block(n *html.Node, bare bool) {
	w.flush()
	w.separate()
	w.bare, w.tag = bare, n.Data
	w.children(n)
	w.flush()
	w.separate()
	w.bare = true
}

// separate puts the boundary of a block into a flat run.
func (w *walker) separate() {
	if w.flat == "" {
		return
	}
	if w.pre > 0 && bytes.HasSuffix(w.run.content, []byte("\n")) {
		return
	}
	if len(w.run.content) > 0 {
		w.run.content = append(w.run.content, w.flat...)
	}
	if len(w.run.match) > 0 {
		w.run.match = append(w.run.match, w.flat...)
	}
}

// special walks the elements that are no text of the page itself.
func (w *walker) special(n *html.Node) bool {
	switch n.Data { // of our format; HTML does not know them
	case "prompt":
		w.prompt(n)
		return true
	case "rag":
		w.directive(n)
		return true
	}
	switch n.DataAtom {
	case atom.Title:
		if w.title == "" {
			w.title = oneLine(plainText(n))
		}
	case atom.Textarea, atom.Button:
		w.formControl(n)
	case atom.Script, atom.Style, atom.Template, atom.Noscript, atom.Iframe, atom.Noembed, atom.Noframes,
		atom.Meta, atom.Link, atom.Base, atom.Svg, atom.Datalist, atom.Select, atom.Input, atom.Param, atom.Col,
		atom.Colgroup, atom.Source, atom.Track, atom.Area, atom.Embed:
	default:
		return false
	}
	return true
}

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
		w.run.bolds = append(w.run.bolds, span{content: len(w.run.content), match: len(w.run.match)})
		w.bold++
		w.children(n)
		w.bold--
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

// headingElement reads a heading. A block in it, as after one that is never
// closed, ends it.
func (w *walker) headingElement(n *html.Node) {
	w.flush()
	w.separate()
	if w.flat != "" {
		w.children(n)
		w.separate()
		return
	}
	anchor := attr(n, "id")
	if anchor == "" {
		anchor = w.anchor
	}
	w.heading = &openHeading{level: int(n.DataAtom.String()[1] - '0'), anchor: attr(n, "id"), offset: w.at(n)}
	w.children(n)
	if w.heading != nil && w.heading.anchor == "" {
		w.heading.anchor = anchor
	}
	w.flush()
	w.heading = nil
}

// flush ends the run and makes a fragment of it.
func (w *walker) flush() {
	if w.flat != "" {
		return
	}
	w.breaks, w.gap = 0, false
	r := w.run
	if r.linkStart >= r.codeStart {
		r.closeLink(w.link)
		r.closeCode()
	} else {
		r.closeCode()
		r.closeLink(w.link)
	}
	if r.empty() && w.heading == nil {
		if len(r.content)+len(r.match) > 0 {
			r.reset()
		}
		return
	}
	w.run = w.newRun()
	if w.heading != nil {
		w.endHeading(r)
	} else {
		w.endRun(r)
	}
	w.recycle(r)
}

// newRun returns an empty run.
func (w *walker) newRun() *run {
	if r := w.spare; r != nil {
		w.spare = nil
		return r
	}
	return newRun()
}

// recycle keeps a run that is done with for the next one. What it handed to
// others are copies.
func (w *walker) recycle(r *run) {
	r.reset()
	w.spare = r
}

// endHeading makes a heading of the run. A heading without text is none.
func (w *walker) endHeading(r *run) {
	h := w.heading
	w.heading = nil
	title := oneLine(string(r.match))
	if title == "" {
		title = oneLine(r.alt)
	}
	f := &fragment{role: headline, level: h.level, anchor: h.anchor, first: h.offset, last: r.last, newlines: r.newlines}
	f.date, title = takeDate(title)
	f.title = trim(title)
	w.number = ""
	if f.title != "" || f.date != "" {
		f.last = max(f.last, f.first)
		w.emit(f)
	}
	if len(r.prompts) > 0 {
		w.emit(&fragment{role: promptsOnly, prompts: r.prompts, first: h.offset, last: h.offset})
	}
}

// endRun makes a paragraph, a caption or images of the run.
func (w *walker) endRun(r *run) {
	f := &fragment{
		kind: Paragraph, first: r.first, last: r.last, newlines: r.newlines, prompts: r.prompts, links: r.links, bare: w.bare,
	}
	if f.first < 0 {
		f.first, f.last = w.offset, w.offset
		if len(r.images) > 0 {
			f.first, f.last = r.images[0].offset, r.images[len(r.images)-1].offset
		}
	}
	if r.isNavigation() && w.terms == 0 {
		w.leftOut(Info, "navigation", w.tag, string(r.match), "links with nothing between them lead elsewhere and answer no question", f.first)
		return
	}
	if r.anchors == 1 && !r.words && len(r.prompts) == 0 && len(r.images) == 0 {
		f.lone = string(r.match)
	}
	if w.captioned(f, r) || w.imagesOnly(f, r) {
		w.emit(f)
		return
	}
	f.content, f.match = string(r.content), string(r.match)
	f.label = !r.plain && len(r.prompts) == 0 && len(r.images) == 0 && isLabel(trim(f.match))
	w.emitText(f)
}

// isLabel reports whether a text all in bold names what follows it: it is short
// and no sentence.
func isLabel(s string) bool {
	const longest, longestQuestion = 100, 300
	if strings.HasSuffix(s, "?") {
		return short(s, longestQuestion)
	}
	return short(s, longest) && !strings.HasSuffix(s, ".") && !strings.HasSuffix(s, "!")
}

// emitText emits a paragraph, without its date stamp, if there is enough of it.
func (w *walker) emitText(f *fragment) {
	w.checkStamp(f.content, f.first)
	f.date, f.content = takeDate(f.content)
	f.content = squeezeLines(trim(f.content))
	f.match = trim(dropStamps(f.match))
	switch {
	case f.content == "" && len(f.prompts) > 0:
		f.role = promptsOnly
	case f.content == "" && f.date == "":
		return
	case f.content == "":
		f.role = dateOnly
	case utf8.RuneCountInString(f.match) < 2 && utf8.RuneCountInString(strings.Trim(f.content, "`")) < 2:
		w.leftOut(Info, "single-character", w.tag, f.content, "a paragraph of one character says nothing", f.first)
		return
	}
	w.emit(f)
}

// checkStamp reports what was meant to be a date stamp and is none.
func (w *walker) checkStamp(content string, offset int) {
	if s := trim(content); almostStamp(s) {
		stamp := s[:strings.IndexByte(s, ']')+1]
		w.add(Report{
			Severity: Warning, ID: "bad-date",
			Message: fmt.Sprintf("%s sets no date; type a real day as [25-JUN-25]", stamp),
		}, offset)
	}
}

// emit adds a fragment.
func (w *walker) emit(f *fragment) {
	f.group = w.group
	f.inList = w.listDepth > 0
	if f.element == "" {
		f.element = w.tag
	}
	if w.number != "" && f.content != "" {
		f.content = w.number + f.content
		w.number = ""
	}
	w.out = append(w.out, f)
}

// leftOut reports visible text that goes into no chunk.
func (w *walker) leftOut(s Severity, id, element, text, message string, offset int) {
	text = oneLine(text)
	if text == "" {
		return
	}
	w.add(Report{Severity: s, ID: id, Element: element, LeftOut: text, Message: message}, offset)
}
