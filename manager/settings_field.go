package manager

import (
	"fmt"
	"os"
	"slices"
	"strings"
)

// A Level says with whom a setting stays.
type Level string

// The levels of settings.
const (
	LibraryLevel  Level = "library"  // travels with the root
	PersonalLevel Level = "personal" // stays with the person
)

// A Type says how the value of a setting is typed and shown.
type Type string

// The types of settings.
const (
	TextType       Type = "text"       // one line
	ParagraphsType Type = "paragraphs" // any number of lines
	PathType       Type = "path"       // a file or folder
	DurationType   Type = "duration"   // 30s, 2m, 1h30m
	SizeType       Type = "size"       // 64MB, see Size
	NumberType     Type = "number"     // a whole number
	SwitchType     Type = "switch"     // true or false
	ListType       Type = "list"       // one item a line
)

// A Field describes one setting to those who show it.
type Field struct {
	Key     string // as in the file, levels parted by dots: fetch.timeout; HOST in it stands for any host
	Level   Level
	Type    Type
	Unit    string // what a number counts or the units that may follow it; empty if there is none
	Default string // as text
	Range   string // what is allowed, as error messages say it
	Meaning string // one line, no capital, no full stop
	Secret  bool   // whether its value is shown as Mask

	words string // see Words
}

// Words returns the words that alone the field can be, nil for most fields.
func (f Field) Words() []string { return strings.Fields(f.words) }

// Env returns the name of the environment variable that sets the field, such
// as RAGMANAGER_FETCH_TIMEOUT. It returns "" for fields that are set by their
// file alone: lists and what belongs to a host.
func (f Field) Env() string {
	if !f.single() {
		return ""
	}
	return "RAGMANAGER_" + strings.ToUpper(strings.ReplaceAll(f.Key, ".", "_"))
}

// InEnv returns the name of the environment variable that sets the field now, "" if
// none does.
func (f Field) InEnv() string {
	if name := f.Env(); name != "" && os.Getenv(name) != "" {
		return name
	}
	return ""
}

// Flag returns the name of the command line flag that sets the field, such as
// fetch-timeout, or "" where [Field.Env] does.
func (f Field) Flag() string {
	if !f.single() {
		return ""
	}
	return strings.NewReplacer(".", "-", "_", "-").Replace(f.Key)
}

// single reports whether the field is one text at a fixed place in the file.
func (f Field) single() bool { return f.Type != ListType && !strings.HasPrefix(f.Key, "hosts.") }

// wrong returns the error for a value of the field that is not allowed.
func (f Field) wrong(value string) *FieldError {
	const most = 100 // runes of a value that errors quote
	if f.Secret {
		value = Mask
	} else if runes := []rune(value); len(runes) > most {
		value = string(runes[:most]) + "…"
	}
	return &FieldError{Field: f.Key, Value: value, Want: f.Range}
}

// An Entry is a setting with its value as text; secrets are masked.
type Entry struct {
	Field Field // with the name of the host in Key, if it belongs to one
	Value string
}

// Fields returns the description of every setting: first those of a library,
// then the personal ones.
func Fields() []Field { return append(fields(libraryTable), fields(personalTable)...) }

// Lookup returns the description of the setting key, in which a host may be
// named: hosts.www.example.org.user. The error is an [*UnknownKeyError].
func Lookup(key string) (Field, error) {
	if host, part, ok := cutHostKey(key); ok {
		return hostField(host, part), nil
	}
	for _, f := range Fields() {
		if f.Key == key {
			return f, nil
		}
	}
	return Field{}, unknownKey(key, Fields())
}

// A FieldError is a setting with a value that is not allowed.
type FieldError struct {
	Field string // its key
	Value string // as text, Mask if it is secret
	Want  string // what is allowed
}

func (e *FieldError) Error() string {
	return fmt.Sprintf("%s is %q: want %s", e.Field, e.Value, e.Want)
}

// An UnknownKeyError is a key that no setting has.
type UnknownKeyError struct {
	Key     string
	Nearest string   // the known key it is most like; empty if it is like none
	Level   Level    // where the key belongs, if it is one of another level
	Parts   []string // the known keys that begin with it, if it stands for several
}

func (e *UnknownKeyError) Error() string {
	switch {
	case e.Level != "":
		return fmt.Sprintf("%s is one of the %s settings and does not belong here", e.Key, e.Level)
	case len(e.Parts) > 0:
		return fmt.Sprintf("%s is not one setting but several: %s", e.Key, strings.Join(e.Parts, ", "))
	case e.Nearest != "":
		return fmt.Sprintf("unknown setting %s, the nearest is %s", e.Key, e.Nearest)
	}
	return "unknown setting " + e.Key
}

// Hint names the command that shows all settings.
func (e *UnknownKeyError) Hint() string {
	return "all settings are shown by: ragmanager config list"
}

// unknownKey returns the error for a key that is none of fields, which may be
// those of one level.
func unknownKey(key string, fields []Field) *UnknownKeyError {
	for _, f := range Fields() {
		if f.Key == key && !slices.Contains(fields, f) {
			return &UnknownKeyError{Key: key, Level: f.Level}
		}
	}
	var parts []string
	for _, f := range fields {
		if strings.HasPrefix(f.Key, strings.TrimRight(key, ".")+".") {
			parts = append(parts, f.Key)
		}
	}
	return &UnknownKeyError{Key: key, Nearest: nearest(key, fields), Parts: parts}
}
