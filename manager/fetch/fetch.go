package fetch

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"sync"
)

// A Page is one page to read. Pages makes them.
type Page struct {
	// Address identifies the page: a normalised URL without user information
	// and fragment, or an absolute path.
	Address string
	// Path is the file that holds the page, "" if a web server does.
	Path string
	// Base is the absolute URL that links of the page are resolved against: the
	// published address if the source has one, else that of the page itself.
	Base string
	// Source is the source that the page came from, as Source.String says it.
	Source string
}

// Validators tell a server which version of a page is already known. The zero
// value stands for none.
type Validators struct {
	ETag         string
	LastModified string
	// URL is the address that gave them, which differs from that of the page
	// after a redirect. They are sent to it alone. Empty: the page's address.
	URL string
}

// A Document is a page with what was read.
type Document struct {
	// Page is the page asked for. If it was redirected and its source has no
	// base of its own, its Base is now FinalURL.
	Page

	// Body is the page, unpacked, in the encoding of the server or file. It is
	// empty for an empty page and nil if NotModified.
	Body []byte

	// ContentType is the header of the server, or "text/html" for a file or if
	// the server sent none: then the page itself tells its charset.
	ContentType string

	// FinalURL is the address that answered, after redirects; "" for a file.
	FinalURL string

	// Validators are to be passed to Get the next time; zero for a file.
	Validators

	// NotModified says that the server still has the version of the validators.
	NotModified bool
}

// A Fetcher reads pages. It is safe for concurrent use and keeps connections
// open from page to page, so one should serve a whole job. Make it with New.
type Fetcher struct {
	opts      Options
	transport *http.Transport
	proxy     func(*url.URL) (*url.URL, error)
	hosts     *hosts
	logins    sync.Map // user information (*url.Userinfo) by page address (string)
}

// New returns a Fetcher. It fails with a *SettingError if the CA file cannot be
// read or holds no certificate, or if the proxy is no URL of a proxy.
func New(o Options) (*Fetcher, error) {
	o = o.withDefaults()
	roots, err := rootCAs(o.CAFile)
	if err != nil {
		return nil, err
	}
	proxy, err := proxyFunc(o.Proxy)
	if err != nil {
		return nil, err
	}
	return &Fetcher{opts: o, transport: newTransport(o, roots, proxy), proxy: proxy, hosts: newHosts(o.PerHost)}, nil
}

// Get reads a page. If v still describes the version that the server has, the
// document comes without a body and with NotModified set; a file has no
// validators and is always read.
//
// A failure that may pass (429, 408, a server error other than 501, silence, a
// broken connection) is retried. When ctx is done Get returns its error within a
// moment, whatever it is waiting for. Other errors are *StatusError,
// *NotHTMLError, *LoginPageError, *RedirectError, *TooLargeError,
// *TimeoutError, *NetworkError, *ProxyError, *FileError and *AddressError.
func (f *Fetcher) Get(ctx context.Context, p Page, v Validators) (Document, error) {
	at := place{path: p.Path}
	if p.Path == "" {
		var err error
		if at, err = locate(p.Address); err != nil {
			return Document{}, err
		}
	}
	p.Address = at.address()
	if err := ctx.Err(); err != nil {
		return Document{}, fmt.Errorf("%s: %w", p.Address, err)
	}
	if at.url == nil {
		p.Path = at.path
		return f.readFile(p)
	}
	return f.newVisit(p, at, v).run(ctx)
}
