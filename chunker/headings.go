package chunker

import (
	"slices"
	"strconv"
	"strings"
)

// levels says which heading levels of a page are its document, chapters,
// sections and subsections.
type levels struct {
	document int // 1 if the h1 is the title of the document, else 0
	chapter  int
	section  int // deeper ones are subsections
}

// levelsOf finds the levels of a page from the headings on it. One h1 is the
// title of the document; several are chapters. Chapters are h2 where there are
// any, else the highest level in use, and sections the next.
func levelsOf(fragments []*fragment) levels {
	var count [7]int
	for _, f := range fragments {
		if f.role == headline && f.title != "" {
			count[f.level]++
		}
	}
	l := levels{}
	from := 1
	if count[1] == 1 {
		l.document, from = 1, 2
	}
	for level := from; level < len(count); level++ {
		switch {
		case count[level] == 0:
		case l.chapter == 0:
			l.chapter = level
		case l.section == 0:
			l.section = level
		}
	}
	return l
}

// headings are the titles over a place of the page.
type headings struct {
	document, chapter, section Title
	subsections                []Title
	date                       string
}

// lines writes the heading lines that lead to h for a reader who has seen
// those of before: all from the first that differs.
func (h headings) lines(before headings) string {
	var lines []string
	differs := false
	line := func(name string, t, old Title) {
		differs = differs || t != old
		if differs && t.Text != "" {
			lines = append(lines, name+": "+t.markdown())
		}
	}
	line("Document", h.document, before.document)
	line("Chapter", h.chapter, before.chapter)
	line("Section", h.section, before.section)
	for i, s := range h.subsections {
		old := Title{}
		if i < len(before.subsections) {
			old = before.subsections[i]
		}
		line("Subsection", s, old)
	}
	if h.date != "" && (differs || h.date != before.date) {
		lines = append(lines, "Date: "+h.date)
	}
	return strings.Join(lines, "\n")
}

// equal reports whether two places have the same titles and date.
func (h headings) equal(o headings) bool {
	return h.document == o.document && h.chapter == o.chapter && h.section == o.section && h.date == o.date &&
		slices.Equal(h.subsections, o.subsections)
}

// markdown writes a title as a link, if it has one.
func (t Title) markdown() string {
	if t.Link == "" {
		return t.Text
	}
	return "[" + escapeBrackets(t.Text) + "](" + t.Link + ")"
}

// An opened is a heading that was met, to report it if nothing comes under it.
type opened struct {
	title   string
	element string
	offset  int
	used    bool
}

// A trail follows the headings along the page.
type trail struct {
	headings
	levels levels
	urls   *resolver

	subs  []subsection // open ones, outermost first
	terms []subsection // open terms and the headings in their definitions, outermost first

	opened           []opened
	chapterAt        int // index in opened, -1 if none is open
	sectionAt        int
	chapters, places int      // numbers of the chapter and of the section
	scope            int      // number of the innermost heading
	before           []*trail // as it was before each open term
}

// A subsection is an open heading below the sections, or a term.
type subsection struct {
	Title
	level int // of a heading, 0 for a term
	index int // in opened
}

func newTrail(l levels, document Title, urls *resolver) *trail {
	return &trail{levels: l, headings: headings{document: document}, urls: urls, chapterAt: -1, sectionAt: -1}
}

// title makes the title of a heading; its link leads to its anchor or, without
// one, to its text, as hand-typed links do.
func (t *trail) title(f *fragment) Title {
	anchor := f.anchor
	if anchor == "" {
		anchor = f.title
	}
	return Title{Text: f.title, Link: t.urls.heading(anchor)}
}

// open enters the place that a heading opens.
func (t *trail) open(f *fragment) {
	if f.date != "" {
		t.date = f.date
	}
	if f.title == "" || f.level == t.levels.document {
		return
	}
	t.scope++
	title := t.title(f)
	index := len(t.opened)
	t.opened = append(t.opened, opened{title: f.title, element: "h" + strconv.Itoa(f.level), offset: f.first})
	switch {
	case len(t.terms) > 0: // in the definition of a term, and below it
		n := len(t.terms)
		for n > 0 && t.terms[n-1].level >= f.level {
			n--
		}
		t.terms = append(slices.Clone(t.terms[:n]), subsection{title, f.level, index})
	case f.level <= t.levels.chapter:
		t.chapter, t.section, t.subs = title, Title{}, nil
		t.chapterAt, t.sectionAt = index, -1
		t.chapters++
		t.places++
	case f.level <= t.levels.section:
		t.section, t.subs = title, nil
		t.sectionAt = index
		t.places++
	default:
		for len(t.subs) > 0 && t.subs[len(t.subs)-1].level >= f.level {
			t.subs = t.subs[:len(t.subs)-1]
		}
		t.subs = append(slices.Clone(t.subs), subsection{title, f.level, index})
	}
	t.setSubsections()
}

// openTerm enters the definition of a term.
func (t *trail) openTerm(f *fragment) {
	before := *t
	t.before = append(t.before, &before)
	t.scope++
	index := len(t.opened)
	t.opened = append(t.opened, opened{title: f.title, element: "dt", offset: f.first})
	t.terms = append(slices.Clone(t.terms), subsection{t.title(f), 0, index})
	t.setSubsections()
}

// closeTerm leaves the definition of a term, and what headings in it opened.
func (t *trail) closeTerm() {
	now := *t
	*t = *t.before[len(t.before)-1]
	t.opened, t.date = now.opened, now.date
	t.scope, t.chapters = now.scope+1, max(now.chapters, t.chapters)
	if now.places != t.places {
		t.places = now.places + 1
	}
}

func (t *trail) setSubsections() {
	t.subsections = nil
	for _, s := range append(slices.Clone(t.subs), t.terms...) {
		if s.Text != "" {
			t.subsections = append(t.subsections, s.Title)
		}
	}
}

// use notes that a chunk stands under the headings that are open, and returns
// the offset of the innermost term if it is the first under that, else -1.
func (t *trail) use() (first int) {
	first = -1
	if n := len(t.terms); n > 0 && !t.opened[t.terms[n-1].index].used {
		first = t.opened[t.terms[n-1].index].offset
	}
	t.useAll(t.indices())
	return first
}

// useAll notes that a chunk names headings, given as indices of opened.
func (t *trail) useAll(headings []int) {
	for _, i := range headings {
		t.opened[i].used = true
	}
}

// indices returns the places in opened of the headings that are open.
func (t *trail) indices() []int {
	var all []int
	for _, i := range []int{t.chapterAt, t.sectionAt} {
		if i >= 0 {
			all = append(all, i)
		}
	}
	for _, s := range append(slices.Clone(t.subs), t.terms...) {
		all = append(all, s.index)
	}
	return all
}

// term returns the innermost term that is open, "" if none is. It opens the
// match string of every chunk of its definition, which says little without it.
func (t *trail) term() string {
	for _, s := range slices.Backward(t.terms) {
		if s.level == 0 {
			return s.Text
		}
	}
	return ""
}

// innermost returns the title of the innermost heading, "" if none is open.
func (h headings) innermost() string {
	switch n := len(h.subsections); {
	case n > 0:
		return h.subsections[n-1].Text
	case h.section.Text != "":
		return h.section.Text
	}
	return h.chapter.Text
}
