package eval

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"text/tabwriter"

	"ragmanager/manager/retrieve"
)

// foreign is how many questions of each other suite are asked as ones that a
// library does not cover.
const foreign = 40

// TestEvalTiers prints how well relevance tells the questions that a library
// covers from those of the other libraries, for the suites of TestEvalSets. It
// is what retrieve.BuiltinThresholds come from, and asserts nothing:
//
//	IR=… MANUALS=… go test ./manager/eval -run TestEvalTiers -v
//
// AUC is how often a question in scope has a higher relevance than one out of
// scope; the other columns are quantiles of both, and in the last line how all
// questions fall into tiers.
func TestEvalTiers(t *testing.T) {
	suites := readSuites(t)
	var table strings.Builder
	w := tabwriter.NewWriter(&table, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "library\tin scope\tout\tAUC\tin 5%\t10%\t25%\t50%\tout 50%\t75%\t90%\t95%")
	var all Report
	for i, s := range suites {
		x := build(t, s)
		mixed := *s
		mixed.Questions = slices.Clone(s.Questions)
		for j, other := range suites {
			if i == j {
				continue
			}
			step := max(1, len(other.Questions)/foreign)
			for k := 0; k < len(other.Questions); k += step {
				if q := other.Questions[k]; q.InScope() {
					mixed.Questions = append(mixed.Questions, Question{ID: other.Name + q.ID, Text: q.Text})
				}
			}
		}
		report, err := Run(t.Context(), &mixed, retrieve.Builtin{Index: x})
		if err != nil {
			t.Fatal(err)
		}
		separation(w, s.Name, report)
		all.Outcomes = append(all.Outcomes, report.Outcomes...)
	}
	separation(w, "all", all)
	w.Flush()
	t.Log("\n" + table.String() + all.Tiers(retrieve.BuiltinThresholds).String())
}

// separation writes a line of the table of TestEvalTiers.
func separation(w *tabwriter.Writer, name string, r Report) {
	var in, out []float64
	for _, o := range r.Outcomes {
		if o.Question.InScope() {
			in = append(in, o.Relevance)
		} else {
			out = append(out, o.Relevance)
		}
	}
	slices.Sort(in)
	slices.Sort(out)
	fmt.Fprintf(w, "%s\t%d\t%d\t%.3f", name, len(in), len(out), above(in, out))
	for _, q := range []float64{0.05, 0.1, 0.25, 0.5} {
		fmt.Fprintf(w, "\t%.3f", quantile(in, q))
	}
	for _, q := range []float64{0.5, 0.75, 0.9, 0.95} {
		fmt.Fprintf(w, "\t%.3f", quantile(out, q))
	}
	fmt.Fprintln(w)
}

// quantile returns the value below which a share of sorted values lies.
func quantile(sorted []float64, share float64) float64 {
	if len(sorted) == 0 {
		return 0
	}
	return sorted[int(share*float64(len(sorted)-1))]
}

// above returns how often a value of a is above one of b, and half of how often
// they are equal, over all pairs.
func above(a, b []float64) float64 {
	var n float64
	for _, x := range a {
		for _, y := range b {
			switch {
			case x > y:
				n++
			case x == y:
				n += 0.5
			}
		}
	}
	return n / float64(len(a)*len(b))
}

// readSuites reads the sets in the folder IR and the pages in the folder
// MANUALS. Without either the test is skipped.
func readSuites(t *testing.T) []*Suite {
	t.Helper()
	var suites []*Suite
	if dir := os.Getenv("IR"); dir != "" {
		suites = append(suites, readSets(t, dir)...)
	}
	if dir := os.Getenv("MANUALS"); dir != "" {
		s, err := ReadPages(os.DirFS(dir), "manuals", nil)
		if err != nil {
			t.Fatal(err)
		}
		suites = append(suites, s)
	}
	if len(suites) == 0 {
		t.Skip("neither IR nor MANUALS names a folder")
	}
	return suites
}
