package network

import (
	"context"
	"net/http/httptrace"
	"sync/atomic"
	"time"
)

// A Watch is the context of a request that ends it when it falls silent or takes
// too long. Its methods are safe for concurrent use.
type Watch struct {
	context.Context
	cancel   context.CancelCauseFunc
	idle     atomic.Int64 // time.Duration
	silence  *time.Timer
	total    *time.Timer
	answered atomic.Bool
	ended    atomic.Pointer[error] // why the watch ended the request
}

// NewWatch starts a watch over a request that may be silent for the time idle
// and take the time total. The request ends with the error silent, or with that
// of late, which is told whether the head of the answer has come. Stop must be
// called at the end.
func NewWatch(ctx context.Context, idle, total time.Duration, silent error, late func(answered bool) error) *Watch {
	w := &Watch{}
	w.idle.Store(int64(idle))
	w.Context, w.cancel = context.WithCancelCause(ctx)
	w.silence = time.AfterFunc(idle, func() { w.end(silent) })
	w.total = time.AfterFunc(total, func() { w.end(late(w.answered.Load())) })
	w.Context = httptrace.WithClientTrace(w.Context, &httptrace.ClientTrace{
		GotConn:              func(httptrace.GotConnInfo) { w.Alive() },
		GotFirstResponseByte: w.Alive,
	})
	return w
}

func (w *Watch) end(err error) {
	if w.ended.CompareAndSwap(nil, &err) {
		w.cancel(err)
	}
}

// Alive says that something came.
func (w *Watch) Alive() { w.silence.Reset(time.Duration(w.idle.Load())) }

// Answered says that the head of the answer has come.
func (w *Watch) Answered() { w.answered.Store(true) }

// Hurry makes idle the longest silence from now on, unless it is shorter already.
func (w *Watch) Hurry(idle time.Duration) {
	w.idle.Store(min(w.idle.Load(), int64(idle)))
	w.Alive()
}

// Stop ends the watch and the context.
func (w *Watch) Stop() {
	w.silence.Stop()
	w.total.Stop()
	w.cancel(nil)
}

// Timeout returns the error with which the watch ended the request, nil if it did
// not.
func (w *Watch) Timeout() error {
	err := w.ended.Load()
	if err == nil || context.Cause(w.Context) != *err {
		return nil // or the context was done before
	}
	return *err
}
