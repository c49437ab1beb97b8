package llm

import (
	"encoding/base64"
	"net/http"
	"net/url"
	"regexp"
	"strings"
)

// Mask is shown in place of a secret.
const Mask = "••••"

// shortestSecret is the length in bytes from which on a word of a secret is
// hidden. Shorter ones, such as the "x" that a local server takes for a key,
// protect nothing and stand in every other word.
const shortestSecret = 4

// secrets holds what is sent and never shown. It is used as a pointer, so that
// a client that is printed shows an address in its place.
type secrets struct {
	header http.Header
	login  bool // there is a key, or a header that may be one
	hide   *strings.Replacer
}

// newSecrets gathers what is secret among the options. The error is a
// [*SettingError].
func newSecrets(o Options, base *url.URL) (*secrets, error) {
	s := &secrets{header: http.Header{}, login: !isBlank(o.Key) || len(o.Headers) > 0}
	var words []string
	add := func(setting, name, value, prefix string) error {
		value = strings.TrimFunc(value, isWhite)
		if !printable.MatchString(value) {
			return &SettingError{Setting: setting, Reason: "holds a character that cannot be sent, such as a line break"}
		}
		if value != "" {
			s.header.Set(name, prefix+value)
			words = append(words, strings.Fields(value)...)
		}
		return nil
	}
	if err := add("API key", "Authorization", o.Key, "Bearer "); err != nil {
		return nil, err
	}
	if err := add("organisation", "OpenAI-Organization", o.Organisation, ""); err != nil {
		return nil, err
	}
	for name, value := range o.Headers {
		if !token.MatchString(name) {
			return nil, &SettingError{Setting: "headers", Reason: "one has a name that cannot be sent"}
		}
		if err := add("header "+name, name, value, ""); err != nil {
			return nil, err
		}
	}
	for name, values := range base.Query() {
		if secretName.MatchString(name) {
			words = append(words, values...)
		}
	}
	s.hide = newHider(words)
	return s, nil
}

var (
	// printable matches values that HTTP can send and all servers understand.
	printable = regexp.MustCompile(`^[\x20-\x7e]*$`)
	// token matches names of headers (RFC 9110, 5.6.2).
	token = regexp.MustCompile("^[!#$%&'*+.^_`|~0-9A-Za-z-]+$")
	// secretName matches names of parameters whose values are secret.
	secretName = regexp.MustCompile(`(?i)key|token|secret|sig|password|code`)
	// keys matches what looks like a key of OpenAI and those who do as it does,
	// and what is left of any key that a server has hidden behind stars.
	keys = regexp.MustCompile(`\bsk-[\w*•.…-]*\w|(?i:\bbearer\s+)[\w*•.…~+/=-]{8,}|[\w.-]*\*{4,}[\w.*-]*\w`)
)

// newHider returns what replaces the words in the forms in which servers send
// them back.
func newHider(words []string) *strings.Replacer {
	var pairs []string
	for _, word := range words {
		if len(word) < shortestSecret {
			continue
		}
		for _, form := range []string{word, url.QueryEscape(word), url.PathEscape(word), base64.StdEncoding.EncodeToString([]byte(word))} {
			pairs = append(pairs, form, Mask)
		}
	}
	return strings.NewReplacer(pairs...)
}

// authorise adds the headers to those of a request.
func (s *secrets) authorise(h http.Header) {
	for name, values := range s.header {
		h[name] = values
	}
}

// redact hides what is secret in a text that a server sent.
func (s *secrets) redact(text string) string {
	return keys.ReplaceAllString(s.hide.Replace(text), Mask)
}
