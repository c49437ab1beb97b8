package library

import (
	"context"
	"errors"
	"fmt"
	"unicode/utf8"
)

// An Update is a change of pages and their chunks.
type Update struct {
	// Put are the pages that are new or chunked again, each address once. Each of
	// their chunks has a name, which is that of its match, and a content.
	//
	// A chunk without Match stands for what the library holds of that name for
	// that page already, as in a page that was read from the disk. So the record
	// of a page that has new validators but the same chunks can be written
	// without chunking it.
	Put []Page
	// Remove are the addresses of pages that are gone. Those that the library
	// does not know are passed over.
	Remove []string
	// Sweep tells to remove also the chunks that no page claims, and page records
	// that cannot be understood.
	Sweep bool
	// Space is the embedding space whose vectors are counted in the result; zero
	// for that of the vectors in Embed itself.
	Space Space
}

// A Result tells what Apply changed.
type Result struct {
	Added     int // chunks that are new
	Changed   int // chunks of which the content is another one
	Gone      int // chunks that were removed
	Unchanged int // chunks of the pages concerned that stayed as they were

	Missing int // chunks of the whole library that have no vector now
	Reused  int // chunks of Added that have a vector already

	PagesWritten   int // page records, also of pages that share a chunk with one that was put
	PagesUnchanged int // page records that were put and said so already
	PagesRemoved   int // page records

	// Shared are the places of the chunks of the pages put that stand in several
	// places, by page address and then by place on the page.
	Shared map[Name][]Place
}

// Apply makes the change u: entirely, durably, and touching no file whose bytes
// stay the same. Chunks that the pages no longer have go, unless another page
// claims them; vectors stay. If it fails, or ctx ends, the library is as it
// was; once the change counts as made ctx no longer matters.
//
// Apply reads all page records. It is better called once for many pages than
// once for each. Records that cannot be understood count as none: what such a
// page alone claimed is unclaimed until the page is put again.
//
// Errors name the page or file concerned. They are ErrDiskFull, ErrReadOnly,
// ErrClosed, ErrNoChunk for a chunk without Match that the library does not hold,
// the end of ctx, or tell what is wrong with u.
func (w *Writer) Apply(ctx context.Context, u Update) (Result, error) {
	done, err := w.use()
	if err != nil {
		return Result{}, err
	}
	defer done()
	if err := u.check(); err != nil {
		return Result{}, err
	}
	p, err := newPlan(ctx, w.lib, u)
	if err != nil {
		return Result{}, err
	}
	if err := w.commit(ctx, &p.batch); err != nil {
		return Result{}, err
	}
	return p.result, nil
}

// check returns an error that tells what is wrong with u itself.
func (u *Update) check() error {
	seen := map[string]bool{}
	for i := range u.Put {
		p := &u.Put[i]
		switch {
		case p.Address == "":
			return errors.New("page without an address")
		case !utf8.ValidString(p.Address):
			return fmt.Errorf("page %q: the address is not UTF-8", p.Address)
		case seen[p.Address]:
			return fmt.Errorf("page %s: given twice", p.Address)
		}
		seen[p.Address] = true
		for j := range p.Chunks {
			if err := p.Chunks[j].check(); err != nil {
				return fmt.Errorf("page %s: chunk %d: %w", p.Address, j+1, err)
			}
		}
	}
	for _, address := range u.Remove {
		if seen[address] {
			return fmt.Errorf("page %s: both put and removed", address)
		}
	}
	return nil
}

// check returns an error that tells what is wrong with c.
func (c *PageChunk) check() error {
	switch {
	case !c.Name.Valid():
		return fmt.Errorf("%q is not a name", string(c.Name))
	case c.Match != "" && c.Name != NameOf(c.Match):
		return fmt.Errorf("named %s, but its match makes it %s", c.Name, NameOf(c.Match))
	case c.Match != "" && c.Content == "":
		return fmt.Errorf("%s has no content", c.Name)
	case !utf8.ValidString(c.Match) || !utf8.ValidString(c.Content):
		return fmt.Errorf("%s is not UTF-8", c.Name)
	}
	return nil
}
