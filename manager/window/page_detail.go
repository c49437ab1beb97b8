package window

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"ragmanager/library"
	"ragmanager/manager/window/controller"
	"ragmanager/manager/window/text"
)

// A pageDetail shows all that is known of a page.
type pageDetail struct {
	content fyne.CanvasObject

	title   *widget.RichText
	address *keyedHyperlink
	facts   *widget.RichText
	tally   *widget.RichText
	reports *markedText
	rows    []controller.CoverageRow
	lines   []line // one for each row
	list    *keyedList
	page    library.Page
}

// newPageDetail returns a view of a page. show leads to its chunks.
func newPageDetail(c *controller.Controller, show func(controller.Place)) *pageDetail {
	d := &pageDetail{title: heading(""), facts: muted("", false), tally: heading(""), reports: newMarkedText()}
	d.address = newKeyedHyperlink("", func() { c.OpenPage(d.page.Address) })
	d.address.SizeName, d.address.Truncation = theme.SizeNameCaptionText, fyne.TextTruncateEllipsis
	d.list = newKeyedList(func() int { return len(d.rows) }, func() fyne.CanvasObject { return newTwoLineRow() }, func(row int, o fyne.CanvasObject) {
		o.(*lineRow).show(d.lines[row])
	}, func(row int) {
		if n := d.rows[row].Chunk; n != "" {
			show(controller.Place{View: controller.ChunksView, Chunk: n, Page: d.page.Address})
		}
	})
	d.list.HideSeparators, d.list.mouseOnly = false, true
	again := newKeyedButton(text.ChunkAlone, theme.ViewRefreshIcon(), func() { c.ChunkAlone(d.page.Address) })
	open := newKeyedButton(text.OpenPage, theme.ComputerIcon(), func() { c.OpenPage(d.page.Address) })
	open.Alignment, again.Alignment = widget.ButtonAlignLeading, widget.ButtonAlignLeading
	again.Importance, open.Importance = widget.LowImportance, widget.LowImportance
	c.States.Connect(func(s controller.State) {
		if s.Why(controller.Chunk) == "" {
			again.Enable()
		} else {
			again.Disable()
		}
	})
	top := container.NewBorder(nil, nil, nil, container.NewVBox(again, open), container.New(&tightLayout{}, d.title, d.address, d.facts))
	above := container.NewBorder(d.tally, nil, nil, nil, card(d.reports))
	title := heading(text.Coverage)
	below := container.NewBorder(title, nil, nil, nil, d.list)
	split := container.NewVSplit(above, below)
	split.Offset = 0.38
	const whole = 19 // lines of text
	d.content = compact(container.NewBorder(top, nil, nil, nil, split), whole, d.tally, title)
	return d
}

// show shows a page.
func (d *pageDetail) show(p library.Page) {
	same := p.Address == d.page.Address
	d.page = p
	setPlain(d.title, oneLine(titleOf(p)))
	d.address.SetText(p.Address)
	source := text.OfSource(p.Source)
	if p.Source == p.Address {
		source = ""
	}
	setPlain(d.facts, text.Facts(text.Count(len(p.Chunks), "chunk"), text.ReadOn(p.Read), source))
	d.showReports(p.Reports)
	d.rows = controller.Coverage(p)
	d.lines = coverageLines(p, d.rows)
	d.list.none()
	d.list.Refresh()
	if !same {
		d.list.ScrollToOffset(0)
	}
}

// severities are those of reports, gravest first.
var severities = []struct {
	name  string
	color fyne.ThemeColorName
}{{"error", theme.ColorNameError}, {"warning", theme.ColorNameWarning}, {"info", colorMuted}}

// severityColor returns the colour of a severity.
func severityColor(severity string) fyne.ThemeColorName {
	for _, s := range severities {
		if s.name == severity {
			return s.color
		}
	}
	return colorMuted
}

// showReports shows the reports, gravest first, each with its severity marked.
func (d *pageDetail) showReports(reports []library.Report) {
	var b strings.Builder
	var marks []mark
	counts := map[string]int{}
	for _, s := range severities {
		for _, r := range reports {
			if r.Severity != s.name {
				continue
			}
			counts[s.name]++
			if b.Len() > 0 {
				b.WriteByte('\n')
			}
			words := text.Report(r.Line, r.Column, r.Severity, r.Message, r.ID)
			at := b.Len() + strings.Index(words, r.Severity)
			marks = append(marks, mark{span: span{at, at + len(r.Severity)}, color: s.color, faint: true})
			b.WriteString(words)
		}
	}
	setPlain(d.tally, text.ReportsTitle(text.Tally(counts["error"], counts["warning"], counts["info"])))
	if len(reports) == 0 {
		b.WriteString(text.NoReports)
	}
	d.reports.set(b.String(), marks...)
}

// coverageLines tells what of a page is in which chunk, a line for each row.
func coverageLines(p library.Page, rows []controller.CoverageRow) []line {
	titles := map[library.Name]string{}
	for _, c := range p.Chunks {
		if _, known := titles[c.Name]; !known {
			titles[c.Name] = innermost(c)
		}
	}
	lines := make([]line, len(rows))
	for i, r := range rows {
		l := line{left: text.Lines(r.FirstLine, r.LastLine), two: true, ink: theme.ColorNameForeground}
		if r.Chunk != "" {
			l.first, l.second = titles[r.Chunk], text.Facts(r.Kind, string(r.Chunk))
		} else {
			l.bar = severityColor(r.Severity)
			l.first, l.second = text.Sentence(r.Why), text.LeftOutText(snippet(r.Text))
			l.ink = colorMuted
		}
		lines[i] = l
	}
	return lines
}
