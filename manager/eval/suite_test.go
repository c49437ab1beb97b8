package eval

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"ragmanager/manager/retrieve"

	"github.com/google/go-cmp/cmp"
)

func folder(files map[string]string) fstest.MapFS {
	tree := fstest.MapFS{}
	for name, text := range files {
		tree[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return tree
}

func TestReadSet(t *testing.T) {
	s, err := ReadSet(folder(map[string]string{
		"docs.jsonl":    `{"id": "1", "title": "Wings", "text": "Lift of wings."}` + "\n" + `{"id": "2", "title": "", "text": "Drag."}` + "\n",
		"queries.jsonl": `{"id": "a", "text": "lift?"}` + "\n" + `{"id": "b", "text": "not judged"}` + "\n" + `{"id": "c", "text": "judged worthless"}` + "\n",
		"qrels.tsv":     "a\t1\t3\na\t2\t0\nc\t1\t0\n",
	}), "toy")
	if err != nil {
		t.Fatal(err)
	}
	want := &Suite{
		Name:      "toy",
		Documents: []retrieve.Document{{Name: "1", Match: "Wings\nLift of wings."}, {Name: "2", Match: "Drag."}},
		Questions: []Question{{ID: "a", Text: "lift?", Wanted: Grades{"1": 3, "2": 0}}},
	}
	if diff := cmp.Diff(want, s); diff != "" {
		t.Error(diff)
	}
}

func TestReadSetErrors(t *testing.T) {
	good := map[string]string{"docs.jsonl": "", "queries.jsonl": "", "qrels.tsv": ""}
	for name, c := range map[string]struct{ file, text, want string }{
		"two cells":  {"qrels.tsv", "a\t1\t1\nb\t1\n", "qrels.tsv:2: 2 cells, want 3"},
		"no number":  {"qrels.tsv", "a\t1\tgood\n", `qrels.tsv:1: strconv.ParseFloat: parsing "good"`},
		"not JSON":   {"docs.jsonl", "{}\nx\n", "docs.jsonl:2: invalid character"},
		"wrong type": {"queries.jsonl", `{"id": 1}`, "queries.jsonl:1: json: cannot unmarshal"},
		"no file":    {"docs.jsonl", "-", "open docs.jsonl"},
	} {
		t.Run(name, func(t *testing.T) {
			files := maps.Clone(good)
			files[c.file] = c.text
			if c.text == "-" {
				delete(files, c.file)
			}
			if _, err := ReadSet(folder(files), "toy"); err == nil || !strings.HasPrefix(err.Error(), c.want) {
				t.Errorf("error %v, want %s…", err, c.want)
			}
		})
	}
}

// TestReadPages has evidence that is broken over lines, evidence of which the
// chunker changes the punctuation, evidence that another file has, and two
// places of one chunk.
func TestReadPages(t *testing.T) {
	questions := `{"id": "1", "question": "q", "file": "a.html", "kind": "paraphrase", "evidence": "swims like a fish"}
{"id": "2", "question": "q", "file": "b/b.html", "evidence": "Figure 1. The pond"}
{"id": "3", "question": "q", "file": "b/b.html", "evidence": "swims like a fish"}
{"id": "4", "question": "q", "file": "", "evidence": ""}`
	s, err := ReadPages(folder(map[string]string{
		"a.html":          "<h1>Ducks</h1><p>It swims\nlike a\nfish.</p><p>The same words.</p>",
		"b/b.html":        "<h1>Ponds</h1><p>The same words.</p><center><img src=p.png><p>Figure 1: The pond.</p></center>",
		"left.html":       "<p>Left out.</p>",
		"b/notes.txt":     "no page",
		"questions.jsonl": questions,
	}), "toy", func(file string) bool { return file == "left.html" })
	if err != nil {
		t.Fatal(err)
	}
	var wanted []string
	for _, q := range s.Questions {
		var texts []string
		for name := range q.Wanted {
			i := slices.IndexFunc(s.Documents, func(d retrieve.Document) bool { return d.Name == name })
			texts = append(texts, s.Documents[i].Match)
		}
		wanted = append(wanted, strings.Join(texts, "|"))
	}
	if diff := cmp.Diff([]string{"It swims\nlike a\nfish.", "Figure 1: The pond.", "", ""}, wanted); diff != "" {
		t.Error(diff)
	}
	if !s.Questions[2].InScope() || s.Questions[3].InScope() {
		t.Error("a question is in scope if it has evidence, found or not")
	}
	same := slices.IndexFunc(s.Documents, func(d retrieve.Document) bool { return d.Match == "The same words." })
	if content := s.Documents[same].Content; !strings.Contains(content, "Ducks") || !strings.Contains(content, "Ponds") {
		t.Errorf("the content of two places is %q", content)
	}
	if len(s.Documents) != 3 {
		t.Errorf("%d documents, want 3", len(s.Documents))
	}
}
