package chunker

// A mark is a position written into the text: markStart and five digits of
// base 64 from '@' to DEL, of which none means anything to an HTML tokenizer.
// It stands before the first visible character of each text token, where it
// changes nothing in how the parser sees the text. clean has removed all
// control characters that could be mistaken for it.
const (
	markStart  = '\x01'
	markLength = 6
)

// markKey is the attribute that holds the position of an element.
const markKey = "\x01"

// appendMark writes a position into the text.
func appendMark(out []byte, offset int) []byte {
	return appendDigits(append(out, markStart), offset)
}

// appendDigits writes a number below 2³⁰ as five digits of base 64.
func appendDigits(out []byte, n int) []byte {
	return append(out, digit(n>>24), digit(n>>18), digit(n>>12), digit(n>>6), digit(n))
}

func digit(n int) byte { return '@' + byte(n&63) }

// readDigits is the inverse of appendDigits. Without five digits it gives 0.
func readDigits(s string) int {
	if len(s) < markLength-1 {
		return 0
	}
	n := 0
	for i := range markLength - 1 {
		n = n<<6 | int(s[i]-'@')&63
	}
	return n
}
