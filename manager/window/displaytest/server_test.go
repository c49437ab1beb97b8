//go:build display

package displaytest

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"ragmanager/manager/llm/standin"
	"ragmanager/manager/window"
	"ragmanager/manager/window/controller"
	"ragmanager/manager/window/text"
)

// The keys of the session: that which the server takes, and another one.
const rightKey, wrongKey = "standin-right-4711-key", "standin-wrong-0815-key"

// battery is a question that the sample answers.
const battery = "How long do two D cells last?"

// TestServer goes, with real clicks and keys, through a session with a server of
// models: key, vectors, answers, and all that goes wrong with such a server.
func TestServer(t *testing.T) {
	t.Setenv("OPENAI_API_KEY", "")
	server := newMoodyServer(t, standin.Options{Key: rightKey, Models: []string{"gpt-4o", "gpt-4o-mini", "text-embedding-3-small"}, Pace: 40 * time.Millisecond})
	personal := keepPersonal(t, map[string]string{"endpoint.base_url": server.base(), "endpoint.max_wait": "2s"})
	s := open(t, person{appearance: window.Light, settings: personal})
	s.click(text.TrySample)
	s.wait("the sample", func() bool { return s.c.State().Overview.Fitted })
	s.idle()
	keepLibrary(t, s.state().Root, map[string]string{"retrieve.high": "0.25", "retrieve.mid": "0.2"}) // the vectors are not those of OpenAI
	s.setSpace()
	s.setKey(server.base(), personal)
	s.embed(server)
	s.stopAnswer(server)
	s.followSources()
	s.survive(server)
	s.checkSecrets(filepath.Dir(personal), s.state().Root)
}

// setSpace has vectors come from the server, and a dump be written, under Configure.
func (s *screen) setSpace() {
	s.press("ctrl+comma")
	s.wait("the settings", func() bool { return s.win.Canvas().Overlays().Top() != nil })
	s.write("retrieve.space")
	s.click("builtin")
	s.click("openai")
	s.picture("server-1-space")
	s.click(text.SaveConfiguration)
	s.wait("the space", func() bool { return s.c.State().Known && !s.c.State().Overview.Builtin })
	s.click(text.Dump)
	s.wait("the dump", func() bool { return s.c.State().Dump })
	s.press("ctrl+b")
	s.wait("the chunks", func() bool { return s.c.State().Job == "" && !s.c.Busy() })
}

// setKey types a wrong key, and then the right one.
func (s *screen) setKey(server, personal string) {
	t := s.t
	s.press("ctrl+k")
	s.waitRead(text.KeyNone)
	s.write(wrongKey)
	s.press("Return")
	s.waitRead(text.HintKeyHere)
	s.picture("server-2-key-wrong")
	s.press("ctrl+a")
	s.write(rightKey)
	s.checkUnseen(rightKey)
	s.press("Return")
	s.waitRead("accepts it and offers 3 models.")
	s.picture("server-3-key-right")
	s.checkUnseen(rightKey)
	s.press("Escape")
	info, err := os.Stat(filepath.Join(filepath.Dir(personal), "key"))
	if err != nil {
		t.Fatal("the key is kept in no file, and there is no keychain: ", err)
	}
	if info.Mode().Perm() != 0o600 {
		t.Errorf("the key has mode %v", info.Mode())
	}
}

// embed makes the vectors, slowly enough to be seen.
func (s *screen) embed(server *moodyServer) {
	t := s.t
	var most controller.Progress
	fyne.DoAndWait(func() {
		s.c.Progresses.Connect(func(p controller.Progress) {
			if p.Word == text.Embed && p.Total > most.Total {
				most = p
			}
		})
	})
	server.mood(t, "", delayed(700*time.Millisecond))
	s.press("ctrl+e")
	s.wait("progress", func() bool { return most.Total > 0 })
	s.picture("server-4-embed")
	s.wait("the vectors", func() bool {
		return s.c.State().Job == "" && !s.c.Busy() && len(s.c.State().Overview.Missing) == 0
	})
	server.mood(t, "", nil)
	if !s.sees("all embedded") {
		t.Error("the panel does not say that all is embedded")
	}
}

// stopAnswer asks, stops the answer on its way, and asks again. The answer stalls
// amid, so that there is time to stop it, however slow all is.
func (s *screen) stopAnswer(server *moodyServer) {
	t := s.t
	const amid = 5000 // bytes, of what comes as some 200 for each word
	server.mood(t, fmt.Sprintf("ok stall:%d", amid), nil)
	s.submit(battery)
	s.wait("the beginning of an answer", func() bool { return s.last().State == controller.Answering && len(s.last().Answer) > 40 })
	s.picture("server-5-streaming")
	s.click(text.Stop)
	s.wait("the stop", func() bool { return s.last().State == controller.Stopped && s.c.State().Asking == "" })
	s.waitFor(text.WasStopped)
	s.picture("server-6-stopped")
	s.click(text.AskAgain)
	s.answered(2)
	if have := s.last(); have.Model == "" || have.Completed == 0 {
		t.Errorf("the answer does not say which model gave it: %+v", have)
	}
	s.picture("server-7-answer")
}

