package markdown

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// TestBig reads texts that take quadratic time or stack when done simply. Done so,
// they are large enough to make the whole test fail by its time limit.
func TestBig(t *testing.T) {
	const n = 10_000
	lines := func(format string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	for name, text := range map[string]string{
		"quotes":            strings.Repeat(">", n) + "a",
		"quotes by line":    strings.Repeat(strings.Repeat("> ", 50)+"a\n", 1000),
		"lists":             strings.Repeat("- ", n) + "a",
		"deeper lists":      func() string { return deeper(300) }(),
		"brackets":          strings.Repeat("[", n) + "a",
		"brackets and ends": strings.Repeat("[", n) + strings.Repeat("]", n),
		"pictures":          strings.Repeat("![", n),
		"links":             strings.Repeat("[a](", n),
		"stars":             strings.Repeat("*a ", n),
		"stars and lines":   strings.Repeat("*a_ ", n),
		"deep emphasis":     strings.Repeat("*", n) + "a" + strings.Repeat("*", n),
		"backticks":         backticks(300),
		"tildes":            strings.Repeat("~~a ", n),
		"tags":              strings.Repeat("<a ", n),
		"comments":          strings.Repeat("<!-- ", n),
		"dollars":           strings.Repeat("$a ", n),
		"double dollars":    strings.Repeat("$$a ", n),
		"equation lines":    strings.Repeat("\\[ a\n", n),
		"equations, ended":  strings.Repeat("\\[ a\n", n) + "\n\\]\n",
		"parentheses":       strings.Repeat(`\(a `, n),
		"backslashes":       strings.Repeat(`\`, n),
		"entities":          strings.Repeat("&a", n),
		"addresses":         strings.Repeat("http://a.test ", n),
		"one address":       "http://a.test/" + strings.Repeat("a", 10*n),
		"definitions":       lines("[%d]: /x\n"),
		"wide table":        strings.Repeat("|a", 1000) + "|\n" + strings.Repeat("|-", 1000) + "|\n" + strings.Repeat("|b", 1000) + "|\n",
		"filled table":      strings.Repeat("|a", n) + "|\n" + strings.Repeat("|-", n) + "|\n" + strings.Repeat("|\n", n),
		"bars":              "|a|\n|-|\n" + strings.Repeat("|`\\|`|\n", n),
		"a line":            strings.Repeat("word ", 100*n),
	} {
		t.Run(name, func(t *testing.T) {
			begin := time.Now()
			check(t, parse(text))
			t.Logf("took %v", time.Since(begin))
		})
	}
}

// deeper returns a list in which each item holds the next.
func deeper(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat("  ", i) + "- a\n")
	}
	return b.String()
}

// backticks returns openers of code that all differ.
func backticks(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat("`", i+1) + "a")
	}
	return b.String()
}

func BenchmarkParse(b *testing.B) {
	text := strings.Repeat("The *offset voltage* is **2 mV**, see [the manual](https://a.test/) and `VOS`, or $V_{OS}$.\n\n- a\n- b\n\n", 120)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Parse(text)
	}
}
