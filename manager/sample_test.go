package manager

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"ragmanager/assets"
)

func TestSampleDir(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the variables are those of Linux")
	}
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct{ variable, xdg, home, want string }{
		"home":             {home: "/home/ada", want: "/home/ada/.local/share/ragmanager/sample"},
		"XDG":              {xdg: "/data", home: "/home/ada", want: "/data/ragmanager/sample"},
		"XDG, not a path":  {xdg: "data", home: "/home/ada", want: "/home/ada/.local/share/ragmanager/sample"},
		"variable":         {variable: "/try", xdg: "/data", home: "/home/ada", want: "/try"},
		"relative":         {variable: "try", want: filepath.Join(here, "try")},
		"none of the kind": {},
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv(sampleVariable, c.variable)
			t.Setenv("XDG_DATA_HOME", c.xdg)
			t.Setenv("HOME", c.home)
			dir, err := SampleDir()
			if dir != c.want || (err != nil) != (c.want == "") {
				t.Errorf("have %q, %v", dir, err)
			}
			if err != nil {
				wantText(t, Hint(err), sampleVariable)
			}
		})
	}
}

func TestMakeSample(t *testing.T) {
	t.Chdir(t.TempDir())
	dir, err := filepath.Abs("try")
	if err != nil {
		t.Fatal(err)
	}
	root, err := MakeSample("try")
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "root", root, filepath.Join(dir, "library"))
	s, err := ReadLibrarySettings(root)
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "sources", s.Sources, []Source{{Address: filepath.Join(dir, "manual")}})
	equal(t, "space", s.Retrieve.Space, SpaceBuiltin)
	want, err := fs.Glob(assets.Sample(), "*/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range append(want, "index.html", "style.css", "questions.jsonl") {
		text, err := fs.ReadFile(assets.Sample(), name)
		if err != nil {
			t.Fatal(err)
		}
		have, err := os.ReadFile(filepath.Join(dir, "manual", name))
		if err != nil || string(have) != string(text) {
			t.Errorf("%s: %d bytes, %v", name, len(have), err)
		}
	}

	// What was edited stays, and what is missing comes back.
	page, settings := filepath.Join(dir, "manual", "index.html"), LibraryFile(root)
	writeFile(t, page, "mine", 0o600)
	writeFile(t, settings, "sources: []\n", 0o600)
	lost := filepath.Join(dir, "manual", "faq.html")
	if err := os.Remove(lost); err != nil {
		t.Fatal(err)
	}
	if _, err := MakeSample(dir); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{page: "mine", settings: "sources: []\n"} {
		if have, err := os.ReadFile(path); err != nil || string(have) != want {
			t.Errorf("%s: have %q, %v", path, have, err)
		}
	}
	if _, err := os.Stat(lost); err != nil {
		t.Error(err)
	}
}

func TestMakeSampleInTheWay(t *testing.T) {
	for name, prepare := range map[string]func(dir string) (path string){
		"a file for the folder": func(dir string) string {
			writeFile(t, dir, "", 0o600)
			return dir
		},
		"a file for the manual": func(dir string) string {
			mkdir(t, dir)
			writeFile(t, filepath.Join(dir, "manual"), "", 0o600)
			return filepath.Join(dir, "manual")
		},
		"a file for the pictures": func(dir string) string {
			mkdir(t, filepath.Join(dir, "manual"))
			writeFile(t, filepath.Join(dir, "manual", "pictures"), "", 0o600)
			return filepath.Join(dir, "manual", "pictures")
		},
		"a folder for a page": func(dir string) string {
			mkdir(t, filepath.Join(dir, "manual", "faq.html"))
			return filepath.Join(dir, "manual", "faq.html")
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "sample")
			path := prepare(dir)
			root, err := MakeSample(dir)
			if err == nil || root != "" || !strings.HasPrefix(err.Error(), "sample: ") {
				t.Fatalf("have %q, %v", root, err)
			}
			wantText(t, err.Error(), path)
			wantText(t, Hint(err), "in the way")
		})
	}
}

func TestMakeSampleReadOnly(t *testing.T) {
	if os.Getuid() == 0 || runtime.GOOS == "windows" {
		t.Skip("can write everywhere")
	}
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o500); err != nil {
		t.Fatal(err)
	}
	_, err := MakeSample(filepath.Join(dir, "sample"))
	if err == nil {
		t.Fatal("no error")
	}
	wantText(t, Hint(err), "that you can write to")
}

func mkdir(t testing.TB, dir string) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
}

// The builtin space finds the answer to each question in its first chunk.
func TestSampleQuestions(t *testing.T) {
	root, err := MakeSample(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	s, err := ReadLibrarySettings(root)
	if err != nil {
		t.Fatal(err)
	}
	m, err := Open(root, s, DefaultPersonalSettings())
	if err != nil {
		t.Fatal(err)
	}
	var r recorder
	if _, err := m.Chunk(t.Context(), nil, &r); err != nil {
		t.Fatal(err)
	}
	evidence := evidenceOfSample(t)
	questions := SampleQuestions()
	equal(t, "questions", len(questions), 6)
	wantText(t, questions[0], "two D cells")
	for _, q := range questions {
		if evidence[q] == "" {
			t.Errorf("%q has no evidence", q)
		}
		found, err := m.Retrieve(t.Context(), q, &r)
		if err != nil {
			t.Fatal(err)
		}
		if len(found.Hits) == 0 || !strings.Contains(found.Hits[0].Match+found.Hits[0].Content, evidence[q]) {
			t.Errorf("%q is not answered by the first chunk", q)
		}
	}
}

// evidenceOfSample returns the evidence of each question of the sample.
func evidenceOfSample(t testing.TB) map[string]string {
	data, err := fs.ReadFile(assets.Sample(), "questions.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	evidence := map[string]string{}
	for line := range strings.Lines(string(data)) {
		var q struct{ Question, Evidence string }
		if err := json.Unmarshal([]byte(line), &q); err != nil {
			t.Fatal(err)
		}
		evidence[q.Question] = q.Evidence
	}
	return evidence
}
