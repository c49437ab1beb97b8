package window

import (
	"strconv"
	"strings"

	"ragmanager/library"
	"ragmanager/manager/window/controller"
	"ragmanager/manager/window/text"
)

// An entry is what a row of the tree of chunks stands for.
type entry struct {
	title string       // "" for a chunk that has none below that of its chapter
	page  int          // index of the page, -1 for chunks that no page claims
	chunk int          // index on the page, -1 for a page or chapter
	name  library.Name // of the chunk, "" for a page or chapter
	right string       // at the right end: kind and lines of a chunk, the number of chunks
	words string       // what the filter looks at, in lower case

	errors, warnings int // reports of a page
	vector           controller.VectorState
}

// A chunkTree is the tree of pages, chapters and chunks.
type chunkTree struct {
	pages   *controller.Pages
	nodes   []node
	entries []entry  // one for each node
	chunks  int      // different ones
	titles  []string // of the pages, each another one
}

// newChunkTree returns the tree of the pages; p may be nil. Every list of children is
// made here, once, so that showing a row takes no work.
func newChunkTree(p *controller.Pages) *chunkTree {
	t := &chunkTree{pages: p}
	if p == nil {
		return t
	}
	t.titles = distinctTitles(p.List)
	for i := range p.List {
		t.addPage(i)
	}
	t.addUnclaimed()
	t.chunks = t.count(nil)
	return t
}

// add adds a node and returns its index. Its end is set when what is within is there.
func (t *chunkTree) add(id string, parent int, e entry) int {
	i, depth := len(t.nodes), 0
	if parent >= 0 {
		depth = t.nodes[parent].depth + 1
	}
	t.nodes = append(t.nodes, node{id: id, depth: depth, parent: parent, end: i + 1})
	t.entries = append(t.entries, e)
	for p := parent; p >= 0; p = t.nodes[p].parent {
		t.nodes[p].end = i + 1
	}
	return i
}

// addPage adds a page with its chapters and chunks.
func (t *chunkTree) addPage(n int) {
	page := t.pages.List[n]
	e := entry{title: t.titles[n], page: n, chunk: -1, right: text.Number(len(page.Chunks))}
	for _, r := range page.Reports {
		switch r.Severity {
		case "error":
			e.errors++
		case "warning":
			e.warnings++
		}
	}
	root := t.add("page\n"+page.Address, -1, e)
	of := strings.ToLower(page.Address + "\n" + page.Title)
	chapter, inChapter := library.Heading{}, root
	seen := map[library.Name]int{} // a chunk may stand on a page several times
	for i, c := range page.Chunks {
		if h := chapterOf(c); h != chapter {
			chapter, inChapter = h, root
			if h.Title != "" {
				inChapter = t.add("chapter\n"+page.Address+"\n"+h.Title+"\n"+strconv.Itoa(i), root, entry{title: h.Title, page: n, chunk: -1})
			}
		}
		t.addChunk(inChapter, n, i, of, seen[c.Name])
		seen[c.Name]++
	}
}

// chapterOf returns the heading of a chunk that is a branch of the tree, zero if it
// has none below that of the page.
func chapterOf(c library.PageChunk) library.Heading {
	if len(c.Headings) < 2 {
		return library.Heading{}
	}
	return c.Headings[1]
}

// titleOf returns the title of a page, or its address.
func titleOf(p library.Page) string {
	if title := strings.TrimSpace(p.Title); title != "" {
		return title
	}
	return p.Address
}

// distinctTitles returns the titles of pages, with as much of the end of the address as
// tells those apart that have the same.
func distinctTitles(pages []library.Page) []string {
	same := map[string][]int{}
	titles := make([]string, len(pages))
	for i, p := range pages {
		titles[i] = titleOf(p)
		same[titles[i]] = append(same[titles[i]], i)
	}
	for title, list := range same {
		if len(list) < 2 {
			continue
		}
		addresses := make([]string, len(list))
		for i, n := range list {
			addresses[i] = pages[n].Address
		}
		for i, tail := range tails(addresses) {
			titles[list[i]] = text.Aside(title, tail)
		}
	}
	return titles
}

