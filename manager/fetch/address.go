package fetch

import (
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"

	"golang.org/x/net/idna"
)

// A place is where a source lies: on the web or on disk.
type place struct {
	url   *url.URL      // normalised, without user information; nil for a local place
	login *url.Userinfo // user information of the URL, nil if none
	path  string        // absolute and clean, "" on the web
}

// address returns what identifies the place.
func (p place) address() string {
	if p.url != nil {
		return p.url.String()
	}
	return p.path
}

// schemeOf finds the scheme of an address. Two letters at least: C:\ is a drive.
var schemeOf = regexp.MustCompile(`^([a-zA-Z][a-zA-Z0-9+.-]+):(//)?`)

// locate finds the place of an address: an http, https or file URL or a path.
// Errors are *AddressError.
func locate(address string) (place, error) {
	address = strings.TrimSpace(address)
	scheme, slashes := "", ""
	if m := schemeOf.FindStringSubmatch(address); m != nil {
		scheme, slashes = strings.ToLower(m[1]), m[2]
	}
	switch {
	case address == "":
		return place{}, &AddressError{Address: `""`, Reason: "the address is empty"}
	case scheme == "http", scheme == "https":
		return locateWeb(address)
	case scheme == "file":
		return locateFileURL(address)
	case slashes != "":
		return place{}, &AddressError{Address: redact(address), Reason: "scheme " + scheme + " is not supported", hint: hintSchemes}
	}
	path, err := localPath(address)
	if err != nil {
		return place{}, &AddressError{Address: address, Reason: err.Error()}
	}
	return place{path: path}, nil
}

func locateWeb(address string) (place, error) {
	u, err := url.Parse(address)
	if err != nil { // err quotes the address, password and all
		return place{}, &AddressError{Address: redact(address), Reason: "not a valid URL", hint: hintEscape}
	}
	if u.Hostname() == "" {
		return place{}, &AddressError{Address: redact(address), Reason: "the URL names no host", hint: hintSchemes}
	}
	return place{url: normalise(u), login: u.User}, nil
}

func locateFileURL(address string) (place, error) {
	u, err := url.Parse(address)
	if err != nil {
		return place{}, &AddressError{Address: redact(address), Reason: "not a valid URL", hint: hintEscape}
	}
	path, ok := fileURLPath(u, runtime.GOOS == "windows")
	if !ok {
		return place{}, &AddressError{Address: redact(address), Reason: "not the URL of a file on this computer", hint: hintFileURL}
	}
	return place{path: filepath.Clean(path)}, nil
}

// localPath returns the absolute clean form of a path; a leading ~ is the home
// directory.
func localPath(path string) (string, error) {
	if rest, ok := strings.CutPrefix(path, "~"); ok && (rest == "" || os.IsPathSeparator(rest[0])) {
		home, err := os.UserHomeDir()
		if err != nil {
			return "", err
		}
		return filepath.Join(home, rest), nil
	}
	return filepath.Abs(path)
}

// normalise returns the one form of all URLs that mean the same by RFC 3986,
// section 6.2: host in lower case and ASCII, no default port, no dot segments,
// percent signs only where needed, a path. User information and fragment go.
func normalise(u *url.URL) *url.URL {
	n := &url.URL{Scheme: strings.ToLower(u.Scheme), Host: normalHost(u), RawQuery: escapeQuery(u.RawQuery), ForceQuery: u.ForceQuery}
	n.RawPath = normalEscapes(u.EscapedPath())
	n.Path, _ = url.PathUnescape(n.RawPath) // valid, as u was parsed
	n = n.ResolveReference(n)               // removes dot segments
	if n.Path == "" {
		n.Path = "/"
	}
	return n
}

// normalHost returns the host of u with its port, if that is not the default.
func normalHost(u *url.URL) string {
	host, port := strings.ToLower(u.Hostname()), u.Port()
	if ascii, err := idna.Lookup.ToASCII(host); err == nil {
		host = ascii
	}
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	if port == "" || port == defaultPorts[strings.ToLower(u.Scheme)] {
		return host
	}
	return host + ":" + port
}

var defaultPorts = map[string]string{"http": "80", "https": "443"}

var escaped = regexp.MustCompile(`%[0-9a-fA-F]{2}`)

// unreserved are the characters that mean the same with and without a percent
// sign; RFC 3986, section 2.3.
var unreserved = regexp.MustCompile(`^[a-zA-Z0-9._~-]$`)

// normalEscapes drops needless percent signs and writes the others in capitals.
func normalEscapes(path string) string {
	return escaped.ReplaceAllStringFunc(path, func(e string) string {
		if plain, err := url.PathUnescape(e); err == nil && unreserved.MatchString(plain) {
			return plain
		}
		return strings.ToUpper(e)
	})
}

// unsafeInQuery are the bytes that no request line may hold.
var unsafeInQuery = regexp.MustCompile(`[^!#-;=?-~]+`)

func escapeQuery(query string) string {
	return unsafeInQuery.ReplaceAllStringFunc(query, func(s string) string {
		return strings.ReplaceAll(url.QueryEscape(s), "+", "%20")
	})
}

// userInfo finds the user information of a URL; badUserInfo that of a string
// that is no URL, where a slash or a question mark in a password hides its end.
var (
	userInfo    = regexp.MustCompile(`^([a-zA-Z][a-zA-Z0-9+.-]+:[/\\]*)[^/\\?#]*@`)
	badUserInfo = regexp.MustCompile(`(?s)^([a-zA-Z][a-zA-Z0-9+.-]+:[/\\]*).*@`)
)

// redact returns an address as typed, but without user information.
func redact(address string) string {
	address = strings.TrimSpace(address)
	u, err := url.Parse(address)
	if err != nil || u.Host == "" && u.Scheme != "file" {
		return badUserInfo.ReplaceAllString(address, "$1")
	}
	return userInfo.ReplaceAllString(address, "$1")
}
