package retrieve

import (
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

// marked writes the words that are shared between brackets.
func marked(question, text string) string {
	var b strings.Builder
	at := 0
	for _, r := range Shared(question, text) {
		b.WriteString(text[at:r[0]] + "[" + text[r[0]:r[1]] + "]")
		at = r[1]
	}
	return b.String() + text[at:]
}

func TestShared(t *testing.T) {
	for _, c := range []struct{ name, question, want string }{
		{"stems", "How long do two batteries last?", "The [battery] of the logger [lasts] for weeks; [Two] are better."},
		{"function words alone", "What is it?", "What it is."},
		{"nothing asked", "", "Text."},
		{"no text", "Which pump?", ""},
		{"nothing shared", "Which pump?", "The valve closes."},
		{"case", "USB cable", "a [usb]-[Cable]"},
		{"identifier", "What does smtpd_banner do?", "Set [smtpd_banner] to [smtpd]_[banner]_text; [smtpd] shows the [banner]."},
		{"part of an identifier", "the banner", "smtpd_[banner] and [LogBanner]"},
		{"part number", "A3048S2-AA", "[A3048S2-AA], [A3048S2]-C45, [A3048], B17"},
		{"number and unit", "range at 300 m", "a [range] of [300] m or [300m], not 3000 m"},
		{"grouped digits", "8388608 records", "[8,388,608] [records]"},
		{"accents", "réglage", "Le [réglage], les [reglages]"},
		{"decomposed", "\u00e9tat", "un [e\u0301tat]\u00a0!"},
		{"soft hyphen", "antenna", "the [an\u00adten\u00adnas], the antler"},
		{"wide and ligature", "file 12", "[ﬁles] and [１２]"},
		{"typographic hyphen", "HL-34", "the [HL‑34] and [HL]-35"},
		{"one character of two words", "1 2", "[½] cup"},
		{"German", "Wie stelle ich die Einstellungen ein?", "Die [Einstellung] der Häuser"},
		{"of either language", "Einstellungen", "[Einstellung] der Häuser, die sich nicht mit den anderen ändert"},
		{"Russian", "как настроить антенны", "[Антенна] и кабель"},
		{"Japanese", "マウスを使う", "この[マウス]は[使う]"},
		{"Japanese and Latin", "USBマウス", "[USB]の[マウス]"},
		{"languages of programs", "in C++", "[C++] and C and C#"},
		{"no UTF-8", "pump\xff", "a \xff\xfe[pump]\xff[pumps]"},
		{"camel case asked", "HTTPServer", "the [HTTP] [server], [httpserver]"},
		{"question of one language, text of another", "What is the die made of?", "Das ist [die] Antenne, und sie ist nicht von hier"},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := strings.NewReplacer("[", "", "]", "").Replace(c.want)
			if diff := cmp.Diff(c.want, marked(c.question, text)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// What is ruled out at a glance would not have been shared: stems begin as words do.
func TestStemsKeepTheFirstLetter(t *testing.T) {
	a := newAnalyzer()
	for word := range strings.FieldsFuncSeq(strings.ToLower(stopWordLists+synonymLists), func(r rune) bool { return classOf(r) != word }) {
		for n := range languages {
			if stem := a.stem(word, n); word[0] < utf8.RuneSelf && stem[0] != word[0] {
				t.Errorf("%s: %s in %s", word, stem, languages[n].name)
			}
		}
	}
}

func TestAlign(t *testing.T) {
	for _, text := range []string{"", "plain", "e\u0301tat a\u0308", "ﬁne １２ ㎏", "so\u00adft‑x", "日本語 und ｶﾞ", "a\u0301", "\u0301a", "한국어"} {
		got := align(text)
		if got.text != clean(text) {
			t.Errorf("%q: %q, clean is %q", text, got.text, clean(text))
		}
	}
}

func TestSharedAtOnce(t *testing.T) {
	var askers sync.WaitGroup
	want := marked("Which batteries?", longText())
	for range 8 {
		askers.Go(func() {
			if marked("Which batteries?", longText()) != want {
				t.Error("differs")
			}
		})
	}
	askers.Wait()
}

func FuzzShared(f *testing.F) {
	for _, seed := range []string{"A3048S2-AA-C45 12 kg", "smtpd_banner LogFormat", "日本語 e\u0301", "\xff\xfe", "8,388,608", "½ a.b-c_d", strings.Repeat("a\u0301", 60), "C++ ﬁ"} {
		f.Add(seed, seed)
		f.Add("a b file 1 logs", seed)
	}
	f.Fuzz(func(t *testing.T, question, text string) {
		ranges := Shared(question, text)
		last := 0
		for _, r := range ranges {
			if r[0] < last || r[0] >= r[1] || r[1] > len(text) {
				t.Fatalf("%v of %q", ranges, text)
			}
			last = r[1]
			if utf8.ValidString(text) && !utf8.ValidString(text[r[0]:r[1]]) {
				t.Fatalf("%v cuts characters of %q", ranges, text)
			}
		}
	})
}

// longText is 10 kB of sentences of the sample of the language.
func longText() string {
	sentence := "The logger’s battery lasts for weeks if the antenna of the base station (HL-60) is connected at 3.3 V; see smtpd_banner. "
	return strings.Repeat(sentence, 10_000/len(sentence))
}

func BenchmarkShared(b *testing.B) {
	words := strings.Fields(stopWordLists)
	slices.Sort(words)
	words = slices.Compact(words)
	for name, c := range map[string]struct{ question, text string }{
		"sentences":     {"How long do two batteries last at the base station?", longText()},
		"no sentences":  {"battery antenna", strings.Repeat("logger battery antenna smtpd_banner A3048S2-AA weeks ", 190)},
		"foreign words": {"battery antenna", (strings.Join(words, " ") + " " + strings.ToUpper(strings.Join(words, " ")))[:10_000]},
		"Japanese":      {"マウスを使う", strings.Repeat("このマウスは使う、", 10_000/27)},
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(c.text)))
			for b.Loop() {
				Shared(c.question, c.text)
			}
		})
	}
}

// Texts that one could take too long for: it would be minutes if it were quadratic.
func TestSharedIsLinear(t *testing.T) {
	for name, unit := range map[string]string{
		"letters": "a", "words": "antenna ", "ties": "a_1-", "accents": "\u0301", "commas": "1,000", "Japanese": "日",
		"no UTF-8": "\xff", "camel case": "aB", "mixed": "é a", "halves": "½",
	} {
		t.Run(name, func(t *testing.T) { Shared("antenna a_1 日本", strings.Repeat(unit, 1<<18/len(unit))) })
	}
}
