package manager

import (
	"strings"
	"testing"

	"ragmanager/library"
)

func TestSplitPosition(t *testing.T) {
	const site = "https://www.example.com/"
	for name, c := range map[string]struct {
		content, body, titles, url, page, date string
	}{
		"all": {
			"Document: [Pump](" + site + "a.html)\nChapter: [Use](" + site + "a.html#use)\nSection: Start\nSubsection: Cold\nSubsection: [Hot](" + site + "a.html#hot)\nDate: 2026-01-02\n\nText.\n\nMore.",
			"Text.\n\nMore.", "Pump|Use|Start|Cold|Hot", site + "a.html#hot", site + "a.html", "2026-01-02",
		},
		"none":              {"Text: with a colon.\n\nSection: not a heading", "Text: with a colon.\n\nSection: not a heading", "", "", "", ""},
		"empty":             {"", "", "", "", "", ""},
		"only headings":     {"Document: A\nDate: 2026", "", "A", "", "", "2026"},
		"heading in text":   {"Document: A\n\nSection: in the text", "Section: in the text", "A", "", "", ""},
		"colon in title":    {"Document: A: the pump\n\nText.", "Text.", "A: the pump", "", "", ""},
		"brackets":          {"Document: [A \\[1\\] (x)](" + site + "a_(b).html)\n\nText.", "Text.", "A [1] (x)", site + "a_(b).html", site + "a_(b).html", ""},
		"unlinked brackets": {"Document: [A] b\n\nText.", "Text.", "[A] b", "", "", ""},
		"two places": {
			library.Join([]string{"Document: [A](" + site + "a)\nSection: S\n\nText.", "Document: [B](" + site + "b)\n\nText."}),
			"Text.", "A|S", site + "a", site + "a", "",
		},
	} {
		p, body := splitPosition(c.content)
		equal(t, name+": body", body, c.body)
		equal(t, name+": titles", strings.Join(p.titles(), "|"), c.titles)
		equal(t, name+": places", []string{p.url(), p.page(), p.date}, []string{c.url, c.page, c.date})
	}
}
