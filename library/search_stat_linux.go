package library

import (
	"os"

	"golang.org/x/sys/unix"
)

// statIn returns the size of a file in the folder and when it was changed, in
// nanoseconds since 1970. The error is errNoFile if it is something else. It
// takes half the time of os.Stat, which matters for 100,000 files.
func statIn(folder *os.File, base string) (size, changed int64, err error) {
	var s unix.Stat_t
	if err := unix.Fstatat(int(folder.Fd()), base, &s, 0); err != nil {
		return 0, 0, err
	}
	if s.Mode&unix.S_IFMT != unix.S_IFREG {
		return 0, 0, errNoFile
	}
	return s.Size, s.Mtim.Nano(), nil
}
