package text

import (
	"fmt"
	"path/filepath"
	"strings"
	"time"
)

// meanings say what buttons and switches do.
var meanings = map[string]string{
	SetRoot:          "Choose the folder of the library.",
	SetKey:           "Keep the key for the model server, and try it.",
	SourceURLs:       "Edit the list of URLs, files and folders that pages are read from.",
	AssistantPrompts: "Edit what the model is told to do, for each tier.",
	Configure:        "Change any setting.",
	Help:             "Read how it works.",
	Chunk:            "Read the sources and cut their pages into chunks.",
	Embed:            "Make the vectors of the chunks that have none.",
	PurgeEmbeds:      "Remove the vectors of chunks that are gone.",
	Delete:           "Remove all chunks and pages; vectors are kept.",
	CheckAll:         "Read all sources and report what their authors should know, without changing the library.",
	Retrieve:         "Show which chunks are found for the question.",
	Submit:           "Answer the question.",
	History:          "Show earlier exchanges.",
	Clear:            "Forget all exchanges.",
	Abort:            "End what is running; what is stored is kept.",
	SayVectors:       "Say of which model the vectors are that came with the library.",
	Verbose:          "Log everything: each fragment of a page, and what is sent to the model.",
	Dump:             "Let Chunk write all chunks to Log/dump.txt.",
	ShowMatches:      "Show match strings instead of contents.",
}

// Meaning says what a button or switch does.
func Meaning(name string) string { return meanings[name] }

// Titles of the groups of the panel.
const (
	GroupLibrary = "LIBRARY"
	GroupBuild   = "BUILD"
	GroupSetUp   = "SET UP"
)

// QuestionPlaceholder stands where a question is to be typed.
const QuestionPlaceholder = "Ask a question. Enter submits, Shift+Enter breaks the line, ↑ recalls."

// Percent says how much is done.
func Percent(done, total int) string {
	if total == 0 {
		return ""
	}
	return fmt.Sprintf("%d%%", min(100*done/total, 100))
}

// Progress says how far a job is.
func Progress(stage string, done, total int, rate float64, left time.Duration, item string) string {
	parts := []string{strings.TrimSuffix(Sentence(stage), ".")}
	switch {
	case total > 0:
		parts = append(parts, Number(done)+" of "+Number(total))
	case done > 0:
		parts = append(parts, Number(done))
	}
	if rate > 0 {
		parts = append(parts, Rate(rate))
	}
	if left > 0 {
		parts = append(parts, Duration(left)+" left")
	}
	if item != "" {
		parts = append(parts, item)
	}
	return Facts(parts...)
}

// Rate says how many items are done in a second.
func Rate(rate float64) string {
	if rate < 10 {
		return fmt.Sprintf("%.1f/s", rate)
	}
	return Number(int(rate)) + "/s"
}

// Duration returns a duration as minutes and seconds. One that is negative, for a clock
// was put back, is none.
func Duration(d time.Duration) string {
	d = max(d, 0).Round(time.Second)
	if d >= time.Hour {
		return fmt.Sprintf("%d:%02d h", int(d.Hours()), int(d.Minutes())%60)
	}
	return fmt.Sprintf("%d:%02d", int(d.Minutes()), int(d.Seconds())%60)
}

// LibraryName names a library by the last two parts of its path, since many end alike.
func LibraryName(root string) string {
	return filepath.Join(filepath.Base(filepath.Dir(root)), filepath.Base(root))
}

// InLibrary says what a library holds.
func InLibrary(pages, chunks int) string {
	return Count(chunks, "chunk") + " of " + Count(pages, "page")
}

// Vectors says how far a library can be asked.
func Vectors(builtin, fitted bool, space string, missing int) string {
	ready := Ready(builtin, fitted, missing)
	if builtin {
		return "space " + ready
	}
	return ready + ", space " + space
}

// Ready says so in a few words.
func Ready(builtin, fitted bool, missing int) string {
	switch {
	case builtin && fitted:
		return "builtin, fitted"
	case builtin:
		return "builtin, to be fitted"
	case missing == 0:
		return "all embedded"
	}
	return Number(missing) + " to embed"
}

// PasteTooLong says that what was pasted is too long for a question.
func PasteTooLong(n, most int) string {
	return "What was pasted has " + Count(n, "character") + "; a question takes " + Number(most) + " at once."
}

// Began says that something has begun.
func Began(word string) string { return word + " …" }
