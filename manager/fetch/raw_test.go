package fetch

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"path/filepath"
	"testing"
)

func TestLocate(t *testing.T) {
	path, err := filepath.Abs("page.html")
	if err != nil {
		t.Fatal(err)
	}
	for address, want := range map[string][2]string{
		"HTTP://User:Pass@Example.test/a?b#c": {"example.test:80", ""},
		"https://example.test":                {"example.test:443", ""},
		"https://example.test:80/":            {"example.test:80", ""},
		"http://[::1]/":                       {"[::1]:80", ""},
		"http://bücher.test/":                 {"xn--bcher-kva.test:80", ""},
		"page.html":                           {"", path},
	} {
		server, path, err := Locate(address)
		if err != nil || server != want[0] || path != want[1] {
			t.Errorf("%s: %q, %q, %v", address, server, path, err)
		}
	}
	if _, _, err := Locate("ftp://example.test/"); err == nil {
		t.Error("no error")
	}
}

// Whatever comes is returned as it is, from where may allows to ask.
func TestRaw(t *testing.T) {
	refused := errors.New("refused")
	var asked []string
	at := serve(t, func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.URL.Path+" "+r.Header.Get("Accept"))
		if _, _, sent := r.BasicAuth(); sent {
			t.Error("user information of the address was sent")
		}
		switch r.URL.Path {
		case "/old":
			http.Redirect(w, r, "/new", http.StatusMovedPermanently)
		case "/new":
			w.Header().Set("Content-Type", "image/png")
			w.Write([]byte("\x89PNG"))
		default:
			http.Redirect(w, r, "/secret", http.StatusFound)
		}
	})
	f := newFetcher(t, Options{})
	may := func(at *url.URL) error {
		if at.Path == "/secret" {
			return refused
		}
		return nil
	}
	body, contentType, err := f.Raw(t.Context(), "http://ada:pw@"+at[len("http://"):]+"/old", "image/png", may)
	if string(body) != "\x89PNG" || contentType != "image/png" || err != nil {
		t.Errorf("have %q, %q, %v", body, contentType, err)
	}
	for _, path := range []string{"/other", "/secret"} {
		if _, _, err := f.Raw(t.Context(), at+path, "image/png", may); !errors.Is(err, refused) {
			t.Errorf("%s: %v", path, err)
		}
	}
	if len(asked) != 3 || asked[0] != "/old image/png" {
		t.Errorf("asked for %q", asked)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := f.Raw(ctx, at+"/new", "", may); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if _, _, err := f.Raw(t.Context(), "page.html", "", may); err == nil {
		t.Error("a file was read")
	}
}
