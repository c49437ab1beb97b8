package chunker

import (
	"cmp"
	"fmt"
	"slices"
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
	match, content parts
	promptMatch    parts // its match under match-prompts-only
	prompts        []string
	links          []Link
	fragments      []*fragment
	latest         headings // of the last piece combined into it
	opened         []int    // headings over equations, as indices of trail.opened
	order          int      // of its first fragment among all
}

// An assembler puts fragments together. Its rules are in docs/chunking.md.
type assembler struct {
	*reporter
	trail      *trail
	directives directives
	units      []*unit

	sequence  int
	label     bool  // the last fragment was a label
	previous  Kind  // of the last fragment that counts, "" after a heading
	paragraph *unit // the last one that begins with a paragraph
	equations *unit // waiting for the paragraph that explains them
	waiting   []orphan
	others    int      // of waiting, no tables
	places    []*unit  // of the chunks, in their order
	headings  headings // of the chunk made last
	written   string   // their lines
	more      parts    // content that has joined the last chunk
	orphaned  []string // prompts waiting for the next chunk of the page
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
	slices.SortStableFunc(a.units, func(a, b *unit) int { return cmp.Compare(a.order, b.order) })
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

// next numbers the pieces of the page, so that units made late can be put where
// they belong.
func (a *assembler) next() int {
	a.sequence++
	return a.sequence
}

func (a *assembler) last() *unit { return a.units[len(a.units)-1] }

// unit starts a new unit with a fragment.
func (a *assembler) unit(f *fragment) {
	u := &unit{order: a.next(), headings: a.trail.headings, latest: a.trail.headings, chapter: a.trail.chapters, place: a.trail.places, scope: a.trail.scope, kind: f.kind}
	if first := a.trail.use(); first >= 0 {
		f.first = min(f.first, first)
	}
	if f.kind == List || f.kind == Definitions || f.kind == Preformat {
		a.settleEquations()
	} else if e := a.equations; e != nil && e.place == u.place {
		a.equations = nil
		u.take(e, "")
	}
	a.units = append(a.units, u)
	u.match.add(a.trail.term())
	u.addPrompts(a.orphaned)
	a.orphaned = nil
	a.adopt(u, f.kind)
	u.add(f)
	if a.equations != nil && f.kind != List && f.kind != Definitions && f.kind != Preformat {
		a.settleEquations() // of another section, in which there was no text
	}
	a.previous = f.kind
	if f.kind == Paragraph {
		a.paragraph = u
	}
}

// add joins a fragment to a unit.
func (u *unit) add(f *fragment) {
	u.match.add(f.match)
	u.content.add(f.content)
	u.promptMatch.add(strings.Join(f.prompts, "\n"))
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
	u.match = append(u.match, o.match...)
	u.promptMatch = append(u.promptMatch, o.promptMatch...)
	u.content.add(lines)
	u.content = append(u.content, o.content...)
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
	u.match.add(text)
	u.promptMatch.add(text)
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
		a.equations = &unit{headings: a.trail.headings, place: a.trail.places, kind: Equation, opened: a.trail.indices(), order: a.next()}
	}
	e := a.equations
	e.content.add(f.content)
	e.match.add(strings.Join(f.prompts, "\n"))
	e.promptMatch.add(strings.Join(f.prompts, "\n"))
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
	a.trail.useAll(e.opened)
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
	if e.addPrompts(a.orphaned); len(e.match) > 0 {
		a.orphaned = nil
		a.trail.use()
		e.latest = e.headings
		a.units = append(a.units, e)
		return
	}
	a.add(Report{
		Severity: Warning, ID: "lonely-equation", Element: "equation", LeftOut: oneLine(e.content.text()),
		Message: "the page has no text that the equation could be found by; explain it in a paragraph after it, or add a prompt",
	}, e.fragments[0].first)
}
