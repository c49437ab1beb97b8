package window

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/storage"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"ragmanager/manager"
	"ragmanager/manager/window/controller"
	"ragmanager/manager/window/text"
)

// sourcesFixture returns a fixture that shows the sources.
func sourcesFixture(t *testing.T) (*fixture, *sourcesView) {
	t.Helper()
	f := newBareFixture(t)
	v := newSourcesView(f.c, f.win, newTips(f.c))
	f.show(v.content, fyne.NewSize(1100, 640))
	f.openSample(t)
	return f, v
}

// addresses returns the sources in the file of the library.
func (f *fixture) addresses(t *testing.T) (all []string) {
	t.Helper()
	s, err := manager.ReadLibrarySettings(f.root)
	if err != nil {
		t.Fatal(err)
	}
	for _, source := range s.Sources {
		all = append(all, source.Address)
	}
	return all
}

// addThree adds three sources below one of the fixture and selects the second of all.
func addThree(t *testing.T, f *fixture, v *sourcesView) (first string) {
	t.Helper()
	first = f.addresses(t)[0]
	v.add("http://one.test/\nhttp://two.test/\nhttp://three.test/")
	f.settle(t)
	v.list.Select(1)
	return first
}

func wantAddresses(t *testing.T, f *fixture, want ...string) {
	t.Helper()
	f.settle(t)
	if got := f.addresses(t); !slices.Equal(got, want) {
		t.Errorf("the file has the sources\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestSourcesAreAddedFromTheEntry(t *testing.T) {
	f, v := sourcesFixture(t)
	first := f.addresses(t)[0]
	test.Type(v.entry, "http://one.test/#part")
	v.entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	wantAddresses(t, f, first, "http://one.test/")
	test.Type(v.entry, "http://two.test/")
	test.Tap(v.buttons[text.Add])
	wantAddresses(t, f, first, "http://one.test/", "http://two.test/")
	if v.entry.Text != "" {
		t.Errorf("the entry still has %q", v.entry.Text)
	}
	if want := "3 sources · " + text.SourcesChanged; said(v.tally) != want {
		t.Errorf("it says %q, want %q", said(v.tally), want)
	}
}

func TestSourcesThatAreWrongAreNamedAndGivenBack(t *testing.T) {
	f, v := sourcesFixture(t)
	var problems []*controller.Problem
	f.c.Problems.Connect(func(p *controller.Problem) { problems = append(problems, p) })
	test.Type(v.entry, "/no/such/file")
	test.Tap(v.buttons[text.Add])
	f.settle(t)
	if len(problems) != 1 || !strings.Contains(problems[0].Message, "/no/such/file") {
		t.Fatalf("the problems are %+v", problems)
	}
	if v.entry.Text != "/no/such/file" {
		t.Errorf("the entry has %q, want what was typed", v.entry.Text)
	}
	v.add("http://good.test/\nftp://bad.test/\n")
	f.settle(t)
	if got := f.addresses(t); !slices.Contains(got, "http://good.test/") {
		t.Errorf("the good one of several is not added: %q", got)
	}
	if !f.shows("1 added, 0 listed already, 1 not taken") || f.focused(t).(*keyedEntry).Text != "ftp://bad.test/" {
		t.Errorf("of the bad one it shows\n%s", f.words())
	}
}

// What was added is not put back when something else goes wrong later.
func TestSourcesThatAreAddedAreNotGivenBack(t *testing.T) {
	f, v := sourcesFixture(t)
	first := f.addresses(t)[0]
	test.Type(v.entry, "http://one.test/")
	test.Tap(v.buttons[text.Add])
	f.settle(t)
	failed := false
	f.c.Problems.Connect(func(*controller.Problem) { failed = true })
	f.c.SetSource(first, manager.Source{Address: first, Base: "ftp://a.test/"})
	f.settle(t)
	if !failed || v.entry.Text != "" {
		t.Errorf("failed: %v; the entry has %q", failed, v.entry.Text)
	}
}

// Sources that could not be saved can be tried again.
func TestSourcesPasteManyKeepsWhatIsNotSaved(t *testing.T) {
	f, v := sourcesFixture(t)
	first := f.addresses(t)[0]
	file := filepath.Join(f.root, "settings.yaml")
	good, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte("sources: {"), 0o600); err != nil {
		t.Fatal(err)
	}
	p := v.pasteMany()
	p.entry.SetText("http://one.test/")
	test.Tap(p.add)
	f.settle(t)
	if topSheet(f.win) != p.sheet || p.entry.Text != "http://one.test/" || p.add.Disabled() {
		t.Fatalf("the entry has %q; disabled: %v", p.entry.Text, p.add.Disabled())
	}
	test.Tap(p.add) // while no library is open
	if p.add.Disabled() {
		t.Error("it cannot be tried again")
	}
	if err := os.WriteFile(file, good, 0o600); err != nil {
		t.Fatal(err)
	}
	f.Open(t, f.root)
	test.Tap(p.add)
	wantAddresses(t, f, first, "http://one.test/")
}

// What is not taken of many sources stays in the sheet, with the reason for each.
func TestSourcesPasteManyKeepsTheBadOnes(t *testing.T) {
	f, v := sourcesFixture(t)
	first := f.addresses(t)[0]
	test.Tap(v.buttons[text.PasteMany])
	entry := f.focused(t).(*keyedEntry)
	entry.SetText("http://one.test/\n" + first + "\n/no/such/page.html\nftp://two.test/\nhttp://ada:secret@three.test/\nhttp://four.test/")
	f.press(t, text.Add)
	wantAddresses(t, f, first, "http://one.test/", "http://four.test/")
	if want := "/no/such/page.html\nftp://two.test/\nhttp://ada:secret@three.test/"; entry.Text != want {
		t.Errorf("the entry has %q, want %q", entry.Text, want)
	}
	for _, want := range []string{"2 added, 1 listed already, 3 not taken", "/no/such/page.html – There is no such file or folder.", "ftp://two.test/ – It is neither a URL"} {
		if !f.shows(want) {
			t.Errorf("%q is missing in\n%s", want, f.words())
		}
	}
	f.picture(t, "sources-paste-bad")
	entry.SetText("http://two.test/")
	f.press(t, text.Add)
	wantAddresses(t, f, first, "http://one.test/", "http://four.test/", "http://two.test/")
	if f.win.Canvas().Overlays().Top() != nil {
		t.Error("the sheet stays open")
	}
}

// What the library keeps of sources that are listed no more is said where they are
// listed, and at the bottom of the window, as a warning.
func TestSourcesSayWhatWasKept(t *testing.T) {
	f, w := newMain(t)
	gone := f.addresses(t)[0]
	away := t.TempDir()
	f.c.AddSources(away, func(error) {})
	f.c.RemoveSources(gone)
	f.settle(t)
	page := filepath.Join(t.TempDir(), "a.html")
	if err := os.WriteFile(page, []byte("<p>The pump runs on two cells.</p>"), 0o600); err != nil {
		t.Fatal(err)
	}
	f.c.AddSources(page, func(error) {})
	f.settle(t)
	w.tap(t, controller.Chunk)
	f.settle(t)
	const want = "Kept because not every source could be read: 10 pages"
	if v := w.sources; !v.kept.Visible() || !strings.HasPrefix(said(v.kept), want) {
		t.Errorf("the sources say %q", said(v.kept))
	}
	style := w.status.told.Segments[0].(*widget.TextSegment).Style
	if !strings.Contains(said(w.status.told), want) || style.ColorName != theme.ColorNameWarning {
		t.Errorf("the status says %q in %s", said(w.status.told), style.ColorName)
	}
	w.showPlace(controller.Place{View: controller.SourcesView})
	f.picture(t, "sources-kept")
	f.c.RemoveSources(away)
	f.settle(t)
	w.tap(t, controller.Chunk)
	f.settle(t)
	if w.sources.kept.Visible() || w.status.told.Segments[0].(*widget.TextSegment).Style.ColorName != colorMuted {
		t.Error("it still warns")
	}
}

func TestSourcesPastedIntoTheEntryAreAllAdded(t *testing.T) {
	f, v := sourcesFixture(t)
	first := f.addresses(t)[0]
	clip := f.app.Clipboard()
	clip.SetContent("http://one.test/")
	v.entry.TypedShortcut(&fyne.ShortcutPaste{Clipboard: clip})
	if v.entry.Text != "http://one.test/" {
		t.Errorf("the entry has %q", v.entry.Text)
	}
	v.entry.SetText("")
	clip.SetContent("http://one.test/\r\n\r\n# comment\r\nhttp://two.test/\r\n")
	v.entry.TypedShortcut(&fyne.ShortcutPaste{Clipboard: clip})
	wantAddresses(t, f, first, "http://one.test/", "http://two.test/")
}

func TestSourcesAreMovedTurnedAndRemoved(t *testing.T) {
	f, v := sourcesFixture(t)
	first := addThree(t, f, v)
	one, two, three := "http://one.test/", "http://two.test/", "http://three.test/"
	alt := func(k fyne.KeyName) {
		v.list.TypedShortcut(&desktop.CustomShortcut{KeyName: k, Modifier: fyne.KeyModifierAlt})
	}
	alt(fyne.KeyUp)
	wantAddresses(t, f, one, first, two, three)
	alt(fyne.KeyUp) // is first already
	alt(fyne.KeyDown)
	wantAddresses(t, f, first, one, two, three)
	test.Tap(v.details.buttons[text.MoveDown])
	wantAddresses(t, f, first, two, one, three)
	test.Tap(v.details.buttons[text.MoveUp])
	wantAddresses(t, f, first, one, two, three)
	v.list.TypedKey(&fyne.KeyEvent{Name: fyne.KeySpace})
	f.settle(t)
	if s, _ := manager.ReadLibrarySettings(f.root); !s.Sources[1].Off {
		t.Error("the space bar has not put the source off")
	}
	v.list.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDelete})
	wantAddresses(t, f, first, two, three)
	if v.selected != two {
		t.Errorf("%q is selected, want the one after what was removed", v.selected)
	}
	test.Tap(v.details.buttons[text.Remove])
	wantAddresses(t, f, first, three)
}

