package retrieve

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// A compound is a piece of a text without white space in it: words and numbers
// that are tied together by hyphens, underscores or points.
type compound struct {
	text    string
	bigrams bool // it is in a script that puts no spaces between words
	after   int  // where in the normalised text it ends
}

// clean prepares a text for cutting: compatibility characters become the ones
// that they stand for (wide digits, ligatures, the micro sign), and what is
// there for typesetting only goes. It makes valid UTF-8 of anything.
func clean(text string) string {
	text = strings.ToValidUTF8(text, " ")
	if isASCII(text) {
		return text
	}
	return strings.Map(cleanRune, norm.NFKC.String(text))
}

// cleanRune makes a hyphen of what looks like one, and -1 of what is there for
// typesetting only.
func cleanRune(r rune) rune {
	switch {
	case r == '\u2010' || r == '\u2011' || r == '\u2212':
		return '-'
	case r == '\u00ad' || r >= '\u200b' && r <= '\u200d' || r == '\u2060' || r == '\ufeff':
		return -1
	}
	return r
}

func isASCII(text string) bool {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// unspaced are the scripts in which words stand without spaces between them,
// or, in the case of Korean, with endings that no stemmer of ours takes off.
var unspaced = []*unicode.RangeTable{
	unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Bopomofo,
	unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar,
}

// A class is what a character is to us.
type class uint8

const (
	other class = iota
	word        // letter, digit or mark
	dense       // of one of the unspaced scripts
	tie         // joins words on both sides of it
)

func classOf(r rune) class {
	switch {
	case r < utf8.RuneSelf:
		return asciiClass[r]
	case r == 'ー' || unicode.In(r, unspaced...):
		return dense
	case unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r):
		return word
	}
	return other
}

// asciiClass is classOf for the characters of ASCII.
var asciiClass = func() (table [utf8.RuneSelf]class) {
	for r := range table {
		switch {
		case r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z':
			table[r] = word
		case r == '-' || r == '_' || r == '.':
			table[r] = tie
		}
	}
	return table
}()

// compounds yields the compounds of a clean text, in order.
func compounds(text string) iter.Seq[compound] {
	return func(yield func(compound) bool) {
		for i := 0; i < len(text); {
			r, size := utf8.DecodeRuneInString(text[i:])
			var end int
			kind := classOf(r)
			switch kind {
			case word:
				end = endOfWords(text, i)
			case dense:
				end = endOfDense(text, i)
			default:
				i += size
				continue
			}
			if !yield(compound{text[i:end], kind == dense, end}) {
				return
			}
			i = end
		}
	}
}

// endOfWords returns where the compound that begins at start ends. A tie
// belongs to it if a word follows at once. So does a comma that groups digits.
func endOfWords(text string, start int) int {
	for i := start; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		next, _ := utf8.DecodeRuneInString(text[i+size:])
		switch kind := classOf(r); {
		case kind == word,
			kind == tie && i+size < len(text) && classOf(next) == word,
			r == ',' && groups(text[:i], text[i+1:]):
			i += size
		case (r == '+' || r == '#') && isLetterBefore(text, i):
			return i + plusses(text[i:]) // C++, C#
		default:
			return i
		}
	}
	return len(text)
}

// groups reports whether a comma between before and after separates thousands.
func groups(before, after string) bool {
	if before == "" || !isDigit(before[len(before)-1]) || len(after) < 3 {
		return false
	}
	return isDigit(after[0]) && isDigit(after[1]) && isDigit(after[2]) && (len(after) == 3 || !isDigit(after[3]))
}

// plusses returns the length of the "++" or "#" that text begins with and that
// ends a name, 0 if it does not.
func plusses(text string) int {
	for _, mark := range []string{"++", "#"} {
		if rest, ok := strings.CutPrefix(text, mark); ok {
			if r, _ := utf8.DecodeRuneInString(rest); rest == "" || classOf(r) == other {
				return len(mark)
			}
		}
	}
	return 0
}

func isLetterBefore(text string, i int) bool {
	r, _ := utf8.DecodeLastRuneInString(text[:i])
	return unicode.IsLetter(r)
}

// endOfDense returns where the run of unspaced script that begins at start
// ends.
func endOfDense(text string, start int) int {
	for i, r := range text[start:] {
		if classOf(r) != dense {
			return start + i
		}
	}
	return len(text)
}

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

// fold takes the accents off the letters of a lower-case word, so that one who
// cannot type them finds it.
func fold(word string) string {
	if isASCII(word) {
		return word
	}
	var b strings.Builder
	for _, r := range word {
		if r == 'й' {
			b.WriteRune(r) // a letter of its own
			continue
		}
		for _, r := range norm.NFD.String(string(r)) {
			if r >= firstAccent && r <= lastAccent {
				continue
			}
			if s, ok := spelledOut[r]; ok {
				b.WriteString(s)
			} else {
				b.WriteRune(r)
			}
		}
	}
	return b.String()
}

// The accents of European scripts are in one block of Unicode. Marks of other
// scripts, such as the vowels of Devanagari, are no accents.
const firstAccent, lastAccent = '\u0300', '\u036f'

// spelledOut are letters that are no letter with an accent to Unicode.
var spelledOut = map[rune]string{
	'ß': "ss", 'æ': "ae", 'œ': "oe", 'ø': "o", 'đ': "d", 'ð': "d", 'þ': "th", 'ł': "l", 'ı': "i",
}
