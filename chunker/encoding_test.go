package chunker

import (
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/unicode"
)

const (
	german   = "Größe 5 µA für 20 °C: “gut” — über 3 €."
	japan    = "水位計は川の高さを測ります。電池は四年もちます。毎年二回点検してください。"
	european = "Größe 5 µA für 20 °C, ±5 %, café."
)

// TestEncodings finds the encoding of pages as browsers do.
func TestEncodings(t *testing.T) {
	for _, c := range []struct {
		name        string
		text        string
		encoding    encoding.Encoding
		contentType string
		meta        string
		report      string
	}{
		{name: "UTF-8 that nobody declares", text: german + japan},
		{name: "UTF-8 with a byte-order mark, whatever the header says", text: "\ufeff" + german, contentType: "text/html; charset=iso-8859-1"},
		{name: "UTF-8 by meta", text: german, meta: `<meta charset="utf-8">`},
		{name: "ISO-8859-1 by header alone", text: european, encoding: charmap.ISO8859_1, contentType: "text/html; charset=ISO-8859-1"},
		{name: "windows-1252 by meta alone", text: german, encoding: charmap.Windows1252, meta: `<meta http-equiv="Content-Type" content="text/html; charset=windows-1252">`},
		{name: "windows-1252 that calls itself ISO-8859-1", text: german, encoding: charmap.Windows1252, meta: `<meta charset="iso-8859-1">`},
		{name: "windows-1252 that nobody declares", text: german, encoding: charmap.Windows1252},
		{name: "ISO-8859-15 by meta", text: "Größe, œuvre, 5 €", encoding: charmap.ISO8859_15, meta: `<meta charset=ISO-8859-15>`},
		{name: "Shift-JIS by meta", text: japan, encoding: japanese.ShiftJIS, meta: `<meta charset="Shift_JIS">`},
		{name: "Shift-JIS that nobody declares", text: strings.Repeat(japan, 3), encoding: japanese.ShiftJIS},
		{name: "EUC-JP that nobody declares", text: strings.Repeat(japan, 3), encoding: japanese.EUCJP},
		{name: "UTF-16 with a byte-order mark", text: german, encoding: unicode.UTF16(unicode.LittleEndian, unicode.UseBOM)},
		{name: "header before meta", text: german, contentType: "text/html; charset=utf-8", meta: `<meta charset="iso-8859-1">`},
		{
			name: "Shift-JIS that calls itself ISO-8859-1", text: strings.Repeat(japan, 3), encoding: japanese.ShiftJIS,
			meta: `<meta charset="iso-8859-1">`, report: "bad-encoding suspect-encoding",
		},
		{name: "windows-1252 that calls itself UTF-8", text: german, encoding: charmap.Windows1252, meta: `<meta charset="utf-8">`, report: "bad-encoding"},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := strings.TrimPrefix(c.text, "\ufeff")
			page := strings.TrimSuffix(c.text, text) + "<html><head>" + c.meta + "<title>T</title></head>\n<body>\n<p>" + text + "</p>"
			bytes := []byte(page)
			if c.encoding != nil {
				encoded, err := c.encoding.NewEncoder().Bytes(bytes)
				if err != nil {
					t.Fatal(err)
				}
				bytes = encoded
			}
			chunks, reports := Page(bytes, Options{ContentType: c.contentType})
			if c.report == "" && (len(chunks) != 1 || chunks[0].Match != text) {
				t.Errorf("chunks %+v, want the text %q", chunks, text)
			}
			checkIDs(t, reports, c.report)
		})
	}
}

// checkIDs checks that the only report has an identifier, or that there is none.
func checkIDs(t *testing.T, reports []Report, id string) {
	t.Helper()
	var got []string
	for _, r := range reports {
		got = append(got, r.ID)
	}
	if strings.Join(got, " ") != id {
		t.Errorf("reports %v, want %q", got, id)
	}
}

// TestLineEnds counts lines alike whatever ends them.
func TestLineEnds(t *testing.T) {
	page := "<title>T</title>\n<p>One.</p>\n<ul>\n<li>two\nlines</li>\n</ul>\n<pre>\na\n\nb</pre>\n"
	for name, end := range map[string]string{"LF": "\n", "CR LF": "\r\n", "CR": "\r"} {
		chunks, reports := Page([]byte(strings.ReplaceAll(page, "\n", end)), Options{})
		if len(reports) > 0 || len(chunks) != 2 {
			t.Fatalf("%s: %d chunks, reports %v", name, len(chunks), reports)
		}
		if c := chunks[0]; c.Match != "One.\n\n- two\nlines" || c.FirstLine != 2 || c.LastLine != 5 {
			t.Errorf("%s: match %q in lines %d to %d", name, c.Match, c.FirstLine, c.LastLine)
		}
		if c := chunks[1]; c.Match != "a\n\nb" || c.FirstLine != 8 || c.LastLine != 10 {
			t.Errorf("%s: match %q in lines %d to %d", name, c.Match, c.FirstLine, c.LastLine)
		}
	}
}

// TestPositions checks line and column of reports after characters of several
// bytes, and after elements that are left out.
func TestPositions(t *testing.T) {
	page := "<title>T</title><script>\n\n</script>\n<p>Höhe µ <span hidden>x y</span></p>\n<!-- \n -->\n<style>p {}\n</style><p>ok</p> <img src=a>\n"
	_, reports := Page([]byte(page), Options{})
	for i, want := range []Report{{Line: 4, Column: 11, ID: "hidden-text"}, {Line: 8, Column: 19, ID: "missing-caption"}} {
		if r := reports[i]; r.Line != want.Line || r.Column != want.Column || r.ID != want.ID {
			t.Errorf("report %d is %+v, want %+v", i, r, want)
		}
	}
}
