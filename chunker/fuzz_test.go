package chunker

import (
	"bytes"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"
)

// FuzzPage checks the promises of Page's doc comment.
func FuzzPage(f *testing.F) {
	for name, page := range manuals(f) {
		if len(page) < 50_000 {
			f.Add(page, "", "https://docs.example/"+name)
		}
	}
	f.Add([]byte(strings.Repeat("\xed", 26)+strings.Repeat("\xa1", 8)+" set=u pti/h\x9ac"), "", "")
	for _, page := range corners {
		f.Add([]byte(page), "text/html; charset=utf-8", "")
	}
	f.Fuzz(func(t *testing.T, page []byte, contentType, base string) {
		o := Options{Base: base, ContentType: contentType}
		chunks, reports := Page(page, o)
		lines := 1 + bytes.Count(page, []byte("\n")) + bytes.Count(page, []byte("\r"))
		if !utf8.Valid(page) {
			lines = len(page) + 1 // other encodings may write line ends otherwise
		}
		for _, c := range chunks {
			checkChunk(t, c, lines)
		}
		for i, r := range reports {
			checkReport(t, r, lines)
			if i > 0 && r.Line < reports[i-1].Line {
				t.Errorf("report %d stands before the one before it", i)
			}
		}
		if len(chunks) == 0 && len(reports) == 0 {
			t.Error("no chunks and no report why")
		}
		again, reportsAgain := Page(page, o)
		if !reflect.DeepEqual(chunks, again) || !reflect.DeepEqual(reports, reportsAgain) {
			t.Error("a second call gives another result")
		}
	})
}

func checkChunk(t *testing.T, c Chunk, lines int) {
	t.Helper()
	for what, s := range map[string]string{"match": c.Match, "content": c.Content} {
		switch {
		case s == "":
			t.Errorf("empty %s", what)
		case s != trim(s):
			t.Errorf("%s is not trimmed: %q", what, s)
		case !utf8.ValidString(s):
			t.Errorf("%s is not UTF-8: %q", what, s)
		case strings.ContainsFunc(s, func(c rune) bool { return c < ' ' && c != '\n' }):
			t.Errorf("%s has control characters: %q", what, s)
		}
	}
	if c.Name != Name(c.Match) {
		t.Errorf("name %s is not that of the match", c.Name)
	}
	if len(c.Fragments) == 0 || c.Kind == "" {
		t.Errorf("a chunk of kind %q with %d fragments", c.Kind, len(c.Fragments))
	}
	if c.FirstLine < 1 || c.LastLine < c.FirstLine || c.LastLine > lines {
		t.Errorf("lines %d to %d of %d", c.FirstLine, c.LastLine, lines)
	}
}

func checkReport(t *testing.T, r Report, lines int) {
	t.Helper()
	if r.Line < 1 || r.Line > lines || r.Column < 1 {
		t.Errorf("report at %d:%d of %d lines", r.Line, r.Column, lines)
	}
	if r.ID == "" || r.Message == "" || r.Severity == "" {
		t.Errorf("incomplete report %+v", r)
	}
	if !utf8.ValidString(r.Message) || !utf8.ValidString(r.LeftOut) || strings.ContainsRune(r.LeftOut, markStart) {
		t.Errorf("report is not clean: %q %q", r.Message, r.LeftOut)
	}
}

// corners are inputs that once were, or might be, read wrong.
var corners = []string{
	"", " ", "\x00", "<", "</", "<!--", "<p", "<p>a", "a\x01@@@@@b",
	"<table><tr><td>a<td>b<caption>c", "<center><center><table>", "<ul><li><ul><li>", "<dl><dt>a<dd>b<dt>c", "<h1>a<h2>b",
	"<prompt>a<prompt>b", "<rag>page-chunk<p>a", "<equation>a<equation>b</equation>", "<svg><p>a", "<select><option>a<p>b",
	"<a href=x><p>a</p><p>b</p></a>", "<code><p>a</p>b</code>", "<table><tr><td colspan=9999 rowspan=9999>a<td>b",
	"<pre>\n\na\tb</pre>", "<?php echo 'a>b' ?>c", "<math><mi>x</mi></math>", "<ol start=-5 reversed type=i><li>a<li value=7>b",
	"<frameset><frame></frameset>", "<plaintext>a<b>", "<xmp><b>a</b></xmp>", "<b><p>a</b></p><i>b", "<title>a", "<base href=':'><a href='%'>aa</a>",
	"<ul><li><ul>ul><<li>", "<table><td><td>a<td>b<d>o>b<",
	"a&#xD b&#13;c&#5tf&#x1;@@@@@b&#127;c<img alt='x&#2;y' src=a><title>a&#1;@@@@@b",
	"<p>[25-JUN-25]</p><p>[31-FEB-25] a b</p>", "<p>a<br><br>b<br>\n<br>c", "<small><b>Table:</b></small>", "<figure><figcaption>a</figure>",
}
