package window

import (
	"regexp"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"ragmanager/manager/retrieve"
	"ragmanager/manager/window/text"
)

// A textPair shows the match and the content of a chunk side by side.
type textPair struct {
	object         fyne.CanvasObject
	match, content *markedText
	heads          []fyne.CanvasObject // names of the texts
}

// newTextPair returns a pair. With shared set, its texts are to be compared with a
// question.
func newTextPair(shared bool) *textPair {
	p := &textPair{match: newMarkedText(), content: newMarkedText()}
	ofMatch, ofContent := newLegend(colorPrompt, text.LegendPrompt), (*legend)(nil)
	if shared {
		ofContent = newLegend(colorShared, text.LegendShared)
	}
	left := p.column(text.Match, p.match, ofMatch)
	right := p.column(text.Content, p.content, ofContent)
	split := container.NewHSplit(left, right)
	split.Offset = 0.42 // contents are longer, for they hold their headings
	p.object = split
	return p
}

// column is one of the texts below its name.
func (p *textPair) column(name string, t *markedText, l *legend) fyne.CanvasObject {
	copyAll := newKeyedButton(text.Copy, theme.ContentCopyIcon(), func() { toClipboard(t.text) })
	copyAll.Importance = widget.LowImportance
	var middle fyne.CanvasObject
	if l != nil {
		middle = l
	}
	title := widget.NewLabelWithStyle(name, fyne.TextAlignLeading, fyne.TextStyle{Bold: true})
	top := container.NewBorder(nil, nil, title, copyAll, middle)
	p.heads = append(p.heads, top)
	return container.NewBorder(top, nil, nil, nil, card(t))
}

// show shows texts, with prompts marked and the words that they share with question,
// if that is not "".
func (p *textPair) show(match, content string, prompts []string, question string) {
	p.match.set(match, append(promptMarks(match, prompts), sharedMarks(question, match)...)...)
	p.content.set(content, sharedMarks(question, content)...)
}

// promptMarks marks the prompts of an author in a match string.
func promptMarks(match string, prompts []string) (marks []mark) {
	from := 0
	for _, prompt := range prompts {
		if prompt == "" {
			continue
		}
		at := strings.Index(match[from:], prompt)
		if at < 0 { // they need not stand in the order of the page
			from = 0
			at = strings.Index(match, prompt)
		}
		if at < 0 {
			continue
		}
		at += from
		from = at + len(prompt)
		marks = append(marks, mark{span: span{at, from}, color: colorPrompt})
	}
	return marks
}

// addresses are those of links and pictures, and those that stand in a text as they
// are. Their words are none of the text.
var addresses = regexp.MustCompile(`\]\([^)\s]*\)|\b[A-Za-z][A-Za-z0-9+.-]*://[^\s)\]>"]+`)

// sharedMarks marks the words that a text shares with a question, but for those within
// addresses.
func sharedMarks(question, s string) (marks []mark) {
	if question == "" {
		return nil
	}
	inside := addresses.FindAllStringIndex(s, -1)
	for _, r := range retrieve.Shared(question, s) {
		for len(inside) > 0 && inside[0][1] <= r[0] {
			inside = inside[1:]
		}
		if len(inside) > 0 && r[1] > inside[0][0] {
			continue
		}
		marks = append(marks, mark{span: span{r[0], r[1]}, color: colorShared})
	}
	return marks
}

// A legend says what a colour behind a text means. It takes whatever room there is.
type legend struct {
	widget.BaseWidget
	color   fyne.ThemeColorName
	meaning string
}

func newLegend(color fyne.ThemeColorName, meaning string) *legend {
	l := &legend{color: color, meaning: meaning}
	l.ExtendBaseWidget(l)
	return l
}

// CreateRenderer implements [fyne.Widget].
func (l *legend) CreateRenderer() fyne.WidgetRenderer { return &drawing{of: l, draw: l.draw} }

func (l *legend) draw(p *pen, size fyne.Size) {
	small := theme.CaptionTextSize()
	h := textHeight(small)
	words := cut(l.meaning, size.Width-6*theme.Padding(), small, fyne.TextStyle{})
	if words == "" {
		return
	}
	y := (size.Height - h) / 2
	width := fyne.MeasureText(words, small, fyne.TextStyle{}).Width
	p.rect(l.color, theme.Padding(), y, width+2*theme.Padding(), h).CornerRadius = 3
	p.words(words, theme.ColorNameForeground, small, fyne.TextStyle{}, 2*theme.Padding(), y)
}
