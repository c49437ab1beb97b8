package llm

import (
	"context"
	"io"
	"time"

	"ragmanager/manager/network"
)

// newWatch starts a watch over a request of url.
func newWatch(ctx context.Context, url string, idle, limit time.Duration) *network.Watch {
	return network.NewWatch(ctx, idle, limit, &TimeoutError{URL: url, Limit: idle, Silent: true}, func(answered bool) error {
		return &TimeoutError{URL: url, Limit: limit, Silent: !answered}
	})
}

// An answer is the body of an answer, watched. Its errors are those that callers
// of a client see.
type answer struct {
	io.Reader
	ctx     context.Context // of the caller
	watch   *network.Watch
	explain func(error) error
}

func (a *answer) Read(p []byte) (int, error) {
	n, err := a.Reader.Read(p)
	if n > 0 {
		a.watch.Alive()
	}
	if err != nil && err != io.EOF {
		err = a.explain(err)
	}
	return n, err
}
