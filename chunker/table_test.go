package chunker

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestTables compares the text of tables from real manuals with what a reader
// wrote down by hand. The rules are in testdata/tables/README.md.
func TestTables(t *testing.T) {
	for name, a := range archives(t, "tables") {
		t.Run(name, func(t *testing.T) {
			page := "<p>The table.</p>\n" + string(part(t, a, "page.html"))
			want := strings.TrimRight(string(part(t, a, "want")), "\n")
			chunks, reports := Page([]byte(page), Options{Base: comment(a, "base"), ContentType: "text/html; charset=utf-8"})
			if id := comment(a, "leftout"); id != "" {
				checkLeftOut(t, reports, id, want)
				return
			}
			if diff := cmp.Diff(want, tableText(chunks)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// checkLeftOut checks that a table was left out as a whole, with a report that
// holds its text.
func checkLeftOut(t *testing.T, reports []Report, id, want string) {
	for _, r := range reports {
		if r.ID == id && strings.ToLower(r.LeftOut) == oneLine(strings.ReplaceAll(withoutMarkdown(want), "|", "")) {
			return
		}
	}
	t.Errorf("no report %s with the text\n%s\nin %+v", id, want, reports)
}

// tableText returns the text of the table that follows the paragraph of the
// only chunk, or stands in a chunk of its own under its caption.
func tableText(chunks []Chunk) string {
	for _, c := range chunks {
		for _, f := range c.Fragments {
			if f.Kind == Table {
				_, text, _ := strings.Cut(c.Content, "\n\n")
				return text
			}
		}
	}
	return ""
}
