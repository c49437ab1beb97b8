package assets

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image/png"
	"io/fs"
	"math"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/net/html"
)

// A page is what the tests want to know of a page of the sample manual.
type page struct {
	text     string   // visible text without white space
	headings []string // in page order
	ids      []string
	links    []string   // addresses of links, images, style sheets and scripts
	cells    [][]string // the cells of every table row
	bare     []string   // images without alt text
}

// pages reads every page of the sample manual.
func pages(t *testing.T) map[string]*page {
	t.Helper()
	names, err := fs.Glob(Sample(), "*.html")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]*page{}
	for _, name := range names {
		data, err := fs.ReadFile(Sample(), name)
		if err != nil {
			t.Fatal(err)
		}
		root, err := html.Parse(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		p := &page{text: squeeze(text(root))}
		for n := range root.Descendants() {
			p.add(n)
		}
		all[name] = p
	}
	return all
}

func (p *page) add(n *html.Node) {
	if n.Type != html.ElementNode {
		return
	}
	alt := ""
	for _, a := range n.Attr {
		switch a.Key {
		case "id":
			p.ids = append(p.ids, a.Val)
		case "href", "src":
			p.links = append(p.links, a.Val)
		case "alt":
			alt = a.Val
		}
	}
	switch n.Data {
	case "img":
		if alt == "" {
			p.bare = append(p.bare, p.links[len(p.links)-1])
		}
	case "h1", "h2", "h3", "h4":
		p.headings = append(p.headings, strings.TrimSpace(text(n)))
	case "tr":
		var row []string
		for c := range n.ChildNodes() {
			if c.Type == html.ElementNode {
				row = append(row, strings.TrimSpace(text(c)))
			}
		}
		p.cells = append(p.cells, row)
	}
}

// text returns the text below n that is sent to a model: no prompts, no
// directives, no style sheets or scripts.
func text(n *html.Node) string {
	switch {
	case n.Type == html.TextNode:
		return n.Data
	case n.Type == html.ElementNode && slices.Contains([]string{"prompt", "rag", "script", "style"}, n.Data):
		return ""
	}
	var b strings.Builder
	for c := range n.ChildNodes() {
		b.WriteString(text(c))
	}
	return b.String()
}

// squeeze removes all white space.
func squeeze(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, s)
}

