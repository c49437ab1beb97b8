package fetch

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"
)

func TestAPageIsReadFromTheWeb(t *testing.T) {
	address := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.UserAgent() != "test/1" || r.Header.Get("Accept-Encoding") != "gzip, deflate" || r.URL.String() != "/p?q=1" {
			t.Errorf("asked for %s with %v", r.URL, r.Header)
		}
		w.Header().Set("ETag", `"1"`)
		w.Header().Set("Content-Type", "text/html; charset=iso-8859-1")
		fmt.Fprint(w, hello)
	})
	f := newFetcher(t, Options{UserAgent: "test/1"})
	doc, err := f.Get(t.Context(), Page{Address: address + "/x/../p?q=1#a", Source: "s"}, Validators{})
	if err != nil {
		t.Fatal(err)
	}
	at := address + "/p?q=1"
	if string(doc.Body) != hello || doc.ContentType != "text/html; charset=iso-8859-1" || doc.NotModified {
		t.Errorf("have %+v", doc)
	}
	if doc.Page != (Page{Address: at, Base: at, Source: "s"}) || doc.FinalURL != at {
		t.Errorf("have %+v", doc)
	}
	if doc.Validators != (Validators{ETag: `"1"`, URL: at}) {
		t.Errorf("have validators %+v", doc.Validators)
	}
}

func TestOnlyHTMLIsReturned(t *testing.T) {
	for _, test := range []struct {
		contentType, body string
		refused           string // as content type, "" if it is a page
	}{
		{"text/html", hello, ""},
		{"Text/HTML ;charset=", hello, ""},
		{"application/xhtml+xml", hello, ""},
		{"none", hello, ""},
		{"none", "", ""},
		{"text/html", "", ""},
		{"text/html", "a\x00b", ""}, // browsers show it
		{"text/plain", hello, "text/plain"},
		{"text/htmlx", hello, "text/htmlx"},
		{"application/json; charset=utf-8", "{}", "application/json; charset=utf-8"},
		{"application/pdf", "", "application/pdf"},
		{"none", "just text", "text/plain; charset=utf-8"},
		{"none", "%PDF-1.7", "application/pdf"},
		{"text/html", "%PDF-1.7", "application/pdf"},
		{"text/html", "\x89PNG\r\n\x1a\n\xff", "image/png"},
	} {
		address := serve(t, func(w http.ResponseWriter, r *http.Request) {
			w.Header()["Content-Type"] = []string{test.contentType}
			if test.contentType == "none" {
				w.Header()["Content-Type"] = nil
			}
			fmt.Fprint(w, test.body)
		})
		f := newFetcher(t, Options{})
		if test.refused == "" {
			if doc := mustGet(t, f, address+"/"); string(doc.Body) != test.body {
				t.Errorf("%s: have %q", test.contentType, doc.Body)
			}
		} else if e := getError[*NotHTMLError](t, f, address+"/"); e.ContentType != test.refused {
			t.Errorf("%s: have %v", test.contentType, e)
		}
	}
}

func TestASniffedPageClaimsNoCharset(t *testing.T) {
	address := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header()["Content-Type"] = nil
		fmt.Fprint(w, "<html>Gr\xfc\xdfe")
	})
	if doc := mustGet(t, newFetcher(t, Options{}), address); doc.ContentType != "text/html" {
		t.Errorf("have %s", doc.ContentType)
	}
}

func TestNoContentIsAnEmptyPage(t *testing.T) {
	address := serve(t, func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(http.StatusNoContent) })
	if doc := mustGet(t, newFetcher(t, Options{}), address); len(doc.Body) != 0 || doc.Body == nil || doc.NotModified {
		t.Errorf("have %+v", doc)
	}
}

func TestStatusesThatAreNoPages(t *testing.T) {
	address := serve(t, func(w http.ResponseWriter, r *http.Request) {
		var status int
		fmt.Sscanf(r.URL.Path, "/%d", &status)
		w.Header().Set("Content-Type", "text/html")
		w.WriteHeader(status)
		if status != http.StatusNotModified {
			fmt.Fprint(w, hello) // as full error pages are
		}
	})
	f := newFetcher(t, Options{Retries: -1})
	for _, status := range []int{206, 300, 301, 304, 400, 401, 403, 404, 410, 429, 451, 500, 501, 503, 599} {
		e := getError[*StatusError](t, f, fmt.Sprintf("%s/%d", address, status))
		if e.Status != status || e.Gone() != (status == 404 || status == 410) || Gone(e) != e.Gone() {
			t.Errorf("%d: have %+v", status, e)
		}
	}
}

