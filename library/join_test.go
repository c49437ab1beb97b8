package library

import (
	"slices"
	"strings"
	"testing"
)

func TestJoin(t *testing.T) {
	const (
		gauge  = "Document: [Gauges](g.html)\nChapter: [Power](g.html#Power)"
		logger = "Document: [Loggers](l.html)\nDate: 26-MAY-25"
		charge = "Charge it for two hours.\n\nNot longer."
		store  = "Store it dry."
	)
	for _, test := range []struct {
		name     string
		contents []string
		want     string
	}{
		{"none", nil, ""},
		{"one", []string{gauge + "\n\n" + charge}, gauge + "\n\n" + charge},
		{"equal", []string{gauge + "\n\n" + charge, gauge + "\n\n" + charge}, gauge + "\n\n" + charge},
		{
			"equal bodies under other headings",
			[]string{gauge + "\n\n" + charge, logger + "\n\n" + charge, gauge + "\n\n" + charge},
			gauge + "\n" + logger + "\n\n" + charge,
		},
		{
			"other bodies under equal headings",
			[]string{gauge + "\n\n" + charge, gauge + "\n\n" + store},
			gauge + "\n\n" + charge + "\n\n" + gauge + "\n\n" + store,
		},
		{
			"equal bodies that do not follow each other",
			[]string{gauge + "\n\n" + charge, gauge + "\n\n" + store, logger + "\n\n" + charge},
			gauge + "\n" + logger + "\n\n" + charge + "\n\n" + gauge + "\n\n" + store,
		},
		{"no headings", []string{charge, store, charge}, charge + "\n\n" + store},
		{"headings for one of them", []string{charge, gauge + "\n\n" + charge}, gauge + "\n\n" + charge},
		{
			"a first line that only looks like a heading",
			[]string{"Date: never\nor later\n\n" + store, store},
			"Date: never\nor later\n\n" + store + "\n\n" + store,
		},
		{"all of it a heading", []string{"Date: never", store}, "Date: never\n\n" + store},
		{"empty", []string{"", store, ""}, store},
	} {
		if got := Join(test.contents); got != test.want {
			t.Errorf("%s:\ngot  %q\nwant %q", test.name, got, test.want)
		}
	}
}

// What was joined stays joined, and no body is lost.
func FuzzJoin(f *testing.F) {
	f.Add("Document: A\n\nbody", "Document: B\n\nbody", "")
	f.Add("Date: x", "\n\n", "Document: \n\n\n\n")
	f.Fuzz(func(t *testing.T, a, b, c string) {
		if got := Join([]string{a}); got != a {
			t.Errorf("Join of one: %q, want %q", got, a)
		}
		all := []string{a, b, c}
		if got := Join(slices.Concat(all, all)); got != Join(all) {
			t.Errorf("twice the same: %q, want %q", got, Join(all))
		}
		for _, content := range all {
			_, body := splitContent(content)
			if !strings.Contains(Join(all), body) {
				t.Errorf("%q lost the body of %q", Join(all), content)
			}
		}
	})
}
