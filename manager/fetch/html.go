package fetch

import (
	"bytes"
	"net/http"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// isHTMLType reports whether a Content-Type header announces HTML. Parameters do
// not count, valid or not.
func isHTMLType(contentType string) bool {
	kind, _, _ := strings.Cut(contentType, ";")
	kind = strings.ToLower(strings.TrimSpace(kind))
	return kind == "text/html" || kind == "application/xhtml+xml"
}

// sample is how many bytes are searched for NULs; that is what Git does to tell
// text from binary files.
const sample = 8000

// magicType returns the type of a body that begins like a file of another kind,
// "" if it may be HTML. A text may begin like a bitmap ("BM"), but not with more
// of it than letters.
func magicType(body []byte) string {
	kind := http.DetectContentType(body)
	head := body[:min(len(body), sample)]
	switch {
	case strings.HasPrefix(kind, "text/"), kind == "application/octet-stream":
		return ""
	case kind == "application/pdf", kind == "application/postscript":
		return kind
	case utf8.Valid(head) && bytes.IndexByte(head, 0) < 0:
		return ""
	}
	return kind
}

// binaryFile returns the type of the content of a file that is no text, else "".
func binaryFile(body []byte) string {
	if kind := magicType(body); kind != "" {
		return kind
	}
	if head := body[:min(len(body), sample)]; bytes.IndexByte(head, 0) >= 0 && !isUTF16(head) {
		return "application/octet-stream"
	}
	return ""
}

// isUTF16 reports whether text with NULs is UTF-16: it has a byte-order mark, or
// all its NULs are on one side of the byte pairs and at least one byte in eight
// is one, as in markup of any script.
func isUTF16(head []byte) bool {
	if bytes.HasPrefix(head, []byte{0xFE, 0xFF}) || bytes.HasPrefix(head, []byte{0xFF, 0xFE}) {
		return true
	}
	var nuls [2]int
	for i, b := range head {
		if b == 0 {
			nuls[i%2]++
		}
	}
	return min(nuls[0], nuls[1]) == 0 && max(nuls[0], nuls[1])*8 >= len(head)
}

// The most characters of prose on a login page. A page that stands in for the
// one asked for ("please log in to read …") has fewer than a paragraph of them; a
// page that we were sent to may tell more about the site. Pages of a manual that
// show a login form, or have one in a corner, have more than either.
const (
	loginProse           = 300
	loginProseRedirected = 1000
)

// isLoginPage reports whether a page asks for a password instead of telling
// something: it has a password field, and its prose, not counting forms, links,
// navigation, headers and footers, is short.
func isLoginPage(body []byte, redirected bool) bool {
	if !passwordField.Match(body) {
		return false // most pages need not be parsed
	}
	doc, err := html.Parse(bytes.NewReader(body))
	if err != nil || !hasPasswordField(doc) {
		return false
	}
	if redirected {
		return proseLength(doc) < loginProseRedirected
	}
	return proseLength(doc) < loginProse
}

// passwordField finds what may be a password field; it may be in a comment.
var passwordField = regexp.MustCompile(`(?i)type\s*=\s*["']?\s*password`)

func hasPasswordField(doc *html.Node) bool {
	for n := range doc.Descendants() {
		if n.DataAtom != atom.Input {
			continue
		}
		for _, a := range n.Attr {
			if a.Key == "type" && strings.EqualFold(strings.TrimSpace(a.Val), "password") {
				return true
			}
		}
	}
	return false
}

// proseLength counts the visible characters below n that are prose.
func proseLength(n *html.Node) (count int) {
	switch {
	case n.Type == html.TextNode:
		return visible(n.Data)
	case n.Type == html.ElementNode && notProse[n.DataAtom]:
		return 0
	}
	for c := range n.ChildNodes() {
		count += proseLength(c)
	}
	return count
}

// notProse are the elements whose text says nothing about the page.
var notProse = map[atom.Atom]bool{
	atom.Head: true, atom.Script: true, atom.Style: true, atom.Template: true, atom.Noscript: true,
	atom.Form: true, atom.Label: true, atom.Button: true, atom.Select: true, atom.Textarea: true,
	atom.A: true, atom.Nav: true, atom.Header: true, atom.Footer: true,
}

// visible counts the characters of text that are no white space.
func visible(text string) (count int) {
	for _, r := range text {
		if !unicode.IsSpace(r) {
			count++
		}
	}
	return count
}
