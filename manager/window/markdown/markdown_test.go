package markdown

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestGolden compares documents, drawn as trees, and their plain texts with
// those of testdata. To rewrite these, run it with -update and read the
// difference as you would read code.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no golden files: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			blocks := parse(string(a.Files[0].Data))
			have := []txtar.File{
				a.Files[0],
				{Name: "blocks", Data: []byte(draw(blocks))},
				{Name: "text", Data: []byte(Text(blocks) + "\n")},
			}
			if *update {
				a.Files = have
				if err := os.WriteFile(file, txtar.Format(a), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if diff := cmp.Diff(a.Files, have); diff != "" {
				t.Errorf("-want +have\n%s", diff)
			}
		})
	}
}

// draw draws a document as indented text.
func draw(blocks []Block) string {
	var b strings.Builder
	drawBlocks(&b, blocks, "")
	return b.String()
}

var kinds = []string{"paragraph", "heading", "code", "equation", "quote", "list", "item", "table", "rule"}

func drawBlocks(w *strings.Builder, blocks []Block, indent string) {
	for _, b := range blocks {
		fmt.Fprintf(w, "%s%s", indent, kinds[b.Kind])
		switch b.Kind {
		case Heading:
			fmt.Fprintf(w, " %d", b.Level)
		case Code:
			fmt.Fprintf(w, " %q %q", b.Language, b.Text)
		case Equation:
			fmt.Fprintf(w, " %q", b.Text)
		case Item:
			fmt.Fprintf(w, " %s", b.Marker)
		case List:
			fmt.Fprintf(w, " tight=%t", b.Tight)
		case Table:
			fmt.Fprintf(w, " %s", drawAlign(b.Align))
		}
		w.WriteByte('\n')
		drawRuns(w, b.Runs, indent+"  ")
		for _, row := range b.Rows {
			fmt.Fprintf(w, "%s  row\n", indent)
			for _, cell := range row {
				fmt.Fprintf(w, "%s    cell\n", indent)
				drawRuns(w, cell, indent+"      ")
			}
		}
		drawBlocks(w, b.Blocks, indent+"  ")
	}
}

func drawAlign(align []Alignment) string {
	var b strings.Builder
	for _, a := range align {
		b.WriteByte("<^>"[a])
	}
	return b.String()
}

func drawRuns(w *strings.Builder, runs []Run, indent string) {
	for _, r := range runs {
		fmt.Fprintf(w, "%s%s %q", indent, []string{"words", "tex", "picture", "break"}[r.Role], r.Text)
		for _, s := range []struct {
			on   bool
			name string
		}{
			{r.Bold, "bold"},
			{r.Italic, "italic"},
			{r.Code, "code"},
			{r.Strike, "strike"},
			{r.Display, "display"},
			{r.Script > 0, "above"},
			{r.Script < 0, "below"},
			{r.Link != "", "link=" + r.Link},
			{r.Image != "", "image=" + r.Image},
		} {
			if s.on {
				w.WriteString(" " + s.name)
			}
		}
		w.WriteByte('\n')
	}
}

// TestDollars tells equations from amounts of money.
func TestDollars(t *testing.T) {
	for text, want := range map[string]string{
		"$x$":                      "x",
		"a $x_1$, $y_2$.":          "x_1|y_2",
		"$2 \\times 3$":            `2 \times 3`,
		"$5 + 3 = 8$":              "5 + 3 = 8",
		"$3xy$":                    "3xy",
		"$\\$5$":                   `\$5`,
		"the $n$th":                "n",
		"$a\nb$":                   "a\nb",
		"**$x$**":                  "x",
		"[see $x$](y)":             "x",
		`\(x\)`:                    "x",
		`\(a\_b*c*\)`:              `a\_b*c*`,
		"$a*b$ and $c*d$":          "a*b|c*d",
		"$2 \\text{ for all } x$":  `2 \text{ for all } x`,
		"a $$x$$":                  "x",
		`a \[x \\[2pt] y\]`:        `x \\[2pt] y`,
		"$990 or $1,500":           "",
		"$5 and 10$":               "",
		"costs $3-$4":              "",
		"`code with $x$`":          "",
		`\$x\$`:                    "",
		"US$5 to US$6":             "",
		"$ x $":                    "",
		"a $$x":                    "",
		`a \[x`:                    "",
		`a \(x`:                    "",
		"$$":                       "",
		"$$$$":                     "",
		"<https://a.test/$x$>":     "",
		`\\(x\\)`:                  "",
		"from $5/month to $6/year": "",
	} {
		if have := strings.Join(equations(parse(text)), "|"); have != want {
			t.Errorf("%q: have %q, want %q", text, have, want)
		}
	}
}

// equations returns all equations of a document, in order.
func equations(blocks []Block) []string {
	var found []string
	for _, b := range blocks {
		if b.Kind == Equation {
			found = append(found, b.Text)
		}
		for _, r := range b.Runs {
			if r.Role == TeX {
				found = append(found, r.Text)
			}
		}
		found = append(found, equations(b.Blocks)...)
	}
	return found
}

// TestStreaming reads every beginning of a document, as answers come in.
func TestStreaming(t *testing.T) {
	source := "# T\n\n- a\n\n  $$\n  x\n  $$\n\n| a | b |\n|---|:-:|\n| **1** | `2` |\n\n> ```go\n> x\n> ```\n\n\\[ y\n= z \\]\n"
	for i := range source {
		check(t, parse(source[:i]))
	}
	if have := equations(parse("$$\nx\n= y\n")); have != nil {
		t.Errorf("unclosed: %q", have)
	}
}

// FuzzParse checks what Parse promises.
func FuzzParse(f *testing.F) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		a, err := txtar.ParseFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(a.Files[0].Data))
	}
	f.Fuzz(func(t *testing.T, source string) {
		check(t, parse(clean(source)))
		if !utf8.ValidString(Text(Parse(source))) {
			t.Error("text is not UTF-8")
		}
	})
}

// check checks that a document is sound.
func check(t *testing.T, blocks []Block) {
	t.Helper()
	for _, b := range blocks {
		switch b.Kind {
		case Heading:
			if b.Level < 1 || b.Level > 6 {
				t.Errorf("level %d", b.Level)
			}
		case Equation:
			if strings.TrimSpace(b.Text) == "" {
				t.Error("empty equation")
			}
		case List:
			for _, item := range b.Blocks {
				if item.Kind != Item || item.Marker == "" {
					t.Errorf("%v is no item", item)
				}
			}
		case Table:
			for _, row := range b.Rows {
				if len(row) != len(b.Align) {
					t.Errorf("%d cells of %d", len(row), len(b.Align))
				}
			}
		}
		if !b.Equal(b) {
			t.Error("not equal to itself")
		}
		check(t, b.Blocks)
	}
}
