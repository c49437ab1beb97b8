package library

import (
	"context"
	"runtime"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// forEach calls do with 0 to n-1 from several goroutines at once. It stops at
// the first error or when ctx ends, and returns why.
func forEach(ctx context.Context, n int, do func(i int) error) error {
	group, ctx := errgroup.WithContext(ctx)
	var next atomic.Int64
	for range min(n, workers()) {
		group.Go(func() error {
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= n {
					return nil
				}
				if err := do(i); err != nil {
					return err
				}
			}
			return context.Cause(ctx)
		})
	}
	return group.Wait()
}

// workers is how many goroutines read or write files at once: more than there
// are processors, since some of them wait for the disk.
func workers() int { return 2 * runtime.GOMAXPROCS(0) }
