package library

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// fewFiles is how many files are better forced to the disk one by one. Syncing a
// whole disk waits for what other programs wrote, which may take seconds.
const fewFiles = 16

// syncEach reports whether n files are forced to the disk one by one, as they are
// written, rather than all together by syncDisks.
func syncEach(n int) bool { return n <= fewFiles }

// syncDisks forces everything to the disk that was written to the file systems of
// the folders. For thousands of small files this takes a tenth of the time that
// forcing each of them would take.
func syncDisks(dirs []string) error {
	synced := map[uint64]bool{}
	for _, dir := range dirs {
		if err := syncDisk(dir, synced); err != nil {
			return fmt.Errorf("syncing %s: %w", dir, err)
		}
	}
	return nil
}

// syncDisk is syncDisks for one folder, unless its file system is in synced.
func syncDisk(dir string, synced map[uint64]bool) error {
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer f.Close()
	var stat unix.Stat_t
	if err := unix.Fstat(int(f.Fd()), &stat); err != nil {
		return err
	}
	device := uint64(stat.Dev)
	if synced[device] {
		return nil
	}
	synced[device] = true
	return unix.Syncfs(int(f.Fd()))
}