// TestSourcesTakeTheKeysOnceClicked clicks a row where it is drawn.
func TestSourcesTakeTheKeysOnceClicked(t *testing.T) {
	f, v := sourcesFixture(t)
	f.win.Canvas().Focus(v.entry)
	at := f.app.Driver().AbsolutePositionForObject(v.list).AddXY(200, 20)
	test.TapCanvas(f.win.Canvas(), at)
	if v.selected == "" || f.focused(t) != fyne.Focusable(v.list) {
		t.Errorf("%q is selected, and %T has the focus", v.selected, f.win.Canvas().Focused())
	}
	v.list.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	f.win.Canvas().Focus(v.entry)
	f.win.Canvas().Focus(v.list)
	if v.selected != v.items[0].Address {
		t.Errorf("%q is selected, want the first one", v.selected)
	}
	f.win.Canvas().Focus(v.entry)
	v.add("http://one.test/")
	f.c.MoveSource(v.selected, 1)
	f.settle(t)
	if f.focused(t) != fyne.Focusable(v.entry) {
		t.Errorf("%T took the focus while something was typed", f.win.Canvas().Focused())
	}
}

func TestSourcesThatAreOffAreRemovedAfterAsking(t *testing.T) {
	f, v := sourcesFixture(t)
	first := addThree(t, f, v)
	if v.buttons[text.RemoveOff].Visible() {
		t.Error("the button is there though none is off")
	}
	for _, item := range v.items[1:3] {
		v.turn(item, false)
		f.settle(t)
	}
	test.Tap(v.buttons[text.RemoveOff])
	f.settle(t)
	if len(f.addresses(t)) != 4 {
		t.Fatal("they were removed before it was asked")
	}
	f.press(t, text.Remove)
	wantAddresses(t, f, first, "http://three.test/")
}

