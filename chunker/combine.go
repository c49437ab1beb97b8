package chunker

import (
	"fmt"
	"strconv"
	"strings"
)

// chunks makes a chunk of each unit or, if directives say so, of each page,
// chapter or section.
func (a *assembler) chunks() []Chunk {
	chunks := make([]Chunk, 0, len(a.units))
	var open *unit
	for _, u := range a.units {
		if open != nil && a.directives.combines(open, u) {
			open.take(u, u.headings.lines(open.latest))
			open.latest = u.headings
			continue
		}
		if open != nil {
			chunks = a.chunk(chunks, open)
		}
		open = u
	}
	if open != nil {
		chunks = a.chunk(chunks, open)
	}
	a.finish(chunks)
	a.duplicates(chunks)
	return chunks
}

// chunk makes a chunk of a unit and adds it, or joins it to the one before if
// it has no match string.
func (a *assembler) chunk(chunks []Chunk, u *unit) []Chunk {
	match := trim(u.match.text())
	if a.directives.promptsOnly {
		match = trim(u.promptMatch.text())
	}
	if match != "" {
		a.suspicious(u)
		a.finish(chunks)
		a.places = append(a.places, u)
		return append(chunks, a.newChunk(u, match))
	}
	n := len(chunks)
	if n > 0 && a.places[n-1].place == u.place {
		before := a.places[n-1]
		c := &chunks[n-1]
		a.more.add(u.headings.lines(before.latest))
		a.more = append(a.more, u.content...)
		before.latest = u.headings
		c.Links = append(c.Links, u.links...)
		c.addFragments(a.reporter, u.fragments)
		return chunks
	}
	a.add(Report{
		Severity: Error, ID: "no-prompt", LeftOut: oneLine(u.content.text()),
		Message: "the directive match-prompts-only is set, but no prompt stands in this text or before it in its section, so nothing finds it; add a prompt",
	}, u.fragments[0].first)
	return chunks
}

// finish adds to the last chunk what has joined it.
func (a *assembler) finish(chunks []Chunk) {
	if len(a.more) > 0 {
		c := &chunks[len(chunks)-1]
		c.Content = join(c.Content, a.more.text())
		a.more = nil
	}
}

// lines writes all heading lines of a unit. Those of the units after it are
// mostly the same.
func (a *assembler) lines(h headings) string {
	if a.written == "" || !h.equal(a.headings) {
		a.headings, a.written = h, h.lines(headings{})
	}
	return a.written
}

func (a *assembler) newChunk(u *unit, match string) Chunk {
	c := Chunk{
		Name: Name(match), Match: match, Content: trim(join(a.lines(u.headings), u.content.text())), Kind: u.kind,
		Document: u.document, Chapter: u.headings.chapter, Section: u.section, Subsections: u.subsections, Date: u.date,
		Prompts: u.prompts, Links: u.links,
	}
	c.addFragments(a.reporter, u.fragments)
	return c
}

// addFragments notes the fragments of a chunk and the lines they stand in.
func (c *Chunk) addFragments(r *reporter, fragments []*fragment) {
	for _, f := range fragments {
		first := r.line(f.first)
		last := max(first, r.line(f.last)+f.newlines)
		c.Fragments = append(c.Fragments, Fragment{f.kind, first, last})
		if c.FirstLine == 0 || first < c.FirstLine {
			c.FirstLine = first
		}
		c.LastLine = max(c.LastLine, last)
	}
}

// duplicates reports chunks with one match string. A question can't tell them
// apart, and the library keeps them as one.
func (a *assembler) duplicates(chunks []Chunk) {
	first, places := make(map[string]int, len(chunks)), map[string][]int{}
	for i, c := range chunks {
		if f, ok := first[c.Match]; !ok {
			first[c.Match] = i
		} else if places[c.Match] == nil {
			places[c.Match] = []int{f, i}
		} else {
			places[c.Match] = append(places[c.Match], i)
		}
	}
	for i, c := range chunks {
		same := places[c.Match]
		if same == nil || i != same[1] {
			continue
		}
		f := a.places[i].fragments[0]
		a.add(Report{
			Severity: Warning, ID: "duplicate-match", Element: f.element,
			Message: fmt.Sprintf("%s, so that these become one chunk; word them differently or add prompts", a.sameAs(chunks, same)),
		}, f.first)
	}
}

// sameAs says where chunks with one match string stand.
func (a *assembler) sameAs(chunks []Chunk, same []int) string {
	const most = 3
	var lines []string
	for _, i := range same[:min(len(same), most)] {
		lines = append(lines, strconv.Itoa(chunks[i].FirstLine))
	}
	text := "the text that is matched is the same in lines " + strings.Join(lines, ", ")
	if more := len(same) - most; more > 0 {
		text += fmt.Sprintf(" and at %d more places", more)
	}
	return text
}

// commands are phrases, in lower case, by which a text gives orders to a
// language model.
var commands = []string{
	"ignore all previous", "ignore previous instructions", "ignore the above", "disregard all previous", "disregard the above",
	"disregard previous", "reply only in", "reply only with", "respond only in", "your instructions are",
}

// suspicious reports text that reads like orders to the model.
func (a *assembler) suspicious(u *unit) {
	for s := u.match.text(); s != ""; {
		if c := commandAt(s); c != "" {
			a.add(Report{
				Severity: Warning, ID: "order-like-text", Element: u.fragments[0].element,
				Message: fmt.Sprintf("%q reads like an order to a language model; it is sent as documentation, but check that it belongs here", c),
			}, u.fragments[0].first)
			return
		}
		_, s, _ = strings.Cut(s, " ")
	}
}

// commandAt returns the command that s begins with, "" if it does with none.
func commandAt(s string) string {
	if s == "" {
		return ""
	}
	switch s[0] | 0x20 {
	case 'i', 'd', 'r', 'y':
	default:
		return ""
	}
	for _, c := range commands {
		if len(s) >= len(c) && strings.EqualFold(s[:len(c)], c) {
			return c
		}
	}
	return ""
}
