package text

import (
	"fmt"
	"time"
)

// Words of the view of the sources.
const (
	SourcePlaceholder = "URL, file or folder"
	Add               = "Add"
	AddFile           = "Add file…"
	AddFolder         = "Add folder…"
	PasteMany         = "Paste many…"
	RemoveOff         = "Remove all that are off"
	Remove            = "Remove"
	MoveUp            = "Move up"
	MoveDown          = "Move down"
	ChunkAlone        = "Chunk alone"
	EditBase          = "Published at…"
	OpenAddress       = "Open"
	SeeChunks         = "Show its chunks"
	SeeLog            = "Show the log"
	Save              = "Save"

	ColumnPages    = "Pages"
	ColumnChunks   = "Chunks"
	ColumnWarnings = "Warnings"
)

// Sentences of the view of the sources.
const (
	NoSources      = "No sources yet"
	NoSourcesHow   = "Type or paste a URL, a file or a folder above and press Enter, or drop files onto the window."
	NoSourcesRoot  = "No list of sources"
	PasteManyHow   = "A line each: URLs, files or folders. Blank lines and lines that begin with # do not count."
	PasteManyTitle = "Add many sources"
	BaseTitle      = "Published at"
	BaseHow        = "The URL under which this file or folder is published, so that links lead there. Empty if it is not."
	SourcesChanged = "The list has changed since the last Chunk."
	SourceOff      = "off: it is not read"
	NoPages        = "no pages in the library yet"
	Unknown        = "–"
	OnlyChecked    = "checked, not in the library yet"
	SourceUnread   = "The library has no pages of it yet: press Chunk."
	SourceChecked  = "The figures are those of Check_All."
	RemoveOffTitle = "Remove sources"
)

// SourceTally says how many sources there are, and whether some wait to be chunked.
func SourceTally(all, on int, changed bool) string {
	said := Count(all, "source")
	if on != all {
		said = fmt.Sprintf("%s, %s on", said, Number(on))
	}
	if changed {
		said += " · " + SourcesChanged
	}
	return said
}

// Pasted says how many sources are to be added: those that are seen, and those that
// were pasted and are too many for that.
func Pasted(seen, aside int) string {
	if aside == 0 {
		return Count(seen, "source")
	}
	return fmt.Sprintf("%s, and %s from the clipboard, which are too many to be shown", Count(seen, "source"), Number(aside))
}

// Tried says what became of many sources.
func Tried(added, listed, bad int) string {
	return fmt.Sprintf("%s added, %s listed already, %s not taken", Number(added), Number(listed), Number(bad))
}

// NotTaken says why a source was not taken.
func NotTaken(line, why string) string { return line + " – " + why }

// AskRemoveSources asks whether sources are to be taken off the list.
func AskRemoveSources(n int) string {
	return fmt.Sprintf("%s will be taken off the list.\n\nFiles and pages themselves stay as they are; their chunks go with the next Chunk in which every source can be read.", Count(n, "source"))
}

// Figures says what is known of the pages of a source.
func Figures(pages, chunks, warnings int) string {
	return fmt.Sprintf("%s, %s, %s", Count(pages, "page"), Count(chunks, "chunk"), Count(warnings, "warning"))
}

// PublishedAt says where a source is published.
func PublishedAt(base string) string { return "published at " + base }

// ReadAgo says when a source was read.
func ReadAgo(read, now time.Time) string { return "read " + Ago(read, now) }

// ReadAt says exactly when a source was read.
func ReadAt(read time.Time) string {
	return "read on " + read.Local().Format("2 January 2006 at 15:04:05")
}

// Ago says how long before now something was, in the largest unit that fits.
func Ago(then, now time.Time) string {
	const day = 24 * time.Hour
	switch d := now.Sub(then); {
	case d < time.Minute:
		return "just now"
	case d < time.Hour:
		return fmt.Sprintf("%d min ago", d/time.Minute)
	case d < day:
		return fmt.Sprintf("%d h ago", d/time.Hour)
	case d < 30*day:
		return Count(int(d/day), "day") + " ago"
	}
	return "on " + then.Local().Format("2 January 2006")
}

// Reasons why something cannot be done with a source.
const (
	WhyOff   = "It is off: switch it on first."
	WhyFirst = "It is the first one."
	WhyLast  = "It is the last one."
)

// sourceMeanings say what buttons of the sources do.
var sourceMeanings = map[string]string{
	Add:         "Add what is typed, as Enter does.",
	AddFile:     "Choose a file of this computer.",
	AddFolder:   "Choose a folder, all pages of which are read.",
	PasteMany:   "Type or paste many sources, a line each.",
	RemoveOff:   "Remove all sources that are switched off.",
	Remove:      "Remove it from the list, as the Delete key does.",
	MoveUp:      "Read it earlier (Alt+Up).",
	MoveDown:    "Read it later (Alt+Down).",
	ChunkAlone:  "Read it alone, and cut its pages into chunks; nothing is removed.",
	EditBase:    "Say under which URL it is published.",
	OpenAddress: "Open it in the browser.",
	SeeChunks:   "Show which chunks were made of it.",
	SeeLog:      "Show what was said of it.",
	CopyDetails: "Copy all that is known of it.",
}

// SourceMeaning says what a button of the sources does.
func SourceMeaning(name string) string { return sourceMeanings[name] }

// Wanted says what is allowed in place of what was typed.
func Wanted(want string) string { return Sentence("want " + want) }
