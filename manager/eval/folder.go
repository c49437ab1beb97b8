package eval

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"ragmanager/manager/retrieve"
)

// RunFolder asks the questions of a folder of what is in the folder, without a
// library: of a retrieval test set as [ReadSet] reads it, if it has a docs.jsonl,
// else of pages as [ReadPages] does. It searches as the builtin space does.
func RunFolder(ctx context.Context, folder string) (Summary, error) {
	began := time.Now()
	s, err := readFolder(folder)
	if err != nil {
		return Summary{}, err
	}
	if len(s.Questions) == 0 {
		return Summary{}, ErrNoCases
	}
	x, err := retrieve.Build(ctx, s.All(), retrieve.Options{})
	if err != nil {
		return Summary{}, err
	}
	report, err := Run(ctx, s, retrieve.Builtin{Index: x})
	if err != nil {
		return Summary{}, err
	}
	summary := report.Summarize(retrieve.BuiltinThresholds)
	summary.Space, summary.Retriever, summary.Seconds = "builtin", "fused", time.Since(began).Seconds()
	return summary, nil
}

// readFolder reads the suite of a folder.
func readFolder(folder string) (*Suite, error) {
	files, name := os.DirFS(folder), filepath.Base(folder)
	_, err := fs.Stat(files, "docs.jsonl")
	if errors.Is(err, fs.ErrNotExist) {
		return ReadPages(files, name, nil)
	}
	return ReadSet(files, name)
}
