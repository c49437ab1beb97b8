package eval

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"text/tabwriter"
	"time"

	"ragmanager/manager/retrieve"
)

// retrievers are those that TestEvalSets compares.
func retrievers(x *retrieve.Index) []struct {
	name string
	retrieve.Retriever
} {
	return []struct {
		name string
		retrieve.Retriever
	}{
		{"keyword", retrieve.Keyword{Index: x}},
		{"semantic", retrieve.Semantic{Index: x}},
		{"reciprocal rank", retrieve.Fuse{Retrievers: []retrieve.Retriever{retrieve.Keyword{Index: x}, retrieve.Semantic{Index: x}}}},
		{"builtin", retrieve.Builtin{Index: x}},
	}
}

// TestEvalSets prints how well the retrievers do on the test sets in the folder
// that the environment variable IR names, and on the pages with questions in the
// folder MANUALS. It asserts nothing:
//
//	IR=… MANUALS=… go test ./manager/eval -run TestEvalSets -v
//
// Of the set squad every tenth question is asked.
func TestEvalSets(t *testing.T) {
	suites := readSuites(t)
	var table strings.Builder
	w := tabwriter.NewWriter(&table, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "suite\tdocuments\tquestions\tretriever\tnDCG@10\tMRR\trecall@5\trecall@100\tms/question")
	for _, s := range suites {
		x := build(t, s)
		for _, r := range retrievers(x) {
			start := time.Now()
			report, err := Run(context.Background(), s, r)
			if err != nil {
				t.Fatal(err)
			}
			each := time.Since(start).Seconds() * 1000 / float64(len(s.Questions))
			fmt.Fprintf(w, "%s\t%d\t%d\t%s\t%.4f\t%.3f\t%.3f\t%.3f\t%.1f\n", s.Name, len(s.Documents), len(s.Questions), r.name,
				report.NDCG(10), report.MRR(), report.Recall(5), report.Recall(100), each)
			if r.name == "builtin" && s.Name == "manuals" {
				t.Log(describe(report))
			}
		}
	}
	w.Flush()
	t.Log("\n" + table.String())
}

// readSets reads the sets in a folder of folders.
func readSets(t *testing.T, dir string) []*Suite {
	t.Helper()
	var suites []*Suite
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !e.IsDir() {
			continue
		}
		s, err := ReadSet(os.DirFS(dir+"/"+e.Name()), e.Name())
		if err != nil {
			t.Fatal(err)
		}
		if s.Name == "squad" {
			every := s.Questions[:0]
			for i := 0; i < len(s.Questions); i += 10 {
				every = append(every, s.Questions[i])
			}
			s.Questions = every
		}
		suites = append(suites, s)
	}
	return suites
}

func build(t *testing.T, s *Suite) *retrieve.Index {
	t.Helper()
	x, err := retrieve.Build(context.Background(), s.All(), retrieve.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// describe returns a line for each question, its rank and its relevance.
func describe(r Report) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "\nid\tkind\trank\trelevance\ttier\tquestion")
	for _, o := range r.Outcomes {
		rank := fmt.Sprint(Rank(o.Found, o.Question.Wanted))
		if len(o.Question.Wanted) == 0 && o.Question.Evidence != "" {
			rank = "no chunk"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%.3f\t%s\t%s\n", o.Question.ID, o.Question.Kind, rank, o.Relevance,
			retrieve.BuiltinThresholds.Tier(o.Relevance), o.Question.Text)
	}
	w.Flush()
	fmt.Fprintln(&b, r.Tiers(retrieve.BuiltinThresholds))
	return b.String()
}
