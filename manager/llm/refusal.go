package llm

import (
	"bytes"
	"encoding/json"
	"html"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Limits of what is read and shown of a refusal.
const (
	longestRefusal = 64 << 10 // bytes
	longestMessage = 500      // characters
)

// statusError returns what an answer with a status other than 200 says.
func (c *Client) statusError(resp *http.Response, model string) *StatusError {
	data, err := io.ReadAll(io.LimitReader(resp.Body, longestRefusal))
	e := c.refusal(data, model)
	e.Status, e.broken = resp.StatusCode, err != nil
	if location := resp.Header.Get("Location"); location != "" && e.Status/100 == 3 {
		e.Message = c.secrets.redact("redirects to " + hideUser(location))
	}
	e.RetryAfter = retryAfter(resp.Header, time.Now())
	return e
}

// refusal returns what a body says, in whatever form. Its status is that which
// the body means, 0 if none.
func (c *Client) refusal(data []byte, model string) *StatusError {
	e := &StatusError{Model: model, login: c.secrets.login}
	var v any
	if err := json.Unmarshal(data, &v); err == nil {
		e.explain(v)
	} else {
		e.Message = plain(data)
	}
	e.Message = shorten(c.secrets.redact(e.Message))
	e.Code, e.Param, e.kind = c.secrets.redact(e.Code), c.secrets.redact(e.Param), c.secrets.redact(e.kind)
	e.Status = e.meaning()
	return e
}

// explain finds the parts of an error in JSON. Servers differ: an object under
// "error" (OpenAI), a string there (LM Studio, Ollama), the object itself (vLLM,
// Mistral), a list of it (Google), "detail" (FastAPI).
func (e *StatusError) explain(v any) {
	switch v := v.(type) {
	case string:
		e.Message = v
	case []any:
		if len(v) > 0 {
			e.explain(v[0])
		}
	case map[string]any:
		for _, name := range []string{"message", "error", "detail", "msg"} {
			if e.Message == "" && v[name] != nil {
				e.part(name, v[name])
			}
		}
		for name, to := range map[string]*string{"code": &e.Code, "type": &e.kind, "param": &e.Param} {
			if *to == "" {
				*to = word(v[name])
			}
		}
	}
}

// part takes the message from a field. What is below a message or detail is
// kept as JSON: it is a list of fields that the server objects to.
func (e *StatusError) part(name string, v any) {
	if text, ok := v.(string); ok {
		e.Message = text
		return
	}
	if name == "error" {
		e.explain(v)
		return
	}
	if text, err := json.Marshal(v); err == nil {
		e.Message = string(text)
	}
}

// word returns a string or number as text, "" for all else.
func word(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return ""
}

// meaning returns the HTTP status that the words of an error stand for, 0 if
// none. It is needed amid a stream, whose own status is 200.
func (e *StatusError) meaning() int {
	if n, err := strconv.Atoi(e.Code); err == nil && n >= 400 && n < 600 {
		return n
	}
	words := e.Code + " " + e.kind
	switch {
	case strings.Contains(words, "rate_limit"):
		return http.StatusTooManyRequests
	case strings.Contains(words, "server_error"), strings.Contains(words, "overloaded"):
		return http.StatusServiceUnavailable
	case strings.Contains(words, "invalid_request"):
		return http.StatusBadRequest
	}
	return 0
}

// quota reports whether money is what is missing.
func (e *StatusError) quota() bool {
	codes := []string{"insufficient_quota", "billing_hard_limit_reached", "billing_not_active", "insufficient_balance"}
	return e.Status == http.StatusPaymentRequired || slices.Contains(codes, e.Code) || slices.Contains(codes, e.kind)
}

// modelUnknown reports whether the server does not have the model.
func (e *StatusError) modelUnknown() bool {
	if e.Model == "" || e.Status != http.StatusNotFound && e.Status != http.StatusBadRequest {
		return false
	}
	text := strings.ToLower(e.Message)
	return e.Code == "model_not_found" ||
		strings.Contains(text, "model") && (strings.Contains(text, "not found") || strings.Contains(text, "not exist"))
}

// tooLongWords are of messages about more tokens or texts than are taken: those
// of OpenAI, Azure, Google, Mistral, Voyage, vLLM, llama.cpp, Ollama and Text
// Embeddings Inference.
var tooLongWords = regexp.MustCompile(`(?i)context[ _](length|size|window)|maximum (input|sequence)|too many (tokens|inputs)|` +
	`tokens per request|max(imum)? allowed tokens|(input|prompt|text|request|array|string) (\(\d+ tokens\) )?is too (long|large)|` +
	`(array|string) too long|_above_max_length|request too large|must have (less|fewer) than|batch size|in one batch|reduce the length|exceeds? .{0,40}tokens`)

// tooLong reports whether the request held more than the server takes, so that
// a part of it may pass.
func (e *StatusError) tooLong() bool {
	switch e.Status {
	case http.StatusRequestEntityTooLarge:
		return true
	case http.StatusBadRequest, http.StatusUnprocessableEntity, http.StatusInternalServerError:
		return tooLongWords.MatchString(e.Code + " " + e.kind + " " + e.Message)
	case http.StatusTooManyRequests: // more than ever fits into a minute
		return strings.Contains(strings.ToLower(e.Message), "request too large")
	}
	return false
}

// retryAfter returns how long an answer asks us to wait, 0 if it does not.
func retryAfter(h http.Header, now time.Time) time.Duration {
	if ms, err := strconv.ParseFloat(h.Get("Retry-After-Ms"), 64); err == nil && ms > 0 && ms < 1e12 {
		return time.Duration(ms * float64(time.Millisecond))
	}
	value := strings.TrimSpace(h.Get("Retry-After"))
	if s, err := strconv.ParseFloat(value, 64); err == nil && s > 0 && s < 1e9 {
		return time.Duration(s * float64(time.Second))
	}
	if at, err := http.ParseTime(value); err == nil && at.After(now) {
		return at.Sub(now)
	}
	return 0
}

var title = regexp.MustCompile(`(?is)<title[^>]*>(.*?)</title>`)

// plain returns what a body that is not JSON says: the title of a web page, else
// its text.
func plain(data []byte) string {
	if !isHTML(data) {
		return string(data)
	}
	if m := title.FindSubmatch(data); m != nil {
		return html.UnescapeString(string(m[1]))
	}
	return "a web page"
}

// isHTML reports whether a body is a web page or XML.
func isHTML(data []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeft(data, " \t\r\n\ufeff"), []byte("<"))
}

// shorten puts a text on one line of limited length.
func shorten(text string) string {
	text = strings.ToValidUTF8(strings.Join(strings.Fields(text), " "), "\ufffd")
	if runes := []rune(text); len(runes) > longestMessage {
		return string(runes[:longestMessage]) + "…"
	}
	return text
}
