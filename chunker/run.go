package chunker

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A run is text without a block boundary in it, written twice: as it goes into
// a content string, with links, images and code in Markdown, and as it goes
// into a match string, as plain prose with the prompts in their places.
type run struct {
	content, match []byte

	first    int // offset of its first visible character, -1 before there is one
	last     int // offset of its last piece of text
	newlines int // line ends in the last piece, up to its last visible character

	prompts []string
	links   []Link
	images  []image
	smalls  []span // small elements, closed and open
	bolds   []span // where bold text begins
	plain   bool   // some of its text is not bold

	linkStart, linkMatch int    // where in content and match the open link begins, -1 if none is
	codeStart            int    // where in content the open code begins, -1 if none is
	codeLinks            int    // links there were when it began
	anchors              int    // links with a target, of which navigation is made
	words                bool   // it has a word outside of links
	apart                bool   // match ends with a prompt or an alt text
	alt                  string // of the images in a heading
}

// A span is a piece of a run; its ends are -1 while it is open.
type span struct{ content, match, contentEnd, matchEnd int }

// An image is a picture or film in a run.
type image struct {
	span
	markdown string // its final form, with the link around it
	alt      string
	offset   int
	video    bool
}

func newRun() *run {
	return &run{first: -1, linkStart: -1, codeStart: -1}
}

// reset makes the run as new, to be used again. What it handed to a fragment
// is the fragment's.
func (r *run) reset() {
	*r = run{content: r.content[:0], match: r.match[:0], first: -1, linkStart: -1, codeStart: -1}
}

// empty reports whether the run holds nothing that makes a fragment.
func (r *run) empty() bool {
	return r.first < 0 && len(r.images) == 0 && len(r.prompts) == 0
}

// place notes that something visible stands at an offset.
func (r *run) place(offset int, text string) {
	if r.first < 0 {
		r.first = offset
	}
	r.last = offset
	r.newlines = strings.Count(strings.TrimRight(text, " \t\n"), "\n")
}

// blank puts one blank at the end of a buffer where there is no white space.
func blank(b []byte) []byte {
	if len(b) == 0 || b[len(b)-1] == ' ' || b[len(b)-1] == '\n' {
		return b
	}
	return append(b, ' ')
}

// write adds text to both forms.
func (r *run) write(text string) {
	if r.apart && text != "" {
		r.apart = false
		if first, _ := utf8.DecodeRuneInString(text); unicode.IsLetter(first) || unicode.IsDigit(first) {
			r.match = blank(r.match)
		}
	}
	r.content = append(r.content, text...)
	r.match = append(r.match, text...)
}

// writePrompt adds a prompt, which goes into the match string only.
func (r *run) writePrompt(text string) {
	text = trim(text)
	if text == "" {
		return
	}
	r.prompts = append(r.prompts, text)
	r.match = append(blank(r.match), text...)
	r.apart = true
}

// writeImage adds an image whose Markdown is given; its alt text goes into the
// match string.
func (r *run) writeImage(m image, markdown string) {
	if m.alt != "" {
		r.match = blank(r.match)
	}
	m.span = span{content: len(r.content), match: len(r.match)}
	m.markdown = markdown
	r.content = append(r.content, markdown...)
	if m.alt != "" {
		r.match = append(r.match, m.alt...)
		r.apart = true
	}
	m.contentEnd, m.matchEnd = len(r.content), len(r.match)
	r.images = append(r.images, m)
}

// openLink marks the place where the text of a link begins.
func (r *run) openLink() { r.linkStart, r.linkMatch = len(r.content), len(r.match) }

// closeLink makes a Markdown link of the text since openLink. White space at
// its ends is put outside, and a link without text vanishes.
func (r *run) closeLink(url string) {
	start := r.linkStart
	if start < 0 {
		return
	}
	r.linkStart = -1
	inner := string(r.content[start:])
	text := trim(inner)
	if text == "" || url == "" {
		return
	}
	lead := inner[:strings.Index(inner, text)]
	trail := inner[len(lead)+len(text):]
	plain := oneLine(string(r.match[min(r.linkMatch, len(r.match)):]))
	r.links = append(r.links, Link{Text: plain, URL: url})
	markdown := "[" + escapeBrackets(text) + "](" + url + ")"
	r.content = append(append(append(r.content[:start], lead...), markdown...), trail...)
	if n := len(r.images) - 1; n >= 0 && r.images[n].content == start+len(lead) && r.images[n].markdown == text {
		r.images[n].markdown = markdown
		r.images[n].contentEnd = start + len(lead) + len(markdown)
	}
}

// openCode marks the place where code begins.
func (r *run) openCode() { r.codeStart, r.codeLinks = len(r.content), len(r.links) }

// closeCode puts backticks around the text since openCode. Code with a link in
// it stays as it is: Markdown shows no links in code.
func (r *run) closeCode() {
	start := r.codeStart
	if start < 0 {
		return
	}
	r.codeStart = -1
	inner := string(r.content[start:])
	text := trim(inner)
	if text == "" || len(r.links) > r.codeLinks || strings.Contains(text, "\n\n") {
		return
	}
	lead := inner[:strings.Index(inner, text)]
	trail := inner[len(lead)+len(text):]
	ticks := "`"
	if strings.Contains(text, "`") {
		ticks = "``"
		text = " " + text + " "
	}
	r.content = append(append(append(r.content[:start], lead...), ticks+text+ticks...), trail...)
}

// escapeBrackets escapes the brackets of a link text that are not in pairs.
func escapeBrackets(s string) string {
	open := 0
	for i := range len(s) {
		switch s[i] {
		case '[':
			open++
		case ']':
			if open--; open < 0 {
				open = len(s)
			}
		}
	}
	if open == 0 {
		return s
	}
	return strings.NewReplacer("[", `\[`, "]", `\]`).Replace(s)
}

// noteWords remembers whether text outside of links has words. Numbers with a
// full stop or a bracket, as those of sections, are none. A comma counts as
// one: it makes a sentence of links.
func (r *run) noteWords(text string) {
	if r.words {
		return
	}
	for word := range strings.FieldsSeq(text) {
		if strings.ContainsFunc(word, unicode.IsLetter) || word == "," || word == ";" || !strings.ContainsAny(word, ".)") && strings.ContainsFunc(word, unicode.IsDigit) {
			r.words = true
			return
		}
	}
}

// isNavigation reports whether the run is links with nothing but separators
// between them. Three make navigation of it: one or two stand in prose too.
func (r *run) isNavigation() bool {
	return r.anchors >= 3 && !r.words && len(r.prompts) == 0
}

// cut returns content and match without the images.
func (r *run) cut() (content, match string) {
	if len(r.images) == 0 {
		return string(r.content), string(r.match)
	}
	var c, m bytes.Buffer
	var cEnd, mEnd int
	for _, i := range r.images {
		c.Write(r.content[cEnd:max(i.content, cEnd)])
		m.Write(r.match[mEnd:max(i.match, mEnd)])
		cEnd, mEnd = max(i.contentEnd, cEnd), max(i.matchEnd, mEnd)
	}
	c.Write(r.content[cEnd:])
	m.Write(r.match[mEnd:])
	return c.String(), m.String()
}
