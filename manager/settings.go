package manager

import (
	"fmt"
	"strings"
	"time"
)

// LibrarySettings are the settings that travel with a library. They are kept
// in the file settings.yaml of its root. [DefaultLibrarySettings] gives the
// value to start from: the zero value is not valid.
type LibrarySettings struct {
	Sources []Source      // read in this order; none twice
	Fetch   FetchSettings // how pages of the web are read
	Dump    bool          // whether chunking writes all chunks to Log/dump.txt

	Retrieve RetrieveSettings // how chunks are found
	Answer   AnswerSettings   // how questions are answered
}

// A Source is an address that pages are read from.
type Source struct {
	// Address is a URL (http or https, without user and password) or the
	// absolute path of a file or folder.
	Address string
	// Base is the URL under which a local source is published, so that links
	// can point there. Empty: there is none.
	Base string
	// Off keeps a source in the list without reading it.
	Off bool
}

// FetchSettings say how patiently and how politely pages are read.
type FetchSettings struct {
	Timeout     time.Duration // longest time for one try at a page, redirects included
	IdleTimeout time.Duration // longest time in which a server may send nothing
	MaxWait     time.Duration // longest pause before another try; a server that asks for more is not asked again
	MaxBytes    Size          // largest page, unpacked
	PerHost     int           // requests to one host at the same time
	Retries     int           // tries after the first one
	UserAgent   string        // how the program names itself to servers
}

// PersonalSettings are the settings that stay with the person. They are kept
// in the file that [PersonalFile] names, which only its owner can read.
type PersonalSettings struct {
	Root     string           // root directory of the library in use; empty: none chosen
	Proxy    string           // URL of the proxy; empty: that of the environment
	CAFile   string           // PEM file with certificates to trust besides those of the system
	Endpoint EndpointSettings // the server of models

	Hosts map[string]Host // by host name, with its port if that is not the usual one; see Credentials
}

// A Host holds what a host asks for before it shows its pages.
type Host struct {
	User     string
	Password Secret
}

// DefaultLibrarySettings returns the settings of a new library: the defaults
// of [Fields] and no sources.
func DefaultLibrarySettings() LibrarySettings {
	return defaults(libraryTable)
}

// DefaultPersonalSettings returns the settings of someone who has set nothing.
func DefaultPersonalSettings() PersonalSettings {
	return defaults(personalTable)
}

// Validate returns nil if every setting is within its range, else one
// [*FieldError] for each that is not, joined, and an [ErrSourceListed] for each
// source that is there twice. It looks at no disk.
func (s LibrarySettings) Validate() error { return validate(libraryTable, &s) }

// Validate returns nil if every setting is within its range, else one
// [*FieldError] for each that is not, joined. It looks at no disk.
func (s PersonalSettings) Validate() error { return validate(personalTable, &s) }

// Get returns the value of the setting key as text. The error is an
// [*UnknownKeyError].
func (s LibrarySettings) Get(key string) (string, error) { return get(libraryTable, &s, key) }

// Get returns the value of the setting key as text, secrets as [Mask]. The
// user and password of a host have the keys hosts.HOST.user and
// hosts.HOST.password, and are empty for a host that is not listed. The error
// is an [*UnknownKeyError].
func (s PersonalSettings) Get(key string) (string, error) {
	if host, part, ok := cutHostKey(key); ok {
		return s.Hosts[host].get(part), nil
	}
	return get(personalTable, &s, key)
}

// Set gives the setting key the value that text says. Text that Get returned
// changes nothing. The error is an [*UnknownKeyError] or [*FieldError], or
// [ErrSourceListed]; s is then as it was. The sources are set by their
// addresses, one a line; those that stay keep base and off.
func (s *LibrarySettings) Set(key, text string) error { return set(libraryTable, s, key, text) }

// Set gives the setting key the value that text says. Text that Get returned
// changes nothing, so that a masked secret can be set back. The error is an
// [*UnknownKeyError] or [*FieldError]; s is then as it was. A host whose user
// and password have both become empty is removed.
func (s *PersonalSettings) Set(key, text string) error {
	if old, err := s.Get(key); err != nil || old == text {
		return err
	}
	if host, part, ok := cutHostKey(key); ok {
		return s.setHost(host, part, text)
	}
	return set(personalTable, s, key, text)
}

// List returns every setting with its value as text, in the order of [Fields].
func (s LibrarySettings) List() []Entry { return list(libraryTable, &s) }

// List returns every setting with its value as text, in the order of [Fields];
// user and password of each host by its name, secrets as [Mask].
func (s PersonalSettings) List() []Entry { return list(personalTable, &s) }

// String returns what List does, a line each, so that printing the settings
// shows no secret.
func (s PersonalSettings) String() string {
	var b strings.Builder
	for _, e := range s.List() {
		fmt.Fprintf(&b, "%s: %s\n", e.Field.Key, e.Value)
	}
	return b.String()
}

// GoString returns what String does.
func (s PersonalSettings) GoString() string { return s.String() }
