package equation

import (
	"errors"
	"fmt"
	"image/color"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// What one equation defines, the next does not know.
func TestDefinitionsEnd(t *testing.T) {
	r := newRenderer(t)
	for _, c := range []struct{ define, use string }{
		{`\def\mine{x}\mine`, `\mine`},
		{`\newcommand{\mine}[1]{x#1}\mine{2}`, `\mine{2}`},
		{`\newenvironment{mine}{x}{y}\begin{mine}\end{mine}`, `\begin{mine}\end{mine}`},
		{`\DeclareMathOperator{\mine}{mine} \mine x`, `\mine x`},
		{`\let\mine=x \mine`, `\mine`},
	} {
		if p := wait(t, r, Key{c.define, true, 16, black}); p.Err != nil {
			t.Errorf("%s: %v", c.define, p.Err)
		}
		if p := wait(t, r, Key{c.use, true, 16, black}); p.Err == nil {
			t.Errorf("%s: defined by an earlier equation", c.use)
		}
	}
	wait(t, r, Key{`\def\frac#1#2{x}\def\sqrt{\sqrt}\frac{1}{2}`, true, 16, black})
	if p := wait(t, r, Key{`\frac{\sqrt 1}{2}`, true, 16, black}); p.Err != nil || p.Image.Bounds().Dy() < 24 {
		t.Errorf("a command of TeX remains redefined: %v", p.Err)
	}
	for range 2 {
		if p := wait(t, r, Key{fmt.Sprintf(`x\label{a}%d`, rand.Int()), true, 16, black}); p.Err != nil {
			t.Errorf("a label remains: %v", p.Err)
		}
	}
}

// All that MathJax writes can be drawn: lines, dashes, turned arrows, numbers,
// letters of other alphabets, colours.
func TestMarks(t *testing.T) {
	r := newRenderer(t)
	for _, tex := range []string{
		`\cancel{x} \bcancel{y} \xcancel{z} \cancelto{0}{w}`,
		`\begin{array}{|c:c|}\hline a & b \\ \hdashline c & d \\ \hline\end{array}`,
		`\ce{2H2 + O2 ->[\Delta] 2H2O ^}`,
		`\begin{align} a &= b \tag{1} \\ c &= d \notag \end{align} x \tag*{A}`,
		`\text{naïve Größe — Привет}`,
		`é + \fcolorbox{red}{#ff0}{x} + \rule{1em}{2ex}`,
		`\overbrace{abcdefghijkl} \left\{ \begin{matrix}1\\2\\3\\4\\5\\6\end{matrix} \right.`,
		`\boldsymbol{\alpha} \mathfrak{g} \mathcal{L} \mathscr{F}`,
		`\xrightarrow[under]{over} \widehat{abc} \overrightarrow{AB}`,
	} {
		if p := wait(t, r, Key{tex, true, 32, black}); p.Err != nil {
			t.Errorf("%s: %v", tex, p.Err)
		} else if darkness(p.Image, p.Image.Bounds()) < .02 {
			t.Errorf("%s: nothing to see", tex)
		}
	}
}

// The colour is the caller's where TeX has none.
func TestColours(t *testing.T) {
	r := newRenderer(t)
	green := color.RGBA{0, 128, 0, 255}
	p := wait(t, r, Key{`\rule{1em}{1em}\color{red}\rule{1em}{1em}\color{#00f}\rule{1em}{1em}`, false, 20, green})
	if p.Err != nil {
		t.Fatal(p.Err)
	}
	for i, want := range []color.RGBA{green, {255, 0, 0, 255}, {0, 0, 255, 255}} {
		if got := p.Image.At(11+20*i, 10); got != want {
			t.Errorf("square %d has %v, want %v", i, got, want)
		}
	}
}

// Another colour or size of a known equation does not run MathJax again.
func TestKept(t *testing.T) {
	r := newRenderer(t)
	k := Key{`\frac{a}{b}`, true, 20, black}
	first := wait(t, r, k)
	if r.Get(k, nil) != first {
		t.Error("a picture is made twice")
	}
	k.Color = color.RGBA{255, 255, 255, 255}
	if p := r.Get(k, nil); p == nil || p.Err != nil {
		t.Error("another colour is not there at once")
	}
	k.Em = 40
	if p := wait(t, r, k); p.Err != nil || p.Depth < 1.8*first.Depth-2 {
		t.Errorf("twice the size has depth %v after %v, error %v", p.Depth, first.Depth, p.Err)
	}
	if r.engine.runs != 1 {
		t.Errorf("MathJax ran %d times", r.engine.runs)
	}
}

// The cache stays within its budget and drops what was not used for longest.
func TestCache(t *testing.T) {
	c := newCache[int, int](10 * (100 + overhead))
	for i := range 20 {
		c.put(i, i, 100)
		c.get(0)
	}
	c.put(19, -19, 100)
	if v, ok := c.get(19); v != -19 || !ok || len(c.entries) != 10 || c.used != c.budget {
		t.Errorf("%d entries of %d bytes, 19 is %d", len(c.entries), c.used, v)
	}
	if _, ok := c.get(0); !ok {
		t.Error("what is used always was dropped")
	}
	c.put(99, 99, 1<<20)
	if _, ok := c.get(99); !ok || len(c.entries) != 1 {
		t.Errorf("a huge value is not kept alone: %d entries", len(c.entries))
	}
}

// After an equation that takes too long, the next is set as ever.
func TestPatience(t *testing.T) {
	r := newRenderer(t)
	wait(t, r, Key{"x", true, 16, black})
	r.patience = 50 * time.Millisecond // the worker reads it with the next equation
	if p := wait(t, r, Key{strings.Repeat(`\frac{1}{2}`, 2900), true, 16, black}); p.Err == nil {
		t.Error("no end to patience")
	}
	r.patience = patience
	if p := wait(t, r, Key{"y", true, 16, black}); p.Err != nil {
		t.Error(p.Err)
	}
}

// A worn engine is replaced without a word.
func TestWorn(t *testing.T) {
	r := newRenderer(t)
	wait(t, r, Key{"x", true, 16, black})
	old := r.engine
	old.runs = lifetime
	if p := wait(t, r, Key{"y", true, 16, black}); p.Err != nil || r.engine == old {
		t.Errorf("error %v, engine replaced: %v", p.Err, r.engine != old)
	}
}

// Each caller that waits is called once, whoever else asks.
func TestTogether(t *testing.T) {
	r := newRenderer(t)
	var calls, pictures atomic.Int32
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			for j := range 10 {
				k := Key{fmt.Sprintf("x_{%d}", (i+j)%10), true, 16, black}
				ready := make(chan struct{})
				if p := r.Get(k, func() { calls.Add(1); close(ready) }); p == nil {
					<-ready
					calls.Add(-1)
				}
				if r.Get(k, nil) != nil {
					pictures.Add(1)
				}
			}
		})
	}
	group.Wait()
	if calls.Load() != 0 || pictures.Load() != 80 || r.engine.runs != 10 {
		t.Errorf("%d calls too many, %d pictures of 80, %d runs", calls.Load(), pictures.Load(), r.engine.runs)
	}
}

