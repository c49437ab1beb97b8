package fetch

import (
	"context"
	"io"
	"time"

	"ragmanager/manager/network"
)

// newWatch starts a watch over a request of the page at address. Of limit, what
// the whole page may take, left remains.
func newWatch(ctx context.Context, address string, idle, limit, left time.Duration) *network.Watch {
	return network.NewWatch(ctx, idle, left, &TimeoutError{URL: address, Limit: idle, Silent: true}, func(answered bool) error {
		return &TimeoutError{URL: address, Limit: limit, Silent: !answered}
	})
}

// A watchedReader reads what comes of a request.
type watchedReader struct {
	io.Reader
	watch *network.Watch
}

func (r *watchedReader) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	if n > 0 {
		r.watch.Alive()
	}
	return n, err
}
