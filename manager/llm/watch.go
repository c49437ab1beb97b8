package llm

import (
	"context"
	"io"
	"net/http/httptrace"
	"sync/atomic"
	"time"
)

// A watch ends a request that falls silent or takes too long: it cancels its
// context with a *TimeoutError.
type watch struct {
	context.Context
	cancel   context.CancelCauseFunc
	idle     atomic.Int64 // time.Duration
	silence  *time.Timer
	total    *time.Timer
	answered atomic.Bool // the head of the answer has come
}

// newWatch starts a watch over a request of url. stop must be called at the end.
func newWatch(ctx context.Context, url string, idle, limit time.Duration) *watch {
	w := &watch{}
	w.idle.Store(int64(idle))
	w.Context, w.cancel = context.WithCancelCause(ctx)
	w.silence = time.AfterFunc(idle, func() {
		w.cancel(&TimeoutError{URL: url, Limit: idle, Silent: true})
	})
	w.total = time.AfterFunc(limit, func() {
		w.cancel(&TimeoutError{URL: url, Limit: limit, Silent: !w.answered.Load()})
	})
	w.Context = httptrace.WithClientTrace(w.Context, &httptrace.ClientTrace{
		GotConn:              func(httptrace.GotConnInfo) { w.alive() },
		GotFirstResponseByte: w.alive,
	})
	return w
}

// alive says that something came.
func (w *watch) alive() { w.silence.Reset(time.Duration(w.idle.Load())) }

// hurry sets the longest silence from now on.
func (w *watch) hurry(idle time.Duration) {
	w.idle.Store(min(w.idle.Load(), int64(idle)))
	w.alive()
}

func (w *watch) stop() {
	w.silence.Stop()
	w.total.Stop()
	w.cancel(nil)
}

// timeout returns the error if the watch ended the request.
func (w *watch) timeout() error {
	if err, ok := context.Cause(w.Context).(*TimeoutError); ok {
		return err
	}
	return nil
}

// An answer is the body of an answer, watched. Its errors are those that callers
// of a client see.
type answer struct {
	io.Reader
	ctx     context.Context // of the caller
	watch   *watch
	explain func(error) error
}

func (a *answer) Read(p []byte) (int, error) {
	n, err := a.Reader.Read(p)
	if n > 0 {
		a.watch.alive()
	}
	if err != nil && err != io.EOF {
		err = a.explain(err)
	}
	return n, err
}
