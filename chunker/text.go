package chunker

import (
	"bytes"
	"strings"
	"unicode"
)

// isSpace reports the characters that are trimmed from match and content
// strings. They are those of the original RAG Manager, for a match string
// trimmed otherwise would get another name: the white space of Unicode and
// four more that show nothing.
func isSpace(c rune) bool {
	switch c {
	case 0, '\u180e', '\u200b', '\u2060', '\ufeff':
		return true
	}
	return unicode.IsSpace(c)
}

func trim(s string) string {
	if s == "" || isVisibleASCII(s[0]) && isVisibleASCII(s[len(s)-1]) {
		return s // as most are
	}
	return strings.TrimFunc(s, isSpace)
}

func isVisibleASCII(c byte) bool { return ' ' < c && c < 0x7f }

func trimRight(b []byte) []byte { return bytes.TrimRightFunc(b, isSpace) }

// oneLine returns s with each run of white space as one blank.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// squeezeLines returns s with at most one blank line in a row.
func squeezeLines(s string) string {
	if !strings.Contains(s, "\n\n\n") {
		return s
	}
	var b strings.Builder
	newlines := 0
	for _, c := range s {
		if c == '\n' {
			if newlines++; newlines > 2 {
				continue
			}
		} else {
			newlines = 0
		}
		b.WriteRune(c)
	}
	return b.String()
}

// parts are pieces of a text with blank lines between them. Joining them once,
// at the end, takes time in proportion to the text.
type parts []string

func (p *parts) add(s string) {
	if s != "" {
		*p = append(*p, s)
	}
}

func (p parts) text() string { return strings.Join(p, "\n\n") }

// join puts a blank line between two texts, of which either may be empty.
func join(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "\n\n" + b
}

// visible reports whether s has a character that can be seen.
func visible(s string) bool { return trim(s) != "" }

// short reports whether s has fewer than n characters.
func short(s string, n int) bool {
	for range s {
		if n--; n == 0 {
			return false
		}
	}
	return true
}
