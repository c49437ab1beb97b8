package fetch

import (
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"strings"
	"time"

	"ragmanager/manager/network"
)

// Gone reports whether an error means that the page is no more (404 or 410). After
// any other error what was known of the page should be kept.
func Gone(err error) bool {
	s, ok := errors.AsType[*StatusError](err)
	return ok && s.Gone()
}

// Causes that callers can tell apart with errors.Is.
var (
	// ErrDuplicate says that all pages of a source come from earlier ones. It is
	// a warning.
	ErrDuplicate error = &cause{"all its pages come from earlier sources", "remove one of the two sources"}
	// ErrNoPages says that a folder has no pages: perhaps a disk is not there.
	ErrNoPages error = &cause{"no pages in this folder", "pages are files that end in .html, .htm or .php: check the folder, and whether its disk is connected"}
	// ErrEndedEarly says that the connection or the packed data ended before the
	// page did.
	ErrEndedEarly error = &cause{"answer ended early", "try again later; if it stays, tell whoever runs the server"}

	errEncoding   error = &cause{"unknown content encoding", "the server must send pages plain or with gzip or deflate"}
	errFolder     error = &cause{"is a folder, not a page", "give the folder as a source"}
	errIrregular  error = &cause{"is a device or pipe, not a page", "give a file or folder"}
	errBrokenLink error = &cause{"link leads nowhere", "remove the link, or connect the disk it leads to"}
)

// A cause is an error with a way out.
type cause struct{ text, hint string }

func (c *cause) Error() string { return c.text }
func (c *cause) Hint() string  { return c.hint }

// A SettingError is an option that cannot work.
type SettingError struct {
	Setting string // "CA file" or "proxy"
	Reason  string // names the value
	Err     error  // the cause, or nil
}

func (e *SettingError) Error() string { return e.Setting + ": " + e.Reason }

func (e *SettingError) Unwrap() error { return e.Err }

// Hint says what the user can do.
func (e *SettingError) Hint() string {
	if e.Setting == "proxy" {
		return "write the proxy as http://HOST:PORT or http://USER:PASSWORD@HOST:PORT"
	}
	return "name a file of PEM certificates under CA file in the settings"
}

// A SourceError is a problem with one source.
type SourceError struct {
	Source string // as Source.String says it
	Err    error  // *AddressError, *FileError, ErrDuplicate, ErrNoPages or that of the context
}

func (e *SourceError) Error() string {
	text := e.Err.Error()
	if _, ok := e.Err.(*FileError); ok || strings.HasPrefix(text, e.Source) {
		return text // names the place itself
	}
	return e.Source + ": " + text
}

func (e *SourceError) Unwrap() error { return e.Err }

// An AddressError is an address that means nothing.
type AddressError struct {
	Address string // as typed, without user information
	Reason  string
	hint    string
}

func (e *AddressError) Error() string { return e.Address + ": " + e.Reason }

// Hint says what the user can do; "" if we do not know.
func (e *AddressError) Hint() string { return e.hint }

// A FileError is a file or folder that cannot be read.
type FileError struct {
	Path string
	Err  error
}

// newFileError drops the name of the system call and the second mention of the path.
func newFileError(path string, err error) *FileError {
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		err = p.Err
	}
	return &FileError{Path: path, Err: err}
}

func (e *FileError) Error() string { return e.Path + ": " + e.Err.Error() }

func (e *FileError) Unwrap() error { return e.Err }

// A StatusError is an answer that is no page, whatever its body shows.
type StatusError struct {
	URL        string        // the page
	Final      string        // the address that answered, after redirects
	Status     int           // HTTP status
	RetryAfter time.Duration // how long the server asks us to wait, 0 if it does not
	login      string        // the hint if it is a 401
}

func (e *StatusError) Error() string {
	text := where(e.URL, e.Final) + ": server answered " + statusText(e.Status)
	if e.RetryAfter > 0 {
		text += fmt.Sprintf(" and asks to wait %v", e.RetryAfter.Round(time.Second))
	}
	return text
}

