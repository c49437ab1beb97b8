package fetch

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"slices"
	"strings"

	"ragmanager/manager/network"
)

const (
	hintSchemes = "give an address that begins with https:// or http://, or the path of a file or folder"
	hintEscape  = "write special characters of a user or password with percent signs: @ as %40, : as %3A, / as %2F"
	hintFileURL = "write it as file:///FOLDER/FILE, or give the path"
	hintBase    = "write the base as https://HOST/FOLDER/"
)

// Hint says what the user can do; "" if we do not know.
func (e *FileError) Hint() string {
	if c, ok := errors.AsType[*cause](e.Err); ok {
		return c.hint
	}
	switch {
	case errors.Is(e.Err, fs.ErrNotExist):
		return "check the spelling; the address of a web page begins with https://"
	case errors.Is(e.Err, fs.ErrPermission):
		return "give yourself the right to read it"
	}
	return ""
}

// Hint says what the user can do; "" if we do not know.
func (e *StatusError) Hint() string {
	switch {
	case e.Status == http.StatusUnauthorized:
		return e.login
	case e.Status == http.StatusForbidden:
		return "check that you may see the page in a browser; it may need a user and password"
	case e.Gone():
		return "correct the address, or remove it from the sources"
	case e.Status == http.StatusTooManyRequests:
		return "try again later, with fewer requests at once"
	case e.Status >= 500:
		return "try again later; the server has a problem of its own"
	}
	return "open the address in a browser to see what the server wants"
}

// loginHint returns the way out of a 401: what the host asked for, and whether it
// got credentials.
func loginHint(host string, challenges []string, sent bool) string {
	basic := func(challenge string) bool {
		return strings.Contains(strings.ToLower(challenge), "basic")
	}
	switch {
	case len(challenges) > 0 && !slices.ContainsFunc(challenges, basic):
		return fmt.Sprintf("host %s wants a login that is not supported: save the page and give the file as source", host)
	case sent:
		return fmt.Sprintf("check the user and password for host %s", host)
	}
	return fmt.Sprintf("set user and password for host %s", host)
}

// Hint says what the user can do.
func (e *ProxyError) Hint() string {
	if e.Status == http.StatusProxyAuthRequired {
		return fmt.Sprintf("set user and password of the proxy: http://USER:PASSWORD@%s", e.Proxy)
	}
	return "check the proxy in the settings, and that it may reach the host"
}

// Hint says what the user can do.
func (e *NotHTMLError) Hint() string {
	return "only pages of HTML can be read: give the address of a page, or remove it from the sources"
}

// Hint says what the user can do.
func (e *LoginPageError) Hint() string {
	return "set user and password for the host if it accepts them with each request; else save the page and give the file as source"
}

// Hint says what the user can do.
func (e *RedirectError) Hint() string {
	return "open the address in a browser and give the address that it ends at"
}

// Hint says what the user can do.
func (e *TooLargeError) Hint() string {
	return "split the page, or raise the size limit"
}

// Hint says what the user can do.
func (e *TimeoutError) Hint() string {
	return "try again when server and network are faster, or raise the time limit"
}

// Hint says what the user can do; "" if we do not know.
func (e *NetworkError) Hint() string {
	if c, ok := errors.AsType[*cause](e.Err); ok {
		return c.hint
	}
	if hint := network.CertificateHint(e.Err, "the spelling of the host"); hint != "" {
		return hint
	}
	op, _ := errors.AsType[*net.OpError](e.Err)
	_, dns := errors.AsType[*net.DNSError](e.Err)
	switch {
	case op != nil && op.Op == "proxyconnect":
		return "check the proxy in the settings"
	case dns:
		return "check the spelling of the host and your network"
	case network.NotEncrypted(e.Err):
		return "the server does not encrypt here: try http:// in place of https://"
	case op != nil && op.Op == "dial":
		return "check the host and port, that the server runs, and your network"
	}
	return "try again later, and check your network"
}

// permanent reports whether the same request would fail again: the host is not
// known, does not listen, or is not who it should be. All else is a hiccup.
func (e *NetworkError) permanent() bool {
	if dns, ok := errors.AsType[*net.DNSError](e.Err); ok {
		return !dns.IsTemporary && !dns.IsTimeout
	}
	if op, ok := errors.AsType[*net.OpError](e.Err); ok && op.Op != "read" && op.Op != "write" {
		return true
	}
	return network.CertificateHint(e.Err, "") != "" || network.NotEncrypted(e.Err) || errors.Is(e.Err, errEncoding)
}
