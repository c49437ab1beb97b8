package fetch

import (
	"cmp"
	"context"
	"fmt"
	"net"
	"net/http"
	"net/url"

	"ragmanager/manager/network"
)

// Locate returns what an address stands for: on the web the server, as HOST:PORT
// in the one form of all that mean the same, else the absolute path. The other one
// is empty. The error is an *AddressError.
func Locate(address string) (server, path string, err error) {
	at, err := locate(address)
	if err != nil || at.url == nil {
		return "", at.path, err
	}
	return Server(at.url), "", nil
}

// Server returns the server of a normalised URL, as Locate does.
func Server(u *url.URL) string {
	return net.JoinHostPort(u.Hostname(), cmp.Or(u.Port(), defaultPorts[u.Scheme]))
}

// Raw reads what is at an http or https address, whatever it is. It asks once, with
// the credentials of the host, but not with user information of the address, and
// for the types of content that accept lists. Before each request, also those that
// redirects lead to, may is asked about the normalised URL, and an error of it is
// returned. Other errors are ctx's and those of Get but *NotHTMLError,
// *LoginPageError and *FileError.
func (f *Fetcher) Raw(ctx context.Context, address, accept string, may func(at *url.URL) error) (body []byte, contentType string, err error) {
	at, err := locate(address)
	if err != nil {
		return nil, "", err
	}
	if at.url == nil {
		return nil, "", &AddressError{Address: redact(address), Reason: "not an address of the web"}
	}
	at.login = nil
	v := f.newVisit(Page{Address: at.address()}, at, Validators{})
	v.accept, v.may = accept, may
	err = v.follow(ctx, func(resp *http.Response, w *network.Watch, at *url.URL) error {
		if err := v.checkStatus(resp, at); err != nil {
			return err
		}
		contentType = resp.Header.Get("Content-Type")
		body, err = v.body(resp, w, at)
		return err
	})
	if err != nil && ctx.Err() != nil {
		err = fmt.Errorf("%s: %w", at.address(), ctx.Err())
	}
	return body, contentType, err
}
