package text

import (
	"fmt"
	"strings"
)

// Words of the view of what was found.
const (
	RetrievalEmpty = "Retrieve shows here which chunks are found for a question"
	RetrievalHint  = "Type a question below and press Retrieve. You see what would be sent with it, in which order and why, before any model is asked."
	NoHits         = "Nothing was found for this question"
	NoHitsHint     = "No chunk shares a word with it, or has a vector close to it. Try other words."

	ColumnRank   = "#"
	ColumnPath   = "Heading"
	ColumnTokens = "Tokens"
	ColumnTotal  = "Running total"

	Match    = "Match"
	Content  = "Content"
	OpenPage = "Open page"

	// Fresh marks a chunk that was not found the last time.
	Fresh = "new"
	// RetrievalStale says that what was found need not be found any more.
	RetrievalStale = "The library has changed since; Retrieve again."

	LegendPrompt = "prompt"
	LegendShared = "word of the question"
)

// MidFrom says where the tier mid begins.
func MidFrom(relevance float64) string { return fmt.Sprintf("mid %.2f", relevance) }

// HighFrom says where the tier high begins.
func HighFrom(relevance float64) string { return fmt.Sprintf("high %.2f", relevance) }

// Tiers says where the tiers begin.
func Tiers(mid, high float64) string {
	return fmt.Sprintf("mid from %.2f, high from %.2f", mid, high)
}

// Third shows a relevance with three digits, which are those that tell hits apart.
func Third(relevance float64) string { return fmt.Sprintf("%.3f", relevance) }

// TierOf shows a tier with the relevance that it was chosen by.
func TierOf(tier string, relevance float64) string { return tier + " " + Third(relevance) }

// Facts puts facts in a line, without those that are empty.
func Facts(facts ...string) string {
	var told []string
	for _, f := range facts {
		if f != "" {
			told = append(told, f)
		}
	}
	return strings.Join(told, " · ")
}

// Space says in which space and how chunks were looked for.
func Space(space, retriever string) string {
	if space == "builtin" {
		space = "builtin space"
	}
	return space + ", " + OrderedBy(retriever)
}

// OrderedBy says what the order of chunks rests on, which need not be that of their
// relevance.
func OrderedBy(retriever string) string {
	switch retriever {
	case "fused":
		return "ordered by vectors and words together"
	case "keyword":
		return "ordered by words"
	}
	return "ordered by vectors"
}

// Risen says by how many ranks a chunk has risen, since the same question was asked the
// last time; negative for one that has sunk.
func Risen(ranks int) string {
	switch {
	case ranks > 0:
		return "▲" + Number(ranks)
	case ranks < 0:
		return "▼" + Number(-ranks)
	}
	return ""
}

// PathSign stands between the titles of headings, outermost first.
const PathSign = " › "

// Within says what something is in.
func Within(outer string) string { return "in " + outer }

// TokensOf says how many tokens of those allowed are sent.
func TokensOf(tokens, budget int) string {
	if budget == 0 {
		return "no documentation to send"
	}
	return fmt.Sprintf("%s of %s tokens to send", Number(tokens), Number(budget))
}

// Total shows a running total of tokens against those allowed.
func Total(total, budget int) string { return Number(total) + " / " + Number(budget) }

// Seconds shows a time.
func Seconds(s float64) string { return fmt.Sprintf("%.2f s", s) }

// Sent says how many of the chunks that were found are sent.
func Sent(sent, found int) string {
	if sent == 0 {
		return "none of " + Count(found, "chunk") + " sent"
	}
	return fmt.Sprintf("%s of %s sent", Number(sent), Count(found, "chunk"))
}

// FirstLeftOut says why the next chunk is not sent, which is the first of these.
// Later ones may be sent again.
func FirstLeftOut(sent, found int, why string) string {
	if sent == 0 {
		return Sentence(Sent(sent, found) + ": " + why)
	}
	return Sentence(Sent(sent, found) + "; the first that is left out follows: " + why)
}

// HitFacts says of a chunk what does not show in its row.
func HitFacts(rank int, name string, relevance float64, tokens int) string {
	return Facts(fmt.Sprintf("no. %d", rank), "relevance "+Third(relevance), Count(tokens, "token"), name)
}

// LeftOut says why a chunk is not sent.
func LeftOut(why string) string { return "Not sent: " + why }

// Untitled stands for a heading that is not there.
const Untitled = "(without heading)"
