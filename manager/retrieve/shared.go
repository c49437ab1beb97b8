package retrieve

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Shared returns which words of text are those that question asks about, as ranges
// of bytes of text, from the first to the one after the last, ascending and not
// overlapping: words with the same stem as a word of the question, in the languages
// that the question may be of, and the same identifiers and numbers, or parts of
// them. Words of the question that tell nothing, such as "the", count for nothing.
// In scripts without spaces two characters that follow each other are a word.
// Ranges begin and end between characters.
//
// It takes time in proportion to both texts, and may be called from several
// goroutines at once.
func Shared(question, text string) [][2]int {
	asked, shown := align(question), align(text)
	a := analyzers.Get().(*analyzer)
	defer a.recycle()
	a.stops, a.languages = tongues(asked.text, shown.text)
	m := marker{analyzer: a, shown: shown, asked: map[string]bool{}, firsts: map[rune]bool{}}
	for _, t := range a.terms(asked.text, a.stops, a.languages...) {
		m.asked[t.text] = true
		m.firsts[firstLetter(t.text)] = true
	}
	if len(m.asked) > 0 {
		m.mark()
	}
	return m.ranges
}

// analyzers are kept because they remember stems.
var analyzers = sync.Pool{New: func() any { return newAnalyzer() }}

// recycle gives an analyzer back to the pool, unless it remembers too much.
func (a *analyzer) recycle() {
	const most = 20_000 // stems of a language
	for _, known := range a.stems {
		if len(known) > most {
			clear(known)
		}
	}
	a.out = a.out[:0]
	analyzers.Put(a)
}

// tongues returns the languages that a clean question may be of: whose function
// words are left out, a bit for each, and whose stems count. If the text beside
// it shows its language, and that is one of them, stems are those of that alone.
func tongues(question, text string) (stops uint32, stems []int) {
	var asked, shown tally
	asked.add(question)
	shown.add(text)
	n, _ := asked.best()
	most := 0
	if n >= 0 {
		most = asked[n]
	}
	for n := range languages {
		if asked[n] == most {
			stops |= 1 << n
		}
		if asked[n] > most-sureLead {
			stems = append(stems, n)
		}
	}
	if n, lead := shown.best(); lead >= sureLead && asked[n] > most-sureLead {
		stems = []int{n}
	}
	return stops, stems
}

// A marker finds the words of a text that are among those asked for.
type marker struct {
	*analyzer
	shown  aligned
	asked  map[string]bool // terms
	firsts map[rune]bool   // first letters of the terms
	ranges [][2]int
}

// mark finds them all.
func (m *marker) mark() {
	for c := range compounds(m.shown.text) {
		start := c.after - len(c.text)
		if c.bigrams {
			m.markPairs(c.text, start)
		} else {
			m.markCompound(c.text, start, m.shown.text[c.after:])
		}
	}
}

// markPairs marks characters that stand together in the question, too. start is
// where the run begins.
func (m *marker) markPairs(run string, start int) {
	for i := 0; i < len(run); {
		_, one := utf8.DecodeRuneInString(run[i:])
		_, two := utf8.DecodeRuneInString(run[i+one:])
		if (two > 0 || i == 0) && m.asked[run[i:i+one+two]] {
			m.add(start+i, start+i+one+two)
		}
		i += one
	}
}

// markCompound marks a compound or those of its pieces that are asked for. after is
// the text after it.
func (m *marker) markCompound(text string, start int, after string) {
	pieces := piecesOf(text)
	if len(pieces) > 1 && isIdentifier(text) && m.isAsked(func() { m.emit(fold(strings.ToLower(ungrouped(text))), false) }) {
		m.add(start, start+len(text))
		return
	}
	for i, piece := range pieces {
		unit := ""
		if i == len(pieces)-1 && unicode.IsNumber(rune(piece[0])) {
			unit = unitAfter(after)
		}
		if m.mayBeAsked(piece) && m.isAsked(func() { m.piece(ungrouped(piece), unit) }) {
			m.add(start, start+len(piece))
		}
		start += len(piece) + 1 // the tie
	}
}

// ungrouped takes the commas out of numbers.
func ungrouped(text string) string { return strings.ReplaceAll(text, ",", "") }

// isAsked reports whether one of the terms that emit adds is asked for.
func (m *marker) isAsked(emit func()) bool {
	m.out = m.out[:0]
	emit()
	for _, t := range m.out {
		if m.asked[t.text] {
			return true
		}
	}
	return false
}

