package equation

import (
	"image"
	"image/color"
	"strings"
	"testing"
	"time"
)

var black = color.RGBA{A: 255}

// newRenderer returns a Renderer that ends with the test.
func newRenderer(t testing.TB) *Renderer {
	r := New()
	t.Cleanup(r.Close)
	return r
}

// wait returns the picture of k when it is made.
func wait(t testing.TB, r *Renderer, k Key) *Picture {
	t.Helper()
	ready := make(chan struct{})
	p := r.Get(k, func() { close(ready) })
	if p != nil {
		return p
	}
	select {
	case <-ready:
	case <-time.After(30 * time.Second):
		t.Fatalf("%.80q is not ready after 30 s", k.TeX)
	}
	if p = r.Get(k, nil); p == nil {
		t.Fatalf("%.80q was ready, but there is no picture", k.TeX)
	}
	return p
}

// darkness returns the share of a part of a picture that is painted.
func darkness(m image.Image, part image.Rectangle) float64 {
	part = part.Intersect(m.Bounds())
	if part.Empty() {
		return 0
	}
	var sum float64
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			_, _, _, a := m.At(x, y).RGBA()
			sum += float64(a) / 0xffff
		}
	}
	return sum / float64(part.Dx()*part.Dy())
}

// equations are what answers about technical pages contain, with the size of
// each in ems: its width, and what of it lies above and below the base line.
var equations = []struct {
	tex                    string
	width, ascent, descent float64
}{
	{`E = mc^2`, 3.9, 0.9, 0.1},
	{`\frac{a+b}{c-d}`, 2.6, 1.4, 0.8},
	{`x = \frac{-b \pm \sqrt{b^2 - 4ac}}{2a}`, 9.2, 1.7, 0.7},
	{`\sum_{i=1}^{n} x_i^2`, 2.6, 1.6, 1.2},
	{`\int_0^\infty e^{-x^2}\,dx = \frac{\sqrt{\pi}}{2}`, 8.2, 1.5, 0.9},
	{`\alpha + \beta = \gamma \cdot \Omega`, 5.8, 0.7, 0.2},
	{`R = 10\,\text{k}\Omega \pm 5\%`, 7.1, 0.8, 0.1},
	{`\left( \frac{a}{b} \right)^2`, 2.6, 1.3, 0.7},
	{`\begin{pmatrix} a & b \\ c & d \end{pmatrix}`, 3.5, 1.4, 0.9},
	{`f(x) = \begin{cases} x^2 & x \ge 0 \\ -x & x < 0 \end{cases}`, 8.8, 1.4, 0.9},
	{`\begin{aligned} a &= b + c \\ &= d + e \end{aligned}`, 4.1, 1.4, 0.9},
	{`\frac{\partial u}{\partial t} = \alpha \nabla^2 u`, 5.4, 1.4, 0.7},
	{`t = 25\,\mu\text{s}`, 3.9, 0.7, 0.2},
	{`V_{out} = V_{in} \times \frac{R_2}{R_1 + R_2}`, 9.6, 1.4, 0.8},
	{`\pi \approx 3.14159`, 5.2, 0.7, 0.0},
	{`\sqrt[3]{x^3 + y^3}`, 4.2, 1.1, 0.2},
	{`\lim_{x \to 0} \frac{\sin x}{x} = 1`, 5.9, 1.4, 0.8},
	{`\vec{F} = m\vec{a}`, 3.5, 1.1, 0.1},
	{`\hat{y} = \bar{x} + \dot{z}`, 4.1, 0.8, 0.2},
	{`\mathbf{A}\mathbf{x} = \mathbf{b}`, 3.5, 0.7, 0.1},
	{`P(A \mid B) = \frac{P(B \mid A)\,P(A)}{P(B)}`, 12.0, 1.5, 1.0},
	{`20 \log_{10} \left| \frac{V_2}{V_1} \right| \; \mathrm{dB}`, 7.1, 1.4, 0.9},
	{`x \leq y \quad \Rightarrow \quad x \neq \infty`, 8.9, 0.7, 0.2},
	{`\prod_{k=1}^{N} \binom{n}{k}`, 3.5, 1.8, 1.3},
	{`\cos\theta = \frac{\mathbf{q}\cdot\mathbf{d}}{\|\mathbf{q}\|\,\|\mathbf{d}\|}`, 7.2, 1.4, 1.0},
	{`\underbrace{a+b}_{n} \; \overline{xy}`, 3.5, 0.8, 1.4},
	{`\oint_C \vec{B}\cdot d\vec{l} = \mu_0 I_{\text{enc}}`, 7.6, 1.4, 0.9},
	{`\boxed{f_c = \frac{1}{2\pi RC}}`, 5.8, 1.6, 1.0},
	{`\tfrac12 \dfrac{a}{b} \ldots \cdots`, 4.5, 1.1, 0.7},
	{`90^\circ \text{ at } \operatorname{rank}(A) \to \mathbb{R}^n`, 9.3, 0.8, 0.2},
}

