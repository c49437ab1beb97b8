package llm

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"ragmanager/manager/llm/standin"
)

// refusedConnection is the error of a port at which nobody listens.
var refusedConnection error = &net.OpError{Op: "dial", Net: "tcp", Err: os.NewSyscallError("connect", syscall.ECONNREFUSED)}

// serveTLS returns a stand-in whose certificate nobody knows.
func serveTLS(t testing.TB) *httptest.Server {
	t.Helper()
	s := httptest.NewUnstartedServer(standin.New(standin.Options{}))
	s.Config.ErrorLog = log.New(io.Discard, "", 0)
	s.EnableHTTP2 = true
	s.StartTLS()
	t.Cleanup(s.Close)
	return s
}

// caFile returns a file with the certificate of a server.
func caFile(t testing.TB, s *httptest.Server) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "ca.pem")
	block := &pem.Block{Type: "CERTIFICATE", Bytes: s.Certificate().Raw}
	if err := os.WriteFile(path, pem.EncodeToMemory(block), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// ask asks for the models, which shows whether a server can be reached.
func ask(t testing.TB, base string, o Options) error {
	t.Helper()
	_, err := newClient(t, base, o).Models(t.Context())
	return err
}

func TestAPrivateCertificateNeedsItsAuthority(t *testing.T) {
	s := serveTLS(t)
	e, hint := wantError[*NetworkError](t, ask(t, s.URL+"/v1", Options{}))
	wantText(t, e.Error(), s.URL+"/v1/models: ", "certificate")
	wantText(t, hint, "CA file")
	c := newClient(t, s.URL+"/v1", Options{CAFile: caFile(t, s)})
	if _, _, err := c.EmbedText(t.Context(), small, "a"); err != nil {
		t.Error(err)
	}
	if got, err := c.Complete(t.Context(), question("Where is the antenna?"), nil); err != nil || got.Text != quoted {
		t.Error(got, err)
	}
}

func TestACertificateForAnotherHost(t *testing.T) {
	s := serveTLS(t)
	base := strings.Replace(s.URL, "127.0.0.1", "localhost", 1)
	_, hint := wantError[*NetworkError](t, ask(t, base, Options{CAFile: caFile(t, s)}))
	wantText(t, hint, "another host")
}

func TestAServerThatDoesNotEncrypt(t *testing.T) {
	s, _ := start(t, standin.Options{}, Options{})
	_, hint := wantError[*NetworkError](t, ask(t, strings.Replace(s.URL, "http:", "https:", 1), Options{}))
	wantText(t, hint, "http://")
}

func TestAServerThatDoesNotListen(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	e, hint := wantError[*NetworkError](t, ask(t, "http://"+l.Addr().String()+"/v1", Options{}))
	wantText(t, e.Error(), l.Addr().String())
	wantText(t, hint, "that the server runs")
}

func TestHintsForBrokenConnections(t *testing.T) {
	_, c := start(t, standin.Options{}, Options{})
	for _, test := range []struct {
		err  error
		want string
	}{
		{&net.OpError{Op: "dial", Err: &net.DNSError{Name: "x.test", IsNotFound: true}}, "host of the base URL"},
		{&net.OpError{Op: "proxyconnect", Err: errors.New("refused")}, "proxy in the settings"},
		{&tls.CertificateVerificationError{Err: x509.CertificateInvalidError{Reason: x509.Expired}}, "clock"},
		{&tls.CertificateVerificationError{Err: x509.CertificateInvalidError{Reason: x509.NotAuthorizedToSign}}, "not valid"},
		{&net.OpError{Op: "read", Err: errors.New("connection reset by peer")}, "try again later"},
	} {
		e := &NetworkError{URL: "https://x.test/v1", Err: test.err}
		wantText(t, e.Hint(), test.want)
		if c.passing(e) != (test.want == "try again later") {
			t.Errorf("%v: may pass is %v", test.err, c.passing(e))
		}
	}
	if !c.passing(&NetworkError{Err: &net.OpError{Op: "dial", Err: &net.DNSError{IsTemporary: true}}}) {
		t.Error("a name server that is busy stays so")
	}
}

func TestNamesForTimeouts(t *testing.T) {
	c := withHandler(t, nil, Options{IdleTimeout: 5 * time.Second, Retries: -1})
	c.transport = transportFunc(func(*http.Request) (*http.Response, error) {
		return nil, &net.OpError{Op: "dial", Err: os.ErrDeadlineExceeded}
	})
	_, err := c.Models(t.Context())
	e, _ := wantError[*TimeoutError](t, err)
	if e.Error() != "http://standin.test/v1/models: no answer for 5s" || !e.Timeout() {
		t.Error(e)
	}
}

func TestTheHomeFolder(t *testing.T) {
	home := t.TempDir()
	for _, name := range []string{"HOME", "USERPROFILE", "home"} {
		t.Setenv(name, home)
	}
	for file, want := range map[string]string{"~/ca.pem": filepath.Join(home, "ca.pem"), "~": home, "~x/ca.pem": "~x/ca.pem", "ca.pem": "ca.pem"} {
		if have := inHome(file); have != want {
			t.Errorf("%s: have %s", file, have)
		}
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
	p.seen = append(p.seen, r.Method+" "+r.Host)
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
	s := httptest.NewServer(standin.New(standin.Options{}))
	t.Cleanup(s.Close)
	p, host := startProxy(t, s.URL)
	if err := ask(t, "http://model.test/v1", Options{Proxy: "http://me:secret@" + host}); err != nil {
		t.Error(err)
	}
	if len(p.seen) != 1 || p.seen[0] != "GET model.test" {
		t.Errorf("proxy saw %q", p.seen)
	}
	e, hint := wantError[*ProxyError](t, ask(t, "http://model.test/v1", Options{Proxy: "me:wrong@" + host}))
	wantText(t, e.Error(), "http://model.test/v1/models: proxy "+host+" answered 407")
	wantText(t, hint, "http://USER:PASSWORD@"+host)
}

func TestAProxyToAnEncryptedServer(t *testing.T) {
	s := serveTLS(t)
	p, host := startProxy(t, s.URL)
	o := Options{Proxy: "http://me:secret@" + host, CAFile: caFile(t, s)}
	const base = "https://example.com/v1" // a name in the certificate of httptest
	if err := ask(t, base, o); err != nil {
		t.Error(err)
	}
	if len(p.seen) != 1 || p.seen[0] != "CONNECT example.com:443" {
		t.Errorf("proxy saw %q", p.seen)
	}
	o.Proxy = "http://me:wrong@" + host
	if e, _ := wantError[*ProxyError](t, ask(t, base, o)); e.Status != 407 || e.Proxy != host {
		t.Errorf("have %v", e)
	}
}

func TestTheProxyOfTheEnvironment(t *testing.T) {
	s, _ := start(t, standin.Options{}, Options{})
	p, host := startProxy(t, strings.TrimSuffix(s.URL, "/v1"))
	for _, name := range []string{"http_proxy", "https_proxy", "no_proxy", "HTTPS_PROXY", "REQUEST_METHOD"} {
		t.Setenv(name, "")
	}
	t.Setenv("HTTP_PROXY", "http://me:secret@"+host)
	if err := ask(t, "http://model.test/v1", Options{}); err != nil {
		t.Error(err)
	}
	if err := ask(t, s.URL, Options{}); err != nil { // this computer is asked directly
		t.Error(err)
	}
	if len(p.seen) != 1 {
		t.Errorf("proxy saw %q", p.seen)
	}
}

func TestAProxyThatDoesNotReachTheServer(t *testing.T) {
	_, host := startProxy(t, "http://127.0.0.1:1")
	err := ask(t, "https://model.test/v1", Options{Proxy: "http://me:secret@" + host, Retries: 1})
	if e, _ := wantError[*ProxyError](t, err); e.Status != http.StatusBadGateway {
		t.Fatal(err)
	}
	wantText(t, err.Error(), "proxy "+host+" answered 502 Bad Gateway", "gave up after 2 requests")
	_, hint := wantError[*NetworkError](t, ask(t, "http://model.test/v1", Options{Proxy: "http://127.0.0.1:1"}))
	wantText(t, hint, "proxy")
}

func TestSettingsThatCannotWork(t *testing.T) {
	root := t.TempDir()
	text := filepath.Join(root, "text.pem")
	if err := os.WriteFile(text, []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		o    Options
		want string
	}{
		"no scheme":        {Options{BaseURL: "localhost:11434/v1"}, "base URL: localhost:11434/v1: not the URL of a server"},
		"no host":          {Options{BaseURL: "https:///v1"}, "base URL: https:///v1: not"},
		"another scheme":   {Options{BaseURL: "ftp://x.test"}, "base URL: "},
		"not a URL":        {Options{BaseURL: "http://x.test:port"}, "base URL: "},
		"a login":          {Options{BaseURL: "https://me:secret@x.test/v1"}, "base URL: https://x.test/v1: user and password"},
		"a key as URL":     {Options{BaseURL: testKey}, "base URL: " + Mask + ": not"},
		"missing CA":       {Options{CAFile: filepath.Join(root, "missing.pem")}, "CA file: " + filepath.Join(root, "missing.pem")},
		"a folder as CA":   {Options{CAFile: root}, "CA file: " + root},
		"no CA in it":      {Options{CAFile: text}, "CA file: " + text + ": no certificate"},
		"proxy's scheme":   {Options{Proxy: "ftp://x.test"}, "proxy: ftp://x.test"},
		"proxy's host":     {Options{Proxy: "http://"}, "proxy: http://"},
		"proxy's password": {Options{Proxy: "ftp://me:secret@x.test"}, "proxy: ftp://x.test"},
		"two keys":         {Options{Key: "sk-first\nsk-second"}, "API key: holds a character"},
		"a dash in a key":  {Options{Key: "sk–first"}, "API key: holds a character"},
		"a header's value": {Options{Headers: map[string]string{"Api-Key": "a\rb"}}, "header Api-Key: holds"},
		"a header's name":  {Options{Headers: map[string]string{"Api Key": "a"}}, "headers: "},
		"organisation":     {Options{Organisation: "a\x00b"}, "organisation: "},
	} {
		_, err := New(test.o)
		e, _ := wantError[*SettingError](t, err)
		wantText(t, e.Error(), test.want)
		if strings.Contains(err.Error(), "secret") || strings.Contains(err.Error(), "sk-") {
			t.Errorf("%s: tells a secret: %v", name, err)
		}
	}
	if _, err := New(Options{CAFile: filepath.Join(root, "missing.pem")}); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
	for _, proxy := range []string{"x.test:8080", "http://x.test:8080", "https://me:pw@x.test", "socks5://x.test:1080", " x.test "} {
		if _, err := New(Options{Proxy: proxy}); err != nil {
			t.Errorf("%s: %v", proxy, err)
		}
	}
}

func TestBaseURLs(t *testing.T) {
	for text, want := range map[string]string{
		"":                                    "https://api.openai.com/v1/models",
		" http://localhost:11434/v1/ ":        "http://localhost:11434/v1/models",
		"http://[::1]:8080":                   "http://[::1]:8080/models",
		"https://x.test/v1/embeddings":        "https://x.test/v1/models",
		"https://x.test/v1/chat/completions/": "https://x.test/v1/models",
		"https://x.test/openai/deployments/gpt?api-version=2024-02-01": "https://x.test/openai/deployments/gpt/models?api-version=2024-02-01",
		"https://x.test/v1#top": "https://x.test/v1/models",
	} {
		c, err := New(Options{BaseURL: text})
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if have := c.request(t.Context(), "models", nil).URL.String(); have != want {
			t.Errorf("%s: have %s", text, have)
		}
	}
}

func TestBaseURLWithoutPath(t *testing.T) {
	var paths []string
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		paths = append(paths, r.URL.Path)
		io.WriteString(w, `{"object":"list","data":[{"id":"m","object":"model"}]}`)
	}))
	defer s.Close()
	for _, base := range []string{s.URL, s.URL + "/", s.URL + "/v1/"} {
		c, err := New(Options{BaseURL: base})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.Models(t.Context()); err != nil {
			t.Errorf("%s: %v", base, err)
		}
	}
	if want := []string{"/models", "/models", "/v1/models"}; !slices.Equal(paths, want) {
		t.Errorf("have %q, want %q", paths, want)
	}
}
