package window

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"github.com/google/go-cmp/cmp"

	"ragmanager/library"
	"ragmanager/manager/window/controller"
	"ragmanager/manager/window/text"
)

// newTestChunks returns a view of the chunks of the sample library, at the given size.
// Its filter waits for nothing.
func newTestChunks(t *testing.T, size fyne.Size) (*fixture, *chunksView) {
	t.Helper()
	f := newFixture(t)
	v := newChunksView(f.c, f.win, newTips(f.c))
	v.after = func(_ time.Duration, call func()) func() { call(); return func() {} }
	f.show(v.content, size)
	f.settle(t)
	return f, v
}

// pageOf returns the page of the sample whose address ends so.
func pageOf(t *testing.T, v *chunksView, end string) library.Page {
	t.Helper()
	for _, p := range v.tree.pages.List {
		if strings.HasSuffix(p.Address, end) {
			return p
		}
	}
	t.Fatalf("there is no page %s", end)
	return library.Page{}
}

// seen returns the rows that are seen, moved in by their depth.
func seen(v *chunksView) (rows []string) {
	for _, i := range v.outline.rows {
		title := v.tree.entries[i].title
		if title == "" {
			title = "-"
		}
		rows = append(rows, strings.Repeat("  ", v.tree.nodes[i].depth)+title)
	}
	return rows
}

func TestChunksTree(t *testing.T) {
	f, v := newTestChunks(t, wideWindow)
	if !v.all.Visible() || v.empty.content.Visible() {
		t.Fatal("the tree is not shown")
	}
	if got := wordsOf(v.count); got != "131 chunks" {
		t.Errorf("it says %q", got)
	}
	if got, want := len(v.outline.rows), len(f.c.PagesNow().List); got != want {
		t.Errorf("%d rows, want %d pages", got, want)
	}
	v.outline.toggle(v.tree.findPage(pageOf(t, v, "price_list.html").Address))
	want := []string{"Price List", "  -", "  Soil", "  Vibration", "  Radio and Accessories", "  Services"}
	if got := seen(v); !cmp.Equal(got[len(got)-len(want):], want) {
		t.Errorf("an open page shows %q, want %q", got, want)
	}
	v.outline.setAll(true)
	if got := len(v.outline.rows); got != len(v.tree.nodes) {
		t.Errorf("%d of %d rows are seen when all are open", got, len(v.tree.nodes))
	}
	v.outline.setAll(false)
	if got := len(v.outline.rows); got != len(v.tree.pages.List) {
		t.Errorf("%d rows are seen when none is open", got)
	}
}

func TestChunksEmpty(t *testing.T) {
	f := newBareFixture(t)
	v := newChunksView(f.c, f.win, newTips(f.c))
	f.show(v.content, wideWindow)
	if v.all.Visible() || wordsOf(v.empty.title) != text.ChunksEmpty {
		t.Errorf("without a library it says %q", wordsOf(v.empty.title))
	}
	v.show(controller.Place{Chunk: "65f3e22d9740"}) // must wait
	v.take(&controller.Pages{})
	if v.all.Visible() {
		t.Error("a library without pages shows a tree")
	}
}

