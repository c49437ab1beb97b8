package llm

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestInput(t *testing.T) {
	for text, want := range map[string]string{
		"":                                     "",
		"as it is":                             "as it is",
		"a\nb\n\nc\n":                          "a\nb\n\nc\n",
		"a  b\t\tc":                            "a b c",
		"- a\n    - b\n\t- c":                  "- a\n - b\n - c",
		" a ":                                  " a ",
		"\t\u00a0a\u3000\u2003 ":               " a ",
		"a \n b":                               "a \n b",
		"a\r\nb":                               "a \nb",
		"a\v\f\u0085b":                         "a b",
		"a\u200bb\u2060c\ufeffd\u180ee":        "a b c d e",
		"a\u2028b\u2029c\u202fd\u205fe\u1680f": "a b c d e f",
		"\u2000\u2001\u200a":                   " ",
		"µm 25 °C\u00a0“x”":                    "µm 25 °C “x”",
		"a\u200cb\u200dc\x00d":                 "a\u200cb\u200dc\x00d", // not white space
		"a\xffb":                               "a\ufffdb",
		`back\slash "quote"`:                   `back\slash "quote"`,
	} {
		if have := Input(text); have != want {
			t.Errorf("%q: have %q, want %q", text, have, want)
		}
	}
}

func FuzzInput(f *testing.F) {
	for _, text := range []string{"a  b\n\n c", "\u200b\ufeff", "\xff\xfe", " "} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		once := Input(text)
		if Input(once) != once {
			t.Errorf("%q: another time changes %q", text, once)
		}
		if !utf8.ValidString(once) || strings.Contains(once, "  ") || strings.ContainsAny(once, "\t\r\u00a0\u200b") {
			t.Errorf("%q: have %q", text, once)
		}
		if strings.Count(once, "\n") != strings.Count(text, "\n") {
			t.Errorf("%q: line feeds are not kept: %q", text, once)
		}
		letters := func(text string) string {
			return strings.Map(func(r rune) rune {
				if isWhite(r) {
					return -1
				}
				return r
			}, text)
		}
		if letters(once) != letters(text) || isBlank(text) != isBlank(once) {
			t.Errorf("%q: text is lost: %q", text, once)
		}
	})
}
