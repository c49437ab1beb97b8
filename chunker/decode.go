package chunker

import (
	"bytes"
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/gogs/chardet"
	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding"
)

// prescan is how many bytes browsers search for a meta charset; HTML standard, 13.2.3.2.
const prescan = 1024

// sampleSize is how much of a page is shown to the statistical detector. It
// needs a few hundred characters; more costs time.
const sampleSize = 16 << 10

// decode turns the bytes of a page into UTF-8 with LF line ends. The encoding
// is found in the order of browsers: byte-order mark, header, meta, content.
// Control characters, which show nothing, are dropped; they would collide with
// the marks of prepare.
func decode(page []byte, contentType string, r *reporter) []byte {
	enc, name, declared := encodingOf(page, contentType)
	if name == "utf-8" {
		page = bytes.TrimPrefix(page, []byte("\xef\xbb\xbf"))
	}
	text := page
	if name != "utf-8" {
		decoded, err := enc.NewDecoder().Bytes(page)
		if err == nil {
			text = decoded
		}
	}
	r.text = clean(text)
	r.encoding = name
	if declared && name == "windows-1252" {
		r.suspect = multibyte(page)
	}
	return r.text
}

// checkEncoding reports characters that are not of the encoding of the page.
// It looks at text alone: nobody sees the comments of a page.
func (p *preparer) checkEncoding() {
	if p.bad > 0 {
		p.add(Report{
			Severity: Error, ID: "bad-encoding",
			Message: fmt.Sprintf("characters that are not valid %[2]s: %[1]d; save the page in the encoding that it names", p.bad, p.encoding),
		}, p.firstBad)
	}
	if p.suspect != "" && p.firstHigh >= 0 {
		p.add(Report{
			Severity: Warning, ID: "suspect-encoding",
			Message: fmt.Sprintf("the page says it is %s, but its bytes look like %s; correct the charset in its meta tag or header", p.encoding, p.suspect),
		}, p.firstHigh)
	}
}

// noteEncoding remembers where a text token has characters above 7F.
func (p *preparer) noteEncoding(raw []byte) {
	i := 0
	for i < len(raw) && raw[i] < utf8.RuneSelf {
		i++
	}
	if i == len(raw) {
		return
	}
	if p.firstHigh < 0 {
		p.firstHigh = p.offset + i
	}
	replacement := []byte("\ufffd")
	if n := bytes.Count(raw, replacement); n > 0 {
		if p.bad == 0 {
			p.firstBad = p.offset + bytes.Index(raw, replacement)
		}
		p.bad += n
	}
}

// encodingOf finds the encoding of a page, its canonical name, and whether the
// page or its header named it.
func encodingOf(page []byte, contentType string) (encoding.Encoding, string, bool) {
	head := page[:min(len(page), prescan)]
	enc, name, certain := charset.DetermineEncoding(head, contentType)
	declared := certain || metaCharset(head)
	if declared {
		return enc, name, true
	}
	if utf8.Valid(page) {
		return encoding.Nop, "utf-8", false
	}
	if guess := multibyte(page); guess != "" {
		if enc, name := charset.Lookup(guess); enc != nil {
			return enc, name, false
		}
	}
	enc, name = charset.Lookup("windows-1252")
	return enc, name, false
}

// metaCharset reports whether a meta tag names the encoding. DetermineEncoding
// finds it too but does not call it certain.
func metaCharset(head []byte) bool {
	_, name, _ := charset.DetermineEncoding(append([]byte("\xff"), head...), "")
	return name != "windows-1252" || bytes.Contains(bytes.ToLower(head), []byte("charset"))
}

// multibyte returns the East Asian encoding that the bytes above 7F of a page
// are in, or "" if none is likely. Single-byte encodings are not guessed:
// browsers take windows-1252 for them, and so do we.
func multibyte(page []byte) string {
	i := bytes.IndexFunc(page, func(c rune) bool { return c >= utf8.RuneSelf })
	if i < 0 {
		return ""
	}
	sample := page[i:min(len(page), i+sampleSize)]
	if !hasHigh(sample, fewest) {
		return ""
	}
	// The detector asks about all encodings at once and orders those it finds
	// equally likely by chance, so the choice among them is made here.
	found, err := chardet.NewHtmlDetector().DetectAll(sample)
	if err != nil {
		return ""
	}
	const sure = 80 // of 100; less is a guess
	most := sure
	for _, f := range found {
		most = max(most, f.Confidence)
	}
	for _, e := range eastAsian {
		if slices.ContainsFunc(found, func(f chardet.Result) bool { return f.Charset == e.detected && f.Confidence == most }) {
			return e.name
		}
	}
	return ""
}

// fewest is how many characters above 7F it takes for the detector to be sure.
const fewest = 11

// hasHigh reports whether text has n bytes above 7F or more.
func hasHigh(text []byte, n int) bool {
	for _, c := range text {
		if c >= utf8.RuneSelf {
			if n--; n == 0 {
				return true
			}
		}
	}
	return false
}

// eastAsian holds the encodings that are guessed: their names to the detector
// and to HTML, the more common first.
var eastAsian = []struct{ detected, name string }{
	{"Shift_JIS", "shift_jis"},
	{"EUC-JP", "euc-jp"},
	{"GB-18030", "gb18030"},
	{"Big5", "big5"},
	{"EUC-KR", "euc-kr"},
	{"ISO-2022-JP", "iso-2022-jp"},
}

// clean makes text valid UTF-8 with LF line ends and without control
// characters. It returns its argument if there is nothing to do.
func clean(text []byte) []byte {
	if !needsCleaning(text) {
		return text
	}
	out := make([]byte, 0, len(text))
	for i := 0; i < len(text); {
		c := text[i]
		switch {
		case c == '\r':
			out = append(out, '\n')
			if i+1 < len(text) && text[i+1] == '\n' {
				i++
			}
			i++
		case isControl(c):
			i++
		case c < utf8.RuneSelf:
			out = append(out, c)
			i++
		default:
			r, size := utf8.DecodeRune(text[i:])
			out = utf8.AppendRune(out, r)
			i += size
		}
	}
	return out
}

func needsCleaning(text []byte) bool {
	for _, c := range text {
		if unclean[c] {
			return true
		}
	}
	return !utf8.Valid(text)
}

// unclean tells of each byte whether clean drops or replaces it.
var unclean = func() (table [256]bool) {
	for c := range table {
		table[c] = isControl(byte(c)) || c == '\r'
	}
	return table
}()

// isControl reports a control character other than those that are white space.
func isControl(c byte) bool {
	return c < ' ' && c != '\t' && c != '\n' && c != '\r' && c != '\f' || c == 0x7f
}
