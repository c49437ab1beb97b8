package manager

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ragmanager/chunker"
	"ragmanager/library"
)

// TestDocs checks the examples of docs/chunking.md: each block of HTML is
// followed by a block of what becomes of it.
func TestDocs(t *testing.T) {
	data, err := os.ReadFile("../docs/chunking.md")
	if err != nil {
		t.Fatal(err)
	}
	examples := docExamples(strings.Split(string(data), "\n"))
	if len(examples) < 50 {
		t.Fatalf("%d examples found, want more", len(examples))
	}
	for _, e := range examples {
		t.Run(fmt.Sprintf("line %d", e.line), func(t *testing.T) {
			chunks, reports := chunker.Page([]byte(e.html), chunker.Options{Base: "https://example.com/manual/pump.html"})
			have := docChunks(chunks)
			if strings.Contains(e.want, "-- report --") {
				have += docReports(reports)
			}
			if diff := cmp.Diff(e.want, have); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// A docExample is a block of HTML with the block after it.
type docExample struct {
	line       int // of the HTML
	html, want string
}

// docExamples returns the examples among the lines of a page of documentation.
func docExamples(lines []string) []docExample {
	var examples []docExample
	for i := 0; i < len(lines); i++ {
		if lines[i] != "```html" {
			continue
		}
		start := i + 1
		html, end := fenced(lines, i)
		i = end
		if i+1 < len(lines) && strings.HasSuffix(lines[i+1], "```text") {
			var want string
			want, i = fenced(lines, i+1)
			examples = append(examples, docExample{start, html, want})
		}
	}
	return examples
}

// fenced returns the text of the block whose fence is at start, and where its
// other fence is.
func fenced(lines []string, start int) (text string, end int) {
	fence := strings.TrimRight(lines[start], "abcdefghijklmnopqrstuvwxyz")
	for end = start + 1; lines[end] != fence; end++ {
		text += lines[end] + "\n"
	}
	return text, end
}

// docChunks writes chunks as the documentation does, those of one name together
// as the library keeps them.
func docChunks(chunks []chunker.Chunk) string {
	contents := map[string][]string{}
	for _, c := range chunks {
		contents[c.Name] = append(contents[c.Name], c.Content)
	}
	var b strings.Builder
	for _, c := range chunks {
		content := library.Join(contents[c.Name])
		switch {
		case contents[c.Name] == nil:
			continue // written already
		case c.Match == content:
			fmt.Fprintf(&b, "-- match and content --\n%s\n", c.Match)
		default:
			fmt.Fprintf(&b, "-- match --\n%s\n-- content --\n%s\n", c.Match, content)
		}
		delete(contents, c.Name)
	}
	return b.String()
}

// docReports writes reports as the documentation does. That an example has no
// title is not said.
func docReports(reports []chunker.Report) string {
	var b strings.Builder
	for _, r := range reports {
		if r.ID == "missing-title" {
			continue
		}
		fmt.Fprintf(&b, "-- report --\n%s: %s\n", r.Severity, r.ID)
		if r.LeftOut != "" {
			fmt.Fprintf(&b, "left out: %s\n", r.LeftOut)
		}
	}
	return b.String()
}
