package llm

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"ragmanager/manager/network"
)

// An exchange is a request with what becomes of its answer, which is either
// decoded whole or read as it comes.
type exchange struct {
	path     string
	model    string         // "" if none is asked
	fields   map[string]any // of the request; nil: there is no body
	wishes   []wish         // fields besides, which a server may refuse
	tokens   int            // about how many the server will count, for pacing
	decode   func(data []byte) error
	stream   func(a *answer) error
	requests atomic.Int64 // how many were made
}

// largestAnswer is the size in bytes of the largest answer that is read whole:
// 2,048 vectors of 3,072 components, written as numbers, are 80 MB.
const largestAnswer = 256 << 20

// once makes a request and reads the answer. The errors are those of this
// package, of the context, or of what reads the answer; errLate if the request
// could not be made before end.
func (c *Client) once(ctx context.Context, x *exchange, body []byte, end time.Time) error {
	data, err := c.ask(ctx, x, body, end)
	if err != nil || x.stream != nil {
		return err
	}
	if isHTML(data) {
		return c.notJSON(x, data)
	}
	return x.decode(data)
}

// ask makes a request when the gate lets it through, and returns the body of the
// answer unless that is a stream, which it reads.
func (c *Client) ask(ctx context.Context, x *exchange, body []byte, end time.Time) ([]byte, error) {
	leave, err := c.gate.enter(ctx, x.tokens, end)
	if err != nil {
		return nil, err
	}
	defer leave()
	x.requests.Add(1)
	w := newWatch(ctx, c.where(x.path), c.opts.IdleTimeout, c.opts.Timeout)
	defer w.Stop()
	resp, err := c.transport.RoundTrip(c.request(w, x.path, body))
	if err != nil {
		return nil, c.networkError(ctx, w, x, err)
	}
	defer resp.Body.Close()
	w.Answered()
	c.gate.learn(resp.Header)
	a := &answer{resp.Body, ctx, w, func(err error) error { return c.networkError(ctx, w, x, err) }}
	switch {
	case resp.StatusCode == http.StatusProxyAuthRequired && c.proxyHost() != "":
		return nil, &ProxyError{URL: c.where(x.path), Proxy: c.proxyHost(), Status: resp.StatusCode}
	case resp.StatusCode != http.StatusOK:
		resp.Body = io.NopCloser(a)
		err := c.statusError(resp, x.model)
		if err.RetryAfter <= c.opts.MaxWait {
			c.gate.rest(err.RetryAfter) // before leave, or one that waits slips through
		}
		return nil, err
	case x.stream != nil:
		return nil, x.stream(a)
	}
	data, err := io.ReadAll(io.LimitReader(a, largestAnswer+1))
	if err == nil && len(data) > largestAnswer {
		return nil, &ProtocolError{URL: c.where(x.path), Reason: fmt.Sprintf("answer of more than %d bytes", largestAnswer)}
	}
	return data, err
}

// networkError says why there is no answer or only part of one.
func (c *Client) networkError(ctx context.Context, w *network.Watch, x *exchange, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if timeout := w.Timeout(); timeout != nil {
		return timeout
	}
	url := c.where(x.path)
	if p, ok := errors.AsType[*ProxyError](err); ok {
		return &ProxyError{URL: url, Proxy: p.Proxy, Status: p.Status}
	}
	_, dns := errors.AsType[*net.DNSError](err)
	if n, ok := errors.AsType[net.Error](err); ok && n.Timeout() && !dns {
		return &TimeoutError{URL: url, Limit: min(longestDial, c.opts.IdleTimeout), Silent: true}
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = ErrEndedEarly
	}
	return &NetworkError{URL: url, Err: err}
}

// proxyHost returns host and port of the proxy that requests go through, "" if
// there is none.
func (c *Client) proxyHost() string {
	proxy, err := c.proxy(c.base)
	if err != nil || proxy == nil {
		return ""
	}
	return proxy.Host
}

// notJSON returns the error for an answer in another form.
func (c *Client) notJSON(x *exchange, data []byte) error {
	reason := "the answer is not JSON"
	text := shorten(c.secrets.redact(plain(data[:min(len(data), longestRefusal)])))
	switch {
	case isHTML(data):
		reason = fmt.Sprintf("the answer is a web page, not JSON: %q", text)
	case text == "":
		reason = "the answer is empty"
	default:
		reason = fmt.Sprintf("%s: %q", reason, text)
	}
	return &ProtocolError{URL: c.where(x.path), Reason: reason}
}
