package equation

import (
	"flag"
	"image"
	"os"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "rewrite what the golden file wants")

// Each equation of the golden file is drawn with letters: the darker, the more
// of a cell is painted. So a reviewer sees fractions, roots and braces.
func TestGolden(t *testing.T) {
	const name = "testdata/drawn.txtar"
	archive, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	r := newRenderer(t)
	for i := 0; i+1 < len(archive.Files); i += 2 {
		tex, want := archive.Files[i], &archive.Files[i+1]
		p := wait(t, r, Key{strings.TrimSpace(string(tex.Data)), true, 48, black})
		if p.Err != nil {
			t.Errorf("%s: %v", tex.Name, p.Err)
			continue
		}
		got := letters(p)
		if got != string(want.Data) && !*update {
			t.Errorf("%s: got\n%swant\n%s", tex.Name, got, want.Data)
		}
		want.Data = []byte(got)
	}
	if *update {
		if err := os.WriteFile(name, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// letters returns a picture in 60 columns, or fewer if it is small. A dash at
// the side marks the base line.
func letters(p *Picture) string {
	size := p.Image.Bounds().Size()
	width := max(4, (size.X+59)/60)
	height := 2 * width // as a letter of a terminal is
	base := size.Y - int(p.Depth)
	var b strings.Builder
	for y := base%height - height; y < size.Y; y += height {
		line := " "
		if y+height == base {
			line = "-"
		}
		for x := 0; x < size.X; x += width {
			d := darkness(p.Image, image.Rect(x, y, x+width, y+height))
			line += string(" .:+#"[min(4, int(d*6+.5))])
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return b.String()
}
