package manager

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"ragmanager/library"
)

func openRoot(t testing.TB) *Manager {
	t.Helper()
	m, err := Open(tempRoot(t), DefaultLibrarySettings(), DefaultPersonalSettings())
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func (m *Manager) mustRemember(t testing.TB, questions ...string) {
	t.Helper()
	for _, q := range questions {
		if err := m.remember(Exchange{Question: q}); err != nil {
			t.Fatal(err)
		}
	}
}

func questionsOf(exchanges []Exchange) string {
	var all []string
	for _, e := range exchanges {
		all = append(all, e.Question)
	}
	return strings.Join(all, " ")
}

// What is kept comes back as it was, whatever is in it.
func TestHistory(t *testing.T) {
	m := openRoot(t)
	if h, err := m.History(); err != nil || len(h) > 0 {
		t.Errorf("a new library: %v, %v", h, err)
	}
	want := []Exchange{
		{
			Time: time.Date(2026, 1, 2, 3, 4, 5, 6, time.UTC), Question: "Question: what?\nAnswer: that", Answer: "a\n\n\"b\" \\ <c> \u2028 漢",
			Tier: "high", Relevance: 0.75, Chunks: []library.Name{library.NameOf("a")},
			Sources: []HistorySource{{library.NameOf("a"), "Title", "https://a.test/"}}, Model: "m", Prompt: 1, Completed: 2, Price: 0.5, Seconds: 3,
		},
		{Question: strings.Repeat("long ", 100_000), Tier: "low"},
		{},
	}
	for _, e := range want {
		if err := m.remember(e); err != nil {
			t.Fatal(err)
		}
	}
	have, err := m.History()
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "history", have, want)
	data, err := os.ReadFile(m.historyPath())
	if err != nil || strings.Count(string(data), "\n") != 3 {
		t.Errorf("not a line for each: %v", err)
	}
}

// A line that a crash has cut short is passed over, also later; other broken
// lines are named, and all else is read.
func TestHistoryWithBrokenLines(t *testing.T) {
	for name, c := range map[string]struct {
		text, want string
		wrong      []int // lines
	}{
		"empty":                 {"", "", nil},
		"cut":                   {`{"question":"a"}` + "\n" + `{"questi`, "a", nil},
		"only a cut line":       {`{"questi`, "", nil},
		"no end":                {`{"question":"a"}`, "a", nil},
		"CRLF":                  {"{\"question\":\"a\"}\r\n{\"question\":\"b\"}\r\n", "a b", nil},
		"broken in the middle":  {"{\"question\":\"a\"}\nbroken\n{\"question\":\"b\"}\n", "a b", []int{2}},
		"broken at the start":   {"broken\n\n{\"question\":\"b\"}\n", "b", []int{1}},
		"another kind of value": {"[1]\n{\"question\":\"b\"}\n", "b", []int{1}},
		"zeros":                 {"\x00\x00\x00\n{\"question\":\"b\"}\n", "b", nil},
		"cut in the middle":     {"{\"question\":\"a\"}\n{\"que\n{\"question\":\"b\"}\n", "a b", nil},
		"broken at the end":     {"{\"question\":\"a\"}\n{\"question\":1}\n", "a", []int{2}},
	} {
		m := openRoot(t)
		if err := os.MkdirAll(filepath.Dir(m.historyPath()), 0o777); err != nil {
			t.Fatal(err)
		}
		writeFile(t, m.historyPath(), c.text, 0o600)
		have, err := m.History()
		if questionsOf(have) != c.want || (err == nil) != (c.wrong == nil) {
			t.Errorf("%s: %q, %v", name, questionsOf(have), err)
		}
		for _, line := range c.wrong {
			wantText(t, err.Error(), fmt.Sprintf("%s:%d: no exchange", m.historyPath(), line))
		}
		// The next exchange does not grow together with a line that was cut.
		m.mustRemember(t, "new")
		have, err = m.History()
		if equal(t, name, questionsOf(have), strings.TrimSpace(c.want+" new")); (err == nil) != (c.wrong == nil) {
			t.Errorf("%s and an exchange: %v", name, err)
		}
		if n, err := m.ClearHistory(); err != nil || n != len(have) {
			t.Errorf("%s: cleared %d, %v", name, n, err)
		}
	}
}

// Several programs keep their exchanges in one file.
func TestHistoryOfSeveral(t *testing.T) {
	m := openRoot(t)
	var all sync.WaitGroup
	for i := range 4 {
		other, err := Open(m.library.Root(), m.settings, m.personal)
		if err != nil {
			t.Fatal(err)
		}
		all.Go(func() {
			for range 10 {
				if err := other.remember(Exchange{Question: fmt.Sprint(i), Answer: strings.Repeat("x", 10_000)}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if h, err := m.History(); err != nil || len(h) != 40 {
		t.Errorf("%d exchanges, %v", len(h), err)
	}
}

func TestClearHistory(t *testing.T) {
	m := openRoot(t)
	if n, err := m.ClearHistory(); n != 0 || err != nil {
		t.Errorf("nothing to clear: %d, %v", n, err)
	}
	m.mustRemember(t, "a", "b")
	if n, err := m.ClearHistory(); n != 2 || err != nil {
		t.Errorf("cleared %d, %v", n, err)
	}
	if h, err := m.History(); len(h) > 0 || err != nil {
		t.Errorf("%v, %v", h, err)
	}
	m.mustRemember(t, "c")
	if h, _ := m.History(); questionsOf(h) != "c" {
		t.Errorf("have %q", questionsOf(h))
	}
}
