package text

import "fmt"

// Stage says that a stage of a job begins.
func Stage(name string, total int) string {
	if total == 0 {
		return Sentence(name + "…")
	}
	return Sentence(fmt.Sprintf("%s: %s", name, Number(total)))
}

// Stopped says that a question was given up.
func Stopped(word string) string { return word + " was stopped." }

// Aborted says that a job was aborted.
func Aborted(word string) string { return word + " was aborted; what was stored until then is kept." }

// Ended says that a job has ended well.
func Ended(word, done string, seconds float64) string {
	if done == "" {
		return fmt.Sprintf("%s is done, in %.1f s.", word, seconds)
	}
	return fmt.Sprintf("%s is done, in %.1f s: %s", word, seconds, Sentence(done))
}

// EndedBut says that a job has ended, and first what should be known of what it did.
func EndedBut(word, caution, done string, seconds float64) string {
	return fmt.Sprintf("%s is done, in %.1f s. %s %s", word, seconds, Sentence(caution), Sentence(done))
}

// Question shows a question in the log.
func Question(question string) string { return "Question: " + question }

// Retrieved says what was found.
func Retrieved(relevance float64, tier string, hits, tokens, budget int, seconds float64) string {
	return fmt.Sprintf("Relevance %.3f (%s): %s found, %s of %s tokens to send, %.2f s.",
		relevance, tier, Count(hits, "chunk"), Number(tokens), Number(budget), seconds)
}

// HitLine is the line above the text of a chunk that was found.
func HitLine(rank int, name string, relevance float64, tokens int) string {
	return fmt.Sprintf("%d. %s, relevance %.3f, %s", rank, name, relevance, Count(tokens, "token"))
}

// EarlierExchange is the line above an exchange that is sent with the question.
const EarlierExchange = "An earlier exchange that is sent, too:"

// AnswerLine says what an answer took.
func AnswerLine(model string, prompt, completed int, price float64, priced bool, seconds float64) string {
	if model == "" {
		return fmt.Sprintf("Answered from the library alone, without a model, in %.1f s.", seconds)
	}
	cost := ""
	if priced {
		cost = ", " + Price(price)
	}
	return fmt.Sprintf("%s answered: %s sent, %s back%s, %.1f s.", model, Count(prompt, "token"), Number(completed), cost, seconds)
}

// PastShown says how many exchanges of before are shown.
func PastShown(n int) string {
	if n == 0 {
		return "There are no earlier exchanges."
	}
	return Count(n, "earlier exchange") + " shown in Chat."
}

// Added says what became of sources that were to be added.
func Added(added, listed, wrong int) string {
	said := "Added " + Count(added, "source")
	if listed > 0 {
		said += fmt.Sprintf(", %s listed already", Number(listed))
	}
	if wrong > 0 {
		said += fmt.Sprintf(", %s not taken", Number(wrong))
	}
	return said + "."
}

// RemovedSources says that sources were removed from the list.
func RemovedSources(n int) string {
	return "Removed " + Count(n, "source") + "; their chunks go with the next Chunk in which every source can be read."
}

// Checked says what a check of all sources found.
func Checked(pages, chunks, warnings, failed int) string {
	said := fmt.Sprintf("%s would give %s; %s for their authors", Count(pages, "page"), Count(chunks, "chunk"), Count(warnings, "warning"))
	if failed > 0 {
		said += fmt.Sprintf("; %s could not be read, or not all of it", Count(failed, "source"))
	}
	return said
}

// SettingsSaved says that settings were saved.
func SettingsSaved(n int) string { return "Saved " + Count(n, "setting") + "." }

// KeyKept says where a key is kept.
func KeyKept(from string) string { return "The key is kept in " + from + "." }

// KeyFile says that the key is taken from a file.
func KeyFile(path string) string { return "The key is taken from " + path + "." }

// KeyTaken says that a server accepts the key.
func KeyTaken(server string, models int) string {
	if models == 0 {
		return server + " accepts it."
	}
	return fmt.Sprintf("%s accepts it and offers %s.", server, Count(models, "model"))
}

// What the log view says.
const (
	SearchLog       = "Search the log"
	FindPrevious    = "Previous match"
	FindNext        = "Next match"
	CopyAllLines    = "Copies all lines that are shown."
	EmptyLog        = "Empty view"
	EmptyLogMeaning = "Takes all lines out of the view. The file keeps them."
)

// MatchOf says which match of how many is shown.
func MatchOf(match, count int, searching bool) string {
	switch {
	case !searching:
		return ""
	case count == 0:
		return "no match"
	}
	return fmt.Sprintf("%s of %s", Number(match), Number(count))
}

// EarlierLines says that the view has dropped n lines, which are thousands.
func EarlierLines(n int) string {
	return "… " + Number(n) + " earlier lines are not shown; they are in the log file"
}

// LogSaved says where the log is kept.
func LogSaved(path string) string { return "Kept, with what was said before, in " + path }

// LogNotSaved says why the log is not kept.
func LogNotSaved(why string) string { return "The log cannot be kept: " + why }
