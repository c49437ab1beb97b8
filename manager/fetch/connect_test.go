package fetch

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// caFile returns a file with the certificate of a server.
func caFile(t testing.TB, s *httptest.Server) string {
	t.Helper()
	block := &pem.Block{Type: "CERTIFICATE", Bytes: s.Certificate().Raw}
	return writeFile(t, filepath.Join(t.TempDir(), "ca.pem"), string(pem.EncodeToMemory(block)))
}

// testCertificateHost is a name in the certificate of httptest.
const testCertificateHost = "example.com"

func TestAPrivateCertificateNeedsItsAuthority(t *testing.T) {
	s := serveTLS(t, func(w http.ResponseWriter, r *http.Request) { page(w, r.Proto) })
	e := getError[*NetworkError](t, newFetcher(t, Options{}), s.URL)
	wantText(t, e.Error(), "certificate")
	wantText(t, e.Hint(), "CA file")
	doc := mustGet(t, newFetcher(t, Options{CAFile: caFile(t, s)}), s.URL)
	if string(doc.Body) != "HTTP/2.0" {
		t.Errorf("speaks %s", doc.Body)
	}
}

func TestACertificateForAnotherHost(t *testing.T) {
	if _, err := net.LookupHost("localhost"); err != nil {
		t.Skip("this machine has no other name for itself:", err)
	}
	s := serveTLS(t, nil)
	address := strings.Replace(s.URL, "127.0.0.1", "localhost", 1)
	e := getError[*NetworkError](t, newFetcher(t, Options{CAFile: caFile(t, s)}), address)
	wantText(t, e.Hint(), "another host")
}

func TestAServerThatDoesNotEncrypt(t *testing.T) {
	address := serve(t, func(w http.ResponseWriter, r *http.Request) { page(w, hello) })
	e := getError[*NetworkError](t, newFetcher(t, Options{}), strings.Replace(address, "http:", "https:", 1))
	wantText(t, e.Hint(), "http://")
}

func TestTheCAFileMustHoldCertificates(t *testing.T) {
	root := t.TempDir()
	for _, path := range []string{filepath.Join(root, "missing.pem"), root, writeFile(t, filepath.Join(root, "text.pem"), "text")} {
		_, err := New(Options{CAFile: path})
		if _, ok := errors.AsType[*SettingError](err); !ok || hint(err) == "" {
			t.Errorf("have %v", err)
			continue
		}
		wantText(t, err.Error(), "CA file: ", path)
	}
	if _, err := New(Options{CAFile: filepath.Join(root, "missing.pem")}); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
}

func TestHintsForBrokenConnections(t *testing.T) {
	for _, test := range []struct {
		err  error
		want string
	}{
		{&net.OpError{Op: "dial", Err: &net.DNSError{Name: "x.test", IsNotFound: true}}, "spelling of the host"},
		{&tls.CertificateVerificationError{Err: x509.CertificateInvalidError{Reason: x509.Expired}}, "clock"},
		{&tls.CertificateVerificationError{Err: x509.CertificateInvalidError{Reason: x509.NotAuthorizedToSign}}, "not valid"},
		{&net.OpError{Op: "read", Err: errors.New("connection reset by peer")}, "try again later"},
	} {
		e := &NetworkError{URL: "https://x.test/", Err: test.err}
		wantText(t, e.Hint(), test.want)
		if mayPass(e) != (test.want == "try again later") {
			t.Errorf("%v: may pass is %v", test.err, mayPass(e))
		}
	}
	if !mayPass(&NetworkError{Err: &net.OpError{Op: "dial", Err: &net.DNSError{IsTemporary: true}}}) {
		t.Error("a name server that is busy stays so")
	}
}

// A proxy is one with a login that leads every host to the same server.
type proxy struct {
	target string // host and port
	mu     sync.Mutex
	seen   []string
}

func (p *proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	p.seen = append(p.seen, r.Method+" "+r.Host+" "+r.Header.Get("Authorization"))
	p.mu.Unlock()
	if r.Header.Get("Proxy-Authorization") != "Basic bWU6c2VjcmV0" { // me:secret
		w.WriteHeader(http.StatusProxyAuthRequired)
		return
	}
	server, err := net.Dial("tcp", p.target)
	if err != nil {
		w.WriteHeader(http.StatusBadGateway)
		return
	}
	defer server.Close()
	client, buffered, err := w.(http.Hijacker).Hijack()
	if err != nil {
		return
	}
	defer client.Close()
	if r.Method == http.MethodConnect {
		io.WriteString(client, "HTTP/1.1 200 OK\r\n\r\n")
	} else {
		r.Header.Set("Connection", "close")
		r.Write(server)
	}
	go io.Copy(server, buffered)
	io.Copy(client, server)
}