// tails returns the ends of addresses, of as many parts as tell them apart, but no more
// than a few.
func tails(addresses []string) []string {
	const most = 4
	var ends []string
	for n := 1; n <= most; n++ {
		ends = ends[:0]
		known := map[string]bool{}
		for _, a := range addresses {
			parts := strings.FieldsFunc(a, func(r rune) bool { return r == '/' || r == '\\' })
			end := strings.Join(parts[max(0, len(parts)-n):], "/")
			ends = append(ends, end)
			known[end] = true
		}
		if len(known) == len(addresses) {
			break
		}
	}
	return ends
}

// addChunk adds a chunk of a page, which has stood there so many times before.
func (t *chunkTree) addChunk(parent, page, chunk int, of string, before int) {
	p := t.pages.List[page]
	c := p.Chunks[chunk]
	e := entry{
		page: page, chunk: chunk, name: c.Name,
		right: text.Facts(kindWord(c.Kind), text.Lines(c.FirstLine, c.LastLine)), vector: t.pages.Vector(c.Name),
	}
	titles := make([]string, len(c.Headings))
	for i, h := range c.Headings {
		titles[i] = h.Title
	}
	if len(titles) > 2 {
		e.title = strings.Join(titles[2:], " › ")
	}
	e.words = strings.ToLower(strings.Join(titles, "\n")+"\n"+string(c.Name)+"\n"+c.Kind) + "\n" + of
	id := "chunk\n" + string(c.Name) + "\n" + p.Address + "\n" + strconv.Itoa(before)
	t.add(id, parent, e)
}

// kindWord returns the kind of a chunk, "" for the usual one.
func kindWord(kind string) string {
	if kind == "paragraph" {
		return ""
	}
	return kind
}

// addUnclaimed adds the chunks that no page claims.
func (t *chunkTree) addUnclaimed() {
	names := t.pages.Unclaimed
	if len(names) == 0 {
		return
	}
	root := t.add("unclaimed", -1, entry{title: text.Unclaimed, page: -1, chunk: -1, right: text.Number(len(names))})
	for _, n := range names {
		t.add("chunk\n"+string(n), root, entry{page: -1, chunk: -1, name: n, right: string(n), words: strings.ToLower(string(n)), vector: t.pages.Vector(n)})
	}
}

// match returns which nodes are let through by words, each of which must be in what is
// known of a chunk or, as found has it, in its texts; and how many chunks that are.
// Without words it returns nil, which stands for all.
func (t *chunkTree) match(words []string, found controller.Found) (kept []bool, chunks int) {
	if len(words) == 0 {
		return nil, t.chunks
	}
	kept = make([]bool, len(t.nodes))
	for i, e := range t.entries {
		if e.name == "" || !holdsAll(e.words, words, found[e.name]) {
			continue
		}
		kept[i] = true
		for p := t.nodes[i].parent; p >= 0 && !kept[p]; p = t.nodes[p].parent {
			kept[p] = true
		}
	}
	return kept, t.count(kept)
}

// holdsAll reports whether a text holds all words but those that are held elsewhere.
func holdsAll(s string, words []string, held uint64) bool {
	for i, w := range words {
		if held>>i&1 == 0 && !strings.Contains(s, w) {
			return false
		}
	}
	return true
}

// count counts the different chunks among the nodes that are kept, nil for all.
func (t *chunkTree) count(kept []bool) int {
	names := map[library.Name]struct{}{}
	for i, e := range t.entries {
		if e.name != "" && (kept == nil || kept[i]) {
			names[e.name] = struct{}{}
		}
	}
	return len(names)
}

// findChunk returns the first node of a chunk, on a page if that is not "".
func (t *chunkTree) findChunk(n library.Name, page string) int {
	for i, e := range t.entries {
		if e.name == n && (page == "" || e.page >= 0 && t.pages.List[e.page].Address == page) {
			return i
		}
	}
	return -1
}

// findPage returns the node of a page.
func (t *chunkTree) findPage(address string) int {
	for i, e := range t.entries {
		if t.nodes[i].parent < 0 && e.page >= 0 && t.pages.List[e.page].Address == address {
			return i
		}
	}
	return -1
}

// findID returns the node with an ID.
func (t *chunkTree) findID(id string) int {
	for i, n := range t.nodes {
		if n.id == id {
			return i
		}
	}
	return -1
}
