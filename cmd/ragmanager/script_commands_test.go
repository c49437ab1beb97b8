package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/testscript"
)

// cmpJSON compares the values of two files of JSON, in which those of the second
// may be "*", for any value, and environment variables stand as ${NAME}.
func cmpJSON(ts *testscript.TestScript, neg bool, args []string) {
	want(ts, neg, args, 2, "cmpjson FILE WANT")
	expand := func(key string) string { return ts.Getenv(key) }
	have, err := jsonValues(ts.ReadFile(args[0]))
	ts.Check(err)
	expected, err := jsonValues(os.Expand(ts.ReadFile(args[1]), expand))
	ts.Check(err)
	for i := range min(len(have), len(expected)) {
		have[i] = blank(have[i], expected[i])
	}
	if diff := cmp.Diff(expected, have); diff != "" {
		ts.Fatalf("%s and %s differ (-want +have):\n%s", args[1], args[0], diff)
	}
}

// jsonValues returns the values in a text, such as one a line.
func jsonValues(text string) (values []any, err error) {
	decoder := json.NewDecoder(strings.NewReader(text))
	for decoder.More() {
		var v any
		if err := decoder.Decode(&v); err != nil {
			return nil, fmt.Errorf("%w in:\n%s", err, text)
		}
		values = append(values, v)
	}
	return values, nil
}

// blank returns have with "*" wherever expected has it.
func blank(have, expected any) any {
	switch e := expected.(type) {
	case string:
		if e == "*" {
			return e
		}
	case map[string]any:
		if h, ok := have.(map[string]any); ok {
			for key := range h {
				h[key] = blank(h[key], e[key])
			}
		}
	case []any:
		if h, ok := have.([]any); ok {
			for i := range min(len(h), len(e)) {
				h[i] = blank(h[i], e[i])
			}
		}
	}
	return have
}

// A fileState is what shows whether a file was touched.
type fileState struct {
	info fs.FileInfo
	data string
}

// snapshotKey is where a script keeps its snapshots, by folder.
type snapshotKey struct{}

func snapshots(ts *testscript.TestScript) map[string]map[string]fileState {
	return ts.Value(snapshotKey{}).(map[string]map[string]fileState)
}

func snapshot(ts *testscript.TestScript, neg bool, args []string) {
	want(ts, neg, args, 1, "snapshot DIR")
	snapshots(ts)[args[0]] = look(ts, args[0])
}

// look returns the state of all files in and below dir, but for the lock, which
// everyone who writes signs.
func look(ts *testscript.TestScript, dir string) map[string]fileState {
	files := map[string]fileState{}
	ts.Check(filepath.WalkDir(ts.MkAbs(dir), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || d.Name() == ".lock" {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		data, err := os.ReadFile(path)
		files[path] = fileState{info, string(data)}
		return err
	}))
	return files
}

func untouched(ts *testscript.TestScript, neg bool, args []string) {
	want(ts, neg, args, 1, "untouched DIR")
	before, now := snapshots(ts)[args[0]], look(ts, args[0])
	for path, b := range before {
		n, ok := now[path]
		switch {
		case !ok:
			ts.Fatalf("%s is gone", path)
		case n.data != b.data:
			ts.Fatalf("%s has changed:\n%s", path, cmp.Diff(b.data, n.data))
		case !n.info.ModTime().Equal(b.info.ModTime()) || !os.SameFile(n.info, b.info):
			ts.Fatalf("%s was written again", path)
		}
	}
	for path := range now {
		if _, ok := before[path]; !ok {
			ts.Fatalf("%s is new", path)
		}
	}
}

func sameChunks(ts *testscript.TestScript, neg bool, args []string) {
	want(ts, neg, args, 2, "samechunks DIR1 DIR2")
	texts := func(root string) map[string]string {
		all := map[string]string{}
		for _, folder := range []string{"Match", "Content"} {
			for path, state := range look(ts, filepath.Join(root, folder)) {
				all[filepath.Join(folder, filepath.Base(path))] = state.data
			}
		}
		return all
	}
	if diff := cmp.Diff(texts(args[0]), texts(args[1])); diff != "" {
		ts.Fatalf("the chunks differ:\n%s", diff)
	}
}

func absent(ts *testscript.TestScript, neg bool, args []string) {
	want(ts, neg, args, 2, "absent TEXT FILE...")
	for _, name := range args[1:] {
		if name == "stdout" || name == "stderr" {
			if strings.Contains(ts.ReadFile(name), args[0]) {
				ts.Fatalf("%s holds %q", name, args[0])
			}
			continue
		}
		for path, state := range look(ts, name) {
			if strings.Contains(state.data, args[0]) {
				ts.Fatalf("%s holds %q", path, args[0])
			}
		}
	}
}

func makeManual(ts *testscript.TestScript, neg bool, args []string) {
	want(ts, neg, args, 3, "manual DIR PAGES CHUNKS")
	pages, err := strconv.Atoi(args[1])
	ts.Check(err)
	chunks, err := strconv.Atoi(args[2])
	ts.Check(err)
	dir := ts.MkAbs(args[0])
	ts.Check(os.MkdirAll(dir, 0o777))
	for i := range pages {
		var page bytes.Buffer
		fmt.Fprintf(&page, "<title>Page %d</title>\n<h1>Page %[1]d</h1>\n", i)
		for j := range chunks {
			fmt.Fprintf(&page, "<p>Valve %d of rack %d opens at %d bar and closes when the pressure has fallen again.</p>\n", j, i, i*chunks+j)
		}
		ts.Check(os.WriteFile(filepath.Join(dir, fmt.Sprintf("page%03d.html", i)), page.Bytes(), 0o666))
	}
}

func trim(ts *testscript.TestScript, neg bool, args []string) {
	want(ts, neg, args, 1, "trim FILE...")
	for _, name := range args {
		for path, state := range look(ts, name) {
			ts.Check(os.WriteFile(path, []byte(strings.TrimSuffix(state.data, "\n")), 0o666))
		}
	}
}

func makeVector(ts *testscript.TestScript, neg bool, args []string) {
	want(ts, neg, args, 2, "vector FILE COMPONENTS")
	components, err := strconv.Atoi(args[1])
	ts.Check(err)
	path := ts.MkAbs(args[0])
	ts.Check(os.MkdirAll(filepath.Dir(path), 0o777))
	ts.Check(os.WriteFile(path, []byte(strings.TrimSpace(strings.Repeat("2551 ", components))), 0o666))
}

func appears(ts *testscript.TestScript, neg bool, args []string) {
	want(ts, neg, args, 1, "appears FILE")
	path := ts.MkAbs(args[0])
	for range 3000 {
		info, err := os.Stat(path)
		if err == nil && info.IsDir() {
			entries, readErr := os.ReadDir(path)
			if err = readErr; err == nil && len(entries) == 0 {
				err = fs.ErrNotExist
			}
		}
		if err == nil {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	ts.Fatalf("%s does not appear", path)
}
