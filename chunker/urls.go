package chunker

import (
	"net/url"
	"strings"
)

// A resolver makes addresses absolute.
type resolver struct {
	base  *url.URL // nil if the page's address is not known
	page  string   // address of the page without fragment, for links to its headings
	cache map[string]string
}

// newResolver returns a resolver for a page and the href of its base tag, ""
// if it has none. Headings are part of the page, wherever base points.
func newResolver(page, base string) *resolver {
	r := &resolver{cache: map[string]string{}}
	if u, err := parseURL(page); err == nil && u.IsAbs() {
		u.Fragment = ""
		r.base, r.page = u, escapeURL(u.String())
	}
	if base != "" {
		if u, err := parseURL(base); err == nil {
			if r.base != nil {
				u = r.base.ResolveReference(u)
			}
			if u.IsAbs() {
				r.base = u
			}
		}
	}
	return r
}

// parseURL parses an address as typed in a page, more leniently than url.Parse:
// blanks around it and line breaks in it do not count, and a per cent sign that
// begins no escape stands for itself.
func parseURL(address string) (*url.URL, error) {
	address = strings.Trim(address, " \t\n\f\r")
	if strings.ContainsAny(address, "\t\n\r") {
		address = strings.NewReplacer("\t", "", "\n", "", "\r", "").Replace(address)
	}
	u, err := url.Parse(address)
	if err != nil && strings.Contains(address, "%") {
		u, err = url.Parse(escapePercent(address))
	}
	return u, err
}

// escapePercent escapes the per cent signs that begin no escape.
func escapePercent(s string) string {
	var b strings.Builder
	for i := range len(s) {
		b.WriteByte(s[i])
		if s[i] == '%' && (i+2 >= len(s) || !isHex(s[i+1]) || !isHex(s[i+2])) {
			b.WriteString("25")
		}
	}
	return b.String()
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f'
}

// resolve returns the absolute form of an address, by RFC 3986. Addresses of
// other schemes, and those that are no URL at all, stay as typed but for
// characters that would break a Markdown link.
func (r *resolver) resolve(address string) string {
	if found, ok := r.cache[address]; ok {
		return found
	}
	result := r.resolveNew(address)
	r.cache[address] = result
	return result
}

func (r *resolver) resolveNew(address string) string {
	u, err := parseURL(address)
	if err != nil || u.Opaque != "" || u.IsAbs() && u.Host == "" {
		return escapeURL(strings.TrimSpace(address))
	}
	if r.base == nil {
		return escapeURL(strings.TrimSpace(address))
	}
	return escapeURL(r.base.ResolveReference(u).String())
}

// heading returns the address of a heading: the page with the fragment that
// leads there. A fragment made of a title is what hand-typed links use.
func (r *resolver) heading(fragment string) string {
	return r.page + "#" + escapeFragment(fragment)
}

// escapeURL escapes what would end or break a Markdown link: white space,
// quotes, backslashes, angle brackets, and parentheses that are not in pairs.
func escapeURL(s string) string {
	s = strings.ToValidUTF8(s, "")
	pairs := balanced(s)
	breaks := func(c byte) bool {
		return c <= ' ' || c == 0x7f || c == '<' || c == '>' || c == '"' || c == '\\' || (c == '(' || c == ')') && !pairs
	}
	var b strings.Builder
	for i := range len(s) {
		if breaks(s[i]) {
			writeEscape(&b, s[i])
		} else {
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

func balanced(s string) bool {
	open := 0
	for i := range len(s) {
		switch s[i] {
		case '(':
			open++
		case ')':
			if open--; open < 0 {
				return false
			}
		}
	}
	return open == 0
}

// escapeFragment percent-encodes all that RFC 3986 does not allow in a
// fragment, and parentheses, which Markdown would count.
func escapeFragment(s string) string {
	var b strings.Builder
	for i := range len(s) {
		c := s[i]
		if 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || strings.IndexByte("-._~!$&'*+,;=:@/?", c) >= 0 ||
			c == '%' && i+2 < len(s) && isHex(s[i+1]) && isHex(s[i+2]) {
			b.WriteByte(c)
		} else {
			writeEscape(&b, c)
		}
	}
	return b.String()
}

func writeEscape(b *strings.Builder, c byte) {
	const hex = "0123456789ABCDEF"
	b.Write([]byte{'%', hex[c>>4], hex[c&15]})
}
