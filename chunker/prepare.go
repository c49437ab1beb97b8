package chunker

import (
	"bytes"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// The HTML parser keeps no positions and gives up where more than 512 elements
// are open. So a pass over the tags goes before it, which writes positions into
// the page, drops what is not text (comments, scripts, styles, drawings), and
// leaves out tags nested beyond all reason. What it drops makes the parse
// faster than that of the page as typed.

// A preparer is the state of the pass.
type preparer struct {
	*reporter
	z      *html.Tokenizer
	out    []byte
	offset int // of the current token
	stack  openStack
	raw    bool // the next text token is not parsed for tags
	images map[string]int
	open   map[int]bool // offsets of prompts and directives that are never closed
	base   string
	link   int             // offset of the open link, -1 if none is
	told   map[string]bool // unknown names that were reported

	bad                 int // characters of texts that are not of the encoding
	firstBad, firstHigh int // offset of the first of them, and of the first above 7F; -1 if none
}

// prepare writes positions into a page and takes out what is not text. limit
// is how many elements may be open; strict counts those with optional end tags
// too.
func prepare(r *reporter, limit int, strict bool) *preparer {
	p := &preparer{
		reporter: r, link: -1, firstHigh: -1, z: html.NewTokenizer(bytes.NewReader(r.tokens())),
		out: make([]byte, 0, len(r.text)+len(r.text)/8), images: map[string]int{}, open: map[int]bool{}, told: map[string]bool{},
		stack: openStack{limit: limit, strict: strict, counts: map[string]int{}},
	}
	for {
		kind := p.z.Next()
		raw := p.z.Raw()
		if kind == html.ErrorToken {
			p.unfinished(raw)
			break
		}
		p.token(kind, raw)
		p.offset += len(p.z.Raw()) // of the last token, if token went on to others
	}
	p.unclosed(p.stack.open)
	p.unclosedLink()
	p.checkEncoding()
	return p
}

func (p *preparer) token(kind html.TokenType, raw []byte) {
	inRaw := p.raw
	p.raw = false
	switch kind {
	case html.TextToken:
		p.copyText(raw, inRaw)
	case html.StartTagToken, html.SelfClosingTagToken:
		p.startTag(raw)
	case html.EndTagToken:
		p.endTag(raw)
	case html.DoctypeToken:
		p.out = append(p.out, raw...)
	}
}

// copyText copies a text token with its mark.
func (p *preparer) copyText(raw []byte, inRaw bool) {
	if inRaw {
		p.out = append(p.out, raw...)
		return
	}
	visible := len(raw) - len(bytes.TrimLeft(raw, " \t\n\f"))
	p.checkEntities(raw)
	p.noteEncoding(raw)
	p.out = append(p.out, raw[:visible]...)
	if visible < len(raw) {
		p.out = appendMark(p.out, p.offset+visible)
		p.out = append(p.out, raw[visible:]...)
	}
}

func (p *preparer) startTag(raw []byte) {
	swallows := p.checkTag(raw)
	size := nameLength(raw, 1)
	tag, name := tagName(raw[1:size])
	has := traitsOf(tag, name)
	if has&dropped != 0 {
		if raw[len(raw)-2] != '/' || tag != atom.Svg {
			p.drop(name, has&drawn != 0)
		}
		return
	}
	switch {
	case tag == atom.Img || tag == atom.Image || tag == atom.Base:
		p.survey(tag)
	case has&known == 0 && p.stack.counts["math"] == 0:
		p.unknownElement(name)
	case has&rawText != 0:
		p.raw = true
	}
	if swallows && has&(block|breaks|structural) == 0 {
		return // what it says is not what its author meant
	}
	if tag == atom.A {
		p.anchorTag(raw, size)
		return
	}
	if !p.stack.push(openElement{name: name, has: has, offset: p.offset}) {
		p.tooDeep(name)
		return
	}
	p.emit(raw, size, has&marked != 0)
}

// tagName returns the name of a tag, whose letters it lowers. The tokenizer
// does the same but makes a copy of each.
func tagName(raw []byte) (atom.Atom, string) {
	for i, c := range raw {
		if 'A' <= c && c <= 'Z' {
			raw[i] = c + 'a' - 'A'
		}
	}
	if tag := atom.Lookup(raw); tag != 0 {
		return tag, tag.String()
	}
	return 0, string(raw)
}

// anchorTag copies the start tag of a link or an anchor. An anchor that leads
// nowhere holds nothing, and is closed at once: left open, as in many
// hand-typed pages, it would name all that follows.
func (p *preparer) anchorTag(raw []byte, size int) {
	linked := false
	for attrs := true; attrs; {
		var key []byte
		key, _, attrs = p.z.TagAttr()
		linked = linked || string(key) == "href"
	}
	p.emit(raw, size, false)
	if !linked {
		p.out = append(p.out, "</a>"...)
		return
	}
	p.unclosedLink()
	p.link = p.offset
}

// unclosedLink reports the link that is open, if one is.
func (p *preparer) unclosedLink() {
	if p.link >= 0 {
		p.add(Report{
			Severity: Warning, ID: "unclosed-link", Element: "a",
			Message: "the link is never closed, so that what follows is a part of it; type </a> at its end",
		}, p.link)
	}
	p.link = -1
}

// emit copies a start tag, with its position if wanted. The letters of the
// name in raw have been lowered; that changes nothing.
func (p *preparer) emit(raw []byte, size int, mark bool) {
	if !mark {
		p.out = append(p.out, raw...)
		return
	}
	p.out = append(p.out, raw[:size]...)
	p.out = append(p.out, ' ', markStart, '=')
	p.out = appendDigits(p.out, p.offset)
	if size < len(raw) && raw[size] != '>' {
		p.out = append(p.out, ' ')
	}
	p.out = append(p.out, raw[size:]...)
}

// survey notes what must be known of the page before it is walked: how often
// each image stands in it, and its base address.
func (p *preparer) survey(tag atom.Atom) {
	for attrs := true; attrs; {
		var key, value []byte
		key, value, attrs = p.z.TagAttr()
		switch {
		case tag == atom.Base && p.base == "" && string(key) == "href":
			p.base = string(value)
		case tag != atom.Base && string(key) == "src":
			p.images[strings.TrimSpace(string(value))]++
		}
	}
}

func (p *preparer) endTag(raw []byte) {
	tag, name := tagName(raw[2:nameLength(raw, 2)])
	if tag == atom.A {
		p.link = -1
	}
	skipped, unclosed := p.stack.pop(name, traitsOf(tag, name))
	p.unclosed(unclosed)
	if !skipped {
		p.out = append(p.out, raw...)
	}
}

// drop skips an element that is no prose, up to its end tag or, where that is
// missing, to the next tag that cannot stand in it. The visible text in it is
// reported.
func (p *preparer) drop(name string, visible bool) {
	start, depth := p.offset, 1
	var text []byte
	for depth > 0 {
		p.offset += len(p.z.Raw())
		kind := p.z.Next()
		switch kind {
		case html.ErrorToken:
			p.leftOut(name, text, start)
			return
		case html.TextToken:
			if visible {
				text = append(append(text, p.z.Text()...), ' ')
			}
		case html.StartTagToken, html.EndTagToken:
			raw := p.z.Raw()
			end := btoi(kind == html.EndTagToken)
			tag := raw[1+end : nameLength(raw, 1+end)]
			switch {
			case strings.EqualFold(string(tag), name):
				depth += 1 - 2*end
			case visible && breaksOut[breakingTag{atom.Lookup(bytes.ToLower(tag)), end == 1}]:
				p.leftOut(name, text, start)
				p.token(kind, raw)
				return
			}
		}
	}
	p.leftOut(name, text, start)
}

// A breakingTag is a start or end tag.
type breakingTag struct {
	tag atom.Atom
	end bool
}

// breaksOut holds the tags that end a drawing or a select that has no end tag;
// HTML standard, 13.2.6.5.
var breaksOut = map[breakingTag]bool{
	{atom.P, false}: true, {atom.Div, false}: true, {atom.Table, false}: true, {atom.H1, false}: true, {atom.H2, false}: true,
	{atom.H3, false}: true, {atom.H4, false}: true, {atom.Ul, false}: true, {atom.Ol, false}: true, {atom.Dl, false}: true,
	{atom.Pre, false}: true, {atom.Center, false}: true, {atom.Hr, false}: true, {atom.Li, false}: true,
	{atom.Body, true}: true, {atom.Div, true}: true, {atom.Table, true}: true,
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// leftOut reports the text of an element that was dropped.
func (p *preparer) leftOut(name string, text []byte, offset int) {
	words := strings.Join(strings.Fields(string(text)), " ")
	if words == "" {
		return
	}
	report := Report{Severity: Info, ID: "drawing", Element: name, LeftOut: words, Message: "the text of a drawing is no prose; describe what it shows in a caption"}
	if name == "select" {
		report.ID, report.Message = "form-control", "the choices of a form are left out"
	}
	p.add(report, offset)
}

// nameLength returns where the name of a tag ends that begins at start.
func nameLength(raw []byte, start int) int {
	for i := start; i < len(raw); i++ {
		switch raw[i] {
		case ' ', '\t', '\n', '\f', '/', '>':
			return i
		}
	}
	return len(raw)
}