// mayBeAsked rules out most pieces before stems are looked up, which takes most of
// the time: no stemmer changes the first letter of a word. What begins with a digit,
// or may have parts, is not ruled out.
func (m *marker) mayBeAsked(piece string) bool {
	return m.firsts[firstLetter(piece)] || unicode.IsNumber(rune(piece[0])) ||
		strings.IndexFunc(piece[1:], func(r rune) bool { return unicode.IsUpper(r) || unicode.IsNumber(r) }) >= 0
}

// firstLetter returns the first letter of a word, small and without accent.
func firstLetter(word string) rune {
	r, size := utf8.DecodeRuneInString(word)
	if r >= utf8.RuneSelf {
		r, _ = utf8.DecodeRuneInString(fold(strings.ToLower(word[:size])))
	}
	return unicode.ToLower(r)
}

// add marks the bytes of the clean text from start to before end.
func (m *marker) add(start, end int) {
	start, end = m.shown.original(start, end)
	if n := len(m.ranges); n > 0 && start < m.ranges[n-1][1] {
		m.ranges[n-1][1] = max(end, m.ranges[n-1][1])
		return
	}
	m.ranges = append(m.ranges, [2]int{start, end})
}

// An aligned is a clean text that knows where its bytes come from.
type aligned struct {
	text     string
	from, to []int // for each byte where what it was made of begins and ends; nil: it was not changed
}

// original returns the range of bytes that a range of the clean text, which is not
// empty, was made of.
func (t aligned) original(start, end int) (int, int) {
	if t.from == nil {
		return start, end
	}
	return t.from[start], t.to[end-1]
}

// align cleans a text as [clean] does, but for bytes that are no UTF-8, each of
// which becomes a space.
func align(text string) aligned {
	if isASCII(text) {
		return aligned{text: text}
	}
	text = spaced(text)
	b := aligner{source: text, out: make([]byte, 0, len(text)), from: make([]int, 0, len(text)), to: make([]int, 0, len(text))}
	for i := 0; i < len(text); {
		plain := i + ascii(text[i:])
		end := plain
		if i < plain && plain < len(text) {
			plain-- // the last one may take an accent that follows
		}
		end += foreign(text[end:])
		b.keep(i, plain)
		b.normalize(plain, end)
		i = end
	}
	return aligned{string(b.out), b.from, b.to}
}

// spaced puts a space for every byte that is no UTF-8.
func spaced(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	valid := []byte(text)
	for i := 0; i < len(valid); {
		r, size := utf8.DecodeRune(valid[i:])
		if r == utf8.RuneError && size == 1 {
			valid[i] = ' '
		}
		i += size
	}
	return string(valid)
}

// ascii returns how many bytes of ASCII a text begins with.
func ascii(text string) int {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return i
		}
	}
	return len(text)
}

// foreign returns how many bytes a text begins with that are not ASCII.
func foreign(text string) int {
	for i := range len(text) {
		if text[i] < utf8.RuneSelf {
			return i
		}
	}
	return len(text)
}

// An aligner makes an aligned text of source.
type aligner struct {
	source   string
	out      []byte
	from, to []int
}

// keep takes bytes of the source as they are.
func (b *aligner) keep(start, end int) {
	b.out = append(b.out, b.source[start:end]...)
	for i := start; i < end; i++ {
		b.from, b.to = append(b.from, i), append(b.to, i+1)
	}
}

// normalize takes bytes of the source, cleaned. Most are in normal form already,
// which is found out much faster than it is made.
func (b *aligner) normalize(start, end int) {
	normal := start + norm.NFKC.QuickSpanString(b.source[start:end])
	for i := start; i < normal; {
		_, size := utf8.DecodeRuneInString(b.source[i:])
		b.add(b.source[i : i+size])
		b.comesFrom(i, i+size)
		i += size
	}
	if normal == end {
		return
	}
	var segments norm.Iter
	segments.InitString(norm.NFKC, b.source[normal:end])
	for from := normal; !segments.Done(); {
		b.add(string(segments.Next()))
		// what one character stands for may be several segments, of which only the last is behind it
		if to := normal + segments.Pos(); to > from {
			b.comesFrom(from, to)
			from = to
		}
	}
}

// add adds a text in normal form.
func (b *aligner) add(text string) {
	for _, r := range text {
		if r = cleanRune(r); r >= 0 {
			b.out = utf8.AppendRune(b.out, r)
		}
	}
}

// comesFrom says where all that was added last comes from.
func (b *aligner) comesFrom(from, to int) {
	for range len(b.out) - len(b.from) {
		b.from, b.to = append(b.from, from), append(b.to, to)
	}
}
