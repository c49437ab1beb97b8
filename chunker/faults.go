package chunker

import (
	"bytes"
	"fmt"

	"golang.org/x/net/html"
)

// Faults of markup that lose text or change its meaning. They are seen in the
// tags as typed; the parser mends them in silence, as browsers do.

// tokens returns the text as it goes to the tokenizer, of the same length:
// with PHP code made blank, which no server has run and HTML would end at its
// first greater-than sign, and with the entities of control characters made
// blank, which show nothing and could be mistaken for marks.
func (r *reporter) tokens() []byte {
	text := r.text
	blank := func(start, end int) {
		if &text[0] == &r.text[0] {
			text = bytes.Clone(text)
		}
		for i := start; i < end; i++ {
			if text[i] != '\n' {
				text[i] = ' '
			}
		}
	}
	for from := 0; ; {
		start, end := phpCode(text, from)
		if start < 0 {
			break
		}
		r.add(Report{
			Severity: Error, ID: "raw-php", Element: "?php", LeftOut: string(text[start:end]),
			Message: "PHP code that no server has run; chunk the published page instead of its source",
		}, start)
		blank(start, end)
		from = end
	}
	for from := 0; ; {
		i := bytes.Index(text[from:], []byte("&#"))
		if i < 0 {
			return text
		}
		start := from + i
		end, control := numericEntity(text, start)
		if control {
			blank(start, end)
		}
		from = end
	}
}