func TestChunksShowsChunk(t *testing.T) {
	f, v := newTestChunks(t, wideWindow)
	page := pageOf(t, v, "marl_soil_logger.html")
	table := page.Chunks[slices.IndexFunc(page.Chunks, func(c library.PageChunk) bool { return c.Kind == "table" })]
	v.show(controller.Place{Chunk: table.Name})
	f.settle(t)
	if !v.chunk.content.Visible() || v.page.content.Visible() || v.hint.content.Visible() {
		t.Fatal("it is not the chunk alone that is shown")
	}
	row := v.outline.list.at
	if row < 0 || v.tree.entries[v.outline.rows[row]].name != table.Name {
		t.Errorf("its row is not selected, but %d", row)
	}
	chunk, err := f.texts(t).Chunk(table.Name)
	if err != nil {
		t.Fatal(err)
	}
	d := v.chunk
	if d.texts.match.text != chunk.Match || d.texts.content.text != chunk.Content {
		t.Error("its texts are not shown")
	}
	if diff := cmp.Diff(table.Prompts, markedAs(d.texts.match, colorPrompt)); diff != "" {
		t.Errorf("prompts, -want +marked:\n%s", diff)
	}
	facts := wordsOf(d.facts)
	for _, want := range []string{"table", text.OnLines(table.FirstLine, table.LastLine), text.VectorNeedless, table.Date, string(table.Name)} {
		if !strings.Contains(facts, want) {
			t.Errorf("%q is not among the facts %q", want, facts)
		}
	}
	if want := []string{"Marl Soil Logger (HL31) Manual · " + text.OnLines(table.FirstLine, table.LastLine)}; !cmp.Equal(d.places.rows, want) {
		t.Errorf("it stands in %q, want %q", d.places.rows, want)
	}
	pressButton(t, d.content, text.CopyName)
	if got := f.app.Clipboard().Content(); got != string(table.Name) {
		t.Errorf("copied %q", got)
	}
	test.Tap(d.open)
	if len(f.Opened) != 1 || !strings.Contains(f.Opened[0], "marl_soil_logger.html") {
		t.Errorf("opened %q", f.Opened)
	}
}

func TestChunksFollowsLinks(t *testing.T) {
	f, v := newTestChunks(t, wideWindow)
	f.c.Shows.Connect(v.show)
	v.show(controller.Place{Chunk: "0461564a33a4"}) // leads to the command reference
	f.settle(t)
	at := slices.IndexFunc(v.chunk.links.rows, func(l string) bool { return strings.HasSuffix(l, "command_reference.html") })
	if at < 0 {
		t.Fatalf("the links are %q", v.chunk.links.rows)
	}
	v.chunk.links.list.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
	if v.page.content.Visible() {
		t.Fatal("a key follows a link")
	}
	v.chunk.links.list.Select(at)
	if !v.page.content.Visible() || !strings.HasSuffix(v.page.page.Address, "command_reference.html") {
		t.Errorf("the link leads to %q", v.page.page.Address)
	}
}

func TestChunksShowsPage(t *testing.T) {
	f, v := newTestChunks(t, wideWindow)
	page := pageOf(t, v, "draft.html")
	v.show(controller.Place{Page: page.Address})
	d := v.page
	if !d.content.Visible() || wordsOf(d.title) != page.Title || d.address.Text != page.Address {
		t.Errorf("the page that is shown is %q", d.address.Text)
	}
	if got, want := wordsOf(d.tally), "For the author: 2 errors · 4 warnings"; got != want {
		t.Errorf("the tally is %q, want %q", got, want)
	}
	if got := d.reports.text; !strings.HasPrefix(got, "42:1  error: <ul> is never closed") || strings.Count(got, "\n") != 5 {
		t.Errorf("the reports are %q", got)
	}
	if diff := cmp.Diff([]string{"error", "error"}, markedAs(d.reports, "error")); diff != "" {
		t.Errorf("marked, -want +got:\n%s", diff)
	}
	out := slices.IndexFunc(d.rows, func(r controller.CoverageRow) bool { return r.Text != "" })
	if out < 0 || !strings.Contains(d.lines[out].second, "<report, several samples") || d.lines[out].bar != "error" {
		t.Fatalf("what was left out is in row %d of %+v", out, d.lines)
	}
	d.list.Select(out)
	if !d.content.Visible() {
		t.Error("what was left out leads elsewhere")
	}
	in := slices.IndexFunc(d.rows, func(r controller.CoverageRow) bool { return r.Chunk != "" })
	d.list.Select(in)
	if !v.chunk.content.Visible() || v.chunk.name != d.rows[in].Chunk {
		t.Error("a chunk of the table is not shown")
	}
	d.address.OnTapped()
	if len(f.Opened) != 1 || !strings.HasSuffix(f.Opened[0], "draft.html") {
		t.Errorf("opened %q", f.Opened)
	}
}

