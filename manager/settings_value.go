package manager

import (
	"cmp"
	"fmt"
	"math"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// A kind is how values of type V are typed, shown and limited.
type kind[V any] struct {
	Type
	unit    string
	want    string                 // what is allowed, see Field.Range
	words   string                 // that alone are allowed, parted by blanks; "" if there are others
	parse   func(string) (V, bool) // false: not such a value
	format  func(V) string         // parse takes it back
	allowed func(V) bool
}

// ranged returns the kind of values from low to high.
func ranged[V cmp.Ordered](k kind[V], noun string, low, high V) kind[V] {
	k.want = fmt.Sprintf("%s from %s to %s", noun, k.format(low), k.format(high))
	k.allowed = func(v V) bool { return low <= v && v <= high }
	return k
}

// durations are times with their unit. A number without one is refused: it
// could mean seconds as well as milliseconds.
func durations(low, high time.Duration) kind[time.Duration] {
	k := kind[time.Duration]{Type: DurationType, unit: "ms, s, m, h", format: formatDuration}
	k.parse = func(text string) (time.Duration, bool) {
		d, err := time.ParseDuration(strings.ReplaceAll(text, " ", ""))
		return d, err == nil
	}
	return ranged(k, "a time with its unit", low, high)
}

// formatDuration writes 1h where the standard library writes 1h0m0s.
func formatDuration(d time.Duration) string {
	text := d.String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return text
}

// sizes are numbers of bytes.
func sizes(low, high Size) kind[Size] {
	k := kind[Size]{Type: SizeType, unit: "B, kB, MB, GB, KiB, MiB, GiB", format: Size.String}
	k.parse = func(text string) (Size, bool) {
		s, err := ParseSize(text)
		return s, err == nil
	}
	return ranged(k, "a size", low, high)
}

// numbers are whole numbers of what unit says.
func numbers(unit string, low, high int) kind[int] {
	k := kind[int]{Type: NumberType, unit: unit, format: strconv.Itoa}
	k.parse = func(text string) (int, bool) {
		n, err := strconv.Atoi(text)
		return n, err == nil
	}
	return ranged(k, "a whole number", low, high)
}

// switches are on or off; all words are taken that YAML has or had for it.
func switches() kind[bool] {
	return kind[bool]{
		Type: SwitchType, want: "true or false", format: strconv.FormatBool,
		parse: func(text string) (bool, bool) {
			text = strings.ToLower(text)
			on := slices.Contains([]string{"true", "yes", "on", "1"}, text)
			return on, on || slices.Contains([]string{"false", "no", "off", "0"}, text)
		},
		allowed: func(bool) bool { return true },
	}
}

// texts are lines for which allowed holds.
func texts(want string, allowed func(string) bool) kind[string] {
	return kind[string]{
		Type: TextType, want: want,
		parse:   func(text string) (string, bool) { return text, true },
		format:  func(text string) string { return text },
		allowed: func(text string) bool { return oneLine(text) && allowed(text) },
	}
}

// paths are empty or absolute; what is typed is made so, see absolute.
func paths() kind[string] {
	k := texts("an absolute path, or nothing", func(p string) bool { return p == "" || filepath.IsAbs(p) })
	k.Type = PathType
	k.parse = func(text string) (string, bool) {
		p, err := absolute(text, "")
		return p, err == nil
	}
	return k
}

// oneLine reports whether text is valid UTF-8 without control characters.
func oneLine(text string) bool {
	return utf8.ValidString(text) && !strings.ContainsFunc(text, unicode.IsControl)
}

// isProxy reports whether text can be used as the URL of a proxy.
func isProxy(text string) bool {
	u, err := url.Parse(text)
	schemes := []string{"http", "https", "socks5", "socks5h"}
	return text == "" || err == nil && u.Host != "" && slices.Contains(schemes, u.Scheme)
}

// maskURL replaces the password in a URL, also one that is not quite a URL:
// whatever stands between the first colon after the scheme and the last @.
func maskURL(text string) string {
	start := 0
	if i := strings.Index(text, "://"); i >= 0 {
		start = i + len("://")
	}
	end := strings.LastIndexByte(text, '@')
	if end < start {
		return text
	}
	if colon := strings.IndexByte(text[start:end], ':'); colon >= 0 {
		return text[:start+colon+1] + Mask + text[end:]
	}
	return text
}

// A Size is a number of bytes.
type Size int64

// sizeUnits are the units of a Size, largest first. Those with an i are powers
// of 1024, the others of 1000.
var sizeUnits = []struct {
	name  string
	bytes Size
}{
	{"GiB", 1 << 30},
	{"GB", 1e9},
	{"MiB", 1 << 20},
	{"MB", 1e6},
	{"KiB", 1 << 10},
	{"kB", 1e3},
	{"B", 1},
}

// ParseSize reads a size such as 64MB, 1.5 GiB or 1000; without a unit it is
// in bytes. Upper and lower case are the same. Parts of a byte are rounded.
func ParseSize(text string) (Size, error) {
	number, unit := strings.ToLower(strings.TrimSpace(text)), Size(1)
	for _, u := range sizeUnits {
		if rest, ok := strings.CutSuffix(number, strings.ToLower(u.name)); ok {
			number, unit = strings.TrimSpace(rest), u.bytes
			break
		}
	}
	n, err := strconv.ParseFloat(number, 64)
	bytes := math.Round(n * float64(unit))
	if err != nil || !(bytes >= 0 && bytes < math.MaxInt64) {
		return 0, fmt.Errorf("%q is not a size such as 64MB", text)
	}
	return Size(bytes), nil
}

// String returns the size in the largest unit in which it is a whole number;
// [ParseSize] reads it back exactly.
func (s Size) String() string {
	for _, u := range sizeUnits {
		if s%u.bytes == 0 && s != 0 {
			return strconv.FormatInt(int64(s/u.bytes), 10) + u.name
		}
	}
	return "0B"
}
