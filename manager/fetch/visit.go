package fetch

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"ragmanager/manager/network"
)

// maxRedirects is how many redirects are followed; browsers follow 20, curl 30,
// net/http 10.
const maxRedirects = 10

// A visit reads one page from the web.
type visit struct {
	f     *Fetcher
	page  Page
	start *url.URL
	login *url.Userinfo // given with the address of the source, or nil
	known Validators
	left  time.Duration // what remains of the time limit of this try

	accept string               // types of content that are asked for
	may    func(*url.URL) error // why an address may not be asked; nil: all may
}

// acceptPages are the types of content of pages.
const acceptPages = "text/html, application/xhtml+xml, */*;q=0.1"

func (f *Fetcher) newVisit(p Page, at place, known Validators) *visit {
	login := at.login
	if stored, ok := f.logins.Load(p.Address); ok && login == nil {
		login = stored.(*url.Userinfo)
	}
	if known.URL == "" {
		known.URL = p.Address
	}
	return &visit{f: f, page: p, start: at.url, login: login, known: known, accept: acceptPages}
}

// A reader takes an answer that is no redirect.
type reader func(resp *http.Response, w *network.Watch, at *url.URL) error

// try asks for the page once.
func (v *visit) try(ctx context.Context) (doc Document, err error) {
	err = v.follow(ctx, func(resp *http.Response, w *network.Watch, at *url.URL) (err error) {
		doc, err = v.read(resp, w, at)
		return err
	})
	return doc, err
}

// follow follows redirects to the address that answers, and hands its answer to
// read.
func (v *visit) follow(ctx context.Context, read reader) error {
	v.left = v.f.opts.Timeout
	seen := map[string]bool{v.start.String(): true}
	for at := v.start; ; {
		if v.may != nil {
			if err := v.may(at); err != nil {
				return err
			}
		}
		next, err := v.hop(ctx, at, read)
		if err != nil || next == nil {
			return err
		}
		to := next.String()
		if seen[to] {
			return &RedirectError{URL: v.page.Address, Last: to, Reason: "redirected in a loop"}
		}
		if len(seen) > maxRedirects {
			return &RedirectError{URL: v.page.Address, Last: to, Reason: "redirected too often"}
		}
		seen[to] = true
		at = next
	}
}

// hop makes one request. It returns where to ask next, nil if the answer was read.
func (v *visit) hop(ctx context.Context, at *url.URL, read reader) (next *url.URL, err error) {
	leave, err := v.f.hosts.enter(ctx, at.Host)
	if err != nil {
		return nil, err
	}
	defer leave()
	defer func(start time.Time) { v.left -= time.Since(start) }(time.Now())
	w := newWatch(ctx, v.page.Address, v.f.opts.IdleTimeout, v.f.opts.Timeout, v.left)
	defer w.Stop()
	resp, err := v.f.transport.RoundTrip(v.request(w, at))
	if err != nil {
		return nil, v.networkError(w, at, err)
	}
	defer resp.Body.Close()
	w.Answered()
	if next, err := v.redirect(resp, at); next != nil || err != nil {
		drainSmall(resp)
		return next, err
	}
	return nil, read(resp, w, at)
}

// request returns the request for an address.
func (v *visit) request(ctx context.Context, at *url.URL) *http.Request {
	r := &http.Request{Method: http.MethodGet, URL: at, Header: http.Header{}}
	r.Header.Set("User-Agent", v.f.opts.UserAgent)
	r.Header.Set("Accept", v.accept)
	r.Header.Set("Accept-Encoding", acceptEncoding)
	if v.knows(at) && v.known.ETag != "" {
		r.Header.Set("If-None-Match", v.known.ETag)
	}
	if v.knows(at) && v.known.LastModified != "" {
		r.Header.Set("If-Modified-Since", v.known.LastModified)
	}
	if user, password, ok := v.credentials(at); ok {
		r.SetBasicAuth(user, password)
	}
	return r.WithContext(ctx)
}

// knows reports whether the validators came from an address. Another server, or
// the target of a new redirect, would compare them with an unrelated page.
func (v *visit) knows(at *url.URL) bool {
	return v.known.URL == at.String() && (v.known.ETag != "" || v.known.LastModified != "")
}

// credentials returns the user and password for an address: those given with
// the source if it is the same server, else those of the host. What began with
// encryption sends none without.
func (v *visit) credentials(at *url.URL) (user, password string, ok bool) {
	if v.start.Scheme == "https" && at.Scheme == "http" {
		return "", "", false
	}
	if v.login != nil && sameServer(v.start, at) {
		password, _ = v.login.Password()
		return v.login.Username(), password, true
	}
	return v.f.opts.Credentials(at.Host)
}

// sameServer reports whether two normalised URLs have the same host and port, or
// the second is the encrypted port of the first.
func sameServer(from, to *url.URL) bool {
	return from.Host == to.Host && (from.Scheme == to.Scheme || to.Scheme == "https" && to.Port() == "")
}

// redirect returns where an answer leads, nil if it is no redirect.
func (v *visit) redirect(resp *http.Response, at *url.URL) (*url.URL, error) {
	switch resp.StatusCode {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther, http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
	default:
		return nil, nil
	}
	location := resp.Header.Get("Location")
	if location == "" {
		return nil, nil
	}
	to, err := at.Parse(location)
	if err != nil || to.Hostname() == "" || to.Scheme != "http" && to.Scheme != "https" {
		return nil, &RedirectError{URL: v.page.Address, Last: redact(location), Reason: "redirected to what is no web page"}
	}
	return normalise(to), nil
}

// elsewhere reports whether an address is another page than the one asked for: a
// changed scheme, a "www." or a final slash are none.
func (v *visit) elsewhere(at *url.URL) bool {
	same := func(f func(*url.URL) string) bool { return f(v.start) == f(at) }
	return !same(func(u *url.URL) string { return strings.TrimPrefix(u.Hostname(), "www.") }) ||
		!same(func(u *url.URL) string { return strings.TrimSuffix(u.Path, "/") })
}

// networkError says why there is no answer or only part of one.
func (v *visit) networkError(w *network.Watch, at *url.URL, err error) error {
	if timeout := w.Timeout(); timeout != nil {
		return timeout
	}
	if p, ok := errors.AsType[*ProxyError](err); ok {
		return &ProxyError{URL: v.page.Address, Proxy: p.Proxy, Status: p.Status}
	}
	_, dns := errors.AsType[*net.DNSError](err)
	if n, ok := errors.AsType[net.Error](err); ok && n.Timeout() && !dns {
		return &TimeoutError{URL: v.page.Address, Limit: v.f.opts.IdleTimeout, Silent: true}
	}
	return &NetworkError{URL: v.page.Address, Final: at.String(), Err: endedEarly(err)}
}
