package terminal

import (
	"io"
	"strings"

	"github.com/rivo/uniseg"
	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// barWidth is how many columns the bar itself takes, and usualColumns how many
// a terminal has that does not tell.
const barWidth, usualColumns = 20, 80

// A bar renders the progress of a stage as one line. It writes nothing itself:
// only then can warnings and details be printed above it without harm.
type bar struct {
	columns  func() int // of the terminal, which may change
	progress *progressbar.ProgressBar
}

// newBar returns the bar of a stage on the terminal w. total is 0 if unknown;
// then there is a spinner instead.
func newBar(w io.Writer, stage string, total int) *bar {
	if total == 0 {
		total = -1
	}
	p := progressbar.NewOptions(
		total,
		progressbar.OptionSetWriter(io.Discard),
		progressbar.OptionSetDescription(stage),
		progressbar.OptionSetWidth(barWidth),
		progressbar.OptionShowCount(),
		progressbar.OptionShowTotalBytes(total > 0),
		progressbar.OptionSetSpinnerChangeInterval(0), // else a goroutine would draw
		progressbar.OptionSetRenderBlankState(true),
	)
	return &bar{func() int { return columns(w) }, p}
}

// line returns the bar after done items, and as much of item as there is room.
// It does not fill the last column, in which some terminals break the line.
func (b *bar) line(done int, item string) string {
	if done > 0 {
		_ = b.progress.Set(done) // fails beyond the total, where the stage has ended
	}
	text := strings.TrimSpace(b.progress.String())
	room := b.columns() - 1
	if left := room - uniseg.StringWidth(text) - 1; left > 10 && item != "" {
		text += " " + tail(item, left)
	}
	return head(text, room)
}

// columns returns the width of the terminal w.
func columns(w io.Writer) int {
	if f, ok := w.(interface{ Fd() uintptr }); ok {
		if n, _, err := term.GetSize(int(f.Fd())); err == nil && n > 0 {
			return n
		}
	}
	return usualColumns
}

// tail returns the end of text, which in addresses and paths tells the most, in
// at most width columns.
func tail(text string, width int) string {
	if uniseg.StringWidth(text) <= width {
		return text
	}
	state, rest := -1, text
	for rest != "" && uniseg.StringWidth(rest) > width-1 {
		_, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
	}
	return "…" + rest
}

// head returns the beginning of text in at most width columns.
func head(text string, width int) string {
	var b strings.Builder
	state := -1
	for used := 0; text != ""; {
		var cluster string
		var n int
		cluster, text, n, state = uniseg.FirstGraphemeClusterInString(text, state)
		if used += n; used > width {
			break
		}
		b.WriteString(cluster)
	}
	return b.String()
}
