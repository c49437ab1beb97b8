package retrieve

import (
	"math/bits"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/blevesearch/snowballstem"
)

// A term is one form of a word: what the index holds and a question is looked
// up by.
type term struct {
	text string
	word int  // which word of the text, from 0, it is a form of
	part bool // it is a part of the word, or another spelling, not the word itself
}

// longest is how many bytes of a word count. Longer ones are data, such as
// pictures in base64; the longest word of any manual we saw has 40.
const longest = 64

// An analyzer makes terms of texts. It is not safe for concurrent use, since it
// remembers stems.
type analyzer struct {
	languages []int  // whose stems count, by number
	stops     uint32 // the languages, a bit for each, whose function words are left out
	stems     []map[string]string
	env       *snowballstem.Env

	out  []term
	word int
}

func newAnalyzer() *analyzer {
	a := &analyzer{env: snowballstem.NewEnv(""), stems: make([]map[string]string, len(languages))}
	for i := range a.stems {
		a.stems[i] = map[string]string{}
	}
	return a
}

// terms returns the terms of a clean text. A word gets its stem in each of the
// languages, by number; the function words of the languages in stops, a bit for
// each, are left out, and the others are counted from 0. The result is valid
// until the next call.
func (a *analyzer) terms(text string, stops uint32, languages ...int) []term {
	a.stops, a.languages, a.out, a.word = stops, languages, a.out[:0], 0
	for c := range compounds(text) {
		if c.bigrams {
			a.bigrams(c.text)
		} else {
			a.compound(c.text, unitAfter(text[c.after:]))
		}
	}
	return a.out
}

// words is the number of words of the text that was last analysed.
func (a *analyzer) words() int { return a.word }

func (a *analyzer) emit(text string, part bool) {
	if len(text) > longest {
		cut := longest
		for !utf8.RuneStart(text[cut]) {
			cut--
		}
		text = text[:cut]
	}
	if text != "" {
		a.out = append(a.out, term{text, a.word, part})
	}
}

// bigrams makes a word of every two characters that follow each other, and of
// a character that stands alone.
func (a *analyzer) bigrams(run string) {
	for i := 0; i < len(run); {
		_, one := utf8.DecodeRuneInString(run[i:])
		_, two := utf8.DecodeRuneInString(run[i+one:])
		if two > 0 || i == 0 {
			a.emit(run[i:i+one+two], false)
			a.word++
		}
		i += one
	}
}

// compound makes terms of a compound: of each piece, and of the whole if it
// is an identifier or a part number. unit is the unit of measure that follows.
func (a *analyzer) compound(text, unit string) {
	text = strings.ReplaceAll(text, ",", "")
	pieces := piecesOf(text)
	if len(pieces) > 1 && isIdentifier(text) {
		a.emit(fold(strings.ToLower(text)), false)
		a.word++
	}
	for i, piece := range pieces {
		if i < len(pieces)-1 {
			a.piece(piece, "")
		} else {
			a.piece(piece, unit)
		}
	}
}

// isIdentifier reports whether a compound of several pieces has a meaning as a
// whole: part numbers, file names, names of variables and addresses have digits,
// underscores or points in them.
func isIdentifier(text string) bool { return strings.ContainsAny(text, "0123456789_.") }

// piecesOf cuts a compound at its ties, but not at points between digits.
func piecesOf(text string) []string {
	var pieces []string
	start := 0
	for i := 1; i < len(text); i++ {
		if text[i] >= utf8.RuneSelf || asciiClass[text[i]] != tie {
			continue
		}
		if text[i] == '.' && isDigit(text[i-1]) && i+1 < len(text) && isDigit(text[i+1]) {
			continue
		}
		pieces = append(pieces, text[start:i])
		start = i + 1
	}
	return append(pieces, text[start:])
}

// piece makes terms of letters and digits without ties.
func (a *analyzer) piece(text, unit string) {
	digits := strings.IndexFunc(text, unicode.IsNumber)
	lower := strings.ToLower(text)
	if digits < 0 {
		if a.stemmed(lower, false) {
			a.parts(camel(text))
			a.word++
		}
		return
	}
	a.emit(fold(lower), false)
	if unit != "" && allNumber(text) {
		a.emit(lower+unit, true)
	}
	a.parts(numbered(lower))
	a.word++
}

// parts adds the parts of a word to it. A single one is the word itself.
func (a *analyzer) parts(parts []string) {
	for _, part := range parts {
		lower := strings.ToLower(part)
		if strings.IndexFunc(lower, unicode.IsNumber) >= 0 {
			a.emit(fold(lower), true)
		} else {
			a.stemmed(lower, true)
		}
	}
}

