package library

import (
	"errors"
	"os"
	"strings"
	"testing"
	"time"
)

// fullPage returns a page with every field filled in.
func fullPage() Page {
	return Page{
		Address: "https://kestrel.example/Kite/manual.html", Source: "https://kestrel.example/Kite/",
		Base: "https://kestrel.example/Kite/", Title: "Kite <Manual> & More",
		Read: time.Date(2025, 6, 26, 12, 30, 15, 0, time.UTC),
		ETag: `W/"5f"`, LastModified: "Thu, 26 Jun 2025 12:00:00 GMT",
		FinalURL:    "https://kestrel.example/Kite/manual-2.html",
		ContentType: "text/html; charset=utf-8", Encoding: "utf-8", SHA256: strings.Repeat("5f", 32), Rules: 1,
		Chunks: []PageChunk{{
			Name: NameOf("Battery life."), Kind: "table",
			Headings: []Heading{{"Document", "Kite", "https://kestrel.example/Kite/manual.html"}, {"Chapter", "Power", ""}},
			Date:     "26-JUN-25", FirstLine: 10, LastLine: 20, Prompts: []string{"How long does the <battery> last?", "Autonomy"},
			Match: "Battery life.", Content: "Document: Kite\n\nTwo weeks.",
		}},
		Reports: []Report{{3, 4, "warning", "missing-caption", "the table has no caption", "table", "left out"}},
		Links:   []string{"https://kestrel.example/Kite/api.html?a=1&b=2"},
	}
}

// stored returns p as it is read again, if it shares no chunk.
func stored(p Page) Page {
	chunks := make([]PageChunk, len(p.Chunks))
	for i, c := range p.Chunks {
		c.Match, c.Content = "", ""
		chunks[i] = c
	}
	p.Chunks = chunks
	return p
}

func TestPageRecord(t *testing.T) {
	l := newLibrary(t)
	p := fullPage()
	apply(t, lock(t, l), Update{Put: []Page{p, page("a.html")}})
	got, err := l.Page(p.Address)
	if err != nil {
		t.Fatal(err)
	}
	diff(t, "page", got, stored(p))
	pages, err := l.Pages()
	if err != nil {
		t.Fatal(err)
	}
	diff(t, "pages by address", pages, []Page{{Address: "a.html"}, stored(p)})
	owners, err := l.Owners(p.Chunks[0].Name)
	if err != nil {
		t.Fatal(err)
	}
	diff(t, "owners", owners, []Place{{p.Address, 0, stored(p).Chunks[0]}})

	_, err = l.Page("none.html")
	wantError(t, err, ErrNoPage, "none.html")
}

// Records are read by people, too, and compared by version control.
func TestPageRecordLooks(t *testing.T) {
	text, err := (&Page{Address: "a&b.html", Chunks: []PageChunk{{Name: "0123456789ab"}}}).encode()
	if err != nil {
		t.Fatal(err)
	}
	diff(t, "record", string(text), `{
	"address": "a&b.html",
	"chunks": [
		{
			"name": "0123456789ab"
		}
	]
}
`)
}

func TestBrokenPageRecord(t *testing.T) {
	for what, text := range map[string]string{
		"no JSON":       "{",
		"empty":         "",
		"another kind":  `{"address": 7}`,
		"no address":    `{}`,
		"another place": `{"address": "c.html"}`,
	} {
		t.Run(what, func(t *testing.T) {
			l := newLibrary(t)
			w := lock(t, l)
			apply(t, w, Update{Put: []Page{page("a.html", "a", "A"), page("b.html", "b", "B")}})
			file := l.path(pageDir, pageFile("a.html"))
			if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}

			pages, err := l.Pages()
			var recordError *RecordError
			if !errors.As(err, &recordError) || recordError.Path != file || !strings.Contains(hintOf(err), "chunk again") {
				t.Errorf("error %v, hint %q", err, hintOf(err))
			}
			diff(t, "the other pages", pages, []Page{stored(page("b.html", "b", "B"))})

			// The page counts as none, also when others change; then it is put again.
			_, err = w.Apply(t.Context(), Update{Put: []Page{page("b.html", "b", "B2")}})
			if err != nil {
				t.Fatal(err)
			}
			r := apply(t, w, Update{Put: []Page{page("a.html", "a", "A")}})
			diff(t, "put", r, Result{Unchanged: 1, Missing: 2, PagesWritten: 1, Shared: none})

			// It can be removed, or swept away.
			for _, u := range []Update{{Remove: []string{"a.html"}, Sweep: true}, {Sweep: true}} {
				write(t, l, map[string]string{
					"Page/" + pageFile("a.html"):    text,
					"Content/" + NameOf("a").file(): "A", "Match/" + NameOf("a").file(): "a",
				})
				r := apply(t, w, u)
				diff(t, "removed", r, Result{Gone: 1, Missing: 1, PagesRemoved: 1, Shared: none})
			}
		})
	}
}
