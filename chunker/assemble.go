package chunker

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A unit is what the fragments of a page are joined into before directives
// combine them: a paragraph with its list, an equation with what explains it.
type unit struct {
	headings
	chapter, place, scope int // numbers of its chapter, section and innermost heading

	kind           Kind
	match, content string
	promptMatch    string // its match under match-prompts-only
	prompts        []string
	links          []Link
	fragments      []*fragment
	latest         headings // of the last piece combined into it
}

// An assembler puts fragments together. Its rules are in docs/chunking.md.
type assembler struct {
	*reporter
	trail      *trail
	directives directives
	units      []*unit

	label     bool  // the last fragment was a label
	previous  Kind  // of the last fragment that counts, "" after a heading
	paragraph *unit // the last one that begins with a paragraph
	equations *unit // waiting for the paragraph that explains them
	waiting   []orphan
	places    []*unit  // of the chunks, in their order
	headings  headings // of the chunk made last
	written   string   // their lines
	orphaned  []string // prompts waiting for the next chunk of the page
}

// An orphan is a piece without match string that waits for the next unit.
type orphan struct {
	*fragment
	headings
	chapter, place, scope int
	paragraph, last       *unit // that were there before it
	opened                []int // headings it stands under
}

// assemble makes units of the fragments.
func (a *assembler) assemble(fragments []*fragment) {
	for _, f := range fragments {
		a.fragment(f)
	}
	a.settle(true)
	a.settleEquations()
	a.lonelyEquations()
	a.leftPrompts()
	for _, o := range a.trail.opened {
		if !o.used && o.title != "" {
			a.add(Report{
				Severity: Info, ID: "empty-heading", Element: o.element, LeftOut: o.title,
				Message: "no chunk stands under this heading",
			}, o.offset)
		}
	}
}

func (a *assembler) fragment(f *fragment) {
	switch f.role {
	case headline:
		a.settleEquations()
		a.trail.open(f)
		a.settle(false)
		a.previous = ""
	case termOpen:
		a.settleEquations()
		a.trail.openTerm(f)
		a.settle(false)
		a.previous = ""
		a.addPrompts(f.prompts)
	case termClose:
		a.settleEquations()
		a.trail.closeTerm()
		a.previous = ""
	case boundary:
		a.previous = ""
	case promptsOnly:
		a.addPrompts(f.prompts)
	case dateOnly:
		a.trail.date = f.date
	case rule, taken:
	default:
		a.piece(f)
	}
}

// piece adds a fragment with content.
func (a *assembler) piece(f *fragment) {
	if f.inList && a.directives.omitLists {
		a.add(Report{
			Severity: Info, ID: "omitted-list", Element: f.element, LeftOut: oneLine(f.content),
			Message: "the directive omit-lists leaves this list out",
		}, f.first)
		return
	}
	if f.date != "" {
		a.trail.date = f.date
	}
	if f.kind == Equation {
		a.equation(f)
		return
	}
	if f.role == object || f.role == paired || f.role == caption {
		a.captions(f)
	}
	switch {
	case f.role == object && (f.kind == Table || f.match == "") || !hasWord(f.match):
		a.orphan(f)
	case a.joins(f):
		a.settleEquations()
		a.last().add(f)
		a.previous = f.kind
	default:
		a.unit(f)
	}
	a.label = f.label
}

// hasWord reports whether a match string has a letter or a digit. Without one
// it can be found by no question.
func hasWord(match string) bool {
	return strings.ContainsFunc(match, func(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) })
}

// joins reports whether a fragment belongs to the unit before it: a list or
// listing to its paragraph, bare text to the listing that interrupts its
// sentence, and what follows a label, a line all in bold, to that.
func (a *assembler) joins(f *fragment) bool {
	if len(a.units) == 0 {
		return false
	}
	switch f.kind {
	case List, Definitions, Preformat:
		return a.previous == Paragraph
	case Paragraph:
		first, _ := utf8.DecodeRuneInString(f.match)
		continues := f.bare && a.previous == Preformat && unicode.IsLower(first)
		return a.last().scope == a.trail.scope && (continues || a.label && a.previous == Paragraph && !f.label)
	}
	return false
}

// captions finishes a table or figure and reports what is wrong with its
// caption.
func (a *assembler) captions(f *fragment) {
	f.finishFigure()
	if f.untitled {
		a.add(Report{
			Severity: Warning, ID: "missing-titles", Element: "table",
			Message: "no row titles the columns of the table, so that its cells stand without names; type <th> in place of <td> in its first row",
		}, f.offset)
	}
	switch {
	case f.role == caption && f.bare && f.notes == "":
		a.add(Report{
			Severity: Warning, ID: "stray-caption",
			Message: fmt.Sprintf("no %s stands directly before or after this caption; put them into one <center> or <figure>", strings.ToLower(string(f.kind))),
		}, f.first)
	case f.role == caption && !f.bare:
		f.kind = Paragraph
	case f.role == object && f.kind == Table:
		a.add(Report{
			Severity: Warning, ID: "missing-caption", Element: "table",
			Message: "the table has no caption to be found by; type <small><b>Table:</b> what it shows.</small> after it, within one <center>",
		}, f.offset)
	case f.role == object && f.match == "" && !f.video:
		a.add(Report{
			Severity: Warning, ID: "missing-caption", Element: "img",
			Message: "the image has no caption and no alt text to be found by; type <small><b>Figure:</b> what it shows.</small> after it, within one <center>",
		}, f.offset)
	}
}

