package controller

import (
	"context"
	"errors"
	"image"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"ragmanager/library"
	"ragmanager/manager/window/text"
)

// A ChunkDetail is all that a view shows of a chunk.
type ChunkDetail struct {
	library.Chunk
	Places  []library.Place // where it stands, none if no page claims it
	Prompts []string        // of its match string
	Links   []string        // addresses that its content leads to, each once
	Vector  VectorState
}

// A VectorState says whether a chunk has a vector.
type VectorState int

// The states of a vector.
const (
	VectorUnknown VectorState = iota
	VectorThere
	VectorMissing
	VectorNeedless // the builtin space needs none
)

// LoadChunk reads a chunk in the background and passes it to then.
func (c *Controller) LoadChunk(n library.Name, then func(ChunkDetail, *Problem)) {
	m, pages := c.m, c.pages
	if m == nil {
		return
	}
	c.background(func() func() {
		chunk, err := m.Library().Chunk(n)
		d := ChunkDetail{Chunk: chunk, Places: pages.all(n), Prompts: pages.Prompts(n), Links: linksOf(chunk.Content), Vector: pages.Vector(n)}
		return func() {
			if err != nil {
				then(ChunkDetail{}, problem(text.ShowChunk, err))
				return
			}
			then(d, nil)
		}
	})
}

// Vector returns the state of the vector of a chunk.
func (p *Pages) Vector(n library.Name) VectorState {
	switch {
	case p == nil:
		return VectorUnknown
	case p.Missing == nil:
		return VectorNeedless
	case p.Missing[n]:
		return VectorMissing
	}
	return VectorThere
}

// all returns the places of a chunk.
func (p *Pages) all(n library.Name) (places []library.Place) {
	if p == nil {
		return nil
	}
	for _, page := range p.List {
		for i, chunk := range page.Chunks {
			if chunk.Name == n {
				places = append(places, library.Place{Address: page.Address, Index: i, PageChunk: chunk})
			}
		}
	}
	return places
}

// linksOf returns the addresses that a content leads to, each once.
func linksOf(content string) (links []string) {
	for rest := content; ; {
		_, after, ok := strings.Cut(rest, "](")
		if !ok {
			return links
		}
		address, _, _ := strings.Cut(after, ")")
		if !slices.Contains(links, address) {
			links = append(links, address)
		}
		rest = after
	}
}

// Found tells of chunks which of the words that were looked for their texts hold, the
// first in the lowest bit. It has no chunk whose texts hold none.
type Found map[library.Name]uint64

// MostWords is how many words are looked for at once; further ones do not count.
const MostWords = 64

// FindChunks looks in the background for the words in the texts of all chunks, in upper
// or lower case, and passes what it finds to then unless stop is called before.
func (c *Controller) FindChunks(words []string, then func(Found)) (stop func()) {
	m := c.m
	if m == nil {
		return func() {}
	}
	ctx, cancel := context.WithCancel(c.ctx)
	c.background(func() func() {
		found := findChunks(ctx, m.Library(), words)
		return func() {
			if ctx.Err() == nil {
				then(found)
			}
			cancel()
		}
	})
	return cancel
}

// findChunks reads all texts, several at a time: most of the time goes into waiting for
// files.
func findChunks(ctx context.Context, l *library.Library, words []string) Found {
	names, err := l.Names()
	if err != nil {
		return Found{} // reading the pages told of it
	}
	held := make([]uint64, len(names))
	var next atomic.Int64
	var group sync.WaitGroup
	for range 2 * runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(names) && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				if chunk, err := l.Chunk(names[i]); err == nil { // else it went in the meantime
					held[i] = wordsIn(strings.ToLower(string(names[i])+"\n"+chunk.Match+"\n"+chunk.Content), words)
				}
			}
		})
	}
	group.Wait()
	found := Found{}
	for i, n := range names {
		if held[i] != 0 {
			found[n] = held[i]
		}
	}
	return found
}

// wordsIn returns which words a text in small letters holds, a bit for each.
func wordsIn(text string, words []string) (held uint64) {
	for i, w := range words[:min(len(words), MostWords)] {
		if strings.Contains(text, strings.ToLower(w)) {
			held |= 1 << i
		}
	}
	return held
}

// A CoverageRow is a part of a page: a chunk, or text that is in none.
type CoverageRow struct {
	FirstLine, LastLine int
	Chunk               library.Name // "" if no chunk holds it
	Kind                string       // of the chunk
	Text                string       // that was left out
	Why                 string       // it was left out, or what the author should know of it
	Severity            string       // of a report, "" for a chunk
}

// Coverage tells what of a page is in which chunk, what was left out and why, in the
// order of the page.
func Coverage(p library.Page) (rows []CoverageRow) {
	for _, chunk := range p.Chunks {
		rows = append(rows, CoverageRow{FirstLine: chunk.FirstLine, LastLine: chunk.LastLine, Chunk: chunk.Name, Kind: chunk.Kind})
	}
	for _, r := range p.Reports {
		rows = append(rows, CoverageRow{FirstLine: r.Line, LastLine: r.Line, Text: r.LeftOut, Why: r.Message, Severity: r.Severity})
	}
	slices.SortStableFunc(rows, func(a, b CoverageRow) int { return a.FirstLine - b.FirstLine })
	return rows
}

// Picture loads a picture of an answer in the background. done is called on the
// goroutine of the window, or at once if no library is open.
func (c *Controller) Picture(address string, done func(image.Image, error)) {
	m := c.m
	if m == nil {
		done(nil, errors.New(text.NoLibrary))
		return
	}
	c.background(func() func() {
		picture, err := m.Picture(c.ctx, address)
		return func() { done(picture, err) }
	})
}
