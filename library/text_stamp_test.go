package library

import (
	"os"
	"testing"
	"time"
)

func TestTextStamp(t *testing.T) {
	l := newLibrary(t)
	stamp := func() string {
		t.Helper()
		s, err := l.TextStamp()
		if err != nil {
			t.Fatal(err)
		}
		if again, err := l.TextStamp(); err != nil || again != s {
			t.Errorf("the stamp is %s and then %s, %v", s, again, err)
		}
		return s
	}
	file := func(dir string) string { return l.path(dir, NameOf("One.").file()) }
	write := func(path, text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, dir := range []string{matchDir, contentDir, embedDir} {
		if err := os.Mkdir(l.path(dir), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	seen := map[string]string{stamp(): "an empty library"}
	changes := []struct {
		what   string
		change func()
	}{
		{"a match", func() { write(file(matchDir), "One.") }},
		{"a content", func() { write(file(contentDir), "One.") }},
		{"another size", func() { write(file(contentDir), "One, and more.") }},
		{"another time", func() {
			if err := os.Chtimes(file(contentDir), time.Time{}, time.Now().Add(-time.Hour)); err != nil {
				t.Fatal(err)
			}
		}},
		{"no match", func() {
			if err := os.Remove(file(matchDir)); err != nil {
				t.Fatal(err)
			}
		}},
	}
	for _, c := range changes {
		c.change()
		s := stamp()
		if seen[s] != "" {
			t.Errorf("%s: the stamp is that of %s", c.what, seen[s])
		}
		seen[s] = c.what
	}
	before := stamp()
	write(file(embedDir), "{1}")
	write(l.path(matchDir, "notes.txt"), "not ours")
	if stamp() != before {
		t.Error("vectors and files of others count")
	}
}
