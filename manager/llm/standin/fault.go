package standin

import (
	"io"
	"net/http"
	"strconv"
	"time"
)

// A Fault answers a request in place of the server, which it may ask to do well.
type Fault func(w http.ResponseWriter, r *http.Request, well http.Handler)

// Status refuses a request with an HTTP status, in the words of the protocol.
func Status(status int) Fault {
	e := refuse(status, "", "", "The server had an error while processing your request. Sorry about that!")
	switch status {
	case http.StatusUnauthorized:
		e = refuse(status, "invalid_api_key", "", "Incorrect API key provided.")
	case http.StatusForbidden:
		e = refuse(status, "unsupported_country_region_territory", "", "Country, region, or territory not supported")
	case http.StatusNotFound:
		e = refuse(status, "model_not_found", "", "The model does not exist or you do not have access to it.")
	case http.StatusTooManyRequests:
		e = refuse(status, "rate_limit_exceeded", "", "Rate limit reached in organization org-standin on requests per min (RPM).")
		e.Type = "requests"
	case http.StatusServiceUnavailable:
		e = refuse(status, "", "", "The engine is currently overloaded, please try again later")
	}
	return func(w http.ResponseWriter, _ *http.Request, _ http.Handler) { e.write(w) }
}

// RateLimit refuses a request with 429 and asks to wait, in whole seconds.
func RateLimit(wait time.Duration) Fault {
	return func(w http.ResponseWriter, r *http.Request, well http.Handler) {
		w.Header().Set("Retry-After", strconv.Itoa(int(wait.Seconds())))
		Status(http.StatusTooManyRequests)(w, r, well)
	}
}

// NoCredit refuses a request for want of money: 429, though it does not pass.
func NoCredit() Fault {
	e := refuse(http.StatusTooManyRequests, "insufficient_quota", "", "You exceeded your current quota, please check your plan and billing "+
		"details. For more information on this error, read the docs: https://platform.openai.com/docs/guides/error-codes/api-errors.")
	e.Type = "insufficient_quota"
	return func(w http.ResponseWriter, _ *http.Request, _ http.Handler) { e.write(w) }
}

// Body answers with any body.
func Body(status int, contentType, body string) Fault {
	return func(w http.ResponseWriter, _ *http.Request, _ http.Handler) {
		w.Header().Set("Content-Type", contentType)
		w.WriteHeader(status)
		io.WriteString(w, body)
	}
}

// WebPage answers with a web page, as a server does that is not meant for us.
func WebPage() Fault {
	return Body(http.StatusOK, "text/html; charset=utf-8", "<!doctype html><html><head><title>Welcome</title></head><body><h1>It works!</h1></body></html>")
}

// Silent never answers; it waits until the client is gone.
func Silent() Fault {
	return func(_ http.ResponseWriter, r *http.Request, _ http.Handler) { <-r.Context().Done() }
}

// Delay answers well, but later.
func Delay(by time.Duration) Fault {
	return func(w http.ResponseWriter, r *http.Request, well http.Handler) {
		sleep(r.Context(), by)
		well.ServeHTTP(w, r)
	}
}

// HangUp breaks the connection after so many bytes of the body.
func HangUp(after int) Fault {
	return cut(after, func(*http.Request) { panic(http.ErrAbortHandler) })
}

// End ends an answer properly, but after so many bytes of the body.
func End(after int) Fault { return cut(after, func(*http.Request) {}) }

// Stall sends no more after so many bytes of the body, and does not hang up.
func Stall(after int) Fault {
	return cut(after, func(r *http.Request) { <-r.Context().Done() })
}

// cut does something else after so many bytes of the body.
func cut(after int, then func(*http.Request)) Fault {
	return func(w http.ResponseWriter, r *http.Request, well http.Handler) {
		defer func() {
			switch p := recover(); p {
			case nil, errCut:
				then(r)
			default:
				panic(p)
			}
		}()
		well.ServeHTTP(&cutWriter{w, after}, r)
	}
}

// errCut is the panic with which a cutWriter stops what writes.
var errCut = io.ErrShortWrite

// A cutWriter takes so many bytes.
type cutWriter struct {
	http.ResponseWriter
	left int
}

func (w *cutWriter) Write(p []byte) (int, error) {
	n, err := w.ResponseWriter.Write(p[:min(len(p), w.left)])
	w.left -= n
	w.Flush()
	if w.left == 0 {
		panic(errCut)
	}
	return n, err
}

// Flush sends what was written.
func (w *cutWriter) Flush() {
	if f, ok := w.ResponseWriter.(http.Flusher); ok {
		f.Flush()
	}
}
