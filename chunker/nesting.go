package chunker

// maxDepth is how many elements may be open at once, not counting those whose
// end tags are optional. Each of them brings at most three that are (a table
// its tbody, tr and td), so that the parser stays under its limit of 512.
const maxDepth = 100

// An openElement is an element that has no end tag yet.
type openElement struct {
	name    string
	has     trait
	offset  int
	skipped bool // its start tag was left out of the page
}

// An openStack follows which elements are open, closely enough to keep the
// parser's own stack bounded.
type openStack struct {
	open     []openElement
	counts   map[string]int // open elements of each name
	limit    int
	kept     int // of open, those not skipped
	styles   int // of them, formatting elements
	strict   bool
	reported bool
}

// push opens an element and reports whether its start tag may stay in the page.
// Elements that decide what belongs together may fill the whole stack; all
// others only half of it.
func (s *openStack) push(e openElement) bool {
	if e.has&void != 0 || e.has&optional != 0 && !s.strict {
		return true
	}
	e.skipped = s.kept >= s.limit || s.kept >= s.limit/2 && e.has&structural == 0
	if e.has&style != 0 && (e.skipped || s.styles >= maxStyles) {
		return false // its end tag may close an outer one: that changes nothing we read
	}
	s.count(e, 1)
	s.open = append(s.open, e)
	s.counts[e.name]++
	return !e.skipped
}

// pop closes the innermost element of a name. It reports whether its start tag
// was left out of the page, and which elements were left open in it.
func (s *openStack) pop(name string, has trait) (skipped bool, unclosed []openElement) {
	if s.counts[name] == 0 {
		return false, nil
	}
	i := len(s.open) - 1
	for s.open[i].name != name {
		i--
	}
	e := s.open[i]
	above := s.open[i+1:]
	var kept []openElement
	if has&style != 0 {
		kept = append(kept, above...)
	} else {
		for _, a := range above {
			if a.has&style != 0 {
				kept = append(kept, a)
			} else {
				unclosed = append(unclosed, a)
				s.counts[a.name]--
				s.count(a, -1)
			}
		}
	}
	s.open = append(s.open[:i], kept...)
	s.counts[name]--
	s.count(e, -1)
	return e.skipped, unclosed
}

// count adds n for an element to the numbers of those that are in the page.
func (s *openStack) count(e openElement, n int) {
	if !e.skipped {
		s.kept += n
		s.styles += n * btoi(e.has&style != 0)
	}
}

// maxStyles is how many formatting elements may be open at once. The parser
// opens all of them again in every paragraph, so that each that an author
// forgets to close costs as much as the whole page.
const maxStyles = 8

// tooDeep reports, once, that elements are nested beyond reason.
func (p *preparer) tooDeep(name string) {
	if p.stack.reported {
		return
	}
	p.stack.reported = true
	p.add(Report{
		Severity: Warning, ID: "too-deep", Element: name,
		Message: "so many elements are open here that tags nested deeper are ignored, though their text is kept; close those that should not be open",
	}, p.offset)
}