func TestChunksFilter(t *testing.T) {
	f, v := newTestChunks(t, wideWindow)
	page := pageOf(t, v, "price_list.html")
	for _, test := range []struct {
		filter string
		first  int // chunks that are found at once
		want   int // and with those whose texts hold the words
	}{
		{"price_list.html", 5, 6},
		{"TABLE price_list", 0, 3},
		{string(page.Chunks[0].Name), 1, 1},
		{"figure", 7, 8},
		{"price_list.html discount", 0, 1}, // one word in the address, one in the text
		{"no such words", 0, 0},
		{"", 131, 131},
	} {
		v.filter.SetText(test.filter)
		_, first := v.tree.match(v.words(), nil)
		if said := wordsOf(v.count); test.filter != "" && !strings.HasSuffix(said, text.SearchingTexts) {
			t.Errorf("%q says %q while it searches", test.filter, said)
		}
		f.settle(t)
		_, got := v.tree.match(v.words(), v.found)
		if first != test.first || got != test.want {
			t.Errorf("%q finds %d, with texts %d, want %d and %d", test.filter, first, got, test.first, test.want)
		}
		want := text.ChunksShown(got, 131)
		if got == 0 {
			want = text.NoMatch
		}
		if said := wordsOf(v.count); said != want {
			t.Errorf("%q says %q, want %q", test.filter, said, want)
		}
	}
}

// The filter misses no chunk whose texts hold the word.
func TestChunksFilterIsWhole(t *testing.T) {
	f, v := newTestChunks(t, wideWindow)
	names, err := f.texts(t).Names()
	if err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{"range", "the", "7.1", "d", "antenna"} {
		want := map[library.Name]bool{}
		for _, n := range names {
			if c, err := f.texts(t).Chunk(n); err != nil || strings.Contains(strings.ToLower(c.Match+"\n"+c.Content), word) {
				want[n] = true
			}
		}
		v.filter.SetText(word)
		f.settle(t)
		kept, _ := v.tree.match(v.words(), v.found)
		for i, e := range v.tree.entries {
			if want[e.name] && !kept[i] {
				t.Errorf("%q misses %s", word, e.name)
			}
		}
	}
}

// Pages with the same title have the end of their address beside it.
func TestTitlesAreDistinct(t *testing.T) {
	pages := []library.Page{
		{Address: "/a/one.html", Title: "Manual"},
		{Address: "/a/two.html", Title: "Manual"},
		{Address: "/a/three.html", Title: "Other"},
		{Address: "https://a.test/x/index.html", Title: "Start"},
		{Address: "https://a.test/y/index.html", Title: "Start"},
		{Address: "/b/four.html"},
	}
	want := []string{"Manual — one.html", "Manual — two.html", "Other", "Start — x/index.html", "Start — y/index.html", "/b/four.html"}
	if diff := cmp.Diff(want, distinctTitles(pages)); diff != "" {
		t.Error(diff)
	}
}

func TestChunksFilterIsDelayed(t *testing.T) {
	f, v := newTestChunks(t, wideWindow)
	var waiting []func()
	stopped := 0
	v.after = func(d time.Duration, call func()) func() {
		if d != filterDelay {
			t.Errorf("it waits %v", d)
		}
		waiting = append(waiting, call)
		return func() { stopped++ }
	}
	v.filter.SetText("discount")
	waiting[0]() // it has begun when it is stopped
	v.filter.SetText("discount universities")
	if len(waiting) != 2 || stopped != 1 {
		t.Errorf("%d searches are planned and %d stopped", len(waiting), stopped)
	}
	f.settle(t)
	if v.found != nil {
		t.Errorf("a search that was stopped finds %v", v.found)
	}
	waiting[1]()
	f.settle(t)
	if got := wordsOf(v.count); got != "1 of 131 chunks" {
		t.Errorf("it says %q", got)
	}
}

func TestChunksFilterEnter(t *testing.T) {
	f, v := newTestChunks(t, wideWindow)
	v.filter.SetText("discount universities")
	f.settle(t)
	v.filter.OnSubmitted(v.filter.Text)
	f.settle(t)
	if v.chunk.name != "406fa36f3acb" || f.win.Canvas().Focused() != fyne.Focusable(v.outline.list) {
		t.Errorf("Enter leads to %q", v.chunk.name)
	}
	v.found = controller.Found{}
	v.take(v.tree.pages)
	f.settle(t)
	if v.found["406fa36f3acb"] == 0 {
		t.Error("after a reload texts are not looked through again")
	}
}

