//go:build !linux

package main

import "github.com/rogpeppe/go-internal/testscript"

// canMount reports whether file systems can be mounted.
func canMount() bool { return false }

// mount is not to be called where canMount is false.
func mount(ts *testscript.TestScript, _ bool, _ []string) {
	ts.Fatalf("no file system can be mounted here")
}
