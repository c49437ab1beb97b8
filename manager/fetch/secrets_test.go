package fetch

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// The secrets of the tests in this file. A user may be a token, so it is one too.
const secretUser, secretPassword = "m1sterx", "s3cr3t"

// A record is all that was said to a caller.
type record []string

// add keeps a value and an error, with all that they hold.
func (r *record) add(v any, err error) {
	text, _ := json.Marshal(v) // what has no JSON form shows below
	*r = append(*r, string(text), fmt.Sprintf("%v %+v %#v", v, v, v))
	for ; err != nil; err = errors.Unwrap(err) {
		*r = append(*r, fmt.Sprintf("%v %+v %#v", err, err, err), hint(err))
	}
}

func (r record) wantNoSecrets(t *testing.T) {
	t.Helper()
	for _, text := range r {
		if strings.Contains(text, secretUser) || strings.Contains(text, secretPassword) {
			t.Errorf("tells a secret: %s", text)
		}
	}
}

// secretAddresses returns addresses that fail in all the ways there are, each
// with USER where the user information goes.
func secretAddresses(t *testing.T) (addresses []string) {
	add := func(address string) { addresses = append(addresses, strings.Replace(address, "://", "://USER@", 1)) }
	for _, status := range []int{200, 206, 304, 401, 403, 404, 407, 429, 500} {
		add(serve(t, func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(status) }))
	}
	for _, body := range []string{hello, "<input type=password>", "%PDF-1.7", strings.Repeat(hello, 20)} {
		add(serve(t, func(w http.ResponseWriter, r *http.Request) { page(w, body) }))
	}
	for _, target := range []string{"//U@HOST", "ftp://U@x.test", "http://U@x.test:port", "https:U@x", "http://U@HOST/%zz"} {
		add(serve(t, func(w http.ResponseWriter, r *http.Request) {
			target := strings.Replace(target, "U@", secretUser+":"+secretPassword+"@", 1)
			w.Header().Set("Location", strings.Replace(target, "HOST", r.Host, 1))
			w.WriteHeader(http.StatusFound)
		}))
	}
	encrypted := serveTLS(t, nil).URL
	add(encrypted)
	add(strings.Replace(encrypted, "https", "http", 1))
	add(serveRaw(t, func(c net.Conn) { io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf") }))
	add(serveRaw(t, hang))
	for _, address := range []string{"https://127.0.0.1:1/", "https://x.test:port/", "https:///", "https://", "ftp://x.test/", "file://x.test/a", "file:///no/a"} {
		add(address)
	}
	return append(addresses, "https:USER@x.test", "https:/USER@x.test/a", `https:\\USER@x.test`)
}

func TestSecretsAreNowhere(t *testing.T) {
	var sources []Source
	for _, address := range secretAddresses(t) {
		for _, user := range []string{
			secretUser + ":" + secretPassword, secretUser,
			secretUser + ":@/%?#" + secretPassword, secretUser + ":a\n" + secretPassword,
		} {
			s := Source{Address: strings.Replace(address, "USER", user, 1)}
			sources = append(sources, s, s, Source{Address: s.Address + "/x", Base: "https://" + user + "@x.test:/"})
		}
	}
	f := newFetcher(t, Options{
		Retries: -1, MaxBytes: 500, IdleTimeout: 50 * time.Millisecond, MaxWait: time.Millisecond,
		Credentials: func(string) (user, password string, ok bool) { return secretUser, secretPassword, true },
	})
	var said record
	pages, problems := f.Pages(t.Context(), sources)
	for _, err := range problems {
		said.add(err, err)
	}
	for _, p := range pages {
		said.add(f.Get(t.Context(), p, Validators{}))
	}
	for _, s := range sources {
		_, err := f.Get(t.Context(), Page{Address: s.Address}, Validators{})
		said.add(s.String(), err)
	}
	said.wantNoSecrets(t)
	if len(pages) < 20 || len(problems) < 50 {
		t.Errorf("only %d pages and %d problems", len(pages), len(problems))
	}
}

func TestSecretsOfAProxyAreNowhere(t *testing.T) {
	const user = secretUser + ":" + secretPassword
	_, host := startProxy(t, "http://127.0.0.1:1") // knows another user
	var said record
	for _, proxy := range []string{
		"http://" + user + "@" + host, "socks5://" + user + "@" + host, "http://" + user + "@127.0.0.1:1", "https://" + user + "@" + host,
		"ftp://" + user + "@x.test", "http://" + user + "@", user + "@x.test:port", "http://" + secretUser + ":a/%" + secretPassword + "@x.test",
	} {
		f, err := New(Options{Proxy: proxy, Retries: -1, IdleTimeout: 50 * time.Millisecond})
		said.add(nil, err)
		_, err = New(Options{Proxy: proxy, CAFile: filepath.Join(t.TempDir(), "missing")})
		said.add(nil, err)
		if f != nil {
			said.add(get(t, f, "http://x.test/"))
			said.add(get(t, f, "https://x.test/"))
		}
	}
	said.wantNoSecrets(t)
}
