package eval

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"strconv"
	"strings"

	"ragmanager/manager/retrieve"
)

// A Suite is a library with questions about it.
type Suite struct {
	Name      string
	Documents []retrieve.Document
	Questions []Question
}

// A Question is one question of a suite.
type Question struct {
	ID     string
	Text   string
	Kind   string // such as "paraphrase"; "" if the questions are all of one
	Wanted Grades // empty if nothing answers it
	// Evidence is the text that the wanted documents have, "" if they were given
	// by name.
	Evidence string
}

// InScope reports whether the library should answer the question: whether it
// has evidence, found or not, or wanted documents.
func (q Question) InScope() bool { return q.Evidence != "" || len(q.Wanted) > 0 }

// All yields the documents of the suite, as [retrieve.Build] takes them.
func (s *Suite) All() iter.Seq2[retrieve.Document, error] {
	return func(yield func(retrieve.Document, error) bool) {
		for _, d := range s.Documents {
			if !yield(d, nil) {
				return
			}
		}
	}
}

// ReadSet reads a retrieval test set: docs.jsonl with lines {id, title, text},
// queries.jsonl with lines {id, text}, and qrels.tsv with lines of question,
// document and grade between tabs. Title and text are joined as the match string
// of a document. Questions without a judgement are left out.
func ReadSet(folder fs.FS, name string) (*Suite, error) {
	s := &Suite{Name: name}
	type line struct{ ID, Title, Text string }
	grades, err := readGrades(folder)
	if err != nil {
		return nil, err
	}
	err = readLines(folder, "docs.jsonl", func(l line) {
		text := strings.TrimPrefix(l.Title+"\n"+l.Text, "\n")
		s.Documents = append(s.Documents, retrieve.Document{Name: l.ID, Match: text})
	})
	if err != nil {
		return nil, err
	}
	err = readLines(folder, "queries.jsonl", func(l line) {
		if g := grades[l.ID]; g.relevant() > 0 {
			s.Questions = append(s.Questions, Question{ID: l.ID, Text: l.Text, Wanted: g})
		}
	})
	return s, err
}

// readGrades reads qrels.tsv.
func readGrades(folder fs.FS) (map[string]Grades, error) {
	data, err := fs.ReadFile(folder, "qrels.tsv")
	if err != nil {
		return nil, err
	}
	all := map[string]Grades{}
	number := 0
	for line := range strings.Lines(string(data)) {
		number++
		cells := strings.Split(strings.TrimSpace(line), "\t")
		if len(cells) != 3 {
			return nil, fmt.Errorf("qrels.tsv:%d: %d cells, want 3", number, len(cells))
		}
		grade, err := strconv.ParseFloat(cells[2], 64)
		if err != nil {
			return nil, fmt.Errorf("qrels.tsv:%d: %w", number, err)
		}
		if all[cells[0]] == nil {
			all[cells[0]] = Grades{}
		}
		all[cells[0]][cells[1]] = grade
	}
	return all, nil
}

// readLines calls do for each line of a file, which is a JSON object.
func readLines[T any](folder fs.FS, name string, do func(T)) error {
	f, err := folder.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	decoder := json.NewDecoder(bufio.NewReader(f))
	for number := 1; ; number++ {
		var line T
		err := decoder.Decode(&line)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("%s:%d: %w", name, number, err)
		}
		do(line)
	}
}
