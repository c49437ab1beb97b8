//go:build display

package displaytest

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"ragmanager/manager/window"
	"ragmanager/manager/window/controller"
	"ragmanager/manager/window/text"
)

// TestFirstRun goes, with real clicks and keys, from nothing to an answer, without a
// key and without a network.
func TestFirstRun(t *testing.T) {
	t.Setenv("OPENAI_API_KEY", "")
	for _, c := range []struct {
		name string
		p    person
	}{
		{"light", person{appearance: window.Light}},
		{"dark", person{appearance: window.Dark}},
		{"small", person{appearance: window.Light, size: fyne.NewSize(900, 600)}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := open(t, c.p)
			s.picture(c.name + "-1-welcome")
			s.click(text.TrySample)
			s.wait("the sample", func() bool { return s.c.State().Overview.Fitted })
			s.idle()
			s.picture(c.name + "-2-ready")
			s.ask(c.name)
			s.look(c.name)
		})
	}
}

// ask asks a question by the keys and looks at its answer and what was found.
func (s *screen) ask(name string) {
	t := s.t
	s.press("ctrl+l")
	s.write("How long do two D cells last?")
	s.press("Return")
	s.wait("the answer", func() bool {
		all := s.c.Conversation()
		return len(all) == 1 && all[0].State == controller.Answered
	})
	if !s.sees(text.SourcesTitle) {
		t.Error("the answer shows no sources")
	}
	s.picture(name + "-3-answer")
	s.press("Up") // recalls the question
	s.press("ctrl+r")
	s.wait("what was found", func() bool { return s.c.Retrieval() != nil && s.c.State().Word() == text.StateIdle })
	s.picture(name + "-4-retrieval")
}

// look looks at the other views.
func (s *screen) look(name string) {
	t := s.t
	var n int
	fyne.DoAndWait(func() { n = len(s.c.Conversation()) })
	if n != 1 {
		t.Errorf("there are %d exchanges", n)
	}
	fyne.DoAndWait(func() { s.c.ShowChunk(s.c.Retrieval().Hits[0].Name) })
	s.pause()
	s.picture(name + "-5-chunks")
	s.press("ctrl+4")
	s.waitFor(text.CheckAll)
	s.picture(name + "-6-sources")
	s.press("ctrl+5")
	s.picture(name + "-7-log")
	if all := strings.Join(s.words(), "\n"); !strings.Contains(all, "How long do two D cells last?") {
		t.Error("the log does not tell of the question")
	}
	for _, d := range []struct{ key, name string }{
		{"ctrl+comma", "8-configure"}, {"ctrl+p", "9-prompts"}, {"ctrl+k", "10-key"}, {"F1", "11-help"}, {"ctrl+shift+d", "12-delete"}, {"ctrl+o", "13-root"},
	} {
		s.press(d.key)
		s.wait(d.name, func() bool { return s.win.Canvas().Overlays().Top() != nil })
		s.picture(name + "-" + d.name)
		s.press("Escape")
		s.wait("the end of "+d.name, func() bool { return s.win.Canvas().Overlays().Top() == nil })
	}
}
