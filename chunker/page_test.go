package chunker

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestPages compares what becomes of small pages with golden files. Each says
// in its first line what it shows. After a change of the rules, run the test
// with -update and read the difference as you would read code.
func TestPages(t *testing.T) {
	for name, a := range archives(t, "pages") {
		t.Run(name, func(t *testing.T) {
			o := Options{Base: comment(a, "base"), ContentType: "text/html; charset=utf-8"}
			if o.Base == "" {
				o.Base = "https://docs.example/m/page.html"
			}
			page := part(t, a, "page.html")
			chunks, reports := Page(page, o)
			got := describe(chunks, reports)
			if *update {
				rewrite(t, "pages", name, a, "want", []byte(got))
				return
			}
			if diff := cmp.Diff(string(part(t, a, "want")), got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
			if lost := lostWords(t, page, chunks, reports); len(lost) > 0 {
				t.Errorf("words in no chunk and no report: %s", strings.Join(lost, " "))
			}
		})
	}
}

// describe writes chunks and reports in the form of the golden files. The base
// address is left out, and blanks at the ends of lines are shown as ^.
func describe(chunks []Chunk, reports []Report) string {
	var b strings.Builder
	for _, c := range chunks {
		fmt.Fprintf(&b, "== %s, lines %d-%d\n", c.Kind, c.FirstLine, c.LastLine)
		if len(c.Prompts) > 0 {
			fmt.Fprintf(&b, "prompts: %q\n", c.Prompts)
		}
		fmt.Fprintf(&b, "-- match\n%s\n-- content\n%s\n", c.Match, c.Content)
	}
	for _, r := range reports {
		fmt.Fprintf(&b, "%d:%d: %s [%s] <%s>", r.Line, r.Column, r.Severity, r.ID, r.Element)
		if r.LeftOut != "" {
			fmt.Fprintf(&b, " %q", r.LeftOut)
		}
		b.WriteByte('\n')
	}
	out := strings.ReplaceAll(b.String(), "https://docs.example/m/page.html", "PAGE")
	return strings.ReplaceAll(strings.ReplaceAll(out, " \n", "^\n"), "\n-- ", "\n--- ")
}