// submit types a question and submits it.
func (s *screen) submit(question string) {
	s.press("ctrl+l", "ctrl+a")
	s.write(question)
	s.press("Return")
}

// last returns the last exchange, an empty one if there is none. It is called on the
// goroutine of the window, or when nothing runs.
func (s *screen) last() *controller.Exchange {
	all := s.c.Conversation()
	if len(all) == 0 {
		return &controller.Exchange{}
	}
	return all[len(all)-1]
}

// answered waits until there are n exchanges, and the last has an answer.
func (s *screen) answered(n int) {
	s.t.Helper()
	s.wait("an answer", func() bool { return len(s.c.Conversation()) == n && s.last().State == controller.Answered })
	s.idle()
}

// followSources opens a source of the answer, and shows its chunk.
func (s *screen) followSources() {
	t := s.t
	sources := s.last().Sources
	if len(sources) == 0 {
		t.Fatal("the answer has no sources")
	}
	s.press("ctrl+1")
	s.toEnd()
	source := sources[min(len(sources), 4)-1]
	s.click(source.Title)
	if opened := s.openedNow(); len(opened) != 1 || !strings.HasSuffix(opened[0], source.URL) {
		t.Errorf("a click on %q opened %q, want %s", source.Title, opened, source.URL)
	}
	s.click(text.ShowChunk)
	s.wait("the view of chunks", func() bool { _, ok := s.find(text.ExpandAll); return ok || s.seesNow(string(source.Name)) })
	s.picture("server-8-chunk")
	s.press("ctrl+1")
}

// toEnd scrolls the chat to its end.
func (s *screen) toEnd() {
	size := s.win.Canvas().Size()
	s.must("xdotool", "mousemove", whole(size.Width*0.6), whole(size.Height*0.4))
	s.must("xdotool", "click", "--repeat", "60", "--delay", "4", "5")
	s.pause()
}

// openedNow returns what was opened in the browser.
func (s *screen) openedNow() (opened []string) {
	fyne.DoAndWait(func() { opened = append(opened, s.opened...) })
	return opened
}

// survive asks while the server does this and that, and looks whether the window
// tells of it and goes on.
func (s *screen) survive(server *moodyServer) {
	t := s.t
	server.mood(t, "ok 429:0", nil)
	s.submit("Does a station answer after a while?")
	s.answered(3)
	for _, c := range []struct {
		name   string
		script string
		always standin.Fault
		pull   bool
	}{
		{name: "busy", always: standin.RateLimit(20 * time.Second)},
		{name: "no-money", always: standin.NoCredit()},
		{name: "broken", always: standin.Status(500)},
		{name: "webpage", script: "ok", always: standin.WebPage()},
		{name: "hang-up", script: "ok", always: standin.HangUp(2000)},
		{name: "gone", pull: true},
	} {
		server.mood(t, c.script, c.always)
		if c.pull {
			server.pull()
		}
		n := len(s.c.Conversation())
		s.submit("How long do two D cells last with " + c.name + "?")
		s.wait("the problem of "+c.name, func() bool { return len(s.c.Conversation()) == n+1 && s.last().State == controller.Failed })
		p := s.last().Problem
		if p.Message == "" || p.Hint == "" {
			t.Errorf("%s: the message is %q, the hint %q", c.name, p.Message, p.Hint)
		}
		t.Logf("%s: %s | %s", c.name, p.Message, p.Hint)
		s.idle()
		s.toEnd()
		if !s.reads(p.Hint) {
			t.Errorf("%s: the hint is not in the chat: %s", c.name, p.Hint)
		}
		s.picture("server-9-" + c.name)
		s.alive()
	}
}

// alive checks that the window answers keys.
func (s *screen) alive() {
	s.t.Helper()
	s.press("ctrl+5")
	s.waitFor(text.CopyAll)
	s.press("ctrl+1")
}

// checkUnseen checks that words are nowhere on the screen.
func (s *screen) checkUnseen(words string) {
	s.t.Helper()
	if s.sees(words) {
		s.t.Errorf("%q is seen", words)
	}
}

// checkSecrets checks that keys are in no view and no file but their own.
func (s *screen) checkSecrets(personal, root string) {
	t := s.t
	for _, view := range []string{"ctrl+1", "ctrl+2", "ctrl+3", "ctrl+4", "ctrl+5"} {
		s.press(view)
		s.checkUnseen(rightKey)
		s.checkUnseen(wrongKey)
	}
	s.press("ctrl+comma")
	s.write("endpoint")
	s.checkUnseen(rightKey)
	s.picture("server-9-settings")
	s.press("Escape")
	logs := 0
	for _, dir := range []string{personal, root} {
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil || !d.Type().IsRegular() || path == filepath.Join(personal, "key") {
				return err
			}
			data, err := os.ReadFile(path)
			if strings.Contains(string(data), rightKey) || strings.Contains(string(data), wrongKey) {
				t.Errorf("a key is in %s", path)
			}
			if filepath.Base(filepath.Dir(path)) == "Log" {
				logs++
			}
			return err
		})
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Error(err)
		}
	}
	if logs < 2 {
		t.Errorf("there are %d files in Log, want those of the window and the dump", logs)
	}
}