func TestChunksShowEmptiesFilter(t *testing.T) {
	f, v := newTestChunks(t, wideWindow)
	v.filter.SetText("discount")
	f.settle(t)
	v.show(controller.Place{Chunk: "65f3e22d9740"})
	f.settle(t)
	if v.filter.Text != "" || v.chunk.name != "65f3e22d9740" || v.outline.list.at < 0 {
		t.Errorf("the filter is %q, the chunk %q, the row %d", v.filter.Text, v.chunk.name, v.outline.list.at)
	}
	v.filter.SetText("negative")
	f.settle(t)
	v.show(controller.Place{Chunk: "65f3e22d9740"})
	if v.filter.Text != "negative" {
		t.Error("a filter that shows the chunk was emptied")
	}
}

func TestChunksReload(t *testing.T) {
	f, v := newTestChunks(t, wideWindow)
	v.show(controller.Place{Chunk: "65f3e22d9740"})
	f.settle(t)
	v.chunk.texts.match.selectAll()
	before := *v.tree.pages
	fewer := before
	fewer.List = slices.Clone(before.List[2:])
	v.take(&fewer)
	f.settle(t)
	if i := v.outline.rows[v.outline.list.at]; v.tree.entries[i].name != "65f3e22d9740" {
		t.Error("another row is selected after a reload")
	}
	if s := v.chunk.texts.match.selected(); s.end == 0 {
		t.Error("what was selected of the text is not any more")
	}
	page := pageOf(t, v, "faq.html")
	v.take(&controller.Pages{List: slices.DeleteFunc(slices.Clone(fewer.List), func(p library.Page) bool { return p.Address == page.Address })})
	if v.outline.list.at >= 0 || !v.hint.content.Visible() {
		t.Error("a chunk that is gone is still shown")
	}
	v.take(&before)
	v.filter.SetText("discount")
	v.show(controller.Place{Chunk: "406fa36f3acb"})
	v.take(nil)
	if v.all.Visible() || v.filter.Text != "" {
		t.Error("the tree is shown without a library")
	}
}

func TestChunksUnclaimed(t *testing.T) {
	f, v := newTestChunks(t, wideWindow)
	all := v.tree.pages
	v.take(&controller.Pages{Unclaimed: []library.Name{"0461564a33a4"}, Missing: map[library.Name]bool{}})
	if want := []string{text.Unclaimed}; !cmp.Equal(seen(v), want) {
		t.Errorf("rows %q, want %q", seen(v), want)
	}
	v.outline.choose(0)
	if got := wordsOf(v.hint.title); got != text.Unclaimed || !v.hint.content.Visible() {
		t.Errorf("it says %q", got)
	}
	v.show(controller.Place{Chunk: "0461564a33a4"})
	f.settle(t)
	if !strings.HasPrefix(v.chunk.texts.match.text, "We built the Marl") || !v.chunk.open.Disabled() {
		t.Errorf("the chunk is %q", v.chunk.texts.match.text)
	}
	v.take(all)
	if i := v.outline.rows[v.outline.list.at]; v.tree.entries[i].name != "0461564a33a4" || v.tree.entries[i].page < 0 {
		t.Error("the chunk is not selected on the page that claims it now")
	}
}

func TestChunksKeys(t *testing.T) {
	_, v := newTestChunks(t, wideWindow)
	key := func(names ...fyne.KeyName) {
		for _, n := range names {
			v.outline.list.TypedKey(&fyne.KeyEvent{Name: n})
		}
	}
	key(fyne.KeyEnd)
	if !v.page.content.Visible() || v.page.page.Title != "Price List" {
		t.Fatalf("End leads to %q", v.page.page.Title)
	}
	key(fyne.KeyRight, fyne.KeyRight)
	if !v.chunk.content.Visible() {
		t.Error("Right does not open the page and enter it")
	}
	key(fyne.KeyLeft)
	if !v.page.content.Visible() {
		t.Error("Left does not go back to the page")
	}
	open := len(v.outline.rows)
	key(fyne.KeyLeft)
	if len(v.outline.rows) >= open {
		t.Error("Left does not close the page")
	}
}

