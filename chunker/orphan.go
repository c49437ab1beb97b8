package chunker

import (
	"slices"
	"strings"
)

// An orphan is a piece without match string that waits for the next unit.
type orphan struct {
	*fragment
	headings
	chapter, place, scope int
	order                 int
	paragraph, last       *unit // that were there before it
	opened                []int // headings it stands under
}

// orphan finds a neighbour for a piece without match string: what is before it
// under the same heading, else what follows.
func (a *assembler) orphan(f *fragment) {
	t := a.trail
	o := orphan{fragment: f, order: a.next(), headings: t.headings, chapter: t.chapters, place: t.places, scope: t.scope, paragraph: a.paragraph, opened: t.indices()}
	if len(a.units) > 0 {
		o.last = a.last()
	}
	if u := o.before(); u != nil && u.scope == t.scope {
		u.addContent(f)
		return
	}
	a.wait(o)
}

func (a *assembler) wait(o orphan) {
	a.waiting = append(a.waiting, o)
	a.others += btoi(o.kind != Table)
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
	u.content.add(f.content)
	u.match.add(strings.Join(f.prompts, "\n"))
	u.promptMatch.add(strings.Join(f.prompts, "\n"))
	u.note(f)
}

// adopt joins the orphans that wait for a unit like this one. Tables wait for
// paragraphs, of which there may be none.
func (a *assembler) adopt(u *unit, kind Kind) {
	if kind != Paragraph && a.others == 0 {
		return
	}
	waiting := a.waiting
	a.waiting, a.others = waiting[:0], 0
	for _, o := range waiting {
		if o.fits(u) && (o.kind != Table || kind == Paragraph) {
			u.addContent(o.fragment)
		} else {
			a.wait(o)
		}
	}
}

// fits reports whether an orphan may join a unit after it: one under the same
// heading or, if none before it in its section can take it, under one below.
func (o orphan) fits(u *unit) bool {
	if o.scope == u.scope {
		return true
	}
	n := len(o.subsections)
	below := o.place == u.place && len(u.subsections) >= n && slices.Equal(o.subsections, u.subsections[:n])
	before := o.before()
	return below && (before == nil || before.place != o.place)
}

// settle finds a place for the orphans whose heading has closed, or for all at
// the end of the page.
func (a *assembler) settle(end bool) {
	waiting := a.waiting
	a.waiting, a.others = nil, 0
	for _, o := range waiting {
		if !end && o.place == a.trail.places {
			a.wait(o)
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
		u.content.add(o.headings.lines(u.headings))
		u.addContent(o.fragment)
	case o.kind == Figure && len(o.prompts) == 0:
		return // the author was told, and no text is lost
	default:
		a.ownUnit(o)
	}
	a.trail.useAll(o.opened)
}

// ownUnit makes a unit of an orphan that has no neighbour. It is matched by the
// heading above it and, for a table, its first row.
func (a *assembler) ownUnit(o orphan) {
	u := &unit{order: o.order, headings: o.headings, latest: o.headings, chapter: o.chapter, place: o.place, scope: o.scope, kind: o.kind}
	if !hasWord(o.match) {
		o.match = ""
	}
	u.match.add(o.headings.innermost())
	u.match.add(strings.Join(o.prompts, "\n"))
	if !slices.ContainsFunc(u.match, hasWord) && o.match == "" {
		o.match = oneLine(o.content)
	}
	u.add(o.fragment)
	a.units = append(a.units, u)
}

// leaveOut reports text that goes into no chunk.
func (a *assembler) leaveOut(f *fragment, why string) {
	if text := oneLine(f.content); text != "" {
		a.add(Report{Severity: Info, ID: "no-words", Element: f.element, LeftOut: text, Message: why}, f.first)
	}
}
