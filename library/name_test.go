package library

import "testing"

// The wanted names are digits 2 to 13 of what sha1sum prints.
func TestNameOf(t *testing.T) {
	for match, want := range map[string]Name{
		"":                            "a39a3ee5e6b4",
		"abc":                         "9993e3647068",
		"Ladestrom: 25 µA\nbei 20 °C": "745eb62ee19f",
	} {
		if got := NameOf(match); got != want || !got.Valid() {
			t.Errorf("NameOf(%q) = %s, want %s", match, got, want)
		}
	}
}

func TestValid(t *testing.T) {
	for name, want := range map[Name]bool{
		"0123456789ab":  true,
		"":              false,
		"0123456789a":   false,
		"0123456789abc": false,
		"0123456789AB":  false,
		"0123456789aµ":  false, // twelve characters, thirteen bytes
		"0123456789µ":   false, // twelve bytes
		"../../../etc":  false,
	} {
		if got := name.Valid(); got != want {
			t.Errorf("%q is valid: %v", name, got)
		}
	}
}

func TestFileNames(t *testing.T) {
	if n, ok := nameOfFile("0123456789ab.txt"); !ok || n != "0123456789ab" {
		t.Errorf("0123456789ab.txt is of %q, %v", n, ok)
	}
	for _, file := range []string{".0123456789ab.txt.tmp", "0123456789ab.TXT", "0123456789ab", "notes.txt"} {
		if n, ok := nameOfFile(file); ok {
			t.Errorf("%s is of %s", file, n)
		}
	}
	file := pageFile("https://kestrel.example/a.html")
	if !isPageFile(file) || file == pageFile("https://kestrel.example/b.html") {
		t.Errorf("%s is no good name for a page record", file)
	}
	if isPageFile("notes.json") || isPageFile(file+".tmp") {
		t.Error("other files pass for page records")
	}
}