// Every equation has a picture of the size TeX gives it.
func TestSizes(t *testing.T) {
	r := newRenderer(t)
	const em = 40
	for _, e := range equations {
		p := wait(t, r, Key{e.tex, true, em, black})
		if p.Err != nil {
			t.Errorf("%s: %v", e.tex, p.Err)
			continue
		}
		size := p.Image.Bounds().Size()
		width, descent := float64(size.X-2)/em, (p.Depth-1)/em
		ascent := float64(size.Y-2)/em - descent
		if far(width, e.width) || far(ascent, e.ascent) || far(descent, e.descent) {
			t.Errorf("%s: %.2f em wide, %.2f above and %.2f below the base line, want %.1f, %.1f and %.1f",
				e.tex, width, ascent, descent, e.width, e.ascent, e.descent)
		}
		if d := darkness(p.Image, p.Image.Bounds()); d < .02 || d > .5 {
			t.Errorf("%s: %.0f %% painted", e.tex, 100*d)
		}
	}
}

// far reports whether two sizes differ by more than rounding to a tenth of an
// em and to a pixel.
func far(a, b float64) bool { return a-b > .08 || b-a > .08 }

// What cannot be set is explained, in words that name it.
func TestComplaints(t *testing.T) {
	r := newRenderer(t)
	r.patience = 3 * time.Second
	wait(t, r, Key{"x", true, 16, black}) // starting takes longer than that
	for _, c := range []struct{ tex, want string }{
		{`a + \foo{b}`, `unknown command \foo`},
		{`\frac{a`, `missing close brace`},
		{`a}`, `extra close brace or missing open brace`},
		{`\left( a`, `extra \left or missing \right`},
		{`\begin{matrix} a`, `missing \end{matrix}`},
		{`\begin{unheard} a \end{unheard}`, `unknown environment 'unheard'`},
		{`x^2^3`, `double exponent: use braces to clarify`},
		{`a & b`, `misplaced &`},
		{``, `the equation is empty`},
		{" \n", `the equation is empty`},
		{`\text{中文}`, `there is no glyph for '中'`},
		{strings.Repeat("x", 100_000), `the equation has 100000 bytes, more than 32768`},
		{strings.Repeat("x", 20_000), `the equation is not set after 3s`},
		{`\rule{1000em}{1000em}`, `the equation is too large`},
		{`\hspace{-99999999em}\rule{99999999em}{1em}`, `the equation is too large`},
		{`\def\a{\a\a}\a`, ``}, // too many macros or too long, whichever is first
		{`\def\a{x\a}\a`, ``},  // likewise
		{strings.Repeat("{", 16_000) + strings.Repeat("}", 16_000), `the equation is`},
		{strings.Repeat(`\sqrt{`, 4_000) + strings.Repeat("}", 4_000), `the equation is`},
		{strings.Repeat(`\color{red}x\color{blue}x`, 1000), `the equation is`},
		{"\x00\xff\\", `mathjax: TypeError`},
		{`\require{physics}`, `unknown command \require`},
		{`\href{javascript:x}{y}`, `unknown command \href`},
	} {
		p := wait(t, r, Key{c.tex, true, 16, black})
		if p.Err == nil || p.Image != nil || !strings.HasPrefix(p.Err.Error(), c.want) {
			t.Errorf("%.40q: %v, want %s", c.tex, p.Err, c.want)
		}
	}
}
