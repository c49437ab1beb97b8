package network

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net/url"
	"slices"
	"strings"
	"time"

	"golang.org/x/net/http/httpproxy"
)

// ParseProxy returns the URL of a proxy, which may lack the scheme. full is the
// text with its scheme; ok is false if it is not the URL of a proxy.
func ParseProxy(text string) (u *url.URL, full string, ok bool) {
	full = strings.TrimSpace(text)
	if !strings.Contains(full, "://") {
		full = "http://" + full
	}
	u, err := url.Parse(full)
	if err != nil || u.Hostname() == "" || !slices.Contains([]string{"http", "https", "socks5", "socks5h"}, u.Scheme) {
		return nil, full, false
	}
	return u, full, true
}

// ProxyFunc returns which proxy to use for a URL, nil for none: the given one or,
// if that is nil, that of the environment.
func ProxyFunc(proxy *url.URL) func(*url.URL) (*url.URL, error) {
	config := httpproxy.FromEnvironment()
	if proxy != nil {
		config.HTTPProxy, config.HTTPSProxy, config.CGI = proxy.String(), proxy.String(), false
	}
	return config.ProxyFunc()
}

// CertPool returns the certificates of the system and those in pem; ok is false
// if there are none in it.
func CertPool(pem []byte) (pool *x509.CertPool, ok bool) {
	pool, err := x509.SystemCertPool()
	if err != nil {
		pool = x509.NewCertPool() // a system without certificates
	}
	return pool, pool.AppendCertsFromPEM(pem)
}

// CertificateHint returns the way out if a certificate is not accepted, else "".
// host is what to check if it is for another host.
func CertificateHint(err error, host string) string {
	if _, ok := errors.AsType[x509.UnknownAuthorityError](err); ok {
		return "if the certificate is from your own organisation, name its CA file in the settings"
	}
	if _, ok := errors.AsType[x509.HostnameError](err); ok {
		return "the certificate is for another host: check " + host
	}
	if invalid, ok := errors.AsType[x509.CertificateInvalidError](err); ok && invalid.Reason == x509.Expired {
		return "check the clock of this computer; else the server needs a new certificate"
	}
	if _, ok := errors.AsType[*tls.CertificateVerificationError](err); ok {
		return "the certificate of the server is not valid: tell whoever runs it"
	}
	return ""
}

// NotEncrypted reports whether the server answered without encryption.
func NotEncrypted(err error) bool {
	_, ok := errors.AsType[tls.RecordHeaderError](err)
	return ok
}

// Sleep waits unless ctx is done; the error is that of ctx.
func Sleep(ctx context.Context, wait time.Duration) error {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