func TestChunksPassKeysOn(t *testing.T) {
	f, v := newTestChunks(t, wideWindow)
	var got []fyne.KeyName
	f.win.Canvas().SetOnTypedKey(func(k *fyne.KeyEvent) { got = append(got, k.Name) })
	for _, o := range []fyne.Focusable{v.outline.list, v.chunk.links.list, v.page.list, v.chunk.texts.match.body} {
		o.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	}
	if len(got) != 4 {
		t.Errorf("of 4 keys the window gets %q", got)
	}
}

func TestChunksRowTaps(t *testing.T) {
	f, v := newTestChunks(t, wideWindow)
	row := newTreeRow()
	v.updateRow(0, row)
	rows := len(v.outline.rows)
	row.Tapped(&fyne.PointEvent{Position: fyne.NewPos(row.indent()+2, 5)})
	if len(v.outline.rows) <= rows || v.outline.list.at >= 0 {
		t.Error("a tap on the arrow does not open the page alone")
	}
	row.Tapped(&fyne.PointEvent{Position: fyne.NewPos(150, 5)})
	if v.outline.list.at != 0 || !v.page.content.Visible() {
		t.Error("a tap on the title does not select the page")
	}
	row.TappedSecondary(&fyne.PointEvent{AbsolutePosition: fyne.NewPos(20, 20)})
	if f.win.Canvas().Overlays().Top() == nil {
		t.Fatal("no menu")
	}
	test.TapCanvas(f.win.Canvas(), fyne.NewPos(40, 36)) // the first item
	if got := f.app.Clipboard().Content(); got != v.tree.pages.List[0].Address {
		t.Errorf("copied %q", got)
	}
}

func TestChunksRowMarkup(t *testing.T) {
	app := test.NewTempApp(t)
	app.Settings().SetTheme(NewTheme(Light, 1))
	row := newTreeRow()
	win := test.NewTempWindow(t, row)
	win.SetPadded(false)
	win.Resize(fyne.NewSize(300, row.MinSize().Height))
	row.entry = entry{title: "Operating Life", name: "b88d3a72461d", right: "table · 150–160", vector: controller.VectorMissing}
	row.depth, row.start = 2, "Table: Current and Operating Life"
	row.Refresh()
	golden(t, "chunks_row.xml", test.RenderObjectToMarkup(row))
	row.entry, row.depth, row.start = entry{title: "Draft", right: "4", errors: 2, warnings: 4}, 0, ""
	row.Refresh()
	golden(t, "chunks_row_page.xml", test.RenderObjectToMarkup(row))
}

// manyPages returns so many pages of a hundred chunks each.
func manyPages(n int) *controller.Pages {
	p := &controller.Pages{Missing: map[library.Name]bool{}}
	for i := range n {
		page := library.Page{Address: fmt.Sprintf("http://example.org/manual/page_%05d.html", i), Title: fmt.Sprintf("Page %d of a manual", i)}
		for j := range 100 {
			page.Chunks = append(page.Chunks, library.PageChunk{
				Name: library.Name(fmt.Sprintf("%012x", i*100+j)), Kind: "paragraph", FirstLine: 10 * j, LastLine: 10*j + 8,
				Headings: []library.Heading{{Title: page.Title}, {Title: fmt.Sprintf("Chapter %d", j/10)}, {Title: fmt.Sprintf("Section %d", j)}},
			})
		}
		p.List = append(p.List, page)
	}
	return p
}