func (a *assembler) last() *unit { return a.units[len(a.units)-1] }

// unit starts a new unit with a fragment.
func (a *assembler) unit(f *fragment) {
	u := &unit{headings: a.trail.headings, latest: a.trail.headings, chapter: a.trail.chapters, place: a.trail.places, scope: a.trail.scope, kind: f.kind}
	if first := a.trail.use(); first >= 0 {
		f.first = min(f.first, first)
	}
	if f.kind == List || f.kind == Definitions || f.kind == Preformat {
		a.settleEquations()
	} else if e := a.equations; e != nil {
		a.equations = nil
		u.take(e, "")
	}
	a.units = append(a.units, u)
	u.match = join(u.match, a.trail.term())
	u.addPrompts(a.orphaned)
	a.orphaned = nil
	a.adopt(u, f.kind)
	u.add(f)
	a.previous = f.kind
	if f.kind == Paragraph {
		a.paragraph = u
	}
}

// add joins a fragment to a unit.
func (u *unit) add(f *fragment) {
	u.match = join(u.match, f.match)
	u.content = join(u.content, f.content)
	u.promptMatch = join(u.promptMatch, strings.Join(f.prompts, "\n"))
	u.note(f)
}

// note keeps what a unit knows of its fragments.
func (u *unit) note(f *fragment) {
	u.prompts = append(u.prompts, f.prompts...)
	u.links = append(u.links, f.links...)
	u.fragments = append(u.fragments, f)
}

// take joins what another unit holds, under heading lines if there are any.
func (u *unit) take(o *unit, lines string) {
	u.match = join(u.match, o.match)
	u.promptMatch = join(u.promptMatch, o.promptMatch)
	u.content = join(u.content, join(lines, o.content))
	u.prompts = append(u.prompts, o.prompts...)
	u.links = append(u.links, o.links...)
	u.fragments = append(u.fragments, o.fragments...)
}

// addPrompts joins prompts that stand outside of any text.
func (u *unit) addPrompts(prompts []string) {
	if len(prompts) == 0 {
		return
	}
	text := strings.Join(prompts, "\n")
	u.match = join(u.match, text)
	u.promptMatch = join(u.promptMatch, text)
	u.prompts = append(u.prompts, prompts...)
}

// addPrompts gives prompts that stand alone to the chunk before them in their
// section, else to the next chunk of the page.
func (a *assembler) addPrompts(prompts []string) {
	if len(prompts) == 0 {
		return
	}
	if len(a.units) > 0 && a.last().place == a.trail.places {
		a.last().addPrompts(prompts)
		return
	}
	a.orphaned = append(a.orphaned, prompts...)
}

// leftPrompts gives the prompts after the last chunk to it.
func (a *assembler) leftPrompts() {
	if len(a.units) > 0 {
		a.last().addPrompts(a.orphaned)
	} else if len(a.orphaned) > 0 {
		a.add(Report{
			Severity: Warning, ID: "lost-prompt", Element: "prompt",
			Message: "the page has no text that its prompts could lead to",
		}, 0)
	}
}

// equation keeps an equation for the paragraph that explains it.
func (a *assembler) equation(f *fragment) {
	if a.equations == nil {
		a.equations = &unit{headings: a.trail.headings, place: a.trail.places, kind: Equation}
	}
	e := a.equations
	e.content = join(e.content, f.content)
	e.match = join(e.match, strings.Join(f.prompts, "\n"))
	e.promptMatch = e.match
	e.note(f)
	a.previous = Equation
}

// settleEquations joins equations that no paragraph follows to the chunk
// before, or lets them wait for the next if there is none.
func (a *assembler) settleEquations() {
	e := a.equations
	if e == nil || len(a.units) == 0 {
		return
	}
	a.equations = nil
	a.trail.use()
	a.last().take(e, e.headings.lines(a.last().headings))
}

// lonelyEquations makes a chunk of the equations of a page without any text,
// if there are prompts to match them by.
func (a *assembler) lonelyEquations() {
	e := a.equations
	if e == nil {
		return
	}
	a.equations = nil
	if e.addPrompts(a.orphaned); e.match != "" {
		a.orphaned = nil
		a.trail.use()
		e.latest = e.headings
		a.units = append(a.units, e)
		return
	}
	a.add(Report{
		Severity: Warning, ID: "lonely-equation", Element: "equation", LeftOut: oneLine(e.content),
		Message: "the page has no text that the equation could be found by; explain it in a paragraph after it, or add a prompt",
	}, e.fragments[0].first)
}