func TestQuestions(t *testing.T) {
	type question struct {
		ID, Question, File, Heading, Kind, Answer, Evidence string
	}
	kinds := []string{
		"exact_name", "paraphrase", "table_number", "figure",
		"procedure", "typo", "calculation", "out_of_scope",
	}
	data, err := fs.ReadFile(Sample(), "questions.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	all := pages(t)
	count := map[string]int{}
	seen := map[string]bool{}
	for line := range strings.Lines(string(data)) {
		var q question
		d := json.NewDecoder(strings.NewReader(line))
		d.DisallowUnknownFields()
		if err := d.Decode(&q); err != nil {
			t.Fatalf("%v in %s", err, line)
		}
		if seen[q.ID] || q.ID == "" || q.Question == "" || q.Answer == "" {
			t.Errorf("%s: id used twice, or a member is empty", q.ID)
		}
		seen[q.ID] = true
		if !slices.Contains(kinds, q.Kind) {
			t.Errorf("%s: kind %q", q.ID, q.Kind)
		}
		count[q.Kind]++
		if q.Kind == "out_of_scope" {
			if q.File+q.Heading+q.Evidence != "" {
				t.Errorf("%s: out of scope, but has a place", q.ID)
			}
			continue
		}
		p := all[q.File]
		if p == nil {
			t.Errorf("%s: no page %q", q.ID, q.File)
			continue
		}
		if !slices.Contains(p.headings, q.Heading) {
			t.Errorf("%s: no heading %q in %s", q.ID, q.Heading, q.File)
		}
		if q.Evidence == "" || !strings.Contains(p.text, squeeze(q.Evidence)) {
			t.Errorf("%s: evidence %q is not in %s", q.ID, q.Evidence, q.File)
		}
	}
	if len(seen) != 30 || count["out_of_scope"] != 6 || len(count) != len(kinds) {
		t.Errorf("have %d questions by kind %v; want 30 of all kinds, 6 out of scope", len(seen), count)
	}
}

func TestLinks(t *testing.T) {
	all := pages(t)
	for name, p := range all {
		for i, id := range p.ids {
			if slices.Contains(p.ids[:i], id) {
				t.Errorf("%s: id %q stands twice", name, id)
			}
		}
		for _, link := range p.links {
			u, err := url.Parse(link)
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			if u.Scheme != "" {
				if u.Scheme != "mailto" {
					t.Errorf("%s: link %s leads out of the manual", name, link)
				}
				continue
			}
			target := name
			if u.Path != "" {
				target = path.Join(path.Dir(name), u.Path)
			}
			if target == "draft.html" {
				t.Errorf("%s: links to the draft", name)
			}
			if _, err := fs.Stat(Sample(), target); err != nil {
				t.Errorf("%s: link %s: %v", name, link, err)
				continue
			}
			if u.Fragment != "" && (all[target] == nil || !slices.Contains(all[target].ids, u.Fragment)) {
				t.Errorf("%s: link %s: no such id", name, link)
			}
		}
	}
}

func TestPictures(t *testing.T) {
	names, err := fs.Glob(Sample(), "pictures/*.png")
	if err != nil || len(names) < 5 {
		t.Fatalf("have pictures %v, %v; want at least 5", names, err)
	}
	all := pages(t)
	for _, name := range names {
		data, err := fs.ReadFile(Sample(), name)
		if err != nil {
			t.Fatal(err)
		}
		if len(data) > 40_000 {
			t.Errorf("%s: %d bytes, want at most 40000", name, len(data))
		}
		if _, err := png.Decode(bytes.NewReader(data)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		used := false
		for n, p := range all {
			used = used || n != "draft.html" && slices.Contains(p.links, name)
		}
		if !used {
			t.Errorf("%s: no page shows it", name)
		}
	}
	for name, p := range all {
		if name != "draft.html" && len(p.bare) > 0 {
			t.Errorf("%s: no alt text for %v", name, p.bare)
		}
	}
}

func TestIcon(t *testing.T) {
	icon, err := png.Decode(bytes.NewReader(Icon))
	if err != nil {
		t.Fatal(err)
	}
	if size := icon.Bounds().Size(); size.X != 512 || size.Y != 512 {
		t.Errorf("icon is %v, want 512 by 512", size)
	}
	if !bytes.HasPrefix(IconSVG, []byte("<svg ")) {
		t.Error("icon.svg does not begin with an svg tag")
	}
}

// TestLife holds the table of operating life against the equation above it, so
// that nobody mends the one and forgets the other.
func TestLife(t *testing.T) {
	seconds := map[string]float64{
		"10 s": 10, "30 s": 30, "1 min": 60, "2 min": 120,
		"5 min": 300, "10 min": 600, "30 min": 1800, "1 h": 3600,
	}
	const year = 365.25 // days
	rows := 0
	for _, row := range pages(t)["marl_soil_logger.html"].cells {
		interval, ok := seconds[row[0]]
		if !ok {
			continue
		}
		rows++
		logger := 22 + 18e3/interval + 10.3e3/900 // μA
		alkaline := 15e6 / (logger + 0.03*15e6/(24*year)) / 24
		lithium := 16e6 / (logger + 0.01*16e6/(24*year)) / 24
		for i, want := range []float64{logger, alkaline, alkaline / year, lithium, lithium / year} {
			have, err := strconv.ParseFloat(strings.ReplaceAll(row[i+1], ",", ""), 64)
			if err != nil || math.Abs(have-want) > 0.51*unit(row[i+1]) {
				t.Errorf("%s, column %d: have %s, want %.2f", row[0], i+1, row[i+1], want)
			}
		}
	}
	if rows != len(seconds) {
		t.Errorf("found %d rows, want %d", rows, len(seconds))
	}
}

// unit is the value of the last digit of a number.
func unit(s string) float64 {
	_, decimals, _ := strings.Cut(s, ".")
	return math.Pow10(-len(decimals))
}

func ExampleSample() {
	pages, err := fs.Glob(Sample(), "*_logger.html")
	if err != nil {
		panic(err)
	}
	for _, p := range pages {
		fmt.Println(p)
	}
	// Output:
	// gabbro_vibration_logger.html
	// marl_soil_logger.html
}
