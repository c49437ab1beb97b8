package window

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2/test"

	"ragmanager/manager"
	"ragmanager/manager/llm/standin"
	"ragmanager/manager/window/controller"
	"ragmanager/manager/window/controller/controllertest"
	"ragmanager/manager/window/text"
)

// Buttons that open something show it; the others are tested one by one below.
func TestPanelOpens(t *testing.T) {
	f, w := newMain(t)
	for a, shown := range map[controller.Action]string{
		controller.SetRoot: text.UseFolder, controller.SetKey: text.KeyWhere, controller.AssistantPrompts: text.PromptsTitle,
		controller.Configure: text.ConfigureTitle, controller.Help: text.Help,
	} {
		w.tap(t, a)
		overlays := f.win.Canvas().Overlays()
		if overlays.Top() == nil || !f.shows(shown) && buttonsIn(f.top())[shown] == nil {
			t.Errorf("%s does not show %q", a, shown)
		}
		for overlays.Top() != nil {
			overlays.Remove(overlays.Top())
		}
	}
	w.tap(t, controller.SourceURLs)
	if w.tab() != controller.SourcesView {
		t.Errorf("Source_URLs shows view %d", w.tab())
	}
}

// Delete and Chunk change what is on disk, and Delete asks before.
func TestPanelDeletesAndChunks(t *testing.T) {
	f, w := newMain(t)
	before := f.files(t, "Match")
	w.tap(t, controller.Delete)
	f.press(t, text.Cancel)
	f.settle(t)
	if n := f.files(t, "Match"); n != before {
		t.Fatalf("%d chunks are left of %d, though it was declined", n, before)
	}
	w.tap(t, controller.Delete)
	f.press(t, text.Delete)
	f.settle(t)
	if n := f.files(t, "Match"); n != 0 {
		t.Fatalf("%d chunks are left", n)
	}
	if about := w.panel.about.String(); !strings.Contains(about, "0 chunks of 0 pages") {
		t.Errorf("of the empty library the panel says %q", about)
	}
	w.tap(t, controller.Chunk)
	if got := said(w.status.word); got != text.Chunk {
		t.Errorf("the status is %q", got)
	}
	f.settle(t)
	if n := f.files(t, "Match"); n != before || !strings.Contains(said(w.status.told), "Chunk is done") {
		t.Errorf("%d chunks of %d; %s", n, before, said(w.status.told))
	}
	if told := said(w.status.told); strings.Contains(told, "vectors") {
		t.Errorf("in the builtin space, which needs no vectors, it says %s", told)
	}
	w.tap(t, controller.CheckAll)
	f.settle(t)
	if !f.c.SourceItems()[0].Checked {
		t.Error("Check_All checks nothing")
	}
}

// Vectors are made by Embed, stay when their chunks go, and go with Purge_Embeds.
func TestPanelEmbedsAndPurges(t *testing.T) {
	f, w := newServed(t, standin.Options{})
	w.tap(t, controller.Embed)
	f.settle(t)
	made := f.files(t, "Embed")
	if made == 0 || !strings.Contains(w.panel.about.String(), "all embedded") {
		t.Fatalf("%d vectors are made; %s", made, w.panel.about)
	}
	w.tap(t, controller.Delete)
	f.press(t, text.Delete)
	f.settle(t)
	w.tap(t, controller.PurgeEmbeds)
	f.settle(t) // it counts before it asks
	f.press(t, text.PurgeEmbeds)
	f.settle(t)
	if n := f.files(t, "Embed"); n != 0 {
		t.Errorf("%d vectors are left of %d", n, made)
	}
	w.tap(t, controller.Chunk)
	f.settle(t)
	if told := said(w.status.told); !strings.Contains(told, "vectors to make: ") {
		t.Errorf("of chunks that need vectors it says %s", told)
	}
}

// In the builtin space Embed fits the index.
func TestPanelFits(t *testing.T) {
	f, w := newEmptyMain(t)
	f.root = controllertest.Sample(t)
	if err := os.RemoveAll(filepath.Join(f.root, "Cache")); err != nil {
		t.Fatal(err)
	}
	f.Open(t, f.root)
	w.tap(t, controller.Embed)
	f.settle(t)
	if s := f.c.State(); !s.Overview.Fitted || s.Why(controller.Embed) != text.WhyFitted {
		t.Errorf("the space is not fitted: %q", s.Why(controller.Embed))
	}
}

