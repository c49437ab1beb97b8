package chunker

import (
	"fmt"
	"strings"
	"testing"
)

// slow are inputs made to take time or memory out of all proportion. Each has
// the word "word" as often as its entry says; none of them may get lost.
func slow() map[string]struct {
	page  string
	words int
	id    string // of the report it deserves, "" if none
} {
	type input = struct {
		page  string
		words int
		id    string
	}
	unclosed := func(tag string) input {
		return input{strings.Repeat("<"+tag+">word ", 100_000), 100_000, "too-deep"}
	}
	with := func(i input, id string) input {
		i.id = id
		return i
	}
	return map[string]input{
		"100,000 b":        unclosed("b"),
		"100,000 font":     {fonts(100_000), 100_000, "too-deep"},
		"100,000 span":     unclosed("span"),
		"100,000 unknown":  unclosed("foo"),
		"100,000 center":   unclosed("center"),
		"100,000 ul":       unclosed("ul"),
		"100,000 table":    unclosed("table"),
		"100,000 code":     unclosed("code"),
		"100,000 prompt":   {strings.Repeat("<prompt>text ", 100_000) + "<p>word", 1, "too-deep"},
		"100,000 equation": with(unclosed("equation"), "lonely-equation"),
		"100,000 figure":   unclosed("figure"),
		"100,000 dl":       unclosed("dl"),
		"100,000 p":        with(unclosed("p"), ""),
		"100,000 li":       with(unclosed("li"), ""),
		"100,000 td":       with(unclosed("td"), ""),
		"100,000 a":        with(unclosed("a href=x"), ""),
		"100,000 h2":       with(unclosed("h2"), ""),
		"100,000 sub":      unclosed("sub"),
		"100,000 math tr":  {"<math>" + strings.Repeat("<tr>word ", 100_000), 100_000, "too-deep"},
		"200,000 divs":     {strings.Repeat("<div>", 200_000) + "word" + strings.Repeat("</div>", 200_000), 1, "too-deep"},
		"50,000 misnested": {strings.Repeat("<b><div>word</b>", 50_000), 50_000, "too-deep"},
		"50,000 closed in turn": {
			strings.Repeat("<div>", 50_000) + strings.Repeat("<b>", 50_000) + "word" + strings.Repeat("</div>", 50_000), 1, "too-deep",
		},
		"a line of 5 MB":      {"<p>" + strings.Repeat("word ", 1_000_000) + "</p>", 1_000_000, ""},
		"a line of many tags": {strings.Repeat("<p>word <img src=x> ", 100_000), 100_000, ""},
		"tables in tables":    {strings.Repeat("<table><tr><td>", 10_000) + "word", 1, "too-deep"},
		"10,000 rowspans": {
			"<p>ab</p><table>" + strings.Repeat("<tr><td rowspan=65534>word<td>x", 10_000) + "</table>", 10_000, "table-too-large",
		},
		"10,000 colspans": {
			"<p>ab</p><table>" + strings.Repeat("<tr><td colspan=65534>word<td>x", 10_000) + "</table>", 10_000, "table-too-large",
		},
		"100,000 columns":     {"<table><tr>" + strings.Repeat("<td>word", 100_000) + "</table>", 100_000, ""},
		"100,000 headings":    {strings.Repeat("<h2>ab</h2><h3>cd</h3><p>word</p>", 30_000), 30_000, ""},
		"100,000 terms":       {"<dl>" + strings.Repeat("<dt>ab<dd>word "+strings.Repeat("x", 80), 30_000), 30_000, ""},
		"100,000 tables":      {strings.Repeat("<table><tr><td>word<td>x</table>", 30_000), 30_000, ""},
		"100,000 images":      {strings.Repeat("<h2>ab</h2><p><img src=x></p><img src=y>", 30_000) + "<p>word", 1, ""},
		"100,000 captions":    {strings.Repeat("<small><b>Table:</b> word</small><p>", 30_000), 30_000, ""},
		"100,000 attributes":  {"<p " + strings.Repeat("a=b ", 100_000) + ">word", 1, ""},
		"100,000 svg":         {strings.Repeat("<svg><text>word</text>", 100_000), 100_000, ""},
		"100,000 quotes":      {"<p>word</p>" + strings.Repeat(`<a href="`, 100_000), 1, "swallowed-markup"},
		"100,000 PHP":         {"word" + strings.Repeat("<?php ?>", 100_000), 1, "raw-php"},
		"100,000 comments":    {"word" + strings.Repeat("<!--", 100_000), 1, ""},
		"a pre of 5 MB":       {"<pre>" + strings.Repeat("word\n", 1_000_000), 1_000_000, "long-pre"},
		"100,000 breaks":      {strings.Repeat("word<br>", 100_000), 100_000, ""},
		"100,000 paragraphs":  {strings.Repeat("<br><br>word ", 100_000), 100_000, ""},
		"100,000 duplicates":  {strings.Repeat("<p>word</p>", 100_000), 100_000, "duplicate-match"},
		"100,000 nested subs": {strings.Repeat("x<sub>", 100_000) + "word", 1, "too-deep"},
	}
}

// fonts opens n font elements that differ, which the parser opens again in
// every paragraph.
func fonts(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "<font size=%d><p>word ", i)
	}
	return b.String()
}

// TestSlowInputs chunks inputs for which careless code takes hours. It fails
// by the time limit of the test run, and where text is lost.
func TestSlowInputs(t *testing.T) {
	for name, input := range slow() {
		t.Run(name, func(t *testing.T) {
			chunks, reports := Page([]byte(input.page), Options{Base: "https://docs.example/"})
			got := 0
			for _, c := range chunks {
				got += strings.Count(c.Content, "word")
				for _, p := range c.Prompts {
					got += strings.Count(p, "word")
				}
			}
			found := input.id == ""
			for _, r := range reports {
				got += strings.Count(r.LeftOut, "word")
				found = found || r.ID == input.id
			}
			if got < input.words {
				t.Errorf("%d words of %d are left", got, input.words)
			}
			if !found {
				t.Errorf("no report %s", input.id)
			}
		})
	}
}