func BenchmarkChunks(b *testing.B) {
	app := test.NewTempApp(b)
	app.Settings().SetTheme(NewTheme(Light, 1))
	c := controller.New(controller.Options{Do: func(f func()) { f() }, WatchEvery: time.Hour})
	win := test.NewTempWindow(b, nil)
	v := newChunksView(c, win, newTips(c))
	v.after = func(time.Duration, func()) func() { return func() {} }
	win.SetContent(v.content)
	win.Resize(wideWindow)
	pages := manyPages(200)
	v.take(pages)
	b.Run("take 20,000", func(b *testing.B) {
		for b.Loop() {
			v.take(pages)
		}
	})
	b.Run("expand 20,000", func(b *testing.B) {
		for b.Loop() {
			v.outline.setAll(true)
		}
	})
	b.Run("scroll 20,000", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			v.outline.list.ScrollToOffset(float32(i*137%500_000) + 1)
		}
	})
	b.Run("filter 20,000", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			v.filter.SetText([]string{"section 7", "page 17"}[i%2])
		}
	})
}

func TestChunksPictures(t *testing.T) {
	if os.Getenv("RAGMANAGER_PICTURES") == "" {
		t.Skip("RAGMANAGER_PICTURES is not set")
	}
	f, v := newTestChunks(t, wideWindow)
	f.picture(t, "chunks-start")
	v.show(controller.Place{Chunk: "29ade314fbac"})
	f.settle(t)
	f.picture(t, "chunks-chunk")
	f.show(v.content, smallWindow)
	f.picture(t, "chunks-small-chunk")
	v.show(controller.Place{Page: pageOf(t, v, "draft.html").Address})
	f.picture(t, "chunks-small-page")
	f.show(v.content, wideWindow)
	f.picture(t, "chunks-page")
	v.filter.SetText("battery")
	f.settle(t)
	f.picture(t, "chunks-filter")
}

func TestChunksCompact(t *testing.T) {
	f, v := newTestChunks(t, wideWindow)
	v.show(controller.Place{Chunk: "29ade314fbac"})
	f.settle(t)
	head := v.chunk.texts.heads[0]
	if !head.Visible() || !v.chunk.links.content.Visible() {
		t.Fatal("a part is left away where there is room")
	}
	f.win.Resize(fyne.NewSize(500, 220))
	if head.Visible() {
		t.Error("nothing is left away where there is no room")
	}
	if got := v.content.MinSize().Height; got > 220 {
		t.Errorf("the view is at least %v high", got)
	}
	f.win.Resize(wideWindow)
	if !head.Visible() {
		t.Error("what was left away does not come back")
	}
}

func TestChunksPathFits(t *testing.T) {
	f, v := newTestChunks(t, wideWindow)
	v.show(controller.Place{Chunk: "65f3e22d9740"})
	f.settle(t)
	path := v.chunk.path
	for _, width := range []float32{900, 300, 120} {
		path.Resize(fyne.NewSize(width, 30))
		last := path.Objects[len(path.Objects)-1]
		if end := last.Position().X + last.Size().Width; end > width+1 {
			t.Errorf("the path ends at %v of %v", end, width)
		}
	}
}

func TestChunksStarts(t *testing.T) {
	var asked []library.Name
	var answer func(controller.ChunkDetail, *controller.Problem)
	refreshed := 0
	s := newStarts(func(n library.Name, then func(controller.ChunkDetail, *controller.Problem)) {
		asked, answer = append(asked, n), then
	}, func() { refreshed++ })
	for i := range 200 {
		s.of(library.Name(fmt.Sprintf("%03d", i)))
	}
	detail := controller.ChunkDetail{Chunk: library.Chunk{Match: "It\nbegins"}}
	answer(detail, nil)
	if want := []library.Name{"000", "199"}; !cmp.Equal(asked, want) || refreshed != 0 {
		t.Errorf("it reads %q and has refreshed the rows %d times", asked, refreshed)
	}
	for len(asked) < 61 {
		answer(detail, nil)
	}
	answer(detail, nil)
	if len(asked) != 61 || refreshed != 1 {
		t.Errorf("it reads %d of 200 and refreshes the rows %d times", len(asked), refreshed)
	}
	if got := s.of("199"); got != "It begins" {
		t.Errorf("one begins %q", got)
	}
	s.of("new")
	late := answer
	s.forget()
	late(detail, nil)
	if len(s.known) != 0 {
		t.Error("what comes from a library that is closed counts")
	}
}
