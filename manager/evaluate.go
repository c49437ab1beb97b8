package manager

import (
	"context"
	"fmt"
	"time"

	"ragmanager/library"
	"ragmanager/manager/eval"
	"ragmanager/manager/llm"
)

// Evaluate asks the library the questions of a suite as Retrieve would, and
// tells how well it finds what answers them. name is that of the suite.
//
// Errors are those of Retrieve, with the question that had it.
func (m *Manager) Evaluate(ctx context.Context, name string, cases []eval.Case, r Reporter) (eval.Summary, error) {
	began := time.Now()
	chunks, err := m.evalChunks()
	if err != nil {
		return eval.Summary{}, err
	}
	report := eval.Report{Suite: &eval.Suite{Name: name, Questions: eval.Questions(cases, chunks)}}
	for _, c := range chunks {
		report.Suite.Documents = append(report.Suite.Documents, c.Document)
	}
	var last *Retrieval
	for i, q := range report.Suite.Questions {
		found, hits, err := m.search(ctx, llm.Input(q.Text), r)
		if err != nil {
			return eval.Summary{}, fmt.Errorf("question %s: %w", q.ID, err)
		}
		if i == 0 {
			r.Stage("ask", len(cases))
		}
		o := eval.Outcome{Question: q, Relevance: found.Relevance}
		for _, h := range hits[:min(eval.Depth, len(hits))] {
			o.Found = append(o.Found, h.Name)
		}
		report.Outcomes = append(report.Outcomes, o)
		last = found
		r.Step(i+1, q.ID)
	}
	if last == nil {
		return eval.Summary{}, eval.ErrNoCases
	}
	s := report.Summarize(last.Thresholds)
	s.Space, s.Retriever, s.Seconds = last.Space, last.Retriever, time.Since(began).Seconds()
	return s, nil
}

// evalChunks reads all chunks of the library.
func (m *Manager) evalChunks() ([]eval.Chunk, error) {
	names, err := m.library.Names()
	if err != nil {
		return nil, err
	}
	places, err := m.library.Places()
	if err != nil && len(places) == 0 {
		return nil, err
	}
	var chunks []eval.Chunk
	for d, err := range m.documents(names, silent{}) {
		if err != nil {
			return nil, err
		}
		c := eval.Chunk{Document: d}
		for _, p := range places[library.Name(d.Name)] {
			c.Pages = append(c.Pages, p.Address)
		}
		chunks = append(chunks, c)
	}
	return chunks, nil
}

// A silent is a [Reporter] that says nothing.
type silent struct{}

// Stage says nothing.
func (silent) Stage(string, int) {}

// Step says nothing.
func (silent) Step(int, string) {}

// Warn says nothing.
func (silent) Warn(error) {}
