package fetch

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

func TestRedirectsLeadToThePage(t *testing.T) {
	for _, status := range []int{301, 302, 303, 307, 308} {
		address := serve(t, func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/docs/a" {
				w.Header().Set("Location", "../x/%62?q=1#sec")
				w.WriteHeader(status)
				return
			}
			page(w, hello)
		})
		doc := mustGet(t, newFetcher(t, Options{}), address+"/docs/a")
		final := address + "/x/b?q=1"
		if doc.Address != address+"/docs/a" || doc.FinalURL != final || doc.Base != final || string(doc.Body) != hello {
			t.Errorf("%d: have %+v", status, doc)
		}
	}
}

func TestAPublishedBaseOutlivesARedirect(t *testing.T) {
	address := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/a" {
			http.Redirect(w, r, "/b", http.StatusFound)
			return
		}
		page(w, hello)
	})
	f := newFetcher(t, Options{})
	pages, problems := f.Pages(t.Context(), []Source{{Address: address + "/a", Base: "https://x.test/a"}})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	doc, err := f.Get(t.Context(), pages[0], Validators{})
	if err != nil || doc.Base != "https://x.test/a" || doc.FinalURL != address+"/b" {
		t.Errorf("have %+v, %v", doc, err)
	}
}

func TestTenRedirectsAreFollowed(t *testing.T) {
	asked := 0
	address := serve(t, func(w http.ResponseWriter, r *http.Request) {
		asked++
		var left int
		if fmt.Sscanf(r.URL.Path, "/%d", &left); left > 0 {
			http.Redirect(w, r, fmt.Sprintf("/%d", left-1), http.StatusFound)
			return
		}
		page(w, hello)
	})
	f := newFetcher(t, Options{})
	mustGet(t, f, address+"/10")
	asked = 0
	e := getError[*RedirectError](t, f, address+"/11")
	wantText(t, e.Error(), address+"/11: redirected too often, last to "+address+"/0")
	if asked != 11 {
		t.Errorf("asked %d times, want 11", asked)
	}
}

func TestALoopOfRedirectsNamesItsEnds(t *testing.T) {
	address := serve(t, func(w http.ResponseWriter, r *http.Request) {
		next := map[string]string{"/a": "/b", "/b": "/c", "/c": "/b", "/self": "/self#x"}
		http.Redirect(w, r, next[r.URL.Path], http.StatusFound)
	})
	f := newFetcher(t, Options{})
	wantText(t, getError[*RedirectError](t, f, address+"/a").Error(), address+"/a: redirected in a loop, last to "+address+"/b")
	wantText(t, getError[*RedirectError](t, f, address+"/self").Error(), "loop, last to "+address+"/self")
}

func TestRedirectsToWhatIsNoPage(t *testing.T) {
	target := ""
	address := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Location", target)
		w.WriteHeader(http.StatusFound)
	})
	for _, target = range []string{"ftp://x.test/", "mailto:a@x.test", "http://", "http://x.test:port/"} {
		getError[*RedirectError](t, newFetcher(t, Options{}), address+"/a")
	}
	target = ""
	if e := getError[*StatusError](t, newFetcher(t, Options{}), address+"/a"); e.Status != http.StatusFound {
		t.Errorf("without a target: %v", e)
	}
}

func TestAnErrorTellsOfTheRedirect(t *testing.T) {
	address := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/a" {
			http.Redirect(w, r, "/b", http.StatusFound)
			return
		}
		http.NotFound(w, r)
	})
	e := getError[*StatusError](t, newFetcher(t, Options{}), address+"/a")
	if want := fmt.Sprintf("%s/a (redirected to %s/b): server answered 404 Not Found", address, address); e.Error() != want || !e.Gone() {
		t.Errorf("have %v, want %s", e, want)
	}
	if strings.Contains(getError[*StatusError](t, newFetcher(t, Options{}), address+"/b").Error(), "redirected") {
		t.Error("tells of a redirect that was none")
	}
}
