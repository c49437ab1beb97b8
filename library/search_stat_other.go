//go:build !linux

package library

import (
	"os"
	"path/filepath"
)

// statIn returns the size of a file in the folder and when it was changed, in
// nanoseconds since 1970. The error is errNoFile if it is something else.
func statIn(folder *os.File, base string) (size, changed int64, err error) {
	info, err := os.Stat(filepath.Join(folder.Name(), base))
	if err != nil {
		return 0, 0, err
	}
	if !info.Mode().IsRegular() {
		return 0, 0, errNoFile
	}
	return info.Size(), info.ModTime().UnixNano(), nil
}
