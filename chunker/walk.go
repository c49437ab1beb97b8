package chunker

import (
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// A walker goes over the tree of a page once and writes its fragments.
type walker struct {
	*reporter
	urls     *resolver
	images   map[string]int // how often each image stands in the page
	unclosed map[int]bool   // offsets of prompts and directives that are never closed
	title    string
	out      []*fragment
	rags     []directive
	tables   map[*html.Node]bool // whether what holds a caption holds a table and no image

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
		if hasClass(n, "caption") {
			w.captionElement(n)
		} else {
			w.block(n, false)
		}
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