func TestWhatIsUnchangedIsNotSentAgain(t *testing.T) {
	const changed = "Sat, 29 Oct 1994 19:43:31 GMT"
	address := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("ETag", `W/"7"`)
		w.Header().Set("Last-Modified", changed)
		if r.Header.Get("If-None-Match") == `W/"7"` && r.Header.Get("If-Modified-Since") == changed {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		page(w, hello)
	})
	f := newFetcher(t, Options{})
	first := mustGet(t, f, address+"/p")
	if want := (Validators{`W/"7"`, changed, address + "/p"}); first.Validators != want {
		t.Fatalf("have validators %+v, want %+v", first.Validators, want)
	}
	for _, v := range []Validators{first.Validators, {ETag: `W/"7"`, LastModified: changed}} {
		again, err := f.Get(t.Context(), first.Page, v)
		if err != nil || !again.NotModified || again.Body != nil || again.Validators != first.Validators || again.Page != first.Page {
			t.Errorf("with %+v: have %+v, %v", v, again, err)
		}
	}
	other, err := f.Get(t.Context(), first.Page, Validators{ETag: `W/"6"`})
	if err != nil || other.NotModified || len(other.Body) == 0 {
		t.Errorf("with another tag: have %+v, %v", other, err)
	}
}

func TestA304WithoutNewValidatorsKeepsTheOld(t *testing.T) {
	address := serve(t, func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(http.StatusNotModified) })
	at := address + "/"
	doc, err := newFetcher(t, Options{}).Get(t.Context(), Page{Address: at}, Validators{ETag: `"1"`})
	if err != nil || doc.Validators != (Validators{ETag: `"1"`, URL: at}) {
		t.Errorf("have %+v, %v", doc, err)
	}
}

func TestValidatorsGoOnlyToTheAddressThatGaveThem(t *testing.T) {
	target := "/b"
	address := serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == "/a":
			http.Redirect(w, r, target, http.StatusFound)
		case r.Header.Get("If-None-Match") != "":
			w.WriteHeader(http.StatusNotModified)
		default:
			w.Header().Set("ETag", `"1"`)
			page(w, hello)
		}
	})
	f := newFetcher(t, Options{})
	first := mustGet(t, f, address+"/a")
	if first.Validators.URL != address+"/b" {
		t.Errorf("have validators %+v", first.Validators)
	}
	if again, err := f.Get(t.Context(), Page{Address: address + "/a"}, first.Validators); err != nil || !again.NotModified {
		t.Errorf("same target: have %+v, %v", again, err)
	}
	target = "/c" // whose tag happens to be the same
	if moved, err := f.Get(t.Context(), Page{Address: address + "/a"}, first.Validators); err != nil || moved.NotModified {
		t.Errorf("other target: have %+v, %v", moved, err)
	}
}

func TestRetryAfterHeader(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for header, want := range map[string]time.Duration{
		"":                              0,
		"0":                             0,
		"120":                           2 * time.Minute,
		"-1":                            0,
		"soon":                          0,
		"99999999999999999999":          0,
		"Fri, 02 Jan 2026 03:04:35 GMT": 30 * time.Second,
		"Fri, 02 Jan 2026 03:04:00 GMT": 0,
	} {
		if have := retryAfter(header, now); have != want {
			t.Errorf("%q: have %v, want %v", header, have, want)
		}
	}
}

func TestALoginPageIsNotThePage(t *testing.T) {
	form := `<form action=/in><label>User</label><input name=u><input type="password" name=p><button>Sign in</button></form>`
	words := func(n int) string { return "<p>" + strings.Repeat("word ", n/4) + "</p>" }
	for _, test := range []struct {
		name, body        string
		direct, forwarded bool // whether it is a login page
	}{
		{"a bare form", form, true, true},
		{"old markup", "<FORM><INPUT TYPE = PASSWORD></FORM>", true, true},
		{"a form among navigation", "<nav>" + words(2000) + "</nav>" + form + "<footer>" + words(2000) + "</footer>", true, true},
		{"a form with much text in it", strings.Replace(form, "<button>", words(2000)+"<button>", 1), true, true},
		{"some words about the site", form + words(600), false, true},
		{"a manual page that shows a login form", "<h1>Logging in</h1>" + words(1200) + form, false, false},
		{"a manual page that quotes one", "<pre>&lt;input type=password&gt;</pre>", false, false},
		{"a comment", "<p>Text</p><!-- <input type=password> -->", false, false},
		{"another input", `<form><input type=search></form>`, false, false},
		{"no form", hello, false, false},
	} {
		body := []byte("<html><title>T</title><body>" + test.body)
		if isLoginPage(body, false) != test.direct {
			t.Errorf("%s: login page is %v", test.name, !test.direct)
		}
		if isLoginPage(body, true) != test.forwarded {
			t.Errorf("%s, redirected: login page is %v", test.name, !test.forwarded)
		}
	}
}

func TestALoginPageIsAnError(t *testing.T) {
	login := "<p>" + strings.Repeat("word ", 150) + "<form><input type=password></form>"
	address := serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/a":
			http.Redirect(w, r, "/login?next=/a", http.StatusFound)
		case "/b":
			http.Redirect(w, r, "/b/", http.StatusFound) // the same page
		default:
			page(w, login)
		}
	})
	f := newFetcher(t, Options{})
	e := getError[*LoginPageError](t, f, address+"/a")
	if e.Final != address+"/login?next=/a" {
		t.Errorf("have %+v", e)
	}
	mustGet(t, f, address+"/b")
	mustGet(t, f, address+"/c")
}
