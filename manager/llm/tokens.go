package llm

import (
	"iter"
	"regexp"
	"strings"
	"sync"
	"unicode"

	"github.com/pkoukk/tiktoken-go"
	tiktoken_loader "github.com/pkoukk/tiktoken-go-loader"
)

// CountTokens returns how many tokens a text has for a model. The count is
// exact for OpenAI's models and a fair guess for others, whose encodings are not
// known. It is safe for concurrent use. The first call takes some 0.3 s, to
// load an encoding from the program itself; then it counts some 4 MB/s.
func CountTokens(model, text string) int {
	count := 0
	for part := range parts(text) {
		count += len(encodingOf(model).EncodeOrdinary(part))
	}
	return count
}

// FirstTokens returns the longest beginning of a text that has at most n tokens
// for a model and ends between two characters. It is all of the text if that has
// no more, and "" if n is 0 or less.
func FirstTokens(model, text string, n int) string {
	if len(text) <= n {
		return text // each token is a byte at least
	}
	text = strings.ToValidUTF8(text, "\ufffd")
	end := 0
	for part := range parts(text) {
		tokens := encodingOf(model).EncodeOrdinary(part)
		if len(tokens) > n {
			return text[:end] + firstOf(model, tokens, max(n, 0))
		}
		end += len(part)
		n -= len(tokens)
	}
	return text
}

// firstOf returns the text of the first n tokens, without the bytes of a
// character that goes on in the next one.
func firstOf(model string, tokens []int, n int) string {
	for ; n > 0; n-- {
		text := strings.ToValidUTF8(encodingOf(model).Decode(tokens[:n]), "")
		if CountTokens(model, text) <= n { // it may not be, without those bytes
			return text
		}
	}
	return ""
}

// older matches the models that use the encoding cl100k_base: GPT-3.5, GPT-4
// before 4o, and all that embed.
var older = regexp.MustCompile(`embed|^(openai/)?gpt-(3\.5|35|4$|4-)`)

// encodingOf returns the encoding of a model. Newer models and those that we do
// not know have o200k_base.
func encodingOf(model string) *tiktoken.Tiktoken {
	if older.MatchString(model) {
		return cl100k()
	}
	return o200k()
}

var (
	cl100k = sync.OnceValue(func() *tiktoken.Tiktoken { return loadEncoding(tiktoken.MODEL_CL100K_BASE) })
	o200k  = sync.OnceValue(func() *tiktoken.Tiktoken { return loadEncoding(tiktoken.MODEL_O200K_BASE) })

	// offline makes the package read encodings from the program. It would get
	// them from the network otherwise.
	offline = sync.OnceFunc(func() { tiktoken.SetBpeLoader(tiktoken_loader.NewOfflineLoader()) })
)

func loadEncoding(name string) *tiktoken.Tiktoken {
	offline()
	encoding, err := tiktoken.GetEncoding(name)
	if err != nil {
		panic("unreachable: " + err.Error()) // the encodings are part of the program
	}
	return encoding
}

// longestRun is the length in bytes of the longest run of letters, of white
// space or of signs that is encoded in one piece. Encoding takes time by the
// square of it. No word is as long; in what is, a cut may add a token.
const longestRun = 256

// parts yields a text in parts without longer runs.
func parts(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		start, run, kind := 0, 0, mark
		for i, r := range text {
			k := kindOf(r)
			switch {
			case k != kind && k != mark:
				run, kind = i, k
			case i-run >= longestRun:
				if !yield(text[start:i]) {
					return
				}
				start, run = i, i
			}
		}
		yield(text[start:])
	}
}

// Kinds of characters. Words, runs of white space and runs of signs are encoded
// each for itself. A mark belongs to what it stands with.
const (
	letter = iota
	digit
	white
	sign
	mark
)

func kindOf(r rune) int {
	switch {
	case r < 0x80:
		return asciiKinds[r]
	case unicode.IsLetter(r):
		return letter
	case unicode.IsMark(r):
		return mark
	case unicode.IsNumber(r):
		return digit
	case unicode.IsSpace(r):
		return white
	}
	return sign
}

var asciiKinds = func() (kinds [0x80]int) {
	for r := range rune(len(kinds)) {
		switch {
		case unicode.IsLetter(r):
			kinds[r] = letter
		case unicode.IsDigit(r):
			kinds[r] = digit
		case unicode.IsSpace(r):
			kinds[r] = white
		default:
			kinds[r] = sign
		}
	}
	return kinds
}()
