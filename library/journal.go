package library

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
)

// journalFile lists a change that is being carried out:
//
//	ragmanager journal 1
//	put Content/52d1f7e08a1c.txt
//	remove Match/0b1c5a4f2e3d.txt
//	end
//
// As long as it is there, the change counts as made, and whoever locks the library
// next has to finish it: each file to be put either waits beside its target as a
// temporary file or is in place already.
const journalFile = ".journal"

const (
	journalStart  = "ragmanager journal 1"
	journalEnd    = "end"
	journalPut    = "put "
	journalRemove = "remove "
)

func (b *batch) journal() []byte {
	var text bytes.Buffer
	fmt.Fprintln(&text, journalStart)
	for _, p := range b.puts {
		fmt.Fprintln(&text, journalPut+p.target)
	}
	for _, target := range b.removes {
		fmt.Fprintln(&text, journalRemove+target)
	}
	fmt.Fprintln(&text, journalEnd)
	return text.Bytes()
}

// parseJournal is the inverse of batch.journal, but for the data to be put.
func parseJournal(text string) (*batch, error) {
	text, ended := strings.CutSuffix(text, "\n"+journalEnd+"\n")
	lines := strings.Split(text, "\n")
	if lines[0] != journalStart || !ended {
		return nil, errors.New("is not a whole journal")
	}
	b := &batch{journaled: true, resumed: true}
	for _, line := range lines[1:] {
		put, isPut := strings.CutPrefix(line, journalPut)
		remove, isRemove := strings.CutPrefix(line, journalRemove)
		switch {
		case isPut && ours(put):
			b.puts = append(b.puts, newFile{target: put})
		case isRemove && ours(remove):
			b.removes = append(b.removes, remove)
		default:
			return nil, fmt.Errorf("cannot say %s", quote(line))
		}
	}
	return b, nil
}

// finishJournal carries out what the journal lists, if there is one.
func (w *Writer) finishJournal() error {
	file := w.lib.path(journalFile)
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	b, err := parseJournal(string(text))
	if err != nil {
		return &RecordError{file, err, "delete the file and chunk again"}
	}
	if err := w.carryOut(context.Background(), b); err != nil {
		return hint(fmt.Errorf("finishing what was begun: %w", err),
			"put right what is wrong with the file, or delete %s and chunk again", file)
	}
	return nil
}
