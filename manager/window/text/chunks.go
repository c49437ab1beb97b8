package text

import (
	"fmt"
	"time"
)

// Words of the view of chunks.
const (
	ChunksEmpty  = "No chunks yet"
	ChunksHint   = "Chunk reads the sources and cuts their pages into chunks. They show here, page by page, with what went into them and what was left out."
	ChunksPick   = "Choose a page or a chunk"
	ChunksPickIt = "A chunk shows what is compared with questions, its match, beside what is sent to the model, its content. A page shows what of it is in which chunk, and what its author should know."

	Unclaimed     = "Chunks of no page"
	UnclaimedHint = "The library holds these chunks, but no known page has them, as in a library that another program made. The next Chunk tells what becomes of them."

	FilterChunks = "Filter by words, name, kind or address…"
	Filter       = "Filter…"
	NoMatch      = "No chunk matches"
	// SearchingTexts says that more may be found.
	SearchingTexts = "searching the texts…"
	ExpandAll      = "Expand all"
	CollapseAll    = "Collapse all"
	CopyName       = "Copy name"
	CopyAddress    = "Copy address"

	Places   = "Stands in"
	Links    = "Links"
	Reports  = "For the author"
	Coverage = "What is in which chunk"

	NoPlaces  = "no known page"
	NoLinks   = "none"
	NoReports = "There is nothing to report on this page."

	VectorThere    = "has a vector"
	VectorMissing  = "has no vector yet"
	VectorNeedless = "needs no vector"
)

// Aside puts something behind a title that tells it from others.
func Aside(title, words string) string { return title + " — " + words }

// Lines says on which lines of its page something stands.
func Lines(first, last int) string {
	switch {
	case first == 0:
		return ""
	case last <= first:
		return Number(first)
	}
	return Number(first) + "–" + Number(last)
}

// OnLines says so in words.
func OnLines(first, last int) string {
	switch {
	case first == 0:
		return ""
	case last <= first:
		return "line " + Number(first)
	}
	return "lines " + Lines(first, last)
}

// ChunksShown says how many chunks a filter lets through.
func ChunksShown(shown, all int) string {
	if shown == all {
		return Count(all, "chunk")
	}
	return fmt.Sprintf("%s of %s", Number(shown), Count(all, "chunk"))
}

// Dated says when a chunk was dated by its author.
func Dated(date string) string {
	if date == "" {
		return ""
	}
	return "dated " + date
}

// OfSource says from which source a page came.
func OfSource(source string) string {
	if source == "" {
		return ""
	}
	return "from source " + source
}

// Tally says how many reports of each severity there are.
func Tally(errors, warnings, notes int) string {
	part := func(n int, noun string) string {
		if n == 0 {
			return ""
		}
		return Count(n, noun)
	}
	return Facts(part(errors, "error"), part(warnings, "warning"), part(notes, "note"))
}

// Report tells a report in a line.
func Report(line, column int, severity, message, id string) string {
	at := ""
	if line > 0 {
		at = fmt.Sprintf("%d:%d  ", line, column)
	}
	return fmt.Sprintf("%s%s: %s (%s)", at, severity, Sentence(message), id)
}

// Titled is a title with a count.
func Titled(title string, n int) string { return fmt.Sprintf("%s (%s)", title, Number(n)) }

// ReportsTitle is the title of the reports of a page.
func ReportsTitle(tally string) string {
	if tally == "" {
		return Reports
	}
	return Reports + ": " + tally
}

// None says that there is nothing below a title.
func None(title, none string) string { return title + ": " + none }

// Alarm counts what the author of a page should mend.
func Alarm(n int) string { return "! " + Number(n) }

// ReadOn says when a page was read.
func ReadOn(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return "read " + When(t)
}

// LeftOutText shows a text that no chunk holds.
func LeftOutText(s string) string {
	if s == "" {
		return ""
	}
	return "In no chunk: " + s
}
