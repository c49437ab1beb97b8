package eval

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ragmanager/assets"
	"ragmanager/manager/retrieve"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestSampleManual asks the questions about the sample manual. ranks.txt says of
// each at which rank the first chunk with the evidence is, and how relevant the
// question is taken to be; stats.txt gives the measures for each retriever. A
// difference is no error by itself: look which questions became better or worse,
// and why, before you rewrite them with -update.
func TestSampleManual(t *testing.T) {
	s, err := ReadPages(assets.Sample(), "sample", func(file string) bool { return file == "draft.html" })
	if err != nil {
		t.Fatal(err)
	}
	x := build(t, s)
	var ranks, stats strings.Builder
	fmt.Fprintln(&stats, "retriever        recall@1  recall@5  mrr    ndcg@10")
	for _, r := range retrievers(x) {
		report, err := Run(t.Context(), s, r)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&stats, "%-16s %.2f      %.2f      %.3f  %.3f\n", r.name, report.Recall(1), report.Recall(5), report.MRR(), report.NDCG(10))
		if r.name != "builtin" {
			continue
		}
		for _, o := range report.Outcomes {
			rank := "-"
			if n := Rank(o.Found, o.Question.Wanted); n > 0 {
				rank = fmt.Sprint(n)
			}
			wanted := o.Question.Evidence
			if wanted == "" {
				wanted = "(out of scope)"
			}
			fmt.Fprintf(&ranks, "%s  %3s  %.2f %-4s  %s  =>  %s\n", o.Question.ID, rank, o.Relevance,
				retrieve.BuiltinThresholds.Tier(o.Relevance), o.Question.Text, wanted)
		}
		fmt.Fprintf(&stats, "\ntiers of builtin: %s\n", report.Tiers(retrieve.BuiltinThresholds))
	}
	golden(t, "ranks.txt", ranks.String())
	golden(t, "stats.txt", stats.String())
}

// golden compares text with a file of testdata, or writes it there.
func golden(t *testing.T, name, text string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(text, "\n")); diff != "" {
		t.Errorf("%s differs (run with -update if it is better):\n%s", file, diff)
	}
}

// TestSampleQuestionsHaveChunks finds questions of which no chunk holds the
// evidence: the chunker lost it, or the question has a slip.
func TestSampleQuestionsHaveChunks(t *testing.T) {
	s, err := ReadPages(assets.Sample(), "sample", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range s.Questions {
		if q.InScope() && len(q.Wanted) == 0 {
			t.Errorf("%s: no chunk holds %q", q.ID, q.Evidence)
		}
	}
}
