package eval

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"ragmanager/manager/retrieve"
)

// A Case is a question about a library with what answers it, as people write
// it down.
type Case struct {
	ID       string // the number of the line if it has none
	Question string
	Kind     string // such as "paraphrase", for people
	Page     string // address of the page that answers it, or the end of it; "" for any
	Heading  string // over the chunk that answers it; counts if there is no evidence
	Evidence string // words of the answer, as the page has them
}

// InScope reports whether the library should answer the question: whether the
// case says where or by what.
func (c Case) InScope() bool { return c.Page != "" || c.Heading != "" || c.Evidence != "" }

// A Chunk is a chunk of a library, for finding those that answer a [Case].
type Chunk struct {
	retrieve.Document
	Pages []string // addresses of the pages that have it
}

// ErrNoCases is a suite without questions.
var ErrNoCases = errors.New("no questions")

// longestLine is the longest line of a suite, in bytes.
const longestLine = 1 << 20

// ReadCases reads a suite of questions: lines with a JSON object each, of
// question, page (or file), heading, evidence, kind and id, all texts, of which
// only the question is needed. Other fields and blank lines are passed over.
// Errors name the line; one of them is [ErrNoCases].
func ReadCases(r io.Reader) ([]Case, error) {
	var cases []Case
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, longestLine)
	number := 0
	for lines.Scan() {
		number++
		text := bytes.TrimSpace(bytes.TrimPrefix(lines.Bytes(), []byte("\ufeff")))
		if len(text) == 0 {
			continue
		}
		c, err := readCase(text)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
		c.ID = cmp.Or(c.ID, strconv.Itoa(number))
		cases = append(cases, c)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("line %d: %w", number+1, err)
	}
	if len(cases) == 0 {
		return nil, ErrNoCases
	}
	return cases, nil
}

// readCase reads a line of a suite.
func readCase(text []byte) (Case, error) {
	var line struct{ ID, Question, Kind, Page, File, Heading, Evidence string }
	if err := json.Unmarshal(text, &line); err != nil {
		return Case{}, err
	}
	if strings.TrimSpace(line.Question) == "" {
		return Case{}, errors.New(`no "question"`)
	}
	return Case{line.ID, line.Question, line.Kind, cmp.Or(line.Page, line.File), line.Heading, line.Evidence}, nil
}

// Questions returns the questions of cases with the chunks that answer them, all
// with grade 1: those of the page that have the evidence, else the heading, else
// all of the page.
func Questions(cases []Case, chunks []Chunk) []Question {
	var questions []Question
	for _, c := range cases {
		q := Question{ID: c.ID, Text: c.Question, Kind: c.Kind, Evidence: cmp.Or(c.Evidence, c.Heading, c.Page)}
		if c.InScope() {
			q.Wanted = c.wanted(chunks)
		}
		questions = append(questions, q)
	}
	return questions
}

// wanted returns the chunks that answer the case.
func (c Case) wanted(chunks []Chunk) Grades {
	var ofPage []retrieve.Document
	for _, chunk := range chunks {
		if slices.ContainsFunc(chunk.Pages, c.onPage) {
			ofPage = append(ofPage, chunk.Document)
		}
	}
	if c.Evidence != "" {
		return holders(ofPage, c.Evidence)
	}
	wanted := Grades{}
	for _, d := range ofPage {
		under := func(heading string) bool { return strings.EqualFold(alphanumeric(heading), alphanumeric(c.Heading)) }
		if c.Heading == "" || slices.ContainsFunc(d.Headings, under) {
			wanted[d.Name] = 1
		}
	}
	return wanted
}

// onPage reports whether the answer may be on the page of the given address.
func (c Case) onPage(address string) bool {
	return c.Page == "" || address == c.Page || strings.HasSuffix(address, "/"+strings.TrimPrefix(c.Page, "/"))
}
