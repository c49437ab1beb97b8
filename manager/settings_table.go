package manager

import (
	"errors"
	"time"

	"go.yaml.in/yaml/v3"
)

// libraryTable holds the settings of a library in the order of its file.
var libraryTable = tableOf(LibraryLevel, append(chunkSettings(), askSettings()...)...)

// chunkSettings are the settings of a library that concern chunking.
func chunkSettings() []setting[LibrarySettings] {
	return []setting[LibrarySettings]{
		sourcesSetting(),
		place("fetch.timeout", "longest time for one try at a page, redirects included",
			time.Minute, durations(time.Second, time.Hour),
			func(s *LibrarySettings) *time.Duration { return &s.Fetch.Timeout }),
		place("fetch.idle_timeout", "longest time in which a server may send nothing",
			15*time.Second, durations(time.Second, time.Hour),
			func(s *LibrarySettings) *time.Duration { return &s.Fetch.IdleTimeout }),
		place("fetch.max_wait", "longest pause before another try; a server that asks for more is not asked again",
			time.Minute, durations(time.Second, 24*time.Hour),
			func(s *LibrarySettings) *time.Duration { return &s.Fetch.MaxWait }),
		place("fetch.max_bytes", "largest page that is read, unpacked",
			64<<20, sizes(1e3, 1e9),
			func(s *LibrarySettings) *Size { return &s.Fetch.MaxBytes }),
		place("fetch.per_host", "requests to one host at the same time",
			4, numbers("requests", 1, 32),
			func(s *LibrarySettings) *int { return &s.Fetch.PerHost }),
		place("fetch.retries", "tries after the first one if a server is busy or out of reach",
			3, numbers("tries", 0, 10),
			func(s *LibrarySettings) *int { return &s.Fetch.Retries }),
		place("fetch.user_agent", "how the program names itself to servers",
			"ragmanager", texts("one line of text", func(text string) bool { return text != "" }),
			func(s *LibrarySettings) *string { return &s.Fetch.UserAgent }),
		place("dump", "whether chunking writes all chunks to Log/dump.txt",
			false, switches(),
			func(s *LibrarySettings) *bool { return &s.Dump }),
	}
}

// personalTable holds the settings of a person in the order of the file.
var personalTable = tableOf(PersonalLevel, append(webSettings(), append(endpointSettings(), hostsSetting())...)...)

// webSettings are the settings of a person that concern the library and the web.
func webSettings() []setting[PersonalSettings] {
	return []setting[PersonalSettings]{
		place("root", "root directory of the library in use",
			"", paths(),
			func(s *PersonalSettings) *string { return &s.Root }),
		proxySetting(),
		place("ca_file", "PEM file with certificates to trust besides those of the system",
			"", paths(),
			func(s *PersonalSettings) *string { return &s.CAFile }),
	}
}

// tableOf makes a table of the settings of one level.
func tableOf[S any](level Level, settings ...setting[S]) []setting[S] {
	for i := range settings {
		settings[i].Level = level
		for j := range settings[i].parts {
			settings[i].parts[j].Level = level
		}
	}
	return settings
}

// A setting is a [Field] with its place in S, the settings of one level.
type setting[S any] struct {
	Field
	text  func(*S) string        // as the user types it; secrets masked
	plain func(*S) string        // as the file holds it
	set   func(*S, string) error // a *FieldError if it is not allowed; S is then as it was
	check func(*S) error         // a *FieldError, several joined, or nil

	// A list or map is more than one text in the file. For others these are nil.
	encode func(*S, yamlFile, *yaml.Node) *yaml.Node // the value for the file, in which it was the node, perhaps nil
	decode func(*S, yamlFile, *yaml.Node) error      // takes it from the file; errors name file and line

	// A map is set by its parts alone: it has these instead of text and set.
	parts   []Field
	entries func(*S) []Entry
}

// place makes the setting of a single value of type V.
func place[S, V any](key, meaning string, value V, k kind[V], at func(*S) *V) setting[S] {
	f := Field{Key: key, Type: k.Type, Unit: k.unit, Default: k.format(value), Range: k.want, Meaning: meaning, words: k.words}
	text := func(s *S) string { return k.format(*at(s)) }
	return setting[S]{
		Field: f, text: text, plain: text,
		set: func(s *S, text string) error {
			v, ok := k.parse(text)
			if !ok || !k.allowed(v) {
				return f.wrong(text)
			}
			*at(s) = v
			return nil
		},
		check: func(s *S) error {
			if v := *at(s); !k.allowed(v) {
				return f.wrong(k.format(v))
			}
			return nil
		},
	}
}

// proxySetting makes the setting of the proxy, whose URL may hold a password.
func proxySetting() setting[PersonalSettings] {
	s := place("proxy", "URL of the proxy for the web; empty: that of the environment",
		"", texts("a URL such as http://proxy.example.org:3128 (http, https, socks5), or nothing", isProxy),
		func(s *PersonalSettings) *string { return &s.Proxy })
	set, check := s.set, s.check
	s.text = func(p *PersonalSettings) string { return maskURL(p.Proxy) }
	s.set = func(p *PersonalSettings, text string) error { return maskError(set(p, text)) }
	s.check = func(p *PersonalSettings) error { return maskError(check(p)) }
	return s
}

// maskError takes the password out of the value that a [*FieldError] names.
func maskError(err error) error {
	if e, ok := errors.AsType[*FieldError](err); ok {
		return &FieldError{Field: e.Field, Value: maskURL(e.Value), Want: e.Want}
	}
	return err
}

// defaults returns the settings of a table at their defaults.
func defaults[S any](table []setting[S]) S {
	var s S
	for _, t := range table {
		if t.decode != nil {
			continue // lists and maps are empty
		}
		if err := t.set(&s, t.Default); err != nil {
			panic("unreachable: default not allowed: " + err.Error()) // a test sets them all
		}
	}
	return s
}

// validate joins what is wrong with the settings.
func validate[S any](table []setting[S], s *S) error {
	var errs []error
	for _, t := range table {
		errs = append(errs, t.check(s))
	}
	return errors.Join(errs...)
}

// find returns the setting with the given key.
func find[S any](table []setting[S], key string) (setting[S], error) {
	for _, t := range table {
		if t.Key == key && t.parts == nil {
			return t, nil
		}
	}
	return setting[S]{}, unknownKey(key, fields(table))
}

// fields returns the descriptions of a table, with the parts of maps in place
// of the maps.
func fields[S any](table []setting[S]) []Field {
	var all []Field
	for _, t := range table {
		if t.parts != nil {
			all = append(all, t.parts...)
		} else {
			all = append(all, t.Field)
		}
	}
	return all
}

// get returns the value of the setting key as text.
func get[S any](table []setting[S], s *S, key string) (string, error) {
	t, err := find(table, key)
	if err != nil {
		return "", err
	}
	return t.text(s), nil
}

// set gives the setting key the value that text says.
func set[S any](table []setting[S], s *S, key, text string) error {
	t, err := find(table, key)
	if err != nil {
		return err
	}
	return t.set(s, text)
}

// list returns all settings with their values.
func list[S any](table []setting[S], s *S) []Entry {
	var all []Entry
	for _, t := range table {
		if t.parts != nil {
			all = append(all, t.entries(s)...)
		} else {
			all = append(all, Entry{t.Field, t.text(s)})
		}
	}
	return all
}
