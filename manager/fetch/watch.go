package fetch

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
	idle     time.Duration
	silence  *time.Timer
	total    *time.Timer
	answered atomic.Bool // the head of the answer has come
}

// newWatch starts a watch over a request of the page at address. Of limit, what
// the whole page may take, left remains. stop must be called at the end.
func newWatch(ctx context.Context, address string, idle, limit, left time.Duration) *watch {
	w := &watch{idle: idle}
	w.Context, w.cancel = context.WithCancelCause(ctx)
	w.silence = time.AfterFunc(idle, func() {
		w.cancel(&TimeoutError{URL: address, Limit: idle, Silent: true})
	})
	w.total = time.AfterFunc(left, func() {
		w.cancel(&TimeoutError{URL: address, Limit: limit, Silent: !w.answered.Load()})
	})
	w.Context = httptrace.WithClientTrace(w.Context, &httptrace.ClientTrace{
		GotConn:              func(httptrace.GotConnInfo) { w.alive() },
		GotFirstResponseByte: w.alive,
	})
	return w
}

// alive says that something came.
func (w *watch) alive() { w.silence.Reset(w.idle) }

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

// reader returns r, watched.
func (w *watch) reader(r io.Reader) io.Reader { return &watchedReader{r, w} }

type watchedReader struct {
	io.Reader
	w *watch
}

func (r *watchedReader) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	if n > 0 {
		r.w.alive()
	}
	return n, err
}