func TestSourcesBase(t *testing.T) {
	f, v := sourcesFixture(t)
	v.list.Select(0)
	test.Tap(v.details.buttons[text.EditBase])
	entry := f.focused(t).(*keyedEntry)
	entry.SetText("nonsense")
	if !f.button(t, text.Save).Disabled() || !f.shows("Want a URL that begins with http:// or https://") {
		t.Error("a base that is none is not refused")
	}
	f.picture(t, "sources-base")
	entry.SetText("https://docs.example.org/manual/")
	f.press(t, text.Save)
	f.settle(t)
	s, err := manager.ReadLibrarySettings(f.root)
	if err != nil || s.Sources[0].Base != "https://docs.example.org/manual/" {
		t.Errorf("the base is %q, %v", s.Sources[0].Base, err)
	}
	if top := f.win.Canvas().Overlays().Top(); top != nil {
		t.Error("the sheet is still there")
	}
}

func TestSourcesSheetsLeaveWithEscape(t *testing.T) {
	f, v := sourcesFixture(t)
	v.list.Select(0)
	for _, b := range []*actionButton{v.buttons[text.PasteMany], v.details.buttons[text.EditBase]} {
		test.Tap(b)
		f.focused(t).TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
		if f.win.Canvas().Overlays().Top() != nil {
			t.Errorf("Escape does not leave %s", b.Text)
		}
	}
	for _, b := range []*actionButton{v.buttons[text.AddFile], v.buttons[text.AddFolder]} {
		test.Tap(b)
		if f.win.Canvas().Overlays().Top() == nil {
			t.Fatalf("%s shows no dialog", b.Text)
		}
		f.win.Canvas().Unfocus()
		f.win.Canvas().OnTypedKey()(&fyne.KeyEvent{Name: fyne.KeyEscape})
		if f.win.Canvas().Overlays().Top() != nil {
			t.Errorf("Escape does not leave %s", b.Text)
		}
	}
}

