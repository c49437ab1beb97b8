package llm

import (
	"context"
	"crypto/x509"
	"errors"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"ragmanager/manager/network"
)

// parseBase parses the base URL. The address of a method of the API, which is
// what examples with curl show, is taken for that of the API.
func parseBase(text string) (*url.URL, error) {
	text = strings.TrimSpace(text)
	wrong := func(reason string) error {
		return &SettingError{Setting: "base URL", Reason: hideUser(text) + ": " + reason}
	}
	u, err := url.Parse(text)
	switch {
	case err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Hostname() == "":
		return nil, wrong("not the URL of a server")
	case u.User != nil:
		return nil, wrong("user and password do not belong there")
	}
	u.Fragment, u.RawFragment = "", ""
	for _, method := range []string{"", "/embeddings", "/chat/completions", "/completions", "/models"} {
		u.Path = strings.TrimRight(strings.TrimSuffix(u.Path, method), "/")
	}
	u.RawPath = ""
	if u.Path == "" {
		u.Path = "/" // else what is joined to it is not absolute, and no request
	}
	return u, nil
}

// user finds the user information of a URL, also in one that does not parse: all
// before the last @ may be part of a password.
var user = regexp.MustCompile(`^(\s*\w+:/{0,2})?.*@`)

// hideUser takes user information and query out of what may be a URL.
func hideUser(text string) string {
	text, _, _ = strings.Cut(user.ReplaceAllString(text, "$1"), "?")
	return keys.ReplaceAllString(text, Mask)
}

// rootCAs returns the certificates of the system and of a file. It is nil, which
// stands for those of the system, if there is no file.
func rootCAs(file string) (*x509.CertPool, error) {
	if file == "" {
		return nil, nil
	}
	pem, err := os.ReadFile(inHome(file))
	if err != nil {
		if p, ok := errors.AsType[*fs.PathError](err); ok {
			err = p.Err
		}
		return nil, &SettingError{Setting: "CA file", Reason: file + ": " + err.Error(), Err: err}
	}
	pool, ok := network.CertPool(pem)
	if !ok {
		return nil, &SettingError{Setting: "CA file", Reason: file + ": no certificate in PEM form"}
	}
	return pool, nil
}

// inHome replaces a leading ~ by the home folder.
func inHome(file string) string {
	if rest, ok := strings.CutPrefix(file, "~"); ok && (rest == "" || os.IsPathSeparator(rest[0])) {
		if home, err := os.UserHomeDir(); err == nil {
			return filepath.Join(home, rest)
		}
	}
	return file
}

// proxyFunc returns which proxy to use for a URL, nil for none.
func proxyFunc(proxy string) (func(*url.URL) (*url.URL, error), error) {
	if proxy == "" {
		return network.ProxyFunc(nil), nil
	}
	u, full, ok := network.ParseProxy(proxy)
	if !ok {
		return nil, &SettingError{Setting: "proxy", Reason: hideUser(full) + ": not the URL of a proxy"}
	}
	return network.ProxyFunc(u), nil
}

// checkConnect keeps the status of a proxy that refuses to connect us.
func checkConnect(_ context.Context, proxy *url.URL, _ *http.Request, r *http.Response) error {
	if r.StatusCode == http.StatusOK {
		return nil
	}
	return &ProxyError{Proxy: proxy.Host, Status: r.StatusCode}
}
