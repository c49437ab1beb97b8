package library

import (
	"context"
	"errors"
	"slices"
)

// A change is what an update does to one chunk.
type change struct {
	name   Name
	places []place // where the chunk is to stand, in order; none if it goes

	contents []string // of each place; "" if it is lost
	content  string   // of all places together
	match    string   // "" if that on the disk stays

	existed              bool // with both files
	putMatch, putContent bool // whether to write them
}

func (c *change) goes() bool { return len(c.places) == 0 }

func (c *change) stays() bool { return c.existed && !c.goes() && !c.putMatch && !c.putContent }

// findChanges finds the chunks concerned: those of pages that are put, replaced or
// removed, those that nobody claims if they are to go, and those of which the
// records do not have the contents that they should, since a record was lost.
func (p *plan) findChanges(context.Context) error {
	names := nameSet{}
	for address, r := range p.before {
		if p.after[address] != r {
			names.addChunks(r)
		}
	}
	for _, r := range p.pages {
		if p.put[r.Address] {
			names.addChunks(r)
		}
	}
	for n, places := range p.places {
		for _, at := range places {
			if shared, kept := len(places) > 1, at.chunk().Content != ""; shared != kept {
				names[n] = struct{}{}
			}
		}
	}
	if p.update.Sweep {
		p.addUnclaimed(names, p.matches)
		p.addUnclaimed(names, p.contents)
	}
	for _, n := range sorted(names) {
		p.changes = append(p.changes, &change{name: n, places: p.places[n]})
	}
	return nil
}

func (s nameSet) addChunks(r *record) {
	for _, c := range r.Chunks {
		s[c.Name] = struct{}{}
	}
}

// addUnclaimed adds to names those of candidates that stand nowhere.
func (p *plan) addUnclaimed(names, candidates nameSet) {
	for n := range candidates {
		if len(p.places[n]) == 0 {
			names[n] = struct{}{}
		}
	}
}

// workOut works out the texts of the chunks concerned, and which contents their
// page records are to have.
func (p *plan) workOut(ctx context.Context) error {
	err := forEach(ctx, len(p.changes), func(i int) error { return p.compare(p.changes[i]) })
	if err != nil {
		return err
	}
	for _, c := range p.changes {
		p.settle(c)
	}
	return nil
}

// compare works out the texts of c, and which of them differ from the disk.
func (p *plan) compare(c *change) error {
	c.existed = p.matches.has(c.name) && p.contents.has(c.name)
	if c.goes() {
		return nil
	}
	old, there, err := p.onDisk(contentDir, c.name, p.contents)
	if err != nil {
		return err
	}
	for _, at := range c.places {
		own := at.chunk().Content
		if own == "" && p.claims[c.name] == 1 { // the chunk stood there alone
			own = old
		}
		c.contents = append(c.contents, own)
		if c.match == "" {
			c.match = at.chunk().Match
		}
	}
	c.content = Join(c.contents)
	c.putContent = c.content != "" && !(there && c.content == old)
	if c.match == "" {
		return nil
	}
	old, there, err = p.onDisk(matchDir, c.name, p.matches)
	c.putMatch = !(there && c.match == old)
	return err
}

// onDisk reads the text of n in a folder, which holds the names listed. A text that
// went since is not there.
func (p *plan) onDisk(dir string, n Name, listed nameSet) (text string, there bool, err error) {
	if !listed.has(n) {
		return "", false, nil
	}
	text, err = p.lib.text(dir, n)
	if errors.Is(err, ErrNoChunk) {
		return "", false, nil
	}
	return text, err == nil, err
}

// settle gives each place of c the content that its record is to have: its own if
// the chunk stands in several places, else none.
func (p *plan) settle(c *change) {
	for i, at := range c.places {
		own := ""
		if len(c.places) > 1 {
			own = c.contents[i]
		}
		if at.chunk().Content != own {
			at.chunk().Content = own
			p.edited[at.page] = true
		}
	}
}

// count fills in the result, except for the page records that are put.
func (p *plan) count() {
	chunks := nameSet{}
	for n := range p.matches {
		if p.contents.has(n) {
			chunks[n] = struct{}{}
		}
	}
	p.result.PagesRemoved = len(p.gone)
	p.result.Shared = map[Name][]Place{}
	for _, c := range p.changes {
		p.countChange(c, chunks)
		if len(c.places) > 1 && c.isPut(p) {
			p.result.Shared[c.name] = c.published()
		}
	}
	p.result.Missing = len(chunks.minus(p.vectors))
}

// countChange counts c, and makes chunks, the names of the chunks before, those
// after.
func (p *plan) countChange(c *change, chunks nameSet) {
	whole := (c.putMatch || p.matches.has(c.name)) && (c.putContent || p.contents.has(c.name))
	switch {
	case c.goes():
		p.result.Gone++
		delete(chunks, c.name)
	case c.stays():
		p.result.Unchanged++
	case c.existed:
		p.result.Changed++
	case whole:
		p.result.Added++
		chunks[c.name] = struct{}{}
		if p.vectors.has(c.name) {
			p.result.Reused++
		}
	}
}

// isPut reports whether c stands on a page that is put.
func (c *change) isPut(p *plan) bool {
	return slices.ContainsFunc(c.places, func(at place) bool { return p.put[at.page.Address] })
}

// published returns the places of c as the page records will have them.
func (c *change) published() []Place {
	places := make([]Place, len(c.places))
	for i, at := range c.places {
		places[i] = Place{at.page.Address, at.index, *at.chunk()}
		places[i].Match = ""
	}
	return places
}
