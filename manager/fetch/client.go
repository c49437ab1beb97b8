package fetch

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"net"
	"net/http"
	"net/url"
	"os"
	"time"

	"ragmanager/manager/network"
)

// newTransport returns what makes single requests. It is used without a client,
// as redirects must obey the limits of a page, and errors of clients quote URLs.
func newTransport(o Options, roots *x509.CertPool, proxy func(*url.URL) (*url.URL, error)) *http.Transport {
	return &http.Transport{
		Proxy:                  func(r *http.Request) (*url.URL, error) { return proxy(r.URL) },
		OnProxyConnectResponse: checkConnect,
		DialContext:            (&net.Dialer{Timeout: o.IdleTimeout}).DialContext,
		TLSClientConfig:        &tls.Config{RootCAs: roots},
		TLSHandshakeTimeout:    o.IdleTimeout,
		ForceAttemptHTTP2:      true,
		MaxIdleConnsPerHost:    o.PerHost,
		IdleConnTimeout:        90 * time.Second,
	}
}

// checkConnect keeps the status of a proxy that refuses to connect us.
func checkConnect(_ context.Context, proxy *url.URL, _ *http.Request, r *http.Response) error {
	if r.StatusCode == http.StatusOK {
		return nil
	}
	return &ProxyError{Proxy: proxy.Host, Status: r.StatusCode}
}

// rootCAs returns the certificates of the system and of a file. It is nil, which
// stands for those of the system, if there is no file.
func rootCAs(file string) (*x509.CertPool, error) {
	if file == "" {
		return nil, nil
	}
	path, err := localPath(file)
	if err != nil {
		return nil, &SettingError{Setting: "CA file", Reason: err.Error()}
	}
	pem, err := os.ReadFile(path)
	if err != nil {
		return nil, &SettingError{Setting: "CA file", Reason: newFileError(path, err).Error(), Err: err}
	}
	pool, ok := network.CertPool(pem)
	if !ok {
		return nil, &SettingError{Setting: "CA file", Reason: path + ": no certificate in PEM form"}
	}
	return pool, nil
}

// proxyFunc returns which proxy to use for a URL, nil for none.
func proxyFunc(proxy string) (func(*url.URL) (*url.URL, error), error) {
	if proxy == "" {
		return network.ProxyFunc(nil), nil
	}
	u, full, ok := network.ParseProxy(proxy)
	if !ok {
		return nil, &SettingError{Setting: "proxy", Reason: redact(full) + ": not the URL of a proxy"}
	}
	return network.ProxyFunc(u), nil
}
