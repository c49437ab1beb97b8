package llm

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"time"

	"ragmanager/manager/network"
)

// longestBackoff is the longest pause that we choose ourselves.
const longestBackoff = 30 * time.Second

// do makes an exchange, repeating it while a failure may pass and leaving out
// what the server refuses. The error is that of the last request.
func (c *Client) do(ctx context.Context, x *exchange) error {
	for {
		sent := c.dialect.choose(x)
		body, err := encode(x.fields, sent)
		if err == nil {
			err = c.repeat(ctx, x, body)
		}
		if err == nil || !c.dialect.learn(sent, err) {
			return err
		}
	}
}

// encode returns the body of a request: JSON with its names sorted and with
// nothing escaped that need not be; nil if there are no fields.
func encode(fields map[string]any, more []choice) ([]byte, error) {
	if fields == nil {
		return nil, nil
	}
	all := map[string]any{}
	for name, value := range fields {
		all[name] = value
	}
	for _, f := range more {
		all[f.name] = f.value
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(all)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

// repeat makes the request until it succeeds, its failure is one that stays, or
// its time is over. That is counted from its first failure, or, while the server
// limits how much is asked of it, from when it last let any request through.
func (c *Client) repeat(ctx context.Context, x *exchange, body []byte) error {
	var last error
	var first, end time.Time // of the failures, and of our patience with them
	for tries := 1; ; tries++ {
		err := c.once(ctx, x, body, end)
		if err == nil {
			c.gate.succeeded()
			return nil
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		late := err == errLate
		if !late {
			last = err
		}
		if tries == 1 {
			first = time.Now()
		}
		if limited(last) {
			if since := c.gate.refused(); !since.Equal(first) {
				first, tries, late = since, 1, false
			}
		}
		end = first.Add(c.opts.MaxWait)
		wait, again := c.pause(last, tries, time.Since(first))
		if late || !again {
			return gaveUp(last, int(x.requests.Load()), time.Since(first))
		}
		c.opts.Waiting(wait, last)
		if limited(last) {
			c.gate.rest(wait) // for all; entering it again waits
		} else if err := network.Sleep(ctx, wait); err != nil {
			return err
		}
	}
}

// gaveUp adds to an error how often and how long a request was tried in vain.
func gaveUp(err error, requests int, elapsed time.Duration) error {
	elapsed = elapsed.Round(100 * time.Millisecond)
	switch {
	case requests > 1:
		return fmt.Errorf("%w (gave up after %d requests in %v)", err, requests, elapsed)
	case elapsed > 0:
		return fmt.Errorf("%w (gave up after %v)", err, elapsed)
	}
	return err
}

// pause returns how long to wait after so many failures in so much time, and
// whether to try again.
func (c *Client) pause(err error, tries int, elapsed time.Duration) (wait time.Duration, again bool) {
	if !c.passing(err) || tries > c.opts.Retries {
		return 0, false
	}
	wait = c.opts.Backoff
	for range tries - 1 {
		wait = min(2*wait, longestBackoff)
	}
	wait = wait/2 + rand.N(wait/2+1)
	if s, ok := err.(*StatusError); ok && s.RetryAfter > 0 {
		wait = s.RetryAfter
	}
	return wait, elapsed+wait <= c.opts.MaxWait
}

// passing reports whether the same request may succeed a little later.
func (c *Client) passing(err error) bool {
	switch e := err.(type) {
	case *StatusError:
		return e.broken || passingStatus(e.Status) && !e.quota() && !e.tooLong()
	case *ProxyError:
		return passingStatus(e.Status)
	case *TimeoutError:
		return true
	case *NetworkError:
		// A server that answered before is known to be the right one.
		return !e.permanent() && (!e.unreachable() || c.gate.successes() > 0)
	}
	return false
}

// passingStatus reports whether a status is of the kind that passes: those of
// Retry-After, and what gateways say of servers that are busy.
func passingStatus(status int) bool {
	switch status {
	case http.StatusRequestTimeout, http.StatusConflict, http.StatusTooEarly, http.StatusTooManyRequests:
		return true
	case http.StatusNotImplemented, http.StatusHTTPVersionNotSupported:
		return false
	}
	return status >= 500
}

// limited reports whether the server asks all requests to be fewer.
func limited(err error) bool {
	e, ok := err.(*StatusError)
	return ok && (e.Status == http.StatusTooManyRequests || e.RetryAfter > 0)
}

// permanent reports whether the server is not who it should be.
func (e *NetworkError) permanent() bool {
	op, ok := errors.AsType[*net.OpError](e.Err)
	return network.CertificateHint(e.Err, "") != "" || network.NotEncrypted(e.Err) || ok && op.Op == "proxyconnect"
}

// unreachable reports whether the host is not known or does not listen.
func (e *NetworkError) unreachable() bool {
	if dns, ok := errors.AsType[*net.DNSError](e.Err); ok {
		return !dns.IsTemporary && !dns.IsTimeout
	}
	op, ok := errors.AsType[*net.OpError](e.Err)
	return ok && op.Op == "dial"
}
