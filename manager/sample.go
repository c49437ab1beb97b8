package manager

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"

	"ragmanager/assets"
)

// sampleVariable is the environment variable that names the folder of the sample.
const sampleVariable = "RAGMANAGER_SAMPLE"

// The folders of the sample, within its own.
const (
	sampleManual  = "manual"  // its pages
	sampleLibrary = "library" // the root that they are chunked into
)

// SampleDir returns the folder for the sample of this person, an absolute path:
// what RAGMANAGER_SAMPLE says, else ragmanager/sample in the folder of the system
// for data, which on Linux is $XDG_DATA_HOME or ~/.local/share, and elsewhere is
// that for settings. The folder need not exist. The error says that there is no
// such place, as without a home.
func SampleDir() (string, error) {
	if dir := os.Getenv(sampleVariable); dir != "" {
		return filepath.Abs(dir)
	}
	dir, err := dataDir()
	if err != nil {
		return "", &hintError{fmt.Errorf("no folder for the sample: %w", err), "set HOME, or " + sampleVariable + " to a folder"}
	}
	return filepath.Join(dir, "ragmanager", "sample"), nil
}

// dataDir returns the folder of the system for what programs keep for a person.
func dataDir() (string, error) {
	if runtime.GOOS != "linux" {
		return os.UserConfigDir()
	}
	if dir := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(dir) { // others are to be ignored: XDG Base Directory Specification
		return dir, nil
	}
	home, err := os.UserHomeDir()
	return filepath.Join(home, ".local", "share"), err
}

// MakeSample makes a manual and a library to try the program with: it writes the
// files of [assets.Sample] to dir/manual, and to dir/library settings with that
// folder as the only source and the builtin space, and returns the root of this
// library, an absolute path. Nothing is chunked yet.
//
// Files that are there already stay as they are, also the settings: authors may
// have edited them. So it can be called at any time, also by several programs at
// once, and goes on where a call that failed has stopped. An error names the file
// or folder that could not be made.
func MakeSample(dir string) (root string, err error) {
	if dir, err = filepath.Abs(dir); err != nil {
		return "", fmt.Errorf("sample: %w", err)
	}
	root = filepath.Join(dir, sampleLibrary)
	manual := SampleManual(root)
	for _, folder := range []string{manual, root} {
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return "", sampleError(err)
		}
	}
	if err := writeSamplePages(manual); err != nil {
		return "", err
	}
	if err := writeSampleSettings(root, manual); err != nil {
		return "", err
	}
	return root, nil
}

// SampleManual returns the folder with the pages of the sample whose library is
// at root.
func SampleManual(root string) string { return filepath.Join(filepath.Dir(root), sampleManual) }

// writeSamplePages writes the files of the sample that are not in the folder dir.
func writeSamplePages(dir string) error {
	sample := assets.Sample()
	return fs.WalkDir(sample, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err // unreachable: the files are in the program
		}
		path := filepath.Join(dir, filepath.FromSlash(name))
		if entry.IsDir() {
			return sampleError(os.MkdirAll(path, 0o755))
		}
		data, err := fs.ReadFile(sample, name)
		if err != nil {
			return err // unreachable, too
		}
		return writeMissing(path, data)
	})
}

// writeMissing writes a file as a whole unless there is one.
func writeMissing(path string, data []byte) error {
	switch info, err := os.Stat(path); {
	case err == nil && info.IsDir():
		return sampleError(&fs.PathError{Op: "write", Path: path, Err: syscall.EISDIR})
	case err == nil:
		return nil
	case !errors.Is(err, fs.ErrNotExist):
		return sampleError(err)
	}
	return sampleError(replaceFile(path, data, 0o644))
}

// writeSampleSettings writes the settings of the library at root unless it has some.
func writeSampleSettings(root, manual string) error {
	defer LockSettings(root)()
	if _, err := os.Stat(LibraryFile(root)); err == nil {
		return nil
	}
	s := DefaultLibrarySettings()
	s.Sources = []Source{{Address: manual}}
	s.Retrieve.Space = SpaceBuiltin // who has a key should not pay for trying
	return sampleError(s.Save(root))
}

// sampleError says what could not be made, and what can be done about it.
func sampleError(err error) error {
	if err == nil {
		return nil
	}
	hint := ""
	switch {
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		hint = "free some space on that disk, or make the sample in a folder elsewhere"
	case errors.Is(err, syscall.EROFS), errors.Is(err, fs.ErrPermission):
		hint = "make the sample in a folder that you can write to"
	case errors.Is(err, syscall.ENOTDIR), errors.Is(err, syscall.EISDIR), errors.Is(err, fs.ErrExist):
		hint = "move away what is in the way, or make the sample in a folder elsewhere"
	}
	return &hintError{fmt.Errorf("sample: %w", err), hint}
}

// sampleQuestions are the questions that [SampleQuestions] returns, by id. The
// builtin space answers all of them from its first chunk, and each is of another
// kind.
var sampleQuestions = [...]string{
	"sq22", // how long do two D cells last
	"sq01", // an exact name
	"sq09", // a number in a table
	"sq14", // a figure
	"sq19", // a procedure
	"sq05", // none of the words of the page
}

// SampleQuestions returns six questions of different kinds that the sample manual
// answers, always the same and in the same order; the first is answered best.
func SampleQuestions() []string {
	data, err := fs.ReadFile(assets.Sample(), "questions.jsonl")
	if err != nil {
		panic(err) // unreachable: the file is in the program
	}
	byID := map[string]string{}
	for line := range strings.Lines(string(data)) {
		var q struct{ ID, Question string }
		if err := json.Unmarshal([]byte(line), &q); err != nil {
			panic(err) // unreachable: a test reads it
		}
		byID[q.ID] = q.Question
	}
	var questions []string
	for _, id := range sampleQuestions {
		questions = append(questions, byID[id])
	}
	return questions
}