// History and Clear show and forget the exchanges.
func TestPanelHistory(t *testing.T) {
	f, w := newMain(t)
	f.c.Submit("What does E7 mean?")
	f.settle(t)
	w.tap(t, controller.Clear)
	f.press(t, text.Clear)
	f.settle(t)
	if m, err := manager.Open(f.root, manager.DefaultLibrarySettings(), manager.DefaultPersonalSettings()); err != nil {
		t.Error(err)
	} else if past, err := m.History(); err != nil || len(past) != 0 || len(f.c.Conversation()) != 0 {
		t.Errorf("%d exchanges are left on disk, %d in the window, %v", len(past), len(f.c.Conversation()), err)
	}
	w.tap(t, controller.History)
	f.settle(t)
	if !strings.Contains(w.log.view.Text(), "There are no earlier exchanges") {
		t.Error("History does not say that there are none")
	}
}

// The switches change the state or the settings, and follow them.
func TestPanelSwitches(t *testing.T) {
	f, w := newMain(t)
	for name, on := range map[string]func(controller.State) bool{
		text.Verbose: func(s controller.State) bool { return s.Verbose }, text.ShowMatches: func(s controller.State) bool { return s.ShowMatches },
		text.Dump: func(s controller.State) bool { return s.Dump },
	} {
		check := w.panel.checks[name]
		test.Tap(check)
		f.settle(t)
		if !on(f.c.State()) || !check.Checked {
			t.Errorf("%s cannot be switched on", name)
		}
	}
	s, err := manager.ReadLibrarySettings(f.root)
	if err != nil || !s.Dump {
		t.Errorf("Dump is not kept: %v", err)
	}
	f.c.SetVerbose(false)
	if w.panel.checks[text.Verbose].Checked {
		t.Error("the switch does not follow")
	}
}

// A button that cannot be pressed says why in its tip, and its item in the menu is
// disabled with it.
func TestButtonsSayWhyNot(t *testing.T) {
	f, w := newEmptyMain(t)
	check := func(when string, want map[controller.Action]string) {
		t.Helper()
		for a, why := range want {
			if b := w.buttonOf(a); !b.Disabled() || !strings.HasSuffix(b.tip, "\n"+why) || !strings.HasPrefix(b.tip, text.Meaning(string(a))) {
				t.Errorf("%s the tip of %s is %q, disabled: %v", when, a, b.tip, b.Disabled())
			}
		}
		for _, a := range controller.Actions() {
			b := w.buttonOf(a)
			if typed := a != controller.Submit && a != controller.Retrieve; typed && b.Disabled() != (f.c.State().Why(a) != "") {
				t.Errorf("%s %s is disabled: %v; %s", when, a, b.Disabled(), f.c.State().Why(a))
			}
			if i := w.itemOf(t, a); i.Disabled != (f.c.State().Why(a) != "") {
				t.Errorf("%s the item %s is disabled: %v", when, a, i.Disabled)
			}
		}
	}
	check("at first", map[controller.Action]string{controller.Chunk: text.WhyNoLibrary, controller.Submit: text.WhyNoLibrary, controller.CheckAll: text.WhyNoLibrary})
	f.Open(t, t.TempDir())
	check("empty", map[controller.Action]string{
		controller.Chunk: text.WhyNoSources, controller.Submit: text.WhyNoChunks, controller.Delete: text.WhyNothingToDelete,
		controller.PurgeEmbeds: text.WhyNoObsolete, controller.Abort: text.WhyIdle,
	})
	f.c.UseFolder(controllertest.Sample(t), func() {})
	f.settle(t)
	f.c.Embed() // the files of a copy are new
	f.settle(t)
	check("filled", map[controller.Action]string{controller.Embed: text.WhyFitted, controller.Submit: text.WhyNoQuestion, controller.Retrieve: text.WhyNoQuestion})
	f.c.Chunk()
	check("chunking", map[controller.Action]string{controller.Delete: text.WhyRunning(text.Chunk), controller.SetRoot: text.WhyRunning(text.Chunk)})
	f.settle(t)
}
