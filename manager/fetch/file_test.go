package fetch

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestAFileIsReadWhole(t *testing.T) {
	for _, test := range []struct{ name, content string }{
		{"plain", hello},
		{"empty", ""},
		{"a fragment", "just text & more"},
		{"PHP as saved", "<?php echo 'x' ?><p>text"},
		{"XHTML", `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"></html>`},
		{"Latin 1", "<p>Gr\xfc\xdfe</p>"},
		{"UTF-16 with mark", "\xff\xfe<\x00p\x00>\x00a\x00"},
		{"UTF-16 without mark", "\x00<\x00p\x00>\x00a\x00<\x00/\x00p\x00>"},
		{"text that begins like a bitmap", "BMW: a car"},
	} {
		path := writeFile(t, filepath.Join(t.TempDir(), "a.php"), test.content)
		doc, err := newFetcher(t, Options{}).Get(t.Context(), Page{Address: path, Path: path}, Validators{ETag: "x"})
		if err != nil || string(doc.Body) != test.content {
			t.Errorf("%s: have %q, %v", test.name, doc.Body, err)
			continue
		}
		if doc.ContentType != "text/html" || doc.FinalURL != "" || doc.NotModified || doc.Validators != (Validators{}) || doc.Base != fileURL(path) {
			t.Errorf("%s: have %+v", test.name, doc)
		}
	}
}

func TestBinaryFilesAreNoPages(t *testing.T) {
	for _, test := range []struct{ content, want string }{
		{"%PDF-1.7\nplain ASCII", "application/pdf"},
		{"\x89PNG\r\n\x1a\nrest", "image/png"},
		{"PK\x03\x04\x14\x00\x00\x00", "application/zip"},
		{"\x7fELF\x02\x01\x01\x00\x00", "application/octet-stream"},
		{"<p>a\x00b\x00\x00c</p>", "application/octet-stream"},
	} {
		path := writeFile(t, filepath.Join(t.TempDir(), "a.html"), test.content)
		if e := getError[*NotHTMLError](t, newFetcher(t, Options{}), path); e.ContentType != test.want {
			t.Errorf("%q: have %s, want %s", test.content, e.ContentType, test.want)
		}
	}
}

func TestWhatIsNoFile(t *testing.T) {
	f, root := newFetcher(t, Options{}), folder(t, "sub/")
	if e := getError[*FileError](t, f, filepath.Join(root, "sub")); !errors.Is(e, errFolder) {
		t.Error(e)
	}
	if e := getError[*FileError](t, f, filepath.Join(root, "missing.html")); !errors.Is(e, os.ErrNotExist) || Gone(e) {
		t.Error(e)
	}
	if _, err := os.Stat("/dev/zero"); err == nil {
		if e := getError[*FileError](t, f, "/dev/zero"); !errors.Is(e, errIrregular) {
			t.Error(e)
		}
		_, problems := f.Pages(t.Context(), []Source{{Address: "/dev/zero"}})
		if len(problems) != 1 || !errors.Is(problems[0], errIrregular) {
			t.Error(problems)
		}
	}
}

func TestAFileThatMustNotBeRead(t *testing.T) {
	path := writeFile(t, filepath.Join(t.TempDir(), "a.html"), hello)
	if os.Chmod(path, 0); os.Getuid() <= 0 {
		t.Skip("nothing is forbidden here")
	}
	if e := getError[*FileError](t, newFetcher(t, Options{}), path); !errors.Is(e, os.ErrPermission) {
		t.Error(e)
	}
}

func TestAFileOverTheLimit(t *testing.T) {
	root := t.TempDir()
	f := newFetcher(t, Options{MaxBytes: 10})
	mustGet(t, f, writeFile(t, filepath.Join(root, "ten.html"), "0123456789"))
	e := getError[*TooLargeError](t, f, writeFile(t, filepath.Join(root, "eleven.html"), "01234567890"))
	wantText(t, e.Error(), "eleven.html: larger than 10 bytes")
}

func TestHintsForFiles(t *testing.T) {
	for err, want := range map[error]string{
		os.ErrNotExist:       "check the spelling",
		os.ErrPermission:     "the right to read",
		errFolder:            "as a source",
		errors.New("broken"): "",
	} {
		if have := newFileError("/a", err).Hint(); !strings.Contains(have, want) || (have == "") != (want == "") {
			t.Errorf("%v: have hint %q, want %q", err, have, want)
		}
	}
}
