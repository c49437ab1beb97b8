package standin

import (
	"regexp"
	"strings"
)

// Unknown is what [Answer] says to a question that no document is about.
const Unknown = "The documentation does not say."

// Limits of an answer.
const (
	mostQuotes = 2
	closest    = 0.15 // the lowest cosine with the question of what is quoted
)

// Answer returns the answer to a question: the sentences of the documents that
// are closest to it, as quotes, or [Unknown].
func Answer(documents []string, question string) string {
	asked := Vector(question, 1536)
	var answer strings.Builder
	quoted := map[string]bool{}
	for range mostQuotes {
		best, near := "", closest
		for _, document := range documents {
			for _, sentence := range sentences(document) {
				if c := cosine(asked, Vector(sentence, 1536)); c > near && !quoted[sentence] {
					best, near = sentence, c
				}
			}
		}
		if best == "" {
			break
		}
		if answer.Len() == 0 {
			answer.WriteString("The documentation says: “" + best + "”")
		} else {
			answer.WriteString(" It also says: “" + best + "”")
		}
		quoted[best] = true
	}
	if answer.Len() == 0 {
		return Unknown
	}
	return answer.String()
}

var sentenceEnd = regexp.MustCompile(`[.!?]\s+|\n+`)

// sentences cuts a text at the ends of sentences and lines.
func sentences(text string) []string {
	var all []string
	for len(text) > 0 {
		end, next := len(text), len(text)
		if at := sentenceEnd.FindStringIndex(text); at != nil {
			end, next = at[0]+1, at[1]
		}
		if s := strings.TrimSpace(text[:end]); s != "" {
			all = append(all, s)
		}
		text = text[next:]
	}
	return all
}

// cosine returns that of two vectors of length 1.
func cosine(a, b []float32) float64 {
	sum := 0.0
	for i, x := range a {
		sum += float64(x) * float64(b[i])
	}
	return sum
}
