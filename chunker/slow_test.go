package chunker

import (
	"fmt"
	"strings"
	"testing"
)

// slow are inputs made to take time or memory out of all proportion, of a size
// in proportion to n. Each has the word "word" as often as its entry says; none
// of them may get lost.
func slow(n int) map[string]slowInput {
	unclosed := func(tag string) slowInput {
		return slowInput{strings.Repeat("<"+tag+">word ", n), n, "too-deep"}
	}
	with := func(i slowInput, id string) slowInput {
		i.id = id
		return i
	}
	third, tenth := 3*n/10, n/10
	return map[string]slowInput{
		"b":          unclosed("b"),
		"font":       {fonts(n), n, "too-deep"},
		"span":       unclosed("span"),
		"unknown":    unclosed("foo"),
		"center":     unclosed("center"),
		"ul":         unclosed("ul"),
		"table":      unclosed("table"),
		"code":       unclosed("code"),
		"prompt":     {strings.Repeat("<prompt>text ", n) + "<p>word", 1, "too-deep"},
		"equation":   with(unclosed("equation"), "lonely-equation"),
		"figure":     unclosed("figure"),
		"dl":         unclosed("dl"),
		"p":          with(unclosed("p"), ""),
		"li":         with(unclosed("li"), ""),
		"td":         with(unclosed("td"), ""),
		"a":          with(unclosed("a href=x"), ""),
		"h2":         with(unclosed("h2"), ""),
		"sub":        unclosed("sub"),
		"math tr":    {"<math>" + strings.Repeat("<tr>word ", n), n, "too-deep"},
		"nested div": {strings.Repeat("<div>", 2*n) + "word" + strings.Repeat("</div>", 2*n), 1, "too-deep"},
		"misnested":  {strings.Repeat("<b><div>word</b>", n/2), n / 2, "too-deep"},
		"closed in turn": {
			strings.Repeat("<div>", n/2) + strings.Repeat("<b>", n/2) + "word" + strings.Repeat("</div>", n/2), 1, "too-deep",
		},
		"line":              {"<p>" + strings.Repeat("word ", 10*n) + "</p>", 10 * n, ""},
		"line of many tags": {strings.Repeat("<p>word <img src=x> ", n), n, ""},
		"tables in tables":  {strings.Repeat("<table><tr><td>", tenth) + "word", 1, "too-deep"},
		"rowspans": {
			"<p>ab</p><table>" + strings.Repeat("<tr><td rowspan=65534>word<td>x", tenth) + "</table>", tenth, "table-too-large",
		},
		"colspans": {
			"<p>ab</p><table>" + strings.Repeat("<tr><td colspan=65534>word<td>x", tenth) + "</table>", tenth, "table-too-large",
		},
		"columns":    {"<table><tr>" + strings.Repeat("<td>word", n) + "</table>", n, ""},
		"headings":   {strings.Repeat("<h2>ab</h2><h3>cd</h3><p>word</p>", third), third, ""},
		"terms":      {"<dl>" + strings.Repeat("<dt>ab<dd>word "+strings.Repeat("x", 80), third), third, ""},
		"tables":     {strings.Repeat("<table><tr><td>word<td>x</table>", third), third, ""},
		"images":     {strings.Repeat("<h2>ab</h2><p><img src=x></p><img src=y>", third) + "<p>word", 1, ""},
		"captions":   {strings.Repeat("<small><b>Table:</b> word</small><p>", third), third, ""},
		"attributes": {"<p " + strings.Repeat("a=b ", n) + ">word", 1, ""},
		"svg":        {strings.Repeat("<svg><text>word</text>", n), n, ""},
		"quotes":     {"<p>word</p>" + strings.Repeat(`<a href="`, n), 1, "swallowed-markup"},
		"PHP":        {"word" + strings.Repeat("<?php ?>", n), 1, "raw-php"},
		"comments":   {"word" + strings.Repeat("<!--", n), 1, ""},
		"pre":        {"<pre>" + strings.Repeat("word\n", 10*n), 10 * n, "long-pre"},
		"breaks":     {strings.Repeat("word<br>", n), n, ""},
		"paragraphs": {strings.Repeat("<br><br>word ", n), n, ""},
		"duplicates": {strings.Repeat("<p>word</p>", n), n, "duplicate-match"},
		"bold words": {strings.Repeat("<b>word</b> ", n), n, ""},
		"captions by class": {
			strings.Repeat("<span class=caption>word</span><figure><img src=x><figcaption>word</figcaption></figure>", third), third, "",
		},
		"equations":         {"<p>ab</p>" + strings.Repeat("<equation>word</equation>", n), n, ""},
		"listings and text": {"<p>ab</p>" + strings.Repeat("<pre>word</pre>word", n/2), n, ""},
		"films":             {strings.Repeat("word <video src=x></video>", n), n, ""},
		"tables and lists":  {strings.Repeat("<table><tr><td>word<td>x</table><ul><li>word</ul>", third), 2 * third, ""},
		"nested subs":       {strings.Repeat("x<sub>", n) + "word", 1, "too-deep"},
	}
}

// A slowInput is a page made to be slow.
type slowInput struct {
	page  string
	words int
	id    string // of the report it deserves, "" if none
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
	for name, input := range slow(100_000) {
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
