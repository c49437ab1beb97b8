package fetch

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"ragmanager/manager/network"
)

// run reads the page, again and again while a failure may pass. It is the whole
// page that is retried, not the request, as connections break amid a body too.
func (v *visit) run(ctx context.Context) (Document, error) {
	for tries := 1; ; tries++ {
		doc, err := v.try(ctx)
		if err == nil {
			return doc, nil
		}
		wait, again := v.f.pause(err, tries)
		if again && ctx.Err() == nil {
			_ = network.Sleep(ctx, wait) // ctx is asked next
		}
		switch {
		case ctx.Err() != nil:
			return Document{}, fmt.Errorf("%s: %w", v.page.Address, ctx.Err())
		case !again && tries == 1 && !mayPass(err):
			return Document{}, err
		case !again:
			return Document{}, fmt.Errorf("%w (tried %s)", err, times(tries))
		}
	}
}

// pause returns how long to wait after so many tries, and whether to try again.
func (f *Fetcher) pause(err error, tries int) (wait time.Duration, again bool) {
	if !mayPass(err) || tries > f.opts.Retries {
		return 0, false
	}
	if s, ok := errors.AsType[*StatusError](err); ok && s.RetryAfter > 0 {
		return s.RetryAfter, s.RetryAfter <= f.opts.MaxWait
	}
	wait = f.opts.Backoff
	for range tries - 1 {
		wait = min(2*wait, f.opts.MaxWait)
	}
	return min(wait, f.opts.MaxWait), true
}

// mayPass reports whether the same request may succeed a little later.
func mayPass(err error) bool {
	switch e := err.(type) {
	case *StatusError:
		return passingStatus(e.Status)
	case *ProxyError:
		return passingStatus(e.Status)
	case *TimeoutError:
		return e.Silent // a page that came too slowly would do so again
	case *NetworkError:
		return !e.permanent()
	}
	return false
}

func passingStatus(status int) bool {
	return status == http.StatusRequestTimeout || status == http.StatusTooManyRequests ||
		status >= 500 && status != http.StatusNotImplemented
}

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}
