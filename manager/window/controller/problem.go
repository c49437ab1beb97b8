package controller

import (
	"errors"
	"fmt"
	"strings"

	"ragmanager/library"
	"ragmanager/manager"
	"ragmanager/manager/llm"
	"ragmanager/manager/window/text"
)

// A Problem is an error as a window shows it.
type Problem struct {
	Title   string // what could not be done
	Message string // what happened, and to which thing
	Hint    string // what to do, "" if we do not know
	Action  Action // that does it, "" if none does
	Err     error
}

// Details returns all that is known of the problem, to be copied.
func (p *Problem) Details() string {
	parts := []string{p.Title, p.Message}
	if p.Hint != "" {
		parts = append(parts, p.Hint)
	}
	for err := p.Err; err != nil; err = errors.Unwrap(err) {
		parts = append(parts, fmt.Sprintf("%T: %v", err, err))
	}
	return strings.Join(parts, "\n")
}

// problem makes what a window shows of an error.
func problem(title string, err error) *Problem {
	hint, action := advice(err)
	return &Problem{Title: title, Message: text.Sentence(manager.Plain(err)), Hint: text.Sentence(hint), Action: action, Err: err}
}

// advices are ways out that are shorter from the window than those that errors
// know, which name commands.
var advices = []struct {
	is     error
	hint   string
	action Action
}{
	{manager.ErrNoSources, text.HintNoSources, SourceURLs},
	{manager.ErrNothingRead, text.HintNothingRead, SourceURLs},
	{manager.ErrNoKey, text.HintNoKey, SetKey},
	{manager.ErrNoChunks, text.HintNoChunks, Chunk},
	{manager.ErrNotEmbedded, text.HintNotEmbedded, Embed},
	{manager.ErrNoQuestion, text.HintNoQuestion, ""},
	{manager.ErrUnknownSpace, text.HintUnknownVectors, SayVectors},
	{library.ErrLocked, text.HintLocked, ""},
	{library.ErrNoRoot, text.HintNoRoot, SetRoot},
}

// advice returns what the user can do about an error.
func advice(err error) (hint string, action Action) {
	for _, a := range advices {
		if errors.Is(err, a.is) {
			return a.hint, a.action
		}
	}
	if status, ok := errors.AsType[*llm.StatusError](err); ok && status.Unauthorized() {
		return text.HintKeyRefused, SetKey
	}
	return manager.Hint(err), ""
}
