package manager

import (
	"context"
	"iter"
	"sync"

	"ragmanager/manager/fetch"
)

// eachPage calls read for each page, for several at the same time, and yields
// the results as they come. When it returns, no call is under way.
func eachPage[T any](ctx context.Context, pages []fetch.Page, read func(context.Context, int, fetch.Page) T) iter.Seq[T] {
	return func(yield func(T) bool) {
		ctx, cancel := context.WithCancel(ctx)
		indices, results := make(chan int), make(chan T)
		var workers sync.WaitGroup
		for range min(readers, len(pages)) {
			workers.Go(func() {
				for i := range indices {
					results <- read(ctx, i, pages[i])
				}
			})
		}
		go func() {
			defer close(results)
			defer workers.Wait()
			defer close(indices)
			for i := range pages {
				select {
				case indices <- i:
				case <-ctx.Done():
					return
				}
			}
		}()
		for r := range results {
			if ctx.Err() == nil && !yield(r) {
				cancel()
			}
		}
		cancel()
	}
}
