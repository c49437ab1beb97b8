package manager

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"time"
)

// Save writes the settings to the file of the library at root, whose folder
// must exist. What is at its default is left out unless the file has it, each
// setting is explained by a comment, and comments that are in the file stay.
// The file is replaced as a whole, and only if that changes it. Settings that
// are not valid are not saved, nor is a file replaced that cannot be read.
func (s LibrarySettings) Save(root string) error {
	return save(libraryTable, LibraryFile(root), s, 0o644)
}

// Save writes the settings to file as [LibrarySettings.Save] does, making its
// folder if need be. Afterwards nobody but its owner can read it.
func (s PersonalSettings) Save(file string) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return err
	}
	return save(personalTable, file, s, 0o600)
}

// An ExposedError is a file with secrets that others than its owner can read.
type ExposedError struct {
	File string
	Mode fs.FileMode
	What string // is in it, such as "a password"
}

func (e *ExposedError) Error() string {
	return fmt.Sprintf("%s holds %s and others can read it (mode %04o)", e.File, e.What, e.Mode)
}

// Hint says how to close the file.
func (e *ExposedError) Hint() string { return "chmod 600 " + e.File }

// checkMode returns an [*ExposedError] if others can read the secrets in file.
// The modes of Windows do not tell.
func checkMode(file string, s PersonalSettings) error {
	info, err := os.Stat(file)
	if err != nil || runtime.GOOS == "windows" || info.Mode().Perm()&0o077 == 0 || !s.hasSecret() {
		return nil
	}
	return &ExposedError{file, info.Mode().Perm(), "a password"}
}

// hasSecret reports whether there is anything to hide.
func (s PersonalSettings) hasSecret() bool {
	for _, h := range s.Hosts {
		if h.Password != "" {
			return true
		}
	}
	return maskURL(s.Proxy) != s.Proxy
}

// save replaces the file at path unless it says the same already. mode is what
// a new file gets, and every file if mode keeps others out.
func save[S any](table []setting[S], path string, s S, mode fs.FileMode) error {
	if err := validate(table, &s); err != nil {
		return fmt.Errorf("settings not saved: %w", err)
	}
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target // a link to a file elsewhere stays one
	}
	old, err := load(table, path, overrides{})
	if err != nil {
		return fmt.Errorf("settings not saved: %w", err)
	}
	info, err := os.Stat(path)
	if err == nil && mode&0o077 != 0 {
		mode = info.Mode().Perm()
	}
	if err == nil && reflect.DeepEqual(old, s) {
		return chmod(path, info, mode)
	}
	f, err := readYAML(path)
	if err != nil {
		return err // unreachable unless the file changed just now
	}
	data, err := encode(table, &s, f)
	if err != nil {
		return err
	}
	if have, err := os.ReadFile(path); err == nil && bytes.Equal(have, data) {
		return chmod(path, info, mode)
	}
	return replaceFile(path, data, mode)
}

// chmod gives a file its mode unless it has it.
func chmod(path string, info fs.FileInfo, mode fs.FileMode) error {
	if info.Mode().Perm() == mode || runtime.GOOS == "windows" {
		return nil
	}
	return os.Chmod(path, mode)
}

// tempPattern is what temporary files of settings are named.
const tempPattern = ".settings-*.tmp"

// replaceFile writes data to path in such a way that there is, at any moment,
// the old file or the new one.
func replaceFile(path string, data []byte, mode fs.FileMode) (err error) {
	sweep(filepath.Dir(path))
	tmp, err := os.CreateTemp(filepath.Dir(path), tempPattern)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(tmp.Name()) // the first error counts
		}
	}()
	_, err = tmp.Write(data)
	if err := errors.Join(err, tmp.Chmod(mode), tmp.Sync(), tmp.Close()); err != nil {
		return err
	}
	return os.Rename(tmp.Name(), path)
}

// sweep removes temporary files that a killed program has left in dir, an hour
// after: younger ones may be in use.
func sweep(dir string) {
	left, _ := filepath.Glob(filepath.Join(dir, tempPattern)) // the pattern is not malformed
	for _, name := range left {
		if info, err := os.Stat(name); err == nil && time.Since(info.ModTime()) > time.Hour {
			_ = os.Remove(name) // tried again next time
		}
	}
}
