package window

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

func TestCut(t *testing.T) {
	test.NewTempApp(t)
	const size = 14
	wide := func(s string) float32 { return fyne.MeasureText(s, size, fyne.TextStyle{}).Width }
	plain := func(s string, width float32) string { return cut(s, width, size, fyne.TextStyle{}) }
	start := func(s string, width float32) string { return cutStart(s, width, size) }
	middle := func(s string, width float32) string { return cutMiddle(s, width, size) }
	for _, c := range []struct {
		name  string
		cut   func(string, float32) string
		s     string
		width float32
		want  string
	}{
		{"what fits", plain, "abc", wide("abc"), "abc"},
		{"the end", plain, "abcdef", wide("abc…"), "abc…"},
		{"the beginning", start, "abcdef", wide("…def"), "…def"},
		{"the middle", middle, "abcdef", wide("a…ef"), "a…ef"},
		{"all", plain, "abc", 1, ""},
		{"nothing", plain, "", 0, ""},
		{"a character with its mark", plain, "ae\u0301b", wide("a…"), "a…"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := c.cut(c.s, c.width); got != c.want {
				t.Errorf("%q is cut to %q, want %q", c.s, got, c.want)
			}
		})
	}
	long := strings.Repeat("wide ", 1_000_000)
	if got := middle(long, 300); wide(got) > 300 || len(got) < 10 {
		t.Errorf("a very long text is cut to %q", got)
	}
}
