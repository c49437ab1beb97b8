package manager

import (
	"strings"
	"testing"

	"ragmanager/library"
	"ragmanager/manager/retrieve"
)

func TestSentences(t *testing.T) {
	for text, want := range map[string]string{
		"One. Two! Three? Four":             "One.|Two!|Three?|Four",
		"It has 3.5 V. It is red.":          "It has 3.5 V.|It is red.",
		"Use it, e.g. with care. Then stop": "Use it, e.g. with care.|Then stop",
		"(See A.) Then B. (Also C.)":        "(See A.)|Then B.|(Also C.)",
		"“Stop.” He did.":                   "“Stop.”|He did.",
		"See it. [Here](http://a.test/).":   "See it.|[Here](http://a.test/).",
		"Ends.\nOn a line. 5 more":          "Ends.|On a line.|5 more",
		"":                                  "",
		"no end":                            "no end",
		"电池可以使用四年。水泵是红色的。": "电池可以使用四年。水泵是红色的。",
	} {
		equal(t, text, strings.Join(sentences(text), "|"), want)
	}
}

func TestBlocks(t *testing.T) {
	for text, want := range map[string][]string{
		"a\n\nb":                              {"a", "b"},
		"a":                                   {"a"},
		"a\n\n```\nb\n\nc\n```\n\nd":          {"a", "```\nb\n\nc\n```", "d"},
		"````\na\n```\n\nb\n````\n\nc":        {"````\na\n```\n\nb\n````", "c"},
		"```\nnever closed\n\nend":            {"```\nnever closed\n\nend"},
		"```\na\n```\n\n```\nb\n\nc\n```":     {"```\na\n```", "```\nb\n\nc\n```"},
		"text\n```\na\n\nb\n```\nmore\n\nend": {"text\n```\na\n\nb\n```\nmore", "end"},
	} {
		equal(t, text, blocksOf(text), want)
	}
}

// Of a paragraph the sentences that share words with the question stay, in their
// order; figures and listings stay whole.
func TestPassage(t *testing.T) {
	asked := wordsOf("How long do the batteries last in winter?")
	paragraph := "The case is grey. Batteries need care. It has a lid. The lid is grey. In winter they last less long. Paint it. The battery lasts four years."
	const other = "\"Row\": of other things\nthat goes on\n"
	rows := "\"Row\": 1\n" + strings.Repeat(other, 10) + "\"Row\": of batteries"
	wrapped := "The case\nis grey.\nBatteries\nneed\ncare. It\nhas a lid. The\nlid is\ngrey. In winter they\nlast less\nlong."
	for text, want := range map[string]string{
		paragraph:                          "Batteries need care. In winter they last less long. The battery lasts four years.",
		"One. Two.":                        "One. Two.",
		"![f](http://a.test/f.png)":        "![f](http://a.test/f.png)",
		"```\nOne. Two. Three. Four.\n```": "```\nOne. Two. Three. Four.\n```",
		"- a\n- b\n- c\n- d":               "- a\n- b\n- c\n- d",
		rows:                               "| Row |\n| --- |\n| of batteries |",
		strings.Repeat(other, 10):          "| Row |\n| --- |" + strings.Repeat("\n| of other things that goes on |", 8),
		wrapped:                            "The case\nis grey. Batteries\nneed\ncare. In winter they\nlast less\nlong.",
	} {
		equal(t, text, passage(text, asked), want)
	}
}

func TestExtract(t *testing.T) {
	hit := func(content, document, section, url string) Hit {
		return Hit{Name: library.NameOf(content), Content: content, Document: document, Section: section, URL: url}
	}
	found := &Retrieval{Question: "What is red?", Tier: retrieve.High, Hits: []Hit{
		hit("Document: A\nSection: [S](http://a.test/#s)\n\nThe pump is red.", "A", "S", "http://a.test/#s"),
		hit("No heading at all.", "", "", ""),
		hit("Document: C\n\nThird.", "C", "", ""), hit("Document: D\n\nFourth.", "D", "", ""), hit("Document: E\n\nFifth.", "E", "", ""), hit("Document: F\n\nSixth.", "F", "", ""),
	}}
	text, sources := extract(found)
	wantText(t, text, "No language model was asked", "**[A › S](http://a.test/#s)**\n\nThe pump is red.\n",
		"**"+string(library.NameOf("No heading at all."))+"**\n\nNo heading at all.\n", "**E**\n\nFifth.")
	if strings.Contains(text, "Sixth") || strings.Contains(text, "does not seem") {
		t.Errorf("have %q", text)
	}
	first := AnswerSource{Name: found.Hits[0].Name, Title: "S", URL: "http://a.test/#s", Used: true}
	if len(sources) != 5 || sources[0] != first {
		t.Errorf("sources: %+v", sources)
	}
	found.Tier, found.Hits = retrieve.Low, nil
	text, _ = extract(found)
	wantText(t, text, "The documentation does not seem to cover this question", "Nothing was found")
}

func TestWordsOf(t *testing.T) {
	have := wordsOf("The Batteries, battery-powered: of 12 V at 5 °C; E7, ÜBERDRUCK 漢字")
	for _, w := range []string{"e7", "batter", "powere", "12", "5", "überdr"} {
		if !have[w] {
			t.Errorf("no %q in %v", w, have)
		}
	}
	if have["of"] || have["v"] || have["the"] {
		t.Errorf("have %v", have)
	}
}
