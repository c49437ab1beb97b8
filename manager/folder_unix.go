//go:build unix

package manager

import "golang.org/x/sys/unix"

// writable reports whether something can be written into a folder.
func writable(dir string) bool { return unix.Access(dir, unix.W_OK|unix.X_OK) == nil }