// Close ends the goroutine even while an equation takes long, and twice.
func TestClose(t *testing.T) {
	New().Close()
	r := New()
	wait(t, r, Key{"x", true, 16, black})
	r.Get(Key{strings.Repeat("x", 30_000), true, 16, black}, func() { t.Error("ready after Close") })
	time.Sleep(20 * time.Millisecond)
	r.Close()
	r.Close()
	select {
	case <-r.done:
	case <-time.After(30 * time.Second):
		t.Error("the goroutine goes on")
	}
	if p := r.Get(Key{"x", true, 16, black}, nil); p == nil || !errors.Is(p.Err, errClosed) {
		t.Errorf("after Close: %v", p)
	}
}

// What is not SVG of MathJax is an error, never a panic.
func FuzzSVG(f *testing.F) {
	for _, s := range []string{
		``, `<g/>`, `<svg/>`, `<svg viewBox="0 0 0 0"/>`, `<svg viewBox="0 0 NaN 1"/>`,
		`<svg viewBox="0 0 1e300 1"/>`, `<svg viewBox="0 0 9 9"><use/></svg>`,
		`<svg viewBox="0 -9 999 999"><g transform="rotate(30 1 2) scale(2) matrix(1 2 3 4 5 6) translate(3)"><path d="M1 2l3-4.5.5h1v2q1 2 3 4t5 6c1 2 3 4 5 6zZ"/></g></svg>`,
		`<svg viewBox="0 0 99 99"><path d="L1e308 0"/><path d="M1"/><path d="x"/></svg>`,
		`<svg viewBox="0 0 99 99"><rect data-frame="true" class="mjx-dotted" width="50" height="50"/><line x1="9" class="mjx-dashed" data-line="v"/></svg>`,
		`<svg viewBox="0 0 99 99"><svg x="1" width="5" viewBox="1 1 1 1"><text font-size="884px">ab</text></svg></svg>`,
		`<svg viewBox="0 0 99 99"><polygon points="1"/></svg>`, `<svg viewBox="0 0 9 9"><g transform="turn(1)"/></svg>`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		drawn, err := drawSVG(s, 16)
		if (drawn == nil) == (err == nil) {
			t.Errorf("sheet %v and error %v", drawn, err)
		}
	})
}

func BenchmarkMiss(b *testing.B) {
	r := newRenderer(b)
	wait(b, r, Key{"x", true, 16, black})
	for i := 0; b.Loop(); i++ {
		wait(b, r, Key{fmt.Sprintf(`x = \frac{-b \pm \sqrt{b^2 - 4ac}}{%d}`, i), true, 16, black})
	}
}

func BenchmarkHit(b *testing.B) {
	r := newRenderer(b)
	k := Key{`x = \frac{-b \pm \sqrt{b^2 - 4ac}}{2a}`, true, 16, black}
	wait(b, r, k)
	for b.Loop() {
		r.Get(k, nil)
	}
}

// BenchmarkTint takes a colour not seen before each time.
func BenchmarkTint(b *testing.B) {
	r := newRenderer(b)
	k := Key{`x = \frac{-b \pm \sqrt{b^2 - 4ac}}{2a}`, true, 16, black}
	wait(b, r, k)
	for i := 0; b.Loop(); i++ {
		k.Color = color.RGBA{uint8(i), uint8(i >> 8), uint8(i >> 16), 255}
		r.Get(k, nil)
	}
}
