package fetch

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// withUser returns an address with user information.
func withUser(address, user string) string {
	return strings.Replace(address, "://", "://"+user+"@", 1)
}

// serveUser returns a server that shows its pages to one user only.
func serveUser(t testing.TB, user, password string) string {
	return serve(t, func(w http.ResponseWriter, r *http.Request) {
		if u, p, ok := r.BasicAuth(); !ok || u != user || p != password {
			w.Header().Set("WWW-Authenticate", `Basic realm="manual"`)
			http.Error(w, "who are you?", http.StatusUnauthorized)
			return
		}
		if r.URL.Path == "/moved" {
			http.Redirect(w, r, "/", http.StatusFound)
			return
		}
		page(w, hello)
	})
}

func TestUserInformationOfASourceLogsIn(t *testing.T) {
	address := serveUser(t, "me", "p@ss/word")
	f := newFetcher(t, Options{})
	typed := withUser(address, "me:p%40ss%2Fword") + "/moved"
	pages, problems := f.Pages(t.Context(), []Source{{Address: typed}})
	if len(problems) > 0 || pages[0].Address != address+"/moved" {
		t.Fatalf("have %v, %v", pages, problems)
	}
	doc, err := f.Get(t.Context(), pages[0], Validators{})
	if err != nil || string(doc.Body) != hello {
		t.Errorf("have %+v, %v", doc, err)
	}
	if doc := mustGet(t, f, typed); doc.Address != address+"/moved" {
		t.Errorf("have %s", doc.Address)
	}
}

func TestUserAndPasswordOfAHostLogIn(t *testing.T) {
	address := serveUser(t, "me", "secret")
	f := newFetcher(t, Options{Credentials: func(host string) (user, password string, ok bool) {
		return "me", "secret", "http://"+host == address
	}})
	mustGet(t, f, address)
}

func TestA401SaysWhatToDo(t *testing.T) {
	address := serveUser(t, "me", "secret")
	host := strings.TrimPrefix(address, "http://")
	e := getError[*StatusError](t, newFetcher(t, Options{}), address)
	wantText(t, e.Hint(), "set user and password for host "+host)

	wrong := newFetcher(t, Options{Credentials: func(string) (user, password string, ok bool) { return "me", "wrong", true }})
	wantText(t, getError[*StatusError](t, wrong, address).Hint(), "check the user and password for host "+host)

	windows := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("WWW-Authenticate", "Negotiate")
		w.WriteHeader(http.StatusUnauthorized)
	})
	wantText(t, getError[*StatusError](t, newFetcher(t, Options{}), windows).Hint(), "not supported")
}

func TestCredentialsStayWithTheirHost(t *testing.T) {
	var sent string
	other := serve(t, func(w http.ResponseWriter, r *http.Request) {
		sent += r.Header.Get("Authorization") + r.Header.Get("Cookie") + r.Header.Get("Referer")
		page(w, hello)
	})
	address := serve(t, func(w http.ResponseWriter, r *http.Request) {
		target := other
		if r.URL.Path == "/given" {
			target = withUser(other, "spy:spy")
		}
		http.Redirect(w, r, target+"/x", http.StatusFound)
	})
	host := strings.TrimPrefix(address, "http://")
	f := newFetcher(t, Options{Credentials: func(h string) (user, password string, ok bool) { return "you", "secret", h == host }})
	mustGet(t, f, withUser(address, "me:secret")+"/moved")
	mustGet(t, f, address+"/moved")
	if doc := mustGet(t, f, address+"/given"); doc.FinalURL != other+"/x" {
		t.Errorf("ends at %s", doc.FinalURL)
	}
	mustGet(t, f, other+"/x")
	if sent != "" {
		t.Errorf("the other host got %q", sent)
	}
}

func TestCredentialsNeedTheEncryptionTheyBeganWith(t *testing.T) {
	parse := func(s string) *url.URL {
		u, err := url.Parse(s)
		if err != nil {
			t.Fatal(err)
		}
		return u
	}
	everywhere := newFetcher(t, Options{Credentials: func(string) (user, password string, ok bool) { return "you", "p", true }})
	for _, test := range []struct{ start, at, user string }{
		{"https://x.test/a", "https://x.test/b", "me"},
		{"https://x.test/a", "http://x.test/b", ""},
		{"http://x.test/a", "https://x.test/b", "me"},
		{"http://x.test/a", "https://x.test:8443/b", "you"},
		{"http://x.test/a", "http://x.test:81/b", "you"},
		{"http://x.test/a", "http://sub.x.test/b", "you"},
	} {
		v := visit{f: everywhere, start: parse(test.start), login: url.UserPassword("me", "p")}
		if user, _, _ := v.credentials(parse(test.at)); user != test.user {
			t.Errorf("from %s to %s: sent %q, want %q", test.start, test.at, user, test.user)
		}
	}
}
