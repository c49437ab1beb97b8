package main

import (
	"os"
	"syscall"

	"github.com/rogpeppe/go-internal/testscript"
)

// canMount reports whether file systems can be mounted.
func canMount() bool {
	dir, err := os.MkdirTemp("", "mount")
	if err != nil {
		return false
	}
	defer os.Remove(dir)
	if err := syscall.Mount("none", dir, "tmpfs", 0, ""); err != nil {
		return false
	}
	return syscall.Unmount(dir, syscall.MNT_DETACH) == nil
}

// mount mounts a file system in memory at a folder, with options such as size=1m.
// With the option ro a folder that is mounted already can only be read from now on.
func mount(ts *testscript.TestScript, neg bool, args []string) {
	want(ts, neg, args, 2, "tmpfs DIR OPTIONS")
	dir := ts.MkAbs(args[0])
	if args[1] == "ro" {
		ts.Check(syscall.Mount("none", dir, "", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""))
		return
	}
	ts.Check(os.MkdirAll(dir, 0o777))
	ts.Check(syscall.Mount("none", dir, "tmpfs", 0, args[1]))
	ts.Defer(func() { _ = syscall.Unmount(dir, syscall.MNT_DETACH) })
}
