package library

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// hugePage is the size of a large page of memory on most processors.
const hugePage = 2 << 20

// useHugePages asks the system to keep a block, which was not written to yet, in
// large pages of memory. There are so many small ones in a large library that
// finding them takes as long as reading them. Blocks that begin or end within
// a large page ask for all of it, which does its other users no harm.
func useHugePages(block []float32) {
	raw := rawBytes(block[:cap(block)])
	if len(raw) < hugePage {
		return
	}
	start := unsafe.Pointer(unsafe.SliceData(raw))
	before := uintptr(start) % hugePage
	after := (hugePage - (uintptr(start)+uintptr(len(raw)))%hugePage) % hugePage
	// The error does not matter: pages stay as they are then.
	_, _, _ = unix.Syscall(unix.SYS_MADVISE, uintptr(start)-before, before+uintptr(len(raw))+after, unix.MADV_HUGEPAGE)
}
