//go:build display

package displaytest

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"ragmanager/manager/window"
	"ragmanager/manager/window/controller"
	"ragmanager/manager/window/controller/controllertest"
	"ragmanager/manager/window/text"
)

// richAnswer has all that answers are made of. SERVER stands for where its pictures
// come from.
const richAnswer = `# Cells and their life

Two D cells last **three years** at *one reading an hour*, ` + "`interval = 3600`" + `, and ~~never~~ less in the cold. See [the manual](https://www.example.org/manual.html#cells).

| Interval | Current $I$ | Life | Remark |
|:---------|------------:|:----:|--------|
| 1 h      | 0.12 mA     | 3 y  | usual  |
| 10 min   | 0.7 mA      | 7 mo | costly, and warm enough to be felt through the lid of the enclosure |

1. Open the lid.
   - Take out *both* cells.
     - Mind the spring.
   - Clean the contacts.
2. Put in new ones:

` + "```go\nfunc life(charge, current float64) float64 {\n\treturn charge / current // hours\n}\n```" + `

The life is $t = Q / I$, and with self-discharge

$$t = \frac{Q}{I + \lambda Q}, \qquad \lambda = \sum_{k=1}^{n} \frac{a_k}{\sqrt{2\pi}}\, e^{-E_k/RT}$$

> Lithium cells must not be charged.

![A plate of colours](SERVER/plate.png)

中文：两节电池可用三年。 العربية: تدوم البطاريتان ثلاث سنوات. Emoji: 🔋 😀.
`

// brokenAnswer is what must neither break nor slow down the window.
var brokenAnswer = strings.Join([]string{
	"Before **all [of this](https://www.example.org/x `code | a ![ $x", "",
	"| only | a | head |", "|---|", "| x |", "",
	"```unclosed", "code", "```", "",
	`Unknown TeX: $\notacommand{x}$ and $$\frac{1}{$$ and $\begin{matrix}$.`, "",
	"![never](SERVER/never.png) ![huge](SERVER/huge.png) ![gone](SERVER/gone.png) ![elsewhere](http://elsewhere.invalid/x.png)", "",
	"[script](javascript:alert(1)) and [file](file:///etc/passwd) and [web](https://www.example.org/web)", "",
	strings.Repeat("| h ", 1000) + "|", strings.Repeat("|---", 1000) + "|", strings.Repeat("| 1 ", 1000) + "|", "",
	"The end.",
}, "\n")

// pictures serves pictures: a small one, one of 20,000 pixels in width, and one that
// never comes.
func pictures(t testing.TB) string {
	t.Helper()
	draw := func(width, height int) []byte {
		m := image.NewPaletted(image.Rect(0, 0, width, height), color.Palette{color.RGBA{30, 110, 120, 255}, color.RGBA{240, 190, 60, 255}})
		for y := range height {
			for x := range width {
				m.SetColorIndex(x, y, uint8((x*8/width+y*4/height)%2))
			}
		}
		var b bytes.Buffer
		if err := png.Encode(&b, m); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	files := map[string][]byte{"/plate.png": draw(320, 80), "/huge.png": draw(20_000, 1_000)}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/never.png" {
			<-r.Context().Done()
			return
		}
		if data, ok := files[r.URL.Path]; ok {
			w.Write(data)
			return
		}
		http.NotFound(w, r)
	}))
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
	})
	return server.URL
}

// openAnswering opens the sample, which answers every question with one answer.
func openAnswering(t testing.TB, answer string, p person) *screen {
	t.Helper()
	server := pictures(t)
	root := controllertest.Sample(t)
	sources := filepath.Join(filepath.Dir(root), "sample") + "\n" + server + "/index.html" // whose pictures are trusted
	keepLibrary(t, root, map[string]string{"answer.diagnostic": strings.ReplaceAll(answer, "SERVER", server), "sources": sources})
	p.settings = keepPersonal(t, map[string]string{"root": root})
	s := open(t, p)
	s.wait("the library", func() bool { return s.c.State().Known })
	s.idle()
	return s
}

// TestAnswer shows an answer with all that there is.
func TestAnswer(t *testing.T) {
	t.Setenv("OPENAI_API_KEY", "")
	for _, appearance := range []window.Appearance{window.Light, window.Dark} {
		t.Run(string(appearance), func(t *testing.T) {
			s := openAnswering(t, richAnswer, person{appearance: appearance, size: fyne.NewSize(1280, 1180)})
			s.submit(battery)
			s.answered(1)
			s.wait("the picture", func() bool { return !s.readsNow("A plate of colours") })
			s.pause()
			s.picture("answer-" + string(appearance))
			s.click("the manual")
			if opened := s.openedNow(); len(opened) != 1 || opened[0] != "https://www.example.org/manual.html#cells" {
				t.Errorf("a click on the link opened %q", opened)
			}
		})
	}
}

// TestBrokenAnswer shows an answer that is broken and means harm.
func TestBrokenAnswer(t *testing.T) {
	t.Setenv("OPENAI_API_KEY", "")
	s := openAnswering(t, brokenAnswer, person{appearance: window.Light, size: fyne.NewSize(1280, 1180)})
	s.submit(battery)
	s.wait("the answer", func() bool { return s.last().State == controller.Answered })
	s.wait("what came of pictures", func() bool { return s.readsNow("404") })
	s.pause()
	s.picture("answer-broken")
	for _, c := range []struct{ link, why string }{
		{"script", text.LinkScheme("javascript")}, {"file", text.LinkScheme("file")},
	} {
		s.click(c.link)
		s.waitRead(c.why)
		s.picture("answer-" + c.link)
		s.press("Escape")
	}
	if opened := s.openedNow(); len(opened) != 0 {
		t.Errorf("%q were opened", opened)
	}
	s.click("web")
	if opened := s.openedNow(); len(opened) != 1 {
		t.Errorf("%q were opened", opened)
	}
	s.toEnd()
	s.picture("answer-broken-end")
	s.alive()
}
