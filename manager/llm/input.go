package llm

import (
	"strings"
	"unicode"
)

// Input returns a text as it is sent to be embedded, so that equal texts have
// equal vectors whoever embeds them: line feeds stay, and every other run of
// white space becomes one blank. A text in which nothing changes is returned as
// it is.
func Input(text string) string {
	if !needsInput(text) {
		return text
	}
	var b strings.Builder
	b.Grow(len(text))
	blank := false
	for _, r := range text {
		if r != '\n' && isWhite(r) {
			blank = true
			continue
		}
		if blank {
			b.WriteByte(' ')
			blank = false
		}
		b.WriteRune(r)
	}
	if blank {
		b.WriteByte(' ')
	}
	return b.String()
}

// needsInput reports whether Input changes the text: it holds white space other
// than line feeds and single blanks, or bytes that are not UTF-8.
func needsInput(text string) bool {
	blank := false
	for _, r := range text {
		if r == unicode.ReplacementChar || blank && r == ' ' || r != ' ' && r != '\n' && isWhite(r) {
			return true
		}
		blank = r == ' '
	}
	return false
}

// isWhite reports whether r is white space as libraries have had it from the
// start. Beside that of Unicode it is what has no width.
func isWhite(r rune) bool {
	switch r {
	case '\u180e', '\u200b', '\u2060', '\ufeff':
		return true
	}
	return unicode.IsSpace(r)
}

// isBlank reports whether a text is nothing but white space.
func isBlank(text string) bool {
	return strings.IndexFunc(text, func(r rune) bool { return !isWhite(r) }) < 0
}
