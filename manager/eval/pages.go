package eval

import (
	"io/fs"
	"path"
	"strings"
	"unicode"

	"ragmanager/chunker"
	"ragmanager/library"
	"ragmanager/manager/retrieve"
)

// ReadPages reads a folder of HTML pages, chunks them and makes one library of
// them, in which chunks of one name are one. Its questions.jsonl has lines {id, question, file, heading, kind, answer,
// evidence}: wanted are the chunks of file whose content or match string holds
// the evidence, white space aside, with grade 1; see holders. Without evidence a question is
// out of scope. Pages of which the names begin with a point are left out, and
// so are those for which skip, if not nil, reports true.
func ReadPages(folder fs.FS, name string, skip func(file string) bool) (*Suite, error) {
	s := &Suite{Name: name}
	places := map[string][]retrieve.Document{} // of each file
	contents := map[string][]string{}          // of each name
	err := fs.WalkDir(folder, ".", func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || path.Ext(file) != ".html" || skip != nil && skip(file) {
			return err
		}
		page, err := fs.ReadFile(folder, file)
		if err != nil {
			return err
		}
		chunks, _ := chunker.Page(page, chunker.Options{})
		for _, c := range chunks {
			d := document(c)
			places[file] = append(places[file], d)
			if contents[d.Name] == nil {
				s.Documents = append(s.Documents, d)
			}
			contents[d.Name] = append(contents[d.Name], d.Content)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for i, d := range s.Documents {
		s.Documents[i].Content = library.Join(contents[d.Name])
	}
	type line struct{ ID, Question, File, Heading, Kind, Evidence string }
	err = readLines(folder, "questions.jsonl", func(l line) {
		q := Question{ID: l.ID, Text: l.Question, Kind: l.Kind, Evidence: l.Evidence}
		if l.Evidence != "" {
			q.Wanted = holders(places[l.File], l.Evidence)
		}
		s.Questions = append(s.Questions, q)
	})
	return s, err
}

// document returns a chunk as retrievers know it.
func document(c chunker.Chunk) retrieve.Document {
	d := retrieve.Document{Name: c.Name, Match: c.Match, Content: c.Content}
	for _, t := range append([]chunker.Title{c.Document, c.Chapter, c.Section}, c.Subsections...) {
		if t.Text != "" {
			d.Headings = append(d.Headings, t.Text)
		}
	}
	return d
}

// holders returns the documents that hold the evidence, with grade 1. If none
// does as it stands, punctuation is left out of account: chunkers write a
// caption "Figure 1." as "Figure 1:".
func holders(documents []retrieve.Document, evidence string) Grades {
	for _, squeeze := range []func(string) string{dense, alphanumeric} {
		wanted := Grades{}
		part := squeeze(evidence)
		for _, d := range documents {
			if part != "" && (strings.Contains(squeeze(d.Content), part) || strings.Contains(squeeze(d.Match), part)) {
				wanted[d.Name] = 1
			}
		}
		if len(wanted) > 0 {
			return wanted
		}
	}
	return Grades{}
}

// dense is text without its white space.
func dense(text string) string { return without(text, unicode.IsSpace) }

// alphanumeric is text without all but its letters and digits.
func alphanumeric(text string) string {
	return without(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) })
}

func without(text string, drop func(rune) bool) string {
	return strings.Map(func(r rune) rune {
		if drop(r) {
			return -1
		}
		return r
	}, text)
}
