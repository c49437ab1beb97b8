package answer

import (
	"path/filepath"
	"testing"

	"fyne.io/fyne/v2"
	"golang.org/x/tools/txtar"
)

// FuzzView shows texts at several widths, and checks that all of it is inside and
// can be copied.
func FuzzView(f *testing.F) {
	files, err := filepath.Glob("../markdown/testdata/*.txtar")
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
	f.Fuzz(func(t *testing.T, text string) {
		v, w := shown(t, sampleOptions(), 300, text)
		w.Resize(fyne.NewSize(90, 100))
		check(t, v)
		v.spotAt(fyne.NewPos(50, 50))
		v.paragraph(fyne.NewPos(50, 50))
		v.word(v.spotAt(fyne.NewPos(5, 500)))
	})
}
