//go:build !linux

package library

// syncEach reports whether n files are forced to the disk one by one, as they are
// written, rather than all together by syncDisks.
func syncEach(int) bool { return true }

// syncDisks does nothing, since only Linux can force many files to the disk at
// once.
func syncDisks([]string) error { return nil }
