package llm

import (
	"errors"
	"net/http"
	"regexp"
	"strings"
	"sync"
)

// A field is a named value of a request.
type field struct {
	name  string
	value any
}

// A wish is something to ask of a server in one of several ways, the best first.
// A server that refuses one is asked in the next way, and at last not at all.
type wish []field

// A dialect holds what the models of a server refused, so that it need not be
// found out again.
type dialect struct {
	mu      sync.Mutex
	refused map[spoken]int // how many ways of a wish
}

// spoken names a wish, by its first way, in requests to a model.
type spoken struct{ model, path, name string }

func newDialect() *dialect { return &dialect{refused: map[spoken]int{}} }

// A choice is the way in which a wish is asked.
type choice struct {
	field
	wish spoken
	way  int
}

// choose returns how the wishes of an exchange are asked.
func (d *dialect) choose(x *exchange) []choice {
	d.mu.Lock()
	defer d.mu.Unlock()
	var chosen []choice
	for _, w := range x.wishes {
		name := spoken{x.model, x.path, w[0].name}
		if way := d.refused[name]; way < len(w) {
			chosen = append(chosen, choice{w[way], name, way})
		}
	}
	return chosen
}

// learn reports whether the error is a refusal of one of the fields that were
// sent, so that asking otherwise may help. Amid an answer it is too late for that.
func (d *dialect) learn(sent []choice, err error) bool {
	e, ok := errors.AsType[*StatusError](err)
	_, amid := errors.AsType[*AnswerError](err)
	if !ok || amid || e.Status != http.StatusBadRequest && e.Status != http.StatusUnprocessableEntity {
		return false
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, c := range sent {
		if e.refuses(c.name) {
			d.refused[c.wish] = max(d.refused[c.wish], c.way+1)
			return true
		}
	}
	return false
}

// refusalWords are of messages about fields that are not known or not taken.
var refusalWords = regexp.MustCompile(`(?i)not support|unsupported|unknown|unrecognized|unexpected|not permitted|not allowed|` +
	`extra_forbidden|not have a valid value|matryoshka`)

// refuses reports whether the server does not take a field at all. A field that
// it takes, with another value than ours, is for the user to mend.
func (e *StatusError) refuses(name string) bool {
	switch e.Code {
	case "unsupported_parameter", "unsupported_value", "unknown_parameter":
		return e.Param == name || e.Param == "" && strings.Contains(e.Message, name)
	}
	// Some name what the field stands for in its place.
	text := strings.ReplaceAll(e.Message+" "+e.Param, "include_usage", "stream_options")
	return strings.Contains(text, name) && refusalWords.MatchString(text)
}

// newer matches the models of OpenAI that think before they answer. They take
// max_completion_tokens in place of max_tokens, and no temperature.
var newer = regexp.MustCompile(`^(openai/)?(o[1-9]|gpt-[5-9]|gpt-[1-9][0-9])`)

// thinks reports whether a model is one of the newer ones.
func thinks(model string) bool {
	return newer.MatchString(model) && !strings.Contains(model, "-chat")
}

// limitWish asks for at most n tokens of answer; nothing if n is 0.
func limitWish(model string, n int) []wish {
	if n <= 0 {
		return nil
	}
	w := wish{{"max_tokens", n}, {"max_completion_tokens", n}}
	if thinks(model) {
		w[0], w[1] = w[1], w[0]
	}
	return []wish{w}
}
