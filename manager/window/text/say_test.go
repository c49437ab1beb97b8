package text

import (
	"math"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

func TestSentence(t *testing.T) {
	for words, want := range map[string]string{
		"":                             "",
		" \n\t ":                       "",
		"disk full":                    "Disk full.",
		"Disk full.":                   "Disk full.",
		"really?":                      "Really?",
		"see the list:":                "See the list:",
		"élan is missing":              "Élan is missing.",
		"3 pages":                      "3 pages.",
		"100 %":                        "100 %.",
		"reading …":                    "Reading …",
		"(nothing)":                    "(nothing).",
		"-":                            "-",
		"日本語":                          "日本語.",
		"https://a.test/x: refused":    "https://a.test/x: refused.",
		"/home/ada: no such directory": "/home/ada: no such directory.",
		`c:\docs is gone`:              `c:\docs is gone.`,
		"fetch.timeout must be set":    "fetch.timeout must be set.",
		"key_file is empty":            "key_file is empty.",
		"ada@a.test is no page":        "ada@a.test is no page.",
		"without ? and #":              "Without ? and #.",
		"write http://HOST/":           "Write http://HOST/.",
		"and so on;":                   "And so on;",
		"pages: 3 read":                "Pages: 3 read.",
		`no file "x"`:                  `No file "x".`,
		"  spaced  ":                   "Spaced.",
	} {
		if got := Sentence(words); got != want {
			t.Errorf("%q becomes %q, want %q", words, got, want)
		}
	}
}

// FuzzSentence holds that a sentence is one for good, loses nothing, and stays text.
func FuzzSentence(f *testing.F) {
	for _, words := range []string{"", "a", "ǆ", "ß", "ı", "\xff\xfe", "a\x00b", "é.", "…", "\u202edrow", "a\n\nb", "ﬁ", "x)", ")"} {
		f.Add(words)
	}
	f.Fuzz(func(t *testing.T, words string) {
		got := Sentence(words)
		if again := Sentence(got); again != got {
			t.Errorf("%q becomes %q and then %q", words, got, again)
		}
		if utf8.ValidString(words) && !utf8.ValidString(got) {
			t.Errorf("%q becomes %q, which is no text", words, got)
		}
		if (strings.TrimSpace(words) == "") != (got == "") {
			t.Errorf("%q becomes %q", words, got)
		}
	})
}

func TestNumber(t *testing.T) {
	for n, want := range map[int]string{
		0: "0", 7: "7", 999: "999", 1000: "1,000", 123456: "123,456", 1234567: "1,234,567",
		-1: "-1", -999: "-999", -1000: "-1,000", -123456: "-123,456",
		math.MaxInt64: "9,223,372,036,854,775,807", math.MinInt64: "-9,223,372,036,854,775,808",
	} {
		if got := Number(n); got != want {
			t.Errorf("%d is %q, want %q", n, got, want)
		}
	}
}

// FuzzNumber holds that parting the thousands changes nothing but how it looks.
func FuzzNumber(f *testing.F) {
	f.Add(0)
	f.Add(-1000)
	f.Fuzz(func(t *testing.T, n int) {
		got := Number(n)
		if back, err := strconv.Atoi(strings.ReplaceAll(got, ",", "")); err != nil || back != n {
			t.Errorf("%d is %q", n, got)
		}
		for i, part := range strings.Split(strings.TrimPrefix(got, "-"), ",") {
			if len(part) > 3 || part == "" || i > 0 && len(part) != 3 {
				t.Errorf("%d is %q", n, got)
			}
		}
	})
}

func TestGrouped(t *testing.T) {
	for words, want := range map[string]string{
		"": "", "12 chunks": "12 chunks", "1234": "1,234",
		"pages: 13063 read, 999 unchanged; chunks: 1000 added, 20000 gone": "pages: 13,063 read, 999 unchanged; chunks: 1,000 added, 20,000 gone",
		"fitted on 13063 chunks in 1234.5 s (1024 tokens)":                 "fitted on 13,063 chunks in 1,234.5 s (1,024 tokens)",
		"text-embedding-1234, /a/1234, x1234, 00001234, 1234567890123":     "text-embedding-1234, /a/1234, x1234, 00001234, 1234567890123",
	} {
		if got := Grouped(words); got != want {
			t.Errorf("%q becomes %q, want %q", words, got, want)
		}
	}
}

func TestDuration(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0:00", time.Millisecond: "0:00", 500 * time.Millisecond: "0:01", 59 * time.Second: "0:59",
		59*time.Second + 600*time.Millisecond: "1:00", 61 * time.Second: "1:01", 59*time.Minute + 59*time.Second: "59:59",
		time.Hour - time.Millisecond: "1:00 h", time.Hour: "1:00 h", 25*time.Hour + 5*time.Minute: "25:05 h",
		-time.Second: "0:00", -2 * time.Hour: "0:00", // a clock that was put back
		math.MaxInt64: "2562047:47 h", math.MinInt64: "0:00",
	} {
		if got := Duration(d); got != want {
			t.Errorf("%v is %q, want %q", d, got, want)
		}
	}
}

func TestCountSizePrice(t *testing.T) {
	for got, want := range map[string]string{
		Count(0, "chunk"): "0 chunks", Count(1, "chunk"): "1 chunk", Count(1234, "chunk"): "1,234 chunks",
		Size(0): "0 bytes", Size(1): "1 byte", Size(999): "999 bytes", Size(1500): "1.5 kB", Size(2_500_000): "2.5 MB", Size(3_200_000_000): "3.2 GB",
		Price(0): "$0.0000", Price(0.00001): "under $0.0001", Price(1.23456): "$1.2346",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// What a server of pages says of its length need not be true.
func TestProgress(t *testing.T) {
	for got, want := range map[string]string{
		Progress("read pages", 3, 0, 0, 0, ""):                        "Read pages · 3",
		Progress("read pages", 0, 0, 0, 0, "a.html"):                  "Read pages · a.html",
		Progress("embed", 1500, 2000, 9.96, 61*time.Second, "x"):      "Embed · 1,500 of 2,000 · 10.0/s · 1:01 left · x",
		Progress("embed", 2100, 2000, 1234.5, -61*time.Second, "x"):   "Embed · 2,100 of 2,000 · 1,234/s · x",
		Percent(1, 3) + Percent(0, 0) + Percent(3, 3) + Percent(4, 3): "33%100%100%",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// Every name of a button that is explained is explained as a sentence.
func TestMeanings(t *testing.T) {
	for name, meaning := range meanings {
		if Sentence(meaning) != meaning || meaning == "" {
			t.Errorf("%s: %q is no sentence", name, meaning)
		}
	}
}