// startProxy returns a proxy and its host and port.
func startProxy(t testing.TB, target string) (p *proxy, host string) {
	p = &proxy{target: target[strings.Index(target, "://")+3:]}
	s := httptest.NewServer(p)
	t.Cleanup(s.Close)
	return p, strings.TrimPrefix(s.URL, "http://")
}

func TestAProxyWithLogin(t *testing.T) {
	plain := serve(t, func(w http.ResponseWriter, r *http.Request) { page(w, "plain") })
	p, host := startProxy(t, plain)
	if doc := mustGet(t, newFetcher(t, Options{Proxy: "http://me:secret@" + host}), "http://manual.test/"); string(doc.Body) != "plain" {
		t.Errorf("have %q", doc.Body)
	}
	if len(p.seen) != 1 || p.seen[0] != "GET manual.test " {
		t.Errorf("proxy saw %q", p.seen)
	}
	wrong := newFetcher(t, Options{Proxy: "me:wrong@" + host})
	e := getError[*ProxyError](t, wrong, "http://manual.test/")
	wantText(t, e.Error(), "proxy "+host+" answered 407")
	wantText(t, e.Hint(), "http://USER:PASSWORD@"+host)
}

func TestAProxyToAnEncryptedHost(t *testing.T) {
	s := serveTLS(t, func(w http.ResponseWriter, r *http.Request) { page(w, "encrypted") })
	p, host := startProxy(t, s.URL)
	o := Options{
		Proxy: "http://me:secret@" + host, CAFile: caFile(t, s),
		Credentials: func(string) (user, password string, ok bool) { return "you", "hidden", true },
	}
	address := "https://" + testCertificateHost + "/"
	if doc := mustGet(t, newFetcher(t, o), address); string(doc.Body) != "encrypted" {
		t.Errorf("have %q", doc.Body)
	}
	if want := "CONNECT " + testCertificateHost + ":443 "; len(p.seen) != 1 || p.seen[0] != want {
		t.Errorf("proxy saw %q, want %q", p.seen, want)
	}
	o.Proxy = "http://me:wrong@" + host
	e := getError[*ProxyError](t, newFetcher(t, o), address)
	if e.Status != http.StatusProxyAuthRequired {
		t.Errorf("have %v", e)
	}
}

func TestTheProxyOfTheEnvironment(t *testing.T) {
	plain := serve(t, func(w http.ResponseWriter, r *http.Request) { page(w, "plain") })
	p, host := startProxy(t, plain)
	for _, name := range []string{"http_proxy", "https_proxy", "no_proxy", "HTTPS_PROXY", "REQUEST_METHOD"} {
		t.Setenv(name, "")
	}
	t.Setenv("HTTP_PROXY", "http://me:secret@"+host)
	t.Setenv("NO_PROXY", "direct.invalid")
	f := newFetcher(t, Options{})
	mustGet(t, f, "http://manual.test/")
	mustGet(t, f, plain) // this computer is asked directly
	getError[*NetworkError](t, newFetcher(t, Options{Retries: -1}), "http://direct.invalid/")
	if len(p.seen) != 1 {
		t.Errorf("proxy saw %q", p.seen)
	}
}

func TestAProxyThatDoesNotListen(t *testing.T) {
	e := getError[*NetworkError](t, newFetcher(t, Options{Proxy: "http://me:secret@127.0.0.1:1"}), "http://manual.test/")
	wantText(t, e.Hint(), "proxy")
}

func TestAProxyThatDoesNotReachTheHost(t *testing.T) {
	_, host := startProxy(t, "http://127.0.0.1:1")
	_, err := get(t, newFetcher(t, Options{Proxy: "http://me:secret@" + host, Retries: 1}), "https://manual.test/")
	if e, ok := errors.AsType[*ProxyError](err); !ok || e.Status != http.StatusBadGateway {
		t.Fatal(err)
	}
	wantText(t, err.Error(), "https://manual.test/: proxy "+host+" answered 502 Bad Gateway (tried 2 times)")
	wantText(t, hint(err), "check the proxy")
}

func TestAProxyMustBeAURL(t *testing.T) {
	for _, address := range []string{"ftp://x.test", "http://", "http://x.test:port", "/proxy"} {
		_, err := New(Options{Proxy: address})
		if _, ok := errors.AsType[*SettingError](err); !ok || hint(err) == "" {
			t.Errorf("%s: have %v", address, err)
		}
	}
	for _, address := range []string{"x.test:8080", "http://x.test:8080", "https://me:pw@x.test", "socks5://x.test:1080", " x.test "} {
		if _, err := New(Options{Proxy: address}); err != nil {
			t.Errorf("%s: %v", address, err)
		}
	}
}