// numericEntity reads the numeric entity at start and reports whether it stands
// for a character that clean would not have left in the page.
func numericEntity(text []byte, start int) (end int, control bool) {
	end = start + len("&#")
	base := 10
	if end < len(text) && text[end]|0x20 == 'x' {
		base = 16
		end++
	}
	n, first := 0, end
	for ; end < len(text) && (isDigit(text[end]) || base == 16 && isHex(text[end])); end++ {
		digit := int(text[end] - '0')
		if text[end] > '9' {
			digit = int(text[end]|0x20-'a') + 10
		}
		n = min(n*base+digit, 1<<20)
	}
	if end > first && end < len(text) && text[end] == ';' {
		end++
	}
	return end, end > first && n < 0x80 && unclean[n]
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// phpCode finds the next piece of PHP in text; start is -1 if there is none.
func phpCode(text []byte, from int) (start, end int) {
	for {
		i := bytes.Index(text[from:], []byte("<?"))
		if i < 0 {
			return -1, 0
		}
		start = from + i
		after := text[start+2:]
		if bytes.HasPrefix(after, []byte("php")) || bytes.HasPrefix(after, []byte("=")) || bytes.HasPrefix(after, []byte(" ")) {
			if i := bytes.Index(after, []byte("?>")); i >= 0 {
				return start, start + 2 + i + 2
			}
			return start, len(text)
		}
		from = start + 2
	}
}

// checkTag reports a start tag that is really text with a less-than sign in
// it, or that swallows the markup after it, and returns whether it is one.
// Browsers lose that text, and so does every program that reads HTML.
func (p *preparer) checkTag(raw []byte) bool {
	size := nameLength(raw, 1)
	odd := !isName(raw[1:size])
	if !odd && (len(raw) == size+1 || bytes.IndexByte(raw[1:], '<') < 0) {
		return false
	}
	if !odd && !swallows(raw) {
		return false
	}
	p.add(Report{
		Severity: Error, ID: "swallowed-markup", Element: string(bytes.ToLower(raw[1:size])), LeftOut: string(raw),
		Message: fmt.Sprintf("%s is read as one tag, and its text is lost; type &lt; for a less-than sign, or close the quotes of an attribute", shorten(raw)),
	}, p.offset)
	return true
}

// checkEntities reports entities that HTML does not know and shows as typed.
func (p *preparer) checkEntities(raw []byte) {
	for from := 0; ; {
		i := bytes.IndexByte(raw[from:], '&')
		if i < 0 {
			return
		}
		from += i + 1
		end := from
		for end < len(raw) && end-from < 32 && isName(raw[end:end+1]) {
			end++
		}
		if end == from || end >= len(raw) || raw[end] != ';' {
			continue
		}
		entity := string(raw[from-1 : end+1])
		if html.UnescapeString(entity) != entity || p.told[entity] {
			continue
		}
		p.told[entity] = true
		p.add(Report{
			Severity: Warning, ID: "unknown-entity",
			Message: fmt.Sprintf("%s is no entity of HTML and stays as it is; check its spelling", entity),
		}, p.offset+from-1)
	}
}

// unknownElement reports the first element of a name that nobody knows. What
// stands in it is read as text of the line around it.
func (p *preparer) unknownElement(name string) {
	if p.told[name] || !isName([]byte(name)) {
		return
	}
	p.told[name] = true
	p.add(Report{
		Severity: Warning, ID: "unknown-element", Element: name,
		Message: fmt.Sprintf("<%s> is no element of HTML; browsers show what is in it as if its tags were not there, and so do we", name),
	}, p.offset)
}

// isName reports whether b can be the name of an element.
func isName(b []byte) bool {
	for _, c := range b {
		letter := 'a' <= c|0x20 && c|0x20 <= 'z'
		if !letter && (c < '0' || c > '9') && c != '-' && c != ':' && c != '_' {
			return false
		}
	}
	return true
}

// swallows reports whether a tag holds another one: outside of quotes always,
// inside of them if a line ends before it, for a quote left open takes in the
// text up to the next one.
func swallows(raw []byte) bool {
	var quote, before byte // before is the last character that is no blank
	newline := false
	for i := 1; i < len(raw)-1; i++ {
		c := raw[i]
		last := before
		if c != ' ' && c != '\t' && c != '\n' {
			before = c
		}
		switch {
		case quote == 0 && last == '=' && (c == '"' || c == '\''):
			quote, newline = c, false
		case c == quote:
			quote = 0
		case c == '\n':
			newline = true
		case c == '<' && (quote == 0 || newline && startsTag(raw[i:])):
			return true
		}
	}
	return false
}

func startsTag(b []byte) bool {
	return len(b) > 1 && (b[1] == '/' || 'a' <= b[1]|0x20 && b[1]|0x20 <= 'z')
}

// shorten makes markup fit into a message.
func shorten(raw []byte) string {
	const most = 40
	words := []rune(string(bytes.Join(bytes.Fields(raw), []byte(" "))))
	if len(words) > most {
		return string(words[:most]) + "…"
	}
	return string(words)
}

// unfinished reports a tag that the end of the page cuts off.
func (p *preparer) unfinished(raw []byte) {
	if len(raw) == 0 {
		return
	}
	p.add(Report{
		Severity: Error, ID: "swallowed-markup", LeftOut: string(raw),
		Message: fmt.Sprintf("%s is a tag that nothing closes, and the rest of the page is lost in it", shorten(raw)),
	}, p.offset)
}

// worthClosing names the elements that change what belongs together when they
// are left open. End tags that HTML allows to omit are no fault.
var worthClosing = map[string]string{
	"ul": "unclosed-list", "ol": "unclosed-list", "dl": "unclosed-list",
	"small": "unclosed-caption", "figcaption": "unclosed-caption", "figure": "unclosed-caption",
	"table": "unclosed-table", "pre": "unclosed-pre", "equation": "unclosed-equation",
	"prompt": "unclosed-prompt", "rag": "unclosed-directive",
}

// unclosed reports elements that were left open.
func (p *preparer) unclosed(open []openElement) {
	for _, e := range open {
		if e.name == "prompt" || e.name == "rag" {
			p.open[e.offset] = true
		}
		if id := worthClosing[e.name]; id != "" && !e.skipped {
			p.add(Report{
				Severity: Error, ID: id, Element: e.name,
				Message: fmt.Sprintf("<%s> is never closed, so that what follows is taken for a part of it; type </%s> at its end", e.name, e.name),
			}, e.offset)
		}
	}
}