func TestSourcesPasteManyAndDropped(t *testing.T) {
	f, v := sourcesFixture(t)
	first := f.addresses(t)[0]
	test.Tap(v.buttons[text.PasteMany])
	if !f.button(t, text.Add).Disabled() {
		t.Error("nothing can be added")
	}
	f.focused(t).(*keyedEntry).SetText("http://one.test/\n\n# no\nhttp://two.test/")
	if !f.shows("2 sources") {
		t.Error("the lines are not counted")
	}
	f.picture(t, "sources-paste")
	f.press(t, text.Add)
	wantAddresses(t, f, first, "http://one.test/", "http://two.test/")
	page := filepath.Join(t.TempDir(), "a page.html")
	if err := os.WriteFile(page, []byte("<p>x</p>"), 0o600); err != nil {
		t.Fatal(err)
	}
	link, err := storage.ParseURI("https://three.test/a?b=c")
	if err != nil {
		t.Fatal(err)
	}
	v.dropped([]fyne.URI{storage.NewFileURI(page), storage.NewFileURI(filepath.Dir(page)), link})
	wantAddresses(t, f, first, "http://one.test/", "http://two.test/", page, filepath.Dir(page), "https://three.test/a?b=c")
}

func TestSourcesLeadToChunksLogAndPage(t *testing.T) {
	f, v := sourcesFixture(t)
	var places []controller.Place
	f.c.Shows.Connect(func(p controller.Place) { places = append(places, p) })
	v.list.Select(0)
	test.Tap(v.details.buttons[text.SeeChunks])
	if len(places) != 1 || places[0].View != controller.ChunksView || places[0].Page == "" {
		t.Errorf("it leads to %+v", places)
	}
	item := v.items[0]
	item.Warnings, item.Checked = 3, true
	v.seeWarnings(item)
	if places[1].View != controller.LogView {
		t.Errorf("it leads to %+v", places[1])
	}
	test.Tap(v.details.buttons[text.CopyDetails])
	if got := f.app.Clipboard().Content(); !strings.HasPrefix(got, item.Address) || !strings.Contains(got, "chunks") {
		t.Errorf("what was copied is %q", got)
	}
	v.add("https://one.test/")
	f.settle(t)
	v.list.Select(1)
	test.Tap(v.details.buttons[text.OpenAddress])
	if !slices.Equal(f.Opened, []string{"https://one.test/"}) {
		t.Errorf("opened were %q", f.Opened)
	}
}

