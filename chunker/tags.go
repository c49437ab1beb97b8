package chunker

import (
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// A trait is what we need to know of an element of HTML. The comments say what
// an element with the trait does.
type trait uint32

const (
	known      trait = 1 << iota // is one of HTML or of our format
	inline                       // breaks no run, and leaves no trace of itself
	block                        // begins and ends a paragraph, and means nothing else
	breaks                       // stands on lines of its own, and is walked in a way of its own
	heading                      // is h1 to h6
	list                         // is a list of items
	heavy                        // can't be written on one line
	void                         // has no end tag
	optional                     // has an end tag that may be omitted: the next of its kind closes it
	style                        // is opened again by the parser after a block that closed it
	structural                   // decides what belongs together
	rawText                      // holds text that is not parsed for tags
	marked                       // may be reported, so that its position must be known
	dropped                      // is taken out of the page with all it holds
	drawn                        // is dropped, but what it held is visible text
)

// tags holds the traits of the elements of HTML.
var tags = map[atom.Atom]trait{
	atom.A: optional, atom.Abbr: inline, atom.Acronym: inline, atom.Address: breaks | marked, atom.Applet: inline,
	atom.Area: void, atom.Article: block, atom.Aside: block, atom.Audio: known,
	atom.B: inline | style, atom.Base: void, atom.Basefont: void, atom.Bdi: inline, atom.Bdo: inline, atom.Bgsound: void,
	atom.Big: inline | style, atom.Blink: inline, atom.Blockquote: block, atom.Body: block | optional, atom.Br: void,
	atom.Button: optional | marked,
	atom.Canvas: known, atom.Caption: optional, atom.Center: breaks | structural | marked, atom.Cite: inline,
	atom.Code: style, atom.Col: void, atom.Colgroup: optional,
	atom.Data: inline, atom.Datalist: known, atom.Dd: block | optional, atom.Del: inline, atom.Details: block,
	atom.Dfn: inline, atom.Dialog: block, atom.Dir: list | breaks, atom.Div: block | marked,
	atom.Dl: breaks | heavy | structural | marked, atom.Dt: block | optional,
	atom.Em: inline | style, atom.Embed: void,
	atom.Fieldset: block, atom.Figcaption: breaks, atom.Figure: breaks | heavy | structural | marked, atom.Font: inline | style,
	atom.Footer: breaks | marked, atom.Form: block, atom.Frame: void, atom.Frameset: known,
	atom.H1: heading | breaks | heavy | optional | marked, atom.H2: heading | breaks | heavy | optional | marked,
	atom.H3: heading | breaks | heavy | optional | marked, atom.H4: heading | breaks | heavy | optional | marked,
	atom.H5: heading | breaks | heavy | optional | marked, atom.H6: heading | breaks | heavy | optional | marked,
	atom.Head: block | optional, atom.Header: block, atom.Hgroup: block, atom.Hr: breaks | heavy | void | marked,
	atom.Html: block | optional,
	atom.I:    inline | style, atom.Iframe: rawText | optional, atom.Image: void | marked, atom.Img: void | marked, atom.Input: void,
	atom.Ins: inline, atom.Isindex: known,
	atom.Kbd: known, atom.Keygen: void,
	atom.Label: inline, atom.Legend: block, atom.Li: block | optional, atom.Link: void, atom.Listing: breaks | heavy,
	atom.Main: block, atom.Map: inline, atom.Mark: inline, atom.Marquee: inline, atom.Math: known, atom.Menu: list | breaks,
	atom.Meta: void, atom.Meter: inline,
	atom.Nav: breaks | marked, atom.Nobr: inline | optional, atom.Noembed: rawText, atom.Noframes: rawText, atom.Noscript: rawText | optional,
	atom.Object: inline, atom.Ol: list | breaks | structural | marked, atom.Optgroup: known, atom.Option: known, atom.Output: inline,
	atom.P: breaks | optional | marked, atom.Param: void, atom.Picture: known, atom.Plaintext: breaks | heavy | rawText,
	atom.Pre: breaks | heavy | structural | marked, atom.Progress: inline,
	atom.Q:  inline,
	atom.Rb: inline, atom.Rp: inline, atom.Rt: inline, atom.Rtc: inline, atom.Ruby: inline,
	atom.S: inline | style, atom.Samp: known, atom.Script: dropped, atom.Section: block, atom.Select: dropped | drawn,
	atom.Slot: inline, atom.Small: inline | style, atom.Source: void, atom.Spacer: inline, atom.Span: inline | marked,
	atom.Strike: inline | style, atom.Strong: inline | style, atom.Style: dropped, atom.Sub: known, atom.Summary: block,
	atom.Sup: known, atom.Svg: dropped | drawn,
	atom.Table: breaks | heavy | structural | marked, atom.Tbody: block | optional, atom.Td: block | optional,
	atom.Template: dropped, atom.Textarea: rawText | optional | marked, atom.Tfoot: block | optional, atom.Th: block | optional,
	atom.Thead: block | optional, atom.Time: inline, atom.Title: rawText | optional | marked, atom.Tr: block | optional,
	atom.Track: void, atom.Tt: style,
	atom.U: inline | style, atom.Ul: list | breaks | structural | marked,
	atom.Var: inline, atom.Video: marked,
	atom.Wbr: inline | void, atom.Xmp: breaks | heavy | rawText,
}

// ours holds the traits of the elements of our format, and of eq and bold,
// which hand-typed pages have long used for formulas and bold text.
var ours = map[string]trait{
	"equation": structural | marked, "prompt": structural | marked, "rag": structural | marked, "eq": known, "bold": known,
}

// traitsOf returns the traits of an element. Those that nobody knows have none.
func traitsOf(tag atom.Atom, name string) trait {
	if t, ok := tags[tag]; ok {
		return t | known
	}
	if t, ok := ours[name]; ok {
		return t | known
	}
	return 0
}

// is reports whether an element has any of the given traits.
func is(n *html.Node, t trait) bool { return tags[n.DataAtom]&t != 0 }

func isList(n *html.Node) bool { return is(n, list) }

func isHeading(n *html.Node) bool { return is(n, heading) }

func isCell(n *html.Node) bool { return n.DataAtom == atom.Td || n.DataAtom == atom.Th }
