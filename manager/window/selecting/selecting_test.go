package selecting

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"github.com/google/go-cmp/cmp"
)

func TestWord(t *testing.T) {
	long := strings.Repeat("ü", 1000)
	for _, test := range []struct {
		text string
		at   int
		want string
	}{
		{"", 0, ""},
		{"one two", 0, "one"},
		{"one two", 2, "one"},
		{"one two", 3, "one"}, // between the word and the blank
		{"one two", 4, "two"},
		{"one two", 7, "two"},
		{"one, ", 5, ""},
		{"one,", 4, ""},
		{"don't", 1, "don't"},
		{"日本", 0, "日"},
		{long + " end", len(long) + 2, "end"},
	} {
		start, end := Word(test.text, test.at)
		if got := test.text[start:end]; got != test.want {
			t.Errorf("at %d of %.20q is %q, want %q", test.at, test.text, got, test.want)
		}
	}
}

func FuzzWord(f *testing.F) {
	f.Add("one two", 3)
	f.Add(strings.Repeat("é̂ ", 300), 500)
	f.Fuzz(func(t *testing.T, text string, at int) {
		if !utf8.ValidString(text) || at < 0 || at > len(text) {
			t.Skip()
		}
		start, end := Word(text, at)
		if start > at || at > end || end > len(text) {
			t.Errorf("at %d of %q is %d to %d", at, text, start, end)
		}
	})
}

func TestNearest(t *testing.T) {
	wide := func(s string) float32 { return float32(10 * utf8.RuneCountInString(s)) }
	for x, want := range map[float32]int{-5: 0, 4: 0, 6: 1, 14: 1, 16: 3, 26: 4, 100: 4} {
		if got := Nearest("aüz", x, wide); got != want {
			t.Errorf("nearest to %v is %d, want %d", x, got, want)
		}
	}
	if got := Nearest("ae\u0301", 12, wide); got != 1 {
		t.Errorf("it is %d, within a character", got)
	}
}

func TestCharacters(t *testing.T) {
	if diff := cmp.Diff([]int{1, 4, 6}, Characters("ae\u0301\r\n")); diff != "" {
		t.Errorf("ends, -want +got:\n%s", diff)
	}
}

func TestClicks(t *testing.T) {
	var c Clicks
	now := time.Now()
	for i, step := range []struct {
		after time.Duration
		x     float32
		want  int
	}{
		{0, 0, 1},
		{again, 3, 2},
		{again, 0, 3},
		{again, 0, 1},
		{again, 0, 2},
		{again + 1, 0, 1}, // too late
		{again, 5, 1},     // elsewhere
		{again, 6, 2},
	} {
		now = now.Add(step.after)
		if got := c.Count(fyne.NewPos(step.x, 0), now); got != step.want {
			t.Errorf("click %d counts as %d, want %d", i, got, step.want)
		}
	}
}