func TestSourcesCheckAllTellsEach(t *testing.T) {
	f, v := sourcesFixture(t)
	gone := filepath.Join(t.TempDir(), "gone")
	if err := os.Mkdir(gone, 0o700); err != nil {
		t.Fatal(err)
	}
	v.add(gone)
	f.settle(t)
	if err := os.Remove(gone); err != nil {
		t.Fatal(err)
	}
	test.Tap(v.buttons[text.CheckAll])
	f.settle(t)
	if !v.items[0].Checked || v.items[0].Chunks == 0 || v.items[1].Err == nil {
		t.Fatalf("the check tells %+v", v.items)
	}
	v.list.Select(1)
	if !v.details.trouble.Visible() || !strings.Contains(v.details.trouble.Source(), gone) {
		t.Errorf("the trouble is %q", v.details.trouble.Source())
	}
	f.picture(t, "sources-checked")
	for _, item := range v.items {
		v.turn(item, false)
		f.settle(t)
	}
	if b := v.buttons[text.CheckAll]; !b.Disabled() || !strings.Contains(b.tip, text.WhyNoSources) {
		t.Errorf("the button can be pressed without a source: %q", b.tip)
	}
}

func TestSourcesEmptyAndWithoutLibrary(t *testing.T) {
	f := newBareFixture(t)
	v := newSourcesView(f.c, f.win, newTips(f.c))
	f.show(v.content, fyne.NewSize(640, 420))
	if !v.entry.Disabled() || said(v.empty.how) != text.WhyNoLibrary {
		t.Errorf("without a library it says %q", said(v.empty.how))
	}
	f.openSample(t)
	f.c.RemoveSources(f.addresses(t)...)
	f.settle(t)
	if v.entry.Disabled() || said(v.empty.title) != text.NoSources || v.split.Visible() || !v.empty.content.Visible() {
		t.Error("an empty list does not say how to begin")
	}
	f.picture(t, "sources-empty")
}

// lines returns n addresses, a line each.
func lines(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "https://www.example.org/manual/chapter-%d/page-%05d.html\n", i/100, i)
	}
	return b.String()
}

func TestSourcesFiveThousandPasted(t *testing.T) {
	f, v := sourcesFixture(t)
	clip := f.app.Clipboard()
	clip.SetContent(lines(5000))
	begun := time.Now()
	v.entry.TypedShortcut(&fyne.ShortcutPaste{Clipboard: clip})
	pasted := time.Since(begun)
	f.settle(t)
	t.Logf("pasted in %v, saved and shown in %v", pasted, time.Since(begun))
	if n := len(f.addresses(t)); n != 5001 {
		t.Errorf("the file has %d sources", n)
	}
	begun = time.Now()
	for range 20 {
		v.list.TypedKey(&fyne.KeyEvent{Name: fyne.KeyPageDown})
	}
	t.Logf("20 pages down, all drawn, in %v", time.Since(begun))
}

