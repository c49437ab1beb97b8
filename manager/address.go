package manager

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// wantAddress says what the address of a source can be.
const wantAddress = "a URL that begins with http:// or https://, or a file or folder"

// cleanAddress puts the address of a source in order. A relative path is one
// of dir, or of the working directory if dir is empty.
func cleanAddress(address, dir string) (string, error) {
	text := strings.TrimSpace(address)
	scheme, _, found := strings.Cut(text, "://")
	switch strings.ToLower(scheme) {
	case "http", "https":
		if found {
			return cleanURL(text)
		}
	case "file":
		if u, err := url.Parse(text); found && err == nil && u.Host == "" {
			return absolute(filepath.FromSlash(u.Path), dir)
		}
	}
	if found || text == "" || !oneLine(text) {
		return "", addressError(text, wantAddress, reasonAddress)
	}
	path, err := absolute(text, dir)
	if err != nil {
		return "", fmt.Errorf("source %s: %w", text, err)
	}
	return path, nil
}

// cleanURL drops the fragment of a web address, which names no other page.
func cleanURL(text string) (string, error) {
	u, err := url.Parse(text)
	if err != nil || u.Hostname() == "" {
		return "", addressError(text, wantAddress, reasonAddress)
	}
	if u.User != nil { // the sources travel, passwords must not
		return "", addressError(text, fmt.Sprintf(
			"an address without user and password: set hosts.%s.user and hosts.%[1]s.password instead", u.Host),
			"it holds a user or a password, which belong to the hosts in the settings")
	}
	before, _, _ := strings.Cut(text, "#")
	return before, nil
}

// reasonAddress says that something is no address of a source.
const reasonAddress = "it is neither a URL that begins with http:// or https:// nor a file or folder"

// An AddressError is an address that cannot be that of a source.
type AddressError struct {
	*FieldError
	Reason string // as a clause that does not name the address
}

// Unwrap returns the error as that of a setting.
func (e *AddressError) Unwrap() error { return e.FieldError }

// Plain returns the message as people say it.
func (e *AddressError) Plain() string { return e.Reason + ": " + e.Value }

// addressError returns the error for the address of a source; a password in
// it is not shown.
func addressError(address, want, reason string) error {
	if u, err := url.Parse(address); err != nil || u.User != nil {
		address = maskURL(address)
	}
	return &AddressError{&FieldError{Field: "sources", Value: address, Want: want}, reason}
}

// absolute returns path with ~ filled in and, if it is relative, as one of dir
// or of the working directory if dir is empty. The empty path stays empty.
func absolute(path, dir string) (string, error) {
	if path == "~" || strings.HasPrefix(path, "~/") || strings.HasPrefix(path, `~\`) {
		home, err := os.UserHomeDir()
		if err != nil {
			return "", err
		}
		path = filepath.Join(home, path[1:])
	}
	if path == "" {
		return "", nil
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(dir, path)
	}
	return filepath.Abs(path)
}

// plainWord matches what a shell takes as it is.
var plainWord = regexp.MustCompile(`^[\w@%+:,./-]+$`)

// shellWord writes text for a command line that is to be copied.
func shellWord(text string) string {
	if plainWord.MatchString(text) {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}

// CommandLine writes a command for a line that is to be copied into a shell of
// Unix, with quotes where a word needs them.
func CommandLine(words ...string) string {
	quoted := make([]string, len(words))
	for i, word := range words {
		quoted[i] = shellWord(word)
	}
	return strings.Join(quoted, " ")
}

// IsURL reports whether an address leads to the web rather than to a file or folder.
func IsURL(address string) bool {
	lower := strings.ToLower(address)
	return strings.HasPrefix(lower, "http://") || strings.HasPrefix(lower, "https://")
}

// sameKey returns what two clean addresses of the same source have in common.
func sameKey(address string) string {
	if !IsURL(address) {
		return filepath.Clean(address)
	}
	u, err := url.Parse(address)
	if err != nil {
		return address // Validate reports it
	}
	scheme, host := strings.ToLower(u.Scheme), strings.ToLower(u.Host)
	host = strings.TrimSuffix(host, map[string]string{"http": ":80", "https": ":443"}[scheme])
	key := scheme + "://" + host + strings.TrimRight(u.Path, "/")
	if u.RawQuery != "" {
		key += "?" + u.RawQuery
	}
	return key
}
