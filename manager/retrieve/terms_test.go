package retrieve

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

// words writes terms with a blank between words and a bar between the forms of
// one word.
func words(terms []term) string {
	var b strings.Builder
	for i, t := range terms {
		switch {
		case i == 0:
		case t.word == terms[i-1].word:
			b.WriteByte('|')
		default:
			b.WriteByte(' ')
		}
		b.WriteString(t.text)
	}
	return b.String()
}

func TestTerms(t *testing.T) {
	for _, c := range []struct{ name, text, language, want string }{
		{"stems and function words", "The antennas of the loggers", "english", "antenna logger"},
		{"case", "ANTENNA Antenna antenna", "english", "antenna antenna antenna"},
		{"apostrophes", "the logger’s don't", "english", "logger"},
		{"accents come off after the stem is found", "les réglages reglages", "french", "reglag|réglag reglag"},
		{"letters with no accent to Unicode", "Größe GRØNN Œuvre", "german", "gross gronn|grønn oeuvr|œuvr"},
		{"decomposed and compatibility characters", "ｗｉｄｅ ﬁle e\u0301tat so\u00adft", "english", "wide file etat|état soft"},
		{"hyphens between words", "write-ahead logging", "english", "write ahead log"},
		{"part number", "A3048S2-AA-C45", "english", "a3048s2-aa-c45 a3048s2|a3048|s2 aa c45"},
		{"typographic hyphens", "HL‑34", "english", "hl-34 hl 34"},
		{"short part number", "HL34, E7", "english", "hl34 e7"},
		{"identifier", "smtpd_banner", "english", "smtpd_banner smtpd banner"},
		{"function", "sqlite3_wal_hook()", "english", "sqlite3_wal_hook sqlite3|sqlite wal hook"},
		{"camel case", "LogFormat HTTPServer", "english", "logformat|log|format httpserver|http|server"},
		{"file name", "see /etc/postfix/main.cf.", "english", "see etc postfix main.cf main cf"},
		{"number and unit", "12 kg 12kg 3.3 V 5µA", "english", "12|12kg kg 12kg|12|kg 3.3|3.3v 5μa|5|μa"},
		{"no unit", "12 loggers", "english", "12 logger"},
		{"grouped digits", "8,388,608 and [0,1]", "english", "8388608 0 1"},
		{"addresses and versions", "192.168.0.1 v2.10", "english", "192.168.0.1 v2.10"},
		{"hexadecimal", "0x30", "english", "0x30"},
		{"languages of programs", "C++ and C# (c)", "english", "c++ c#"},
		{"Japanese", "マウスを使う", "english", "マウ ウス スを を使 使う"},
		{"Japanese with Latin", "Tera Termで日本語", "english", "tera term で日 日本 本語"},
		{"one character alone", "水 x", "english", "水"},
		{"German", "Die Einstellungen der Häuser", "german", "einstell haus"},
		{"Russian", "настройки антенны", "russian", "настройк антен"},
		{"nothing", " – … ()", "english", ""},
		{"no UTF-8", "an\xfftenna", "english", "tenna"},
	} {
		t.Run(c.name, func(t *testing.T) {
			n := Language(c.language).number()
			got := words(newAnalyzer().terms(clean(c.text), 1<<n, n))
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestTermsOfSeveralLanguages(t *testing.T) {
	a := newAnalyzer()
	english, german := English.number(), Language("german").number()
	got := words(a.terms("the Einstellungen", 1<<english, english, german))
	if want := "einstellungen|einstell"; got != want {
		t.Errorf("a word has %s, want its stems in both languages: %s", got, want)
	}
}

func FuzzTerms(f *testing.F) {
	for _, seed := range []string{"A3048S2-AA-C45 12 kg", "smtpd_banner LogFormat", "日本語 e\u0301", "\xff\xfe", "8,388,608", "a.b-c_d", strings.Repeat("a1", 200), "C++"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		cleaned := clean(text)
		if again := clean(cleaned); again != cleaned {
			// removing characters can bring a mark next to a letter; a second
			// pass may then compose them, which is harmless
			cleaned = again
		}
		for n := range languages {
			a := newAnalyzer()
			terms := a.terms(cleaned, 1<<n, n)
			word := 0
			for _, term := range terms {
				if term.text == "" || len(term.text) > longest || !utf8.ValidString(term.text) {
					t.Fatalf("term %q of %q", term.text, text)
				}
				if strings.ContainsAny(term.text, " \n\t") {
					t.Fatalf("term %q of %q has white space", term.text, text)
				}
				if term.word < word || term.word >= a.words() {
					t.Fatalf("word %d of term %q is not between %d and %d", term.word, term.text, word, a.words())
				}
				word = term.word
			}
			if len(terms) > 8*len(cleaned)+8 {
				t.Fatalf("%d terms of %d bytes", len(terms), len(cleaned))
			}
		}
	})
}
