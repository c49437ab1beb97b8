package terminal

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestPrintError(t *testing.T) {
	var out bytes.Buffer
	PrintError(&out, nil)
	PrintError(&out, errors.New("bad \x1b]0;title\a and \u202eback\xff"))
	PrintError(&out, errors.Join(errors.New("one"), noKey{}))
	const want = "ragmanager: bad ␛]0;title␇ and �back�\n" +
		"ragmanager: one\nragmanager: server said 401: no key\nhint: check the key file\n"
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Error(diff)
	}
}

func TestIsTerminal(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "log"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if IsTerminal(f) || IsTerminal(&bytes.Buffer{}) || hasBar(f) {
		t.Error("a file is no terminal")
	}
}

func TestTable(t *testing.T) {
	for name, c := range map[string]struct {
		header []string
		rows   [][]string
		want   string
	}{
		"nothing": {nil, nil, ""},
		"numbers": {
			[]string{"PAGE", "CHUNKS", "SHARE"},
			[][]string{{"a.html", "7", "5%"}, {"long.html", "120", "95.5%"}, {"none.html", "", ""}},
			`PAGE       CHUNKS  SHARE
a.html          7     5%
long.html     120  95.5%
none.html
`,
		},
		"wide": {
			nil,
			[][]string{{"日本語", "ja"}, {"e\u0301t\u00e9", "fr"}, {"👩‍🔬", "emoji"}, {"plain", "en"}},
			"日本語  ja\ne\u0301t\u00e9     fr\n👩‍🔬      emoji\nplain   en\n",
		},
		"lines": {
			[]string{"KEY", "VALUE"},
			[][]string{{"sources", "a\nb"}, {"dump", "false\n"}, {"short"}, {"more", "x", "y"}},
			`KEY      VALUE
sources  a
         b
dump     false
short
more     x      y
`,
		},
		"control": {nil, [][]string{{"a\tb\x1b[1m", "x"}}, "a b␛[1m  x\n"},
	} {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			if err := Table(&out, c.header, c.rows); err != nil {
				t.Error(err)
			}
			if diff := cmp.Diff(c.want, out.String()); diff != "" {
				t.Error(diff)
			}
		})
	}
	if err := Table(broken{}, nil, [][]string{{"x"}}); !errors.Is(err, errBroken) {
		t.Error(err)
	}
}

func TestTailAndHead(t *testing.T) {
	const text = "ab頁cde\u0301f"
	for width, want := range map[int][2]string{
		8: {text, text},
		7: {"…頁cde\u0301f", "ab頁cde\u0301"},
		6: {"…cde\u0301f", "ab頁cd"},
		4: {"…de\u0301f", "ab頁"},
		3: {"…e\u0301f", "ab"},
		1: {"…", "a"},
	} {
		have := [2]string{tail(text, width), head(text, width)}
		if have != want {
			t.Errorf("%d: have %q, want %q", width, have, want)
		}
	}
	if strings.Contains(tail(strings.Repeat("x", 1000), 5), "xxxxx") {
		t.Error("too long")
	}
}
