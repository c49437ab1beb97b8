package chunker

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/net/html"
)

// TestCoverage counts the words that a reader sees on a page, in a way of its
// own, and finds each of them in the content of a chunk or in a report.
func TestCoverage(t *testing.T) {
	for name, page := range allPages(t) {
		t.Run(name, func(t *testing.T) {
			chunks, reports := Page(page, Options{Base: "https://docs.example/" + name})
			if lost := lostWords(t, page, chunks, reports); len(lost) > 0 {
				t.Errorf("words in no chunk and no report: %s", strings.Join(lost, " "))
			}
		})
	}
}

// allPages returns the golden pages and the manuals.
func allPages(t *testing.T) map[string][]byte {
	t.Helper()
	pages := manuals(t)
	golden, err := filepath.Glob("testdata/golden/*.html")
	if err != nil || len(golden) == 0 {
		t.Fatalf("no golden pages: %v", err)
	}
	for _, f := range golden {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		pages["golden/"+filepath.Base(f)] = b
	}
	return pages
}

// lostWords returns the words of a page that are neither in chunks nor in
// reports.
func lostWords(t *testing.T, page []byte, chunks []Chunk, reports []Report) []string {
	t.Helper()
	r := &reporter{}
	text := decode(page, "", r)
	root, err := html.Parse(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	var seen strings.Builder
	render(&seen, root)
	want := countWords(withoutMarkdown(seen.String()))
	for _, c := range chunks {
		for w, n := range countWords(withoutMarkdown(c.Content)) {
			want[w] -= n
		}
	}
	for _, r := range reports {
		for w, n := range countWords(withoutMarkdown(r.LeftOut)) {
			want[w] -= n
		}
	}
	maps.DeleteFunc(want, func(_ string, n int) bool { return n <= 0 })
	var lost []string
	for _, w := range slices.Sorted(maps.Keys(want)) {
		lost = append(lost, fmt.Sprintf("%s×%d", w, want[w]))
	}
	return lost
}

// withoutMarkdown takes the signs of links and code out of a text, and makes
// all letters small, for dates are written in capitals.
func withoutMarkdown(s string) string {
	s = picture.ReplaceAllString(s, " ")
	s = linkTarget.ReplaceAllString(s, "")
	return strings.ToLower(strings.NewReplacer("[", "", "]", "", "`", "", "!", "").Replace(s))
}

var picture = regexp.MustCompile(`!\[[^\]]*\]\([^()]*(\([^()]*\)[^()]*)*\)`)

var linkTarget = regexp.MustCompile(`\]\([^()]*(\([^()]*\)[^()]*)*\)`)

// countWords counts runs of letters and runs of digits.
func countWords(s string) map[string]int {
	count := map[string]int{}
	class := func(c rune) int {
		switch {
		case unicode.IsLetter(c):
			return 1
		case unicode.IsDigit(c):
			return 2
		}
		return 0
	}
	start, last := 0, 0
	for i, c := range s + " " {
		now := class(c)
		if now != last && last != 0 {
			count[s[start:i]]++
		}
		if now != last {
			start, last = i, now
		}
	}
	return count
}

// invisible names elements whose text no reader sees on the page, or that
// speak to our program alone.
var invisible = map[string]bool{
	"head": true, "script": true, "style": true, "template": true, "title": true, "noscript": true, "iframe": true,
	"prompt": true, "rag": true, "noframes": true, "noembed": true,
}

// together names the elements that browsers render within a line.
var together = map[string]bool{
	"a": true, "abbr": true, "acronym": true, "b": true, "bdo": true, "big": true, "bold": true, "cite": true, "code": true, "del": true,
	"dfn": true, "em": true, "eq": true, "font": true, "i": true, "ins": true, "kbd": true, "label": true, "mark": true, "nobr": true,
	"q": true, "s": true, "samp": true, "small": true, "span": true, "strike": true, "strong": true, "time": true, "tt": true,
	"u": true, "var": true, "wbr": true,
}

// render writes what a reader sees of a tree, with a blank where a browser
// breaks the line or lifts the text.
func render(b *strings.Builder, n *html.Node) {
	switch {
	case n.Type == html.TextNode:
		b.WriteString(n.Data)
		return
	case n.Type == html.ElementNode && invisible[n.Data]:
		return
	}
	apart := n.Type == html.ElementNode && !together[n.Data]
	if apart {
		b.WriteByte(' ')
	}
	for c := range n.ChildNodes() {
		render(b, c)
	}
	if apart && n.Data != "sup" && n.Data != "sub" {
		b.WriteByte(' ')
	}
}
