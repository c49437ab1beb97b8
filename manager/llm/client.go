package llm

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"time"
)

// A Client asks one server. Make it with [New]. It is safe for concurrent use:
// all its requests keep to the same limits.
type Client struct {
	opts      Options // without what is secret
	base      *url.URL
	secrets   *secrets
	proxy     func(*url.URL) (*url.URL, error) // nil for none
	transport http.RoundTripper
	gate      *gate
	dialect   *dialect
}

// New returns a client. It asks nothing yet; the error is a [*SettingError].
func New(o Options) (*Client, error) {
	o = o.withDefaults()
	base, err := parseBase(o.BaseURL)
	if err != nil {
		return nil, err
	}
	hidden, err := newSecrets(o, base)
	if err != nil {
		return nil, err
	}
	proxy, err := proxyFunc(o.Proxy)
	if err != nil {
		return nil, err
	}
	roots, err := rootCAs(o.CAFile)
	if err != nil {
		return nil, err
	}
	o.BaseURL, o.Key, o.Headers, o.Proxy = "", "", nil, ""
	return &Client{
		opts: o, base: base, secrets: hidden, proxy: proxy, transport: newTransport(o, roots, proxy),
		gate: newGate(o.Parallel, o.MaxWait), dialect: newDialect(),
	}, nil
}

// longestDial is the longest that a connection may take to be made.
const longestDial = 15 * time.Second

// newTransport returns what makes single requests. It is used without an
// http.Client, whose errors quote URLs and which would follow redirects with
// the key.
func newTransport(o Options, roots *x509.CertPool, proxy func(*url.URL) (*url.URL, error)) *http.Transport {
	limit := min(longestDial, o.IdleTimeout)
	return &http.Transport{
		Proxy:                  func(r *http.Request) (*url.URL, error) { return proxy(r.URL) },
		OnProxyConnectResponse: checkConnect,
		DialContext:            (&net.Dialer{Timeout: limit}).DialContext,
		TLSClientConfig:        &tls.Config{RootCAs: roots},
		TLSHandshakeTimeout:    limit,
		ForceAttemptHTTP2:      true,
		MaxIdleConnsPerHost:    o.Parallel,
		IdleConnTimeout:        90 * time.Second,
	}
}

// request returns the HTTP request for a path of the API, a GET if body is nil.
func (c *Client) request(ctx context.Context, path string, body []byte) *http.Request {
	r := &http.Request{Method: http.MethodGet, URL: c.base.JoinPath(path), Header: http.Header{}}
	if body != nil {
		r.Method, r.ContentLength = http.MethodPost, int64(len(body))
		r.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(body)), nil }
		r.Body, _ = r.GetBody()
		r.Header.Set("Content-Type", "application/json")
	}
	r.Header.Set("User-Agent", "ragmanager")
	c.secrets.authorise(r.Header)
	return r.WithContext(ctx)
}

// where names a path of the API in errors: without query, which may hold a key.
func (c *Client) where(path string) string {
	u := *c.base.JoinPath(path)
	u.RawQuery = ""
	return u.String()
}

// Format writes which server it is, without what is secret, whatever the verb.
func (c Client) Format(f fmt.State, _ rune) { io.WriteString(f, "client of "+c.where("")) }
