package retrieve

import (
	"slices"
	"testing"
)

// texts makes an index of match strings, named a, b, c …
func texts(t *testing.T, matches ...string) *Index {
	t.Helper()
	var documents []Document
	for i, m := range matches {
		documents = append(documents, Document{Name: string(rune('a' + i)), Match: m})
	}
	return build(t, documents, Options{})
}

func TestSlips(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0},
		{"antenna", "antenna", 0},
		{"antena", "antenna", 1},   // left out
		{"anntenna", "antenna", 1}, // put in
		{"antemna", "antenna", 1},  // changed
		{"anetnna", "antenna", 1},  // exchanged
		{"atnenan", "antenna", 2},
		{"größe", "grosse", 3},
		{"ab", "", 2},
		{"", "ab", 2},
	} {
		d := distance{most: 5}
		if got := d.between([]rune(c.a), []rune(c.b)); got != c.want {
			t.Errorf("%d slips between %q and %q, want %d", got, c.a, c.b, c.want)
		}
	}
	if d := (distance{most: 1}); d.between([]rune("abcdefgh"), []rune("zyxwvuts")) < 2 {
		t.Error("words that differ in all letters are within one slip")
	}
}

func TestMisspeltQuestions(t *testing.T) {
	x := texts(t, "assign addresses to the probes", "the battery of the logger", "soil and water", "A3048S2 transmitter", "sail")
	for _, c := range []struct{ question, want string }{
		{"adresses", "a"},
		{"asign", "a"},
		{"probse", "a"},
		{"batterry", "b"},
		{"wat", ""},        // too short to guess
		{"xater", ""},      // the first letter is taken to be right
		{"A3048S3", "d"},   // by its part A3048 …
		{"A3049S2", "d"},   // … or S2, and never guessed
		{"B3049X2", ""},    //
		{"soil", "c"},      // sail is like it, and not looked for: the index has soil
		{"sooil", "c"},     //
		{"日本語", ""},        //
		{"addresses", "a"}, // right
	} {
		got := find(t, Keyword{x}, c.question, 1)
		if len(got) == 0 {
			got = []string{""}
		}
		if got[0] != c.want {
			t.Errorf("%q finds %q, want %q", c.question, got[0], c.want)
		}
	}
}

func TestSynonyms(t *testing.T) {
	x := texts(t, "Figure: the front panel", "the front panel", "delete the records", "erase the records")
	if got := find(t, Keyword{x}, "a drawing of the front panel", 2); !slices.Equal(got, []string{"a", "b"}) {
		t.Errorf("a drawing is looked for in %q, want the figure first", got)
	}
	if got := find(t, Keyword{x}, "delete", 2); !slices.Equal(got, []string{"c", "d"}) {
		t.Errorf("delete finds %q, want the word itself before its synonym", got)
	}
}

func TestPairsThatFollow(t *testing.T) {
	x := texts(t, "station the base", "base station far", "far base of a station", "station base far")
	if got := find(t, Keyword{x}, "base station", 1); !slices.Equal(got, []string{"b"}) {
		t.Errorf("the words in order are in %q, want b", got)
	}
}

func TestLanguagesOfQuestions(t *testing.T) {
	german := Document{Name: "g", Match: "Die Einstellungen der Häuser werden mit dem Schalter auf der Rückseite geändert, und das ist nicht schwer."}
	english := Document{Name: "e", Match: "The settings of the houses are changed with the switch that is on the back, and it is not hard."}
	x := build(t, []Document{german, english}, Options{})
	if got, want := x.Languages(), []Language{English, "german"}; !slices.Equal(got, want) {
		t.Fatalf("languages %q, want %q", got, want)
	}
	for _, c := range []struct{ question, want string }{
		{"Wie ist die Einstellung des Hauses?", "g"},
		{"Einstellung", "g"}, // no function word: looked up in all languages
		{"haus", "g"},        // without the accent of Häuser
		{"What is the setting of the house?", "e"},
		{"changing", "e"},
	} {
		if got := find(t, Builtin{x}, c.question, 1); !slices.Equal(got, []string{c.want}) {
			t.Errorf("%q finds %q, want %q", c.question, got, c.want)
		}
	}
	forced := build(t, []Document{german, english}, Options{Language: "german"})
	if got, want := forced.Languages(), []Language{"german"}; !slices.Equal(got, want) {
		t.Errorf("languages %q although German was set", got)
	}
}

func TestRelevance(t *testing.T) {
	x := build(t, manual, Options{})
	relevance := func(question string) float64 {
		hits, err := Builtin{x}.Retrieve(t.Context(), question, 10)
		if err != nil {
			t.Fatal(err)
		}
		for _, h := range hits {
			if !(h.Relevance >= 0 && h.Relevance <= 1) {
				t.Errorf("%q: relevance %v", question, h.Relevance)
			}
		}
		return Relevance(hits)
	}
	// Each asks for something that the library says less about.
	questions := []string{
		"the Yagi antenna has the greatest range",
		"Which antenna has the greatest range?",
		"Which antenna has the greatest weight?",
		"Which antenna was invented by Hertz in Karlsruhe?",
		"Who wrote Hamlet?",
	}
	before := 1.0
	for _, q := range questions {
		r := relevance(q)
		if r > before+0.01 { // vectors are rounded
			t.Errorf("%q has relevance %.2f, more than the question before, %.2f", q, r, before)
		}
		before = r
	}
	if r := relevance(questions[0]); r < 0.9 {
		t.Errorf("a sentence of the library has relevance %.2f", r)
	}
	if r := relevance(questions[4]); r > 0.05 {
		t.Errorf("a question that shares no word with the library has relevance %.2f", r)
	}
}

func TestTiers(t *testing.T) {
	thresholds := Thresholds{High: 0.5, Mid: 0.3}
	for relevance, want := range map[float64]Tier{0: Low, 0.299: Low, 0.3: Mid, 0.499: Mid, 0.5: High, 1: High} {
		if got := thresholds.Tier(relevance); got != want {
			t.Errorf("%v is %s, want %s", relevance, got, want)
		}
	}
}