// orphan finds a neighbour for a piece without match string: what is before it
// under the same heading, else what follows.
func (a *assembler) orphan(f *fragment) {
	t := a.trail
	o := orphan{fragment: f, headings: t.headings, chapter: t.chapters, place: t.places, scope: t.scope, paragraph: a.paragraph, opened: t.indices()}
	if len(a.units) > 0 {
		o.last = a.last()
	}
	if u := o.before(); u != nil && u.scope == t.scope {
		u.addContent(f)
		return
	}
	a.waiting = append(a.waiting, o)
}

// before returns the unit before an orphan that may take it, nil if there is
// none: for a table the last that begins with a paragraph, else the last.
func (o orphan) before() *unit {
	if o.kind == Table {
		return o.paragraph
	}
	return o.last
}

// addContent joins the content of an orphan to a unit, and its prompts.
func (u *unit) addContent(f *fragment) {
	u.content = join(u.content, f.content)
	u.match = join(u.match, strings.Join(f.prompts, "\n"))
	u.promptMatch = join(u.promptMatch, strings.Join(f.prompts, "\n"))
	u.note(f)
}

// adopt joins the orphans that wait for a unit like this one.
func (a *assembler) adopt(u *unit, kind Kind) {
	rest := a.waiting[:0]
	for _, o := range a.waiting {
		if o.scope == u.scope && (o.kind != Table || kind == Paragraph) {
			u.addContent(o.fragment)
		} else {
			rest = append(rest, o)
		}
	}
	a.waiting = rest
}

// settle finds a place for the orphans whose heading has closed, or for all at
// the end of the page.
func (a *assembler) settle(end bool) {
	waiting := a.waiting
	a.waiting = nil
	for _, o := range waiting {
		if !end && o.place == a.trail.places {
			a.waiting = append(a.waiting, o)
			continue
		}
		a.settleOrphan(o)
	}
}

// settleOrphan gives an orphan to the chunk before it in its section. Without
// one, a table is matched by its first row, and other text by itself; an image
// is left out.
func (a *assembler) settleOrphan(o orphan) {
	if o.kind != Figure && !hasWord(o.content) {
		a.leaveOut(o.fragment, "text without a letter or digit is found by no question")
		return
	}
	u := o.before()
	switch {
	case u != nil && u.place == o.place:
		u.content = join(u.content, o.headings.lines(u.headings))
		u.addContent(o.fragment)
	case o.kind == Figure && len(o.prompts) == 0:
		return // the author was told, and no text is lost
	default:
		u = a.ownUnit(o)
	}
	for _, i := range o.opened {
		a.trail.opened[i].used = true
	}
}

// ownUnit makes a unit of an orphan that has no neighbour. It is matched by the
// heading above it and, for a table, its first row.
func (a *assembler) ownUnit(o orphan) *unit {
	u := &unit{headings: o.headings, latest: o.headings, chapter: o.chapter, place: o.place, scope: o.scope, kind: o.kind}
	if !hasWord(o.match) {
		o.match = ""
	}
	u.match = join(o.headings.innermost(), strings.Join(o.prompts, "\n"))
	if !hasWord(u.match) && o.match == "" {
		o.match = oneLine(o.content)
	}
	u.add(o.fragment)
	a.units = append(a.units, u)
	return u
}

// leaveOut reports text that goes into no chunk.
func (a *assembler) leaveOut(f *fragment, why string) {
	if text := oneLine(f.content); text != "" {
		a.add(Report{Severity: Info, ID: "no-words", Element: f.element, LeftOut: text, Message: why}, f.first)
	}
}

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
	a.duplicates(chunks)
	return chunks
}

// chunk makes a chunk of a unit and adds it, or joins it to the one before if
// it has no match string.
func (a *assembler) chunk(chunks []Chunk, u *unit) []Chunk {
	match := trim(u.match)
	if a.directives.promptsOnly {
		match = trim(u.promptMatch)
	}
	if match != "" {
		a.suspicious(u)
		a.places = append(a.places, u)
		return append(chunks, a.newChunk(u, match))
	}
	n := len(chunks)
	if n > 0 && a.places[n-1].place == u.place {
		before := a.places[n-1]
		c := &chunks[n-1]
		c.Content = join(c.Content, join(u.headings.lines(before.latest), u.content))
		before.latest = u.headings
		c.Links = append(c.Links, u.links...)
		c.addFragments(a.reporter, u.fragments)
		return chunks
	}
	a.add(Report{
		Severity: Error, ID: "no-prompt", LeftOut: oneLine(u.content),
		Message: "the directive match-prompts-only is set, but no prompt stands in this text or before it in its section, so nothing finds it; add a prompt",
	}, u.fragments[0].first)
	return chunks
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
		Name: Name(match), Match: match, Content: join(a.lines(u.headings), u.content), Kind: u.kind,
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
	for s := u.match; s != ""; {
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
