package fetch

import (
	"context"
	"sync"
	"time"

	"ragmanager/manager/network"
)

// hosts lets only so many requests run at once per host, and none while a host
// wants to be left alone.
type hosts struct {
	limit int
	mu    sync.Mutex
	gates map[string]*gate
}

// A gate is where the requests to one host wait.
type gate struct {
	slots chan struct{}
	mu    sync.Mutex
	quiet time.Time // no request before
}

func newHosts(limit int) *hosts { return &hosts{limit: limit, gates: map[string]*gate{}} }

func (h *hosts) gate(host string) *gate {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.gates[host] == nil {
		h.gates[host] = &gate{slots: make(chan struct{}, h.limit)}
	}
	return h.gates[host]
}

// enter waits until a request to the host may run; leave must be called after
// it. The error is that of ctx.
func (h *hosts) enter(ctx context.Context, host string) (leave func(), err error) {
	g := h.gate(host)
	select {
	case g.slots <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	for wait := g.wait(); wait > 0; wait = g.wait() {
		if err := network.Sleep(ctx, wait); err != nil {
			<-g.slots
			return nil, err
		}
	}
	return func() { <-g.slots }, nil
}

// rest keeps further requests from the host for a while.
func (h *hosts) rest(host string, wait time.Duration) {
	g := h.gate(host)
	g.mu.Lock()
	defer g.mu.Unlock()
	if until := time.Now().Add(wait); until.After(g.quiet) {
		g.quiet = until
	}
}

func (g *gate) wait() time.Duration {
	g.mu.Lock()
	defer g.mu.Unlock()
	return time.Until(g.quiet)
}