// Gone reports whether the page is no more.
func (e *StatusError) Gone() bool {
	return e.Status == http.StatusNotFound || e.Status == http.StatusGone
}

// A ProxyError is a proxy that does not let us through.
type ProxyError struct {
	URL    string // the page
	Proxy  string // host and port
	Status int    // HTTP status
}

func (e *ProxyError) Error() string {
	return fmt.Sprintf("%s: proxy %s answered %s", e.URL, e.Proxy, statusText(e.Status))
}

// A NotHTMLError is something else than a page of HTML.
type NotHTMLError struct {
	URL         string // the page, or the path of a file
	Final       string // the address that answered, after redirects; "" for a file
	ContentType string // as told by the server, else by the content
}

func (e *NotHTMLError) Error() string {
	return where(e.URL, e.Final) + ": not HTML but " + e.ContentType
}

// A LoginPageError is a login page in place of the page asked for: it has a
// password field and, beside forms, links and navigation, fewer than 300
// characters of text, or 1,000 after a redirect to another path.
type LoginPageError struct {
	URL   string // the page
	Final string // the address of the login page
}

func (e *LoginPageError) Error() string {
	return where(e.URL, e.Final) + ": server answered with a login page"
}

// A RedirectError is a chain of redirects without an end.
type RedirectError struct {
	URL    string // the page, where the chain begins
	Last   string // where it led last
	Reason string
}

func (e *RedirectError) Error() string {
	return fmt.Sprintf("%s: %s, last to %s", e.URL, e.Reason, e.Last)
}

// A TooLargeError is a page of more bytes than allowed.
type TooLargeError struct {
	Address string // URL or path
	Limit   int64  // bytes, unpacked
}

func (e *TooLargeError) Error() string {
	return e.Address + ": larger than " + size(e.Limit)
}

// A TimeoutError is a server that was silent or slow for too long.
type TimeoutError struct {
	URL    string // the page
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

// A NetworkError is a connection that was not made or broke.
type NetworkError struct {
	URL   string // the page
	Final string // the address that was asked, after redirects
	Err   error  // of package net, crypto/tls or crypto/x509, or ErrEndedEarly
}

func (e *NetworkError) Error() string { return where(e.URL, e.Final) + ": " + e.Err.Error() }

func (e *NetworkError) Unwrap() error { return e.Err }

// Plain returns the message in plain words, without what the network says of itself;
// "" if we know none.
func (e *NetworkError) Plain() string {
	words := network.Plain(e.Err)
	if words == "" {
		return ""
	}
	return where(e.URL, e.Final) + ": " + words
}

// Address returns the address of the page or source that err is about, as it was
// asked for: a URL or a path. It returns "" if err is about none.
func Address(err error) string {
	e, ok := errors.AsType[interface {
		error
		address() string
	}](err)
	if !ok {
		return ""
	}
	return e.address()
}

func (e *SourceError) address() string    { return e.Source }
func (e *AddressError) address() string   { return e.Address }
func (e *FileError) address() string      { return e.Path }
func (e *StatusError) address() string    { return e.URL }
func (e *ProxyError) address() string     { return e.URL }
func (e *NotHTMLError) address() string   { return e.URL }
func (e *LoginPageError) address() string { return e.URL }
func (e *RedirectError) address() string  { return e.URL }
func (e *TooLargeError) address() string  { return e.Address }
func (e *TimeoutError) address() string   { return e.URL }
func (e *NetworkError) address() string   { return e.URL }

// where names a page and the address that it was redirected to, if any.
func where(address, final string) string {
	if final == "" || final == address {
		return address
	}
	return fmt.Sprintf("%s (redirected to %s)", address, final)
}

func statusText(status int) string {
	if text := http.StatusText(status); text != "" {
		return fmt.Sprintf("%d %s", status, text)
	}
	return fmt.Sprint(status)
}

func size(bytes int64) string {
	if bytes >= 1<<20 && bytes%(1<<20) == 0 {
		return fmt.Sprintf("%d MiB", bytes>>20)
	}
	return fmt.Sprintf("%d bytes", bytes)
}
