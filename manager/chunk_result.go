package manager

import (
	"crypto/sha256"
	"errors"
	"fmt"

	"ragmanager/library"
)

// A ChunkResult tells what a chunk job did to the library, from its beginning to
// its end. Chunks are counted by name: one that stands in several places, of one
// page or of many, is one chunk.
type ChunkResult struct {
	Pages struct {
		Read      int `json:"read"`      // chunked
		Unchanged int `json:"unchanged"` // not chunked, because nothing of theirs has changed
		Failed    int `json:"failed"`    // could not be read; a source that cannot be listed counts as a page
		Gone      int `json:"gone"`      // removed from the library
	} `json:"pages"`
	Chunks struct {
		Added     int `json:"added"`
		Changed   int `json:"changed"` // of which the content is another one
		Gone      int `json:"gone"`
		Unchanged int `json:"unchanged"` // of the pages read or unchanged
	} `json:"chunks"`
	Reports struct {
		Errors   int `json:"errors"`
		Warnings int `json:"warnings"`
	} `json:"reports"` // to the authors of the pages read
	Shared  int `json:"shared"`  // chunks of the pages read that stand in several places
	Reused  int `json:"reused"`  // chunks of the pages read that have a vector already
	Vectors int `json:"vectors"` // chunks of the library that have no vector yet
	// Original says that the library was made by the original program and had not
	// been chunked since.
	Original bool `json:"original"`
	Swept    int  `json:"swept"` // of the chunks gone, those that no page had claimed
	// Kept is why pages and chunks that nothing claims any more were kept, ""
	// if they were not: some source could not be read.
	Kept string `json:"kept,omitempty"`
}

// String returns the result on one line.
func (r ChunkResult) String() string {
	return fmt.Sprintf("%s; vectors to make: %d", r.Texts(), r.Vectors)
}

// Texts returns the result on one line without the vectors, which not every library needs.
func (r ChunkResult) Texts() string {
	gone := ""
	if r.Pages.Gone > 0 {
		gone = fmt.Sprintf(", %d gone", r.Pages.Gone)
	}
	return fmt.Sprintf("pages: %d read, %d unchanged, %d failed%s; chunks: %d added, %d changed in content, %d gone, %d unchanged",
		r.Pages.Read, r.Pages.Unchanged, r.Pages.Failed, gone,
		r.Chunks.Added, r.Chunks.Changed, r.Chunks.Gone, r.Chunks.Unchanged)
}

// nameSet is a set of names of chunks.
type nameSet map[library.Name]bool

func (s nameSet) addPage(p library.Page) {
	for _, c := range p.Chunks {
		s[c.Name] = true
	}
}

// A tally compares a library with itself as it was. What is stored in several
// updates cannot just be added up: a chunk that a page of the first one has, and
// a page of the second one too, is added by one and changed by the other.
type tally struct {
	library  *library.Library
	chunks   nameSet                            // that there were
	claimed  nameSet                            // that pages claimed
	contents map[library.Name][sha256.Size]byte // of chunks that may have been changed since
}

// newTally looks at a library, of which records are the pages.
func newTally(l *library.Library, records map[string]library.Page) (*tally, error) {
	t := &tally{library: l, claimed: nameSet{}, contents: map[library.Name][sha256.Size]byte{}}
	for _, p := range records {
		t.claimed.addPage(p)
	}
	var err error
	t.chunks, err = namesOf(l)
	return t, err
}

func namesOf(l *library.Library) (nameSet, error) {
	names, err := l.Names()
	set := make(nameSet, len(names))
	for _, n := range names {
		set[n] = true
	}
	return set, err
}

// remember keeps in mind the contents of the chunks of a page, which are about to
// be changed perhaps. Chunks are remembered as they are when first asked for.
func (t *tally) remember(p library.Page) error {
	for _, c := range p.Chunks {
		if _, known := t.contents[c.Name]; known || !t.chunks[c.Name] {
			continue
		}
		sum, err := t.sum(c.Name)
		if err != nil && !errors.Is(err, library.ErrNoChunk) {
			return err
		}
		t.contents[c.Name] = sum
	}
	return nil
}

func (t *tally) sum(n library.Name) ([sha256.Size]byte, error) {
	chunk, err := t.library.Chunk(n)
	return sha256.Sum256([]byte(chunk.Content)), err
}

// changed returns the chunks that are still there, with another content.
func (t *tally) changed(now nameSet) (nameSet, error) {
	set := nameSet{}
	for n, before := range t.contents {
		if !now[n] {
			continue
		}
		sum, err := t.sum(n)
		if err != nil {
			return nil, err
		}
		if sum != before {
			set[n] = true
		}
	}
	return set, nil
}

// count fills in the chunks of r. Of the pages of the run, read were chunked and
// same did not change; places says at how many places of all pages a chunk stands.
func (t *tally) count(r *ChunkResult, read, same nameSet, places map[library.Name]int) error {
	now, err := namesOf(t.library)
	if err != nil {
		return err
	}
	changed, err := t.changed(now)
	if err != nil {
		return err
	}
	for n := range t.chunks {
		switch {
		case !now[n]:
			r.Chunks.Gone++
			if !t.claimed[n] {
				r.Swept++
			}
		case changed[n]:
			r.Chunks.Changed++
		case read[n] || same[n]:
			r.Chunks.Unchanged++
		}
	}
	for n := range now {
		if !t.chunks[n] {
			r.Chunks.Added++
		}
	}
	return t.countRead(r, read, places)
}

// countRead counts which of the chunks read stand in several places, and which have
// a vector.
func (t *tally) countRead(r *ChunkResult, read nameSet, places map[library.Name]int) error {
	vectors, err := vectorsOf(t.library)
	for n := range read {
		if places[n] > 1 {
			r.Shared++
		}
		if vectors[n] {
			r.Reused++
		}
	}
	return err
}

// vectorsOf returns the names that have a vector in the space of the library,
// none if that is not known: nobody can use them then.
func vectorsOf(l *library.Library) (nameSet, error) {
	set := nameSet{}
	space, known, err := l.Space()
	if err != nil || !known {
		return set, err
	}
	names, err := l.VectorNames(space)
	for _, n := range names {
		set[n] = true
	}
	return set, err
}