// stemmed adds the stems of a lower-case word of letters and reports whether
// there is any: function words have none.
func (a *analyzer) stemmed(lower string, part bool) bool {
	if isStop(lower, a.stops) {
		return false
	}
	before := len(a.out)
	for _, n := range a.languages {
		stem := a.stem(lower, n)
		plain := fold(stem)
		a.emitNew(before, plain, part)
		if plain != stem {
			a.emitNew(before, stem, true) // who writes the accent means it
		}
	}
	return true
}

// emitNew emits a term that is not among those since before.
func (a *analyzer) emitNew(before int, text string, part bool) {
	for _, t := range a.out[before:] {
		if t.text == text {
			return
		}
	}
	a.emit(text, part || len(a.out) > before)
}

// isStop reports whether a lower-case word is one letter or a function word of
// one of the languages in stops.
func isStop(lower string, stops uint32) bool {
	return len(lower) == 1 || stopWords[fold(lower)]&stops != 0
}

// stem returns the stem of a lower-case word in a language, by number.
func (a *analyzer) stem(lower string, language int) string {
	if len(lower) > longest/2 {
		return lower
	}
	known := a.stems[language]
	if s, ok := known[lower]; ok {
		return s
	}
	a.env.SetCurrent(lower)
	languages[language].stem(a.env)
	s := strings.ToValidUTF8(a.env.Current(), "")
	if s == "" {
		s = lower
	}
	known[strings.Clone(lower)] = s
	return s
}

// camel returns the parts of a word in camel case: LogFormat, HTTPServer. A
// word without has none.
func camel(text string) []string {
	var parts []string
	start := 0
	runes := []rune(text)
	for i := 1; i < len(runes); i++ {
		up := unicode.IsUpper(runes[i])
		if up && unicode.IsLower(runes[i-1]) || up && i > start+1 && i+1 < len(runes) && unicode.IsUpper(runes[i-1]) && unicode.IsLower(runes[i+1]) {
			parts = append(parts, string(runes[start:i]))
			start = i
		}
	}
	if start == 0 {
		return nil
	}
	return append(parts, string(runes[start:]))
}

// numbered returns the parts of a lower-case word with digits: a number and its
// unit (12kg), a name and its number (sqlite3), or the pieces before each letter
// that follows a digit (a3048, s2). A word without has none.
func numbered(lower string) []string {
	digits := len(lower) - len(strings.TrimLeft(lower, "0123456789."))
	if digits > 0 {
		if units[lower[digits:]] {
			return []string{lower[:digits], lower[digits:]}
		}
		return nil
	}
	if name := strings.TrimRight(lower, "0123456789."); len(name) >= 3 && strings.IndexFunc(name, unicode.IsNumber) < 0 {
		if name == lower {
			return nil
		}
		return []string{name}
	}
	var parts []string
	start := 0
	for i := 1; i < len(lower); i++ {
		if isDigit(lower[i-1]) && lower[i] >= 'a' && lower[i] <= 'z' {
			parts = append(parts, lower[start:i])
			start = i
		}
	}
	if start == 0 {
		return nil
	}
	return append(parts, lower[start:])
}

func allNumber(text string) bool { return strings.Trim(text, "0123456789.") == "" }

// unitAfter returns the unit of measure that a text begins with after a space,
// in lower case, or "".
func unitAfter(text string) string {
	rest := strings.TrimPrefix(text, " ")
	if len(rest) == len(text) {
		return ""
	}
	end := strings.IndexFunc(rest, func(r rune) bool { return classOf(r) != word })
	if end < 0 {
		end = len(rest)
	}
	if end > longestUnit {
		return ""
	}
	if unit := fold(strings.ToLower(rest[:end])); units[unit] {
		return unit
	}
	return ""
}

// units are the units of measure that may follow a number, in lower case and
// without accents.
var units = func() map[string]bool {
	set := map[string]bool{}
	for u := range strings.FieldsSeq(`m km cm mm μm um nm in ft s ms μs us ns min h hr hz khz mhz ghz
		v mv kv μv uv a ma μa ua na w mw kw μw f pf nf μf uf h mh μh ω kω mω ohm ohms
		g kg mg μg lb oz l ml k c b kb mb gb tb kib mib gib bit bits byte bytes bps kbps mbps gbps
		db dbm dbi sps ksps msps pa kpa mpa bar psi n nm j kj wh mah ah rpm px dpi pt deg ppm`) {
		set[u] = true
	}
	return set
}()

// longestUnit is the length in bytes of the longest of units.
const longestUnit = 5

func trailingZeros(b uint32) int { return bits.TrailingZeros32(b) }
