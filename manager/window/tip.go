package window

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"ragmanager/manager/window/controller"
	"ragmanager/manager/window/keys"
)

// tipDelay is how long the pointer rests before a tip is shown.
const tipDelay = 450 * time.Millisecond

// Tips show a line about what is under the pointer. They lie on a layer above the
// content that takes no events, so that nothing is covered or loses the pointer.
type tips struct {
	layer *fyne.Container // to be stacked on the content
	box   *fyne.Container
	words *widget.RichText
	stop  func() // ends the wait for a tip

	// after calls f on the goroutine of the window after a while, unless stop is called.
	after func(d time.Duration, f func()) (stop func())
}

func newTips(c *controller.Controller) *tips {
	t := &tips{stop: func() {}, after: c.After, words: plain("", theme.ColorNameForeground, theme.SizeNameCaptionText, true)}
	t.box = container.NewStack(newBackdrop(theme.ColorNameMenuBackground, theme.ColorNameInputBorder, 6), t.words)
	t.box.Hide()
	t.layer = container.NewWithoutLayout(t.box)
	return t
}

// over shows words below an object, soon.
func (t *tips) over(o fyne.CanvasObject, words string) {
	t.stop()
	if words != "" {
		t.stop = t.after(tipDelay, func() { t.show(o, words) })
	}
}

// away hides what over has shown.
func (t *tips) away() {
	t.stop()
	t.box.Hide()
}

// show places the tip where it is seen whole.
func (t *tips) show(o fyne.CanvasObject, words string) {
	setPlain(t.words, words)
	const widest, gap = 340, 4
	area := t.layer.Size()
	width := min(fyne.MeasureText(words, theme.CaptionTextSize(), fyne.TextStyle{}).Width+4*theme.InnerPadding(), min(widest, area.Width))
	t.words.Resize(fyne.NewSize(width, 0))
	size := fyne.NewSize(width, t.words.MinSize().Height)
	driver := fyne.CurrentApp().Driver()
	at := driver.AbsolutePositionForObject(o).Subtract(driver.AbsolutePositionForObject(t.layer))
	at.Y += o.Size().Height + gap
	if at.Y+size.Height > area.Height {
		at.Y -= o.Size().Height + size.Height + 2*gap
	}
	at.X = max(0, min(at.X, area.Width-size.Width))
	t.box.Resize(size)
	t.box.Move(at)
	setHidden(t.box, false)
}

// An actionButton is a button that tells what it does, or why it cannot.
type actionButton struct {
	ringedButton
	tips *tips
	tip  string
}

func newActionButton(t *tips, label string, icon fyne.Resource, tapped func()) *actionButton {
	b := &actionButton{tips: t}
	b.Text, b.Icon, b.OnTapped = label, icon, tapped
	b.ExtendBaseWidget(b)
	return b
}

// newIconButton returns a calm button without a label, which tells what it does.
func newIconButton(t *tips, tip string, icon fyne.Resource, tapped func()) *actionButton {
	b := newActionButton(t, "", icon, tapped)
	b.Importance, b.tip = widget.LowImportance, tip
	return b
}

// allow enables the button, or disables it with the reason why.
func (b *actionButton) allow(meaning, why string) {
	b.tip = meaning
	if why != "" {
		b.tip = meaning + "\n" + why
	}
	setEnabled(b, why == "")
}

// MouseIn implements [desktop.Hoverable].
func (b *actionButton) MouseIn(e *desktop.MouseEvent) {
	b.tips.over(b, b.tip)
	b.Button.MouseIn(e)
}

// MouseOut implements [desktop.Hoverable].
func (b *actionButton) MouseOut() {
	b.tips.away()
	b.Button.MouseOut()
}

// Tapped implements [fyne.Tappable].
func (b *actionButton) Tapped(e *fyne.PointEvent) {
	b.tips.away()
	b.Button.Tapped(e)
}

// TypedKey implements [fyne.Focusable].
func (b *actionButton) TypedKey(k *fyne.KeyEvent) { typedOnButton(b, &b.Button, k) }

// A tippedCheck is a check that tells what it does.
type tippedCheck struct {
	widget.Check
	tips *tips
	tip  string
}

func newTippedCheck(t *tips, label, tip string, changed func(bool)) *tippedCheck {
	c := &tippedCheck{tips: t, tip: tip}
	c.Text, c.OnChanged = label, changed
	c.ExtendBaseWidget(c)
	return c
}

// TypedKey implements [fyne.Focusable].
func (c *tippedCheck) TypedKey(k *fyne.KeyEvent) { keys.Typed(c, k, c.Check.TypedKey) }

// MouseIn implements [desktop.Hoverable].
func (c *tippedCheck) MouseIn(e *desktop.MouseEvent) {
	c.tips.over(c, c.tip)
	c.Check.MouseIn(e)
}

// MouseOut implements [desktop.Hoverable].
func (c *tippedCheck) MouseOut() {
	c.tips.away()
	c.Check.MouseOut()
}

// Tapped implements [fyne.Tappable]. Who clicks knows what it does, and the tip would
// cover what is below.
func (c *tippedCheck) Tapped(e *fyne.PointEvent) {
	c.tips.away()
	c.Check.Tapped(e)
}
