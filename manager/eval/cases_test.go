package eval

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"ragmanager/manager/retrieve"
)

func TestReadCases(t *testing.T) {
	text := "\ufeff" + `{"id": "a", "question": "What is E7?", "file": "faq.html", "evidence": "lost link", "kind": "exact_name"}

{"question": "Who?", "page": "https://x.test/a.html", "heading": "People", "answer": "passed over"}
{"question": "Capital of Mongolia?"}
`
	want := []Case{
		{ID: "a", Question: "What is E7?", Kind: "exact_name", Page: "faq.html", Evidence: "lost link"},
		{ID: "3", Question: "Who?", Page: "https://x.test/a.html", Heading: "People"},
		{ID: "4", Question: "Capital of Mongolia?"},
	}
	have, err := ReadCases(strings.NewReader(text))
	if diff := cmp.Diff(want, have); err != nil || diff != "" {
		t.Error(err, diff)
	}
	if have[2].InScope() || !have[1].InScope() {
		t.Error("only the last is out of scope")
	}
}

func TestReadCasesNamesTheLine(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"{\"question\": \"a\"}\n{\"question\": 3}\n", "line 2: json: cannot unmarshal number"},
		{"\n{\"question\": \" \"}\n", `line 2: no "question"`},
		{"not JSON", "line 1: invalid character"},
		{`{"question": "` + strings.Repeat("a", longestLine) + `"}`, "line 1: bufio.Scanner: token too long"},
	} {
		if _, err := ReadCases(strings.NewReader(test.text)); err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("have %v, want %s", err, test.want)
		}
	}
	if _, err := ReadCases(strings.NewReader("\n\n")); !errors.Is(err, ErrNoCases) {
		t.Error(err)
	}
}

func TestQuestions(t *testing.T) {
	chunk := func(name, page, heading, content string) Chunk {
		return Chunk{retrieve.Document{Name: name, Headings: []string{"Manual", heading}, Match: "about " + name, Content: content}, []string{page}}
	}
	chunks := []Chunk{
		chunk("one", "/m/faq.html", "Errors", "E7: link lost."),
		chunk("two", "/m/faq.html", "Power", "Two D cells."),
		chunk("three", "/m/otherfaq.html", "Errors", "E7: link lost."),
	}
	for _, test := range []struct {
		name string
		c    Case
		want Grades
	}{
		{"evidence on a page", Case{Page: "faq.html", Evidence: "link  lost"}, Grades{"one": 1}},
		{"evidence anywhere", Case{Evidence: "link lost"}, Grades{"one": 1, "three": 1}},
		{"evidence in the match string", Case{Evidence: "about two"}, Grades{"two": 1}},
		{"heading", Case{Page: "/m/faq.html", Heading: "errors"}, Grades{"one": 1}},
		{"page", Case{Page: "/m/faq.html"}, Grades{"one": 1, "two": 1}},
		{"nowhere", Case{Evidence: "gone"}, Grades{}},
		{"out of scope", Case{}, nil},
	} {
		have := Questions([]Case{test.c}, chunks)[0]
		if diff := cmp.Diff(test.want, have.Wanted); diff != "" {
			t.Error(test.name, diff)
		}
		if have.InScope() != test.c.InScope() {
			t.Error(test.name, "in scope:", have.InScope())
		}
	}
}

func TestSummarize(t *testing.T) {
	in := func(id string, wanted string) Question {
		return Question{ID: id, Text: id + "?", Evidence: "e", Wanted: Grades{wanted: 1}}
	}
	report := Report{
		Suite: &Suite{Name: "s", Documents: []retrieve.Document{{Name: "a", Headings: []string{"Manual", "A"}}}},
		Outcomes: []Outcome{
			{in("first", "a"), []string{"a", "b"}, 0.9},
			{in("second", "b"), []string{"a", "b"}, 0.5},
			{in("sixth", "f"), []string{"a", "b", "c", "d", "e", "f"}, 0.5},
			{in("never", "z"), []string{"a"}, 0.9},
			{in("low", "a"), []string{"a"}, 0.1},
			{Question{ID: "gone", Evidence: "e", Wanted: Grades{}}, nil, 0},
			{Question{ID: "out"}, []string{"a"}, 0.1},
			{Question{ID: "outside"}, []string{"a"}, 0.5},
		},
	}
	s := report.Summarize(retrieve.Thresholds{High: 0.6, Mid: 0.4})
	// Ranks of the six in scope: 1, 2, 6, none, 1, none.
	type figures struct {
		Questions, InScope                          int
		Success1, Success5, Success10, Recall1, MRR float64
		In, Out                                     TierCounts
	}
	want := figures{8, 6, 2. / 6, 3. / 6, 4. / 6, 2. / 6, (1 + 1./2 + 1./6 + 1) / 6, TierCounts{2, 2, 2}, TierCounts{0, 1, 1}}
	have := figures{s.Questions, s.InScope, s.Success1, s.Success5, s.Success10, s.Recall1, s.MRR, s.In, s.Out}
	if diff := cmp.Diff(want, have, cmpopts.EquateApprox(0, 1e-12)); diff != "" {
		t.Error(diff)
	}
	reasons := map[string]string{}
	for _, m := range s.Misses {
		reasons[m.ID] = m.Reason
	}
	wantReasons := map[string]string{
		"sixth": "at rank 6", "never": "not among the first 100", "low": "found, but in the low tier",
		"gone": "no chunk has it", "outside": "out of scope, but not in the low tier",
	}
	if diff := cmp.Diff(wantReasons, reasons); diff != "" {
		t.Error(diff)
	}
	if came := s.Misses[0].Instead; len(came) != shown || came[0] != (Came{"a", "Manual › A"}) {
		t.Error(came)
	}
	if diff := cmp.Diff(CaseState{2, 0.5, "mid"}, s.Results["second"]); diff != "" {
		t.Error(diff)
	}
}
