package llm

import (
	"fmt"
	"net/http"
	"time"

	"ragmanager/manager/network"
)

// Causes that callers can tell apart with errors.Is.
var (
	// ErrEmpty is an answer without text.
	ErrEmpty error = &cause{"the model's answer is empty", "ask again; if it stays, choose another model"}
	// ErrCut is an answer that ended before the model said that it was done.
	ErrCut error = &cause{"the answer ended early", "ask again; if it stays, tell whoever runs the server"}
	// ErrFiltered is an answer that the server's filter of contents stopped.
	ErrFiltered error = &cause{"the server's content filter stopped the answer", "ask in other words; the filter belongs to the provider"}
	// ErrEndedEarly is a connection that ended before the answer did.
	ErrEndedEarly error = &cause{"connection ended early", "try again later; if it stays, tell whoever runs the server"}
	// ErrBlank is a text that has nothing to embed.
	ErrBlank error = &cause{"text of nothing but white space", "remove it, or give it words"}
)

// A cause is an error with a way out.
type cause struct{ text, hint string }

func (c *cause) Error() string { return c.text }
func (c *cause) Hint() string  { return c.hint }

// A SettingError is an option that cannot work.
type SettingError struct {
	Setting string // "base URL", "API key", "organisation", "headers", "header NAME", "CA file" or "proxy"
	Reason  string // names the value unless that is secret
	Err     error  // the cause, or nil
}

func (e *SettingError) Error() string { return e.Setting + ": " + e.Reason }

func (e *SettingError) Unwrap() error { return e.Err }

// A StatusError is an answer in which the server refuses: one with a status
// other than 200, or an error amid a stream.
type StatusError struct {
	// Status is the HTTP status. Amid a stream it is what the error says or
	// means; 0 if that is not clear.
	Status int
	// Code is the server's word for it, such as "invalid_api_key"; "" if none.
	Code string
	// Param is the field of the request that it is about; "" if none is named.
	Param string
	// Message is what the server said, without secrets; "" if nothing.
	Message string
	// RetryAfter is how long the server asks us to wait, 0 if it does not.
	RetryAfter time.Duration
	// Model is the model that was asked, "" if none was.
	Model string

	kind   string // the server's type of error
	login  bool   // a key was sent
	broken bool   // the connection ended before the message did
}

func (e *StatusError) Error() string {
	text := "server said"
	if e.Status != 0 {
		text += fmt.Sprintf(" %d", e.Status)
	}
	switch {
	case e.Message != "":
		text += ": " + e.Message
	case http.StatusText(e.Status) != "":
		text += " " + http.StatusText(e.Status)
	}
	if e.RetryAfter > 0 {
		text += fmt.Sprintf(" (asks to wait %v)", e.RetryAfter.Round(100*time.Millisecond))
	}
	return text
}

// Unauthorized reports whether the server does not take the key, or wants one.
func (e *StatusError) Unauthorized() bool { return e.Status == http.StatusUnauthorized }

// Unwrap returns [ErrFiltered] if that is why the server refuses.
func (e *StatusError) Unwrap() error {
	if e.Code == "content_filter" || e.Code == "content_policy_violation" {
		return ErrFiltered
	}
	return nil
}

// A ProxyError is a proxy that does not let us through.
type ProxyError struct {
	URL    string // what was asked for
	Proxy  string // host and port
	Status int    // HTTP status
}

func (e *ProxyError) Error() string {
	return fmt.Sprintf("%s: proxy %s answered %d %s", e.URL, e.Proxy, e.Status, http.StatusText(e.Status))
}

// A NetworkError is a connection that was not made or broke.
type NetworkError struct {
	URL string // what was asked for
	Err error  // of package net, crypto/tls or crypto/x509, or ErrEndedEarly
}

func (e *NetworkError) Error() string { return e.URL + ": " + e.Err.Error() }

func (e *NetworkError) Unwrap() error { return e.Err }

// Plain returns the message in plain words, without what the network says of itself;
// "" if we know none.
func (e *NetworkError) Plain() string {
	words := network.Plain(e.Err)
	if words == "" {
		return ""
	}
	return e.URL + ": " + words
}

// A TimeoutError is a server that was silent or slow for too long.
type TimeoutError struct {
	URL    string // what was asked for
	Limit  time.Duration
	Silent bool // nothing came, instead of too little
}

func (e *TimeoutError) Error() string {
	if e.Silent {
		return fmt.Sprintf("%s: no answer for %v", e.URL, e.Limit)
	}
	return fmt.Sprintf("%s: not complete after %v", e.URL, e.Limit)
}

// Timeout reports true, as the errors of package net do.
func (e *TimeoutError) Timeout() bool { return true }

// A ProtocolError is an answer that no OpenAI-compatible server gives.
type ProtocolError struct {
	URL    string // what was asked for
	Reason string // quotes the answer, without secrets
}

func (e *ProtocolError) Error() string { return e.URL + ": " + e.Reason }

// A VectorError is an answer that holds other vectors than were asked for.
type VectorError struct {
	Model  string
	Text   int // index of the text, -1 if it is about all of an answer
	Reason string
}

func (e *VectorError) Error() string {
	if e.Text < 0 {
		return fmt.Sprintf("model %s: %s", e.Model, e.Reason)
	}
	return fmt.Sprintf("model %s: text %d: %s", e.Model, e.Text, e.Reason)
}

// An AnswerError is an answer of a model that cannot stand as it is. What
// arrived of it is in the [Completion] beside it.
type AnswerError struct {
	Reason error  // ErrEmpty, ErrCut or ErrFiltered
	Text   string // what arrived
	Finish Finish // why the model stopped; "" if it did not say
	Err    error  // what broke the stream, or nil
}

func (e *AnswerError) Error() string {
	text := e.Reason.Error()
	if e.Text != "" {
		text += fmt.Sprintf(" after %d characters, at %q", len([]rune(e.Text)), tail(e.Text))
	}
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	return text
}

// Unwrap returns what broke the stream, if anything did, and the reason.
func (e *AnswerError) Unwrap() []error {
	if e.Err == nil {
		return []error{e.Reason}
	}
	return []error{e.Err, e.Reason}
}

// tail returns the end of a text.
func tail(text string) string {
	const most = 30
	if runes := []rune(text); len(runes) > most {
		return "…" + string(runes[len(runes)-most:])
	}
	return text
}