func TestSourcesFiveThousandPastedIntoTheSheet(t *testing.T) {
	f, v := sourcesFixture(t)
	test.Tap(v.buttons[text.PasteMany])
	f.app.Clipboard().SetContent(lines(5000))
	begun := time.Now()
	f.focused(t).(*keyedEntry).TypedShortcut(&fyne.ShortcutPaste{Clipboard: f.app.Clipboard()})
	t.Logf("pasting takes %v", time.Since(begun))
	if !f.shows("0 sources, and 5,000 from the clipboard") {
		t.Errorf("it says %q", f.words())
	}
	f.press(t, text.Add)
	f.settle(t)
	if n := len(f.addresses(t)); n != 5001 {
		t.Errorf("the file has %d sources", n)
	}
}

func TestSourcesPictures(t *testing.T) {
	f, v := sourcesFixture(t)
	v.add("https://www.example.org/a/very/long/path/that/leads/through/many/folders/of/a/manual/on/instruments/and/ends/in/alarm.html\nhttps://two.test/\nhttps://three.test/index.html")
	f.settle(t)
	base := v.items[2].Source
	base.Off = true
	f.c.SetSource(base.Address, base)
	v.setBase(v.items[0], "https://docs.example.org/manual/")
	f.settle(t)
	f.picture(t, "sources-list")
	v.list.Select(0)
	f.picture(t, "sources-1100")
	f.show(v.content, fyne.NewSize(640, 420))
	f.picture(t, "sources-640")
	f.show(v.content, fyne.NewSize(440, 420))
	f.picture(t, "sources-440")
}

func TestSourcesGolden(t *testing.T) {
	_, v := sourcesFixture(t)
	v.update([]controller.SourceItem{
		{Source: manager.Source{Address: "https://www.example.org/manual/"}, Read: time.Now().Add(-2 * time.Hour), Pages: 12, Chunks: 1234, Warnings: 3},
		{Source: manager.Source{Address: "/srv/manual/alarm.html", Base: "https://docs.example.org/", Off: true}},
		{Source: manager.Source{Address: "http://gone.test/"}, Err: errors.New("http://gone.test/: no such host")},
	})
	var got strings.Builder
	for i := range v.items {
		row := newListedSource()
		row.Resize(fyne.NewSize(500, sourceHeight))
		v.fillRow(i, row)
		got.WriteString(test.RenderObjectToMarkup(row))
	}
	golden(t, "sources.xml", got.String())
}

func TestSourcesCheckedByTheThousand(t *testing.T) {
	f, v := sourcesFixture(t)
	dir := t.TempDir()
	var all strings.Builder
	for i := range 2000 {
		page := filepath.Join(dir, fmt.Sprintf("page-%d.html", i))
		if err := os.WriteFile(page, []byte("<h1>Page</h1><p>Text of it.</p>"), 0o600); err != nil {
			t.Fatal(err)
		}
		all.WriteString(page + "\n")
	}
	v.add(all.String())
	f.settle(t)
	told := 0
	f.c.Sources.Connect(func([]controller.SourceItem) { told++ })
	begun := time.Now()
	test.Tap(v.buttons[text.CheckAll])
	f.settle(t)
	t.Logf("2,000 files are checked in %v, the list is told %d times", time.Since(begun), told)
	if !v.items[2000].Checked || told > 200 {
		t.Errorf("the list is told %d times", told)
	}
}

// Without a selected source there are no details, however high the view is.
func TestSourcesDetailsNeedASource(t *testing.T) {
	f := newFixture(t)
	v := newSourcesView(f.c, f.win, newTips(f.c))
	f.show(v.content, fyne.NewSize(1100, 700))
	f.settle(t)
	if v.details.content.Visible() {
		t.Error("there are details of nothing")
	}
	v.choose(f.c.SourceItems()[0].Address)
	v.arrange()
	if !v.details.content.Visible() {
		t.Error("there are no details of the source")
	}
	f.win.Resize(fyne.NewSize(1100, 150))
	if v.details.content.Visible() {
		t.Error("there are details where there is no room")
	}
}
