package controller

import (
	"sync"
	"time"
)

// frame is how often the window is told of what comes in many small pieces. Each
// piece on its own would fill the queue of the window faster than it empties it.
const frame = 50 * time.Millisecond

// A batch calls flush on the goroutine of the window, soon after it was asked to
// and at most once a frame, and never twice at the same time. It is safe for
// concurrent use.
type batch struct {
	do    func(func())
	flush func() // on the goroutine of the window

	mu      sync.Mutex
	pending bool
	last    time.Time // when flush was called
}

// ask makes flush be called.
func (b *batch) ask() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.pending {
		return
	}
	b.pending = true
	if wait := frame - time.Since(b.last); wait > 0 {
		time.AfterFunc(wait, b.run)
		return
	}
	go b.run() // do may block until the window has called, which needs no lock of ours
}

func (b *batch) run() {
	b.do(func() {
		b.mu.Lock()
		b.pending, b.last = false, time.Now()
		b.mu.Unlock()
		b.flush()
	})
}
