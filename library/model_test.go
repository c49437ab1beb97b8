package library

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"path"
	"slices"
	"testing"
)

// A model is what a library should hold, kept in memory and without any thought
// of what is on the disk already.
type model struct {
	pages     map[string]Page
	unclaimed map[Name]Chunk
}

// apply makes the change u.
func (m *model) apply(u Update) {
	had := m.claimed()
	for _, address := range u.Remove {
		delete(m.pages, address)
	}
	for _, p := range u.Put {
		m.pages[p.Address] = p
	}
	maps.DeleteFunc(m.unclaimed, func(n Name, _ Chunk) bool {
		return u.Sweep || had[n] || m.claimed()[n]
	})
}

func (m *model) claimed() map[Name]bool {
	names := map[Name]bool{}
	for _, p := range m.pages {
		for _, c := range p.Chunks {
			names[c.Name] = true
		}
	}
	return names
}

// files returns the files that the library should consist of.
func (m *model) files(t testing.TB) map[string]string {
	files := map[string]string{}
	for n, c := range m.unclaimed {
		files[path.Join("Match", n.file())], files[path.Join("Content", n.file())] = c.Match, c.Content
	}
	contents := map[Name][]string{}
	for _, address := range slices.Sorted(maps.Keys(m.pages)) {
		for _, c := range m.pages[address].Chunks {
			contents[c.Name] = append(contents[c.Name], c.Content)
			files[path.Join("Match", c.Name.file())] = c.Match
		}
	}
	for n, all := range contents {
		files[path.Join("Content", n.file())] = Join(all)
	}
	for address, p := range m.pages {
		p.Chunks = slices.Clone(p.Chunks)
		for i, c := range p.Chunks {
			if len(contents[c.Name]) == 1 {
				p.Chunks[i].Content = ""
			}
		}
		text, err := p.encode()
		if err != nil {
			t.Fatal(err)
		}
		files[path.Join("Page", pageFile(address))] = string(text)
	}
	return files
}

// A generator makes random updates of few pages with few chunks, so that most
// chunks stand in several places now and then.
type generator struct {
	*rand.Rand
	chunks  int // of a page, at most
	matches int // how many there are
}

func newGenerator(seed uint64) generator {
	return generator{rand.New(rand.NewPCG(seed, 1)), 4, 6}
}

func (g generator) update() Update {
	addresses := []string{"a.html", "b.html", "c.html", "d.html"}
	g.Shuffle(len(addresses), func(i, j int) { addresses[i], addresses[j] = addresses[j], addresses[i] })
	puts, removes := g.IntN(3), g.IntN(3)
	u := Update{Sweep: g.IntN(5) == 0, Remove: addresses[puts : puts+removes]}
	for _, address := range addresses[:puts] {
		u.Put = append(u.Put, g.page(address))
	}
	return u
}

func (g generator) page(address string) Page {
	p := page(address)
	p.ETag = fmt.Sprint(g.IntN(2))
	for range g.IntN(g.chunks + 1) {
		match := fmt.Sprintf("match %d", g.IntN(g.matches))
		p.Chunks = append(p.Chunks, PageChunk{
			Name: NameOf(match), FirstLine: g.IntN(3), Match: match, Prompts: [][]string{nil, {"What is it?"}}[g.IntN(2)],
			Content: []string{"", "Document: D\n\n", "Document: D\nDate: 26-MAY-25\n\n"}[g.IntN(3)] +
				fmt.Sprintf("body %d\n\nwith a blank line", g.IntN(3)),
		})
	}
	return p
}

func (g generator) unclaimed() map[Name]Chunk {
	chunks := map[Name]Chunk{}
	for range g.IntN(8) {
		match := fmt.Sprintf("match %d", g.IntN(12))
		chunks[NameOf(match)] = Chunk{NameOf(match), match, "of the original"}
	}
	return chunks
}

// asRead returns u with some of the pages that stay the same replaced by what the
// library says of them, without their texts, and another validator.
func (g generator) asRead(t testing.TB, l *Library, m *model, u Update) (update, meaning Update) {
	update, meaning = u, u
	concerned := slices.Clone(u.Remove)
	for _, p := range u.Put {
		concerned = append(concerned, p.Address)
	}
	update.Put, meaning.Put = slices.Clone(u.Put), slices.Clone(u.Put)
	for _, address := range slices.Sorted(maps.Keys(m.pages)) {
		if slices.Contains(concerned, address) || g.IntN(2) == 0 {
			continue
		}
		read, err := l.Page(address)
		if err != nil {
			t.Fatal(err)
		}
		meant := m.pages[address]
		read.ETag, meant.ETag = "later", "later"
		update.Put, meaning.Put = append(update.Put, read), append(meaning.Put, meant)
	}
	return update, meaning
}

// Whatever is applied in whatever order, the files are those that the final pages
// give, and no temporary file is left.
func TestApplyIsLikeTheModel(t *testing.T) {
	for seed := range uint64(times(newLibrary(t), 150)) {
		g := newGenerator(seed)
		l := newLibrary(t)
		m := &model{map[string]Page{}, g.unclaimed()}
		write(t, l, m.files(t))
		w := lock(t, l)
		for step := range 20 {
			u, meaning := g.asRead(t, l, m, g.update())
			apply(t, w, u)
			m.apply(meaning)
			diff(t, fmt.Sprintf("seed %d, step %d", seed, step), tree(t, l), m.files(t))
		}

		// An empty library that is given the final pages has the same files.
		fresh := newLibrary(t)
		apply(t, lock(t, fresh), Update{Put: slices.Collect(maps.Values(m.pages))})
		m.unclaimed = nil
		diff(t, fmt.Sprintf("seed %d, all at once", seed), tree(t, fresh), m.files(t))

		// To apply the same once more changes no file.
		before := stat(t, l)
		apply(t, w, Update{Put: slices.Collect(maps.Values(m.pages))})
		diff(t, fmt.Sprintf("seed %d, the same again", seed), rewritten(t, l, before), map[string]bool{})
	}
}
