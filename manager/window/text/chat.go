package text

import (
	"fmt"
	"time"
)

// AnswerFacts says what an answer took.
func AnswerFacts(model string, prompt, completed int, price float64, priced bool, seconds float64) string {
	by, tokens, cost, took := "passages, no model asked", "", "", ""
	if model != "" {
		by, tokens = model, fmt.Sprintf("%s + %s tokens", Number(prompt), Number(completed))
	}
	if priced {
		cost = Price(price)
	}
	if seconds > 0 {
		took = fmt.Sprintf("%.1f s", seconds)
	}
	return Facts(by, tokens, cost, took)
}

// When says when an exchange was.
func When(t time.Time) string { return t.Local().Format("2 January 2006, 15:04") }

// LoadingPicture stands in place of a picture until it is there.
func LoadingPicture(name string) string { return "Picture: " + name + "…" }

// NoPicture stands in place of a picture that cannot be shown.
func NoPicture(name, why string) string { return name + " (" + why + ")" }

// More says that there are more of something.
func More(n int) string { return fmt.Sprintf("%s more…", Number(n)) }

// EditQuestion says what the pen beside a question does.
const EditQuestion = "Put the question into the entry, to be changed and asked again"

// What the dots before sources mean.
const (
	SourceUsed = "used in the answer"
	SourceSent = "sent to the model as well"
)

// SourceIn says which headings a source is under, and how it begins if that is needed to
// tell it from others; both may be "".
func SourceIn(outer, start string) string {
	if outer != "" {
		outer = Within(outer)
	}
	if start != "" {
		start = "“" + start + "”"
	}
	return Facts(outer, start)
}

// Working says that there is nothing to ask yet because a job runs.
func Working(job string) string {
	return job + " is running. You can ask when it has ended."
}
