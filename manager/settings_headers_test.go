package manager

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ragmanager/manager/llm/standin"
)

// Further headers may hold a key, so that no value of them is shown.
func TestHeadersSetting(t *testing.T) {
	clearEnvironment(t)
	s := DefaultPersonalSettings()
	if err := s.Set("endpoint.headers", "api-key: "+secret+"\nX-Team:  docs \n"); err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"api-key": secret, "X-Team": "docs"}
	if diff := cmp.Diff(want, s.Endpoint.headers()); diff != "" {
		t.Error(diff)
	}
	value, err := s.Get("endpoint.headers")
	if err != nil || value != Mask {
		t.Errorf("Get: %q, %v", value, err)
	}
	file := filepath.Join(t.TempDir(), "settings.yaml")
	if err := s.Save(file); err != nil {
		t.Fatal(err)
	}
	loaded, err := LoadPersonalSettings(file, nil, nil)
	if diff := cmp.Diff(want, loaded.Endpoint.headers()); err != nil || diff != "" {
		t.Error(err, diff)
	}
	shown := fmt.Sprintf("%v %+v %#v %v", s, s, s.Endpoint, s.List())
	for _, wrong := range []string{secret, "api key: " + secret, "a: b\n" + secret} {
		err := s.Set("endpoint.headers", wrong)
		if err == nil {
			t.Errorf("want an error for %q", wrong)
		}
		shown += fmt.Sprint(err)
	}
	if strings.Contains(shown, secret) {
		t.Error("the secret is shown in", shown)
	}
}

func TestHeadersAreSent(t *testing.T) {
	d := newDesk(t, standin.Options{}, map[string]string{"a.html": page("A", "One.")})
	d.personal.Endpoint.Headers = "X-Team: docs"
	d.embed()
	requests := d.server.Requests()
	if len(requests) == 0 {
		t.Fatal("nothing was sent")
	}
	for _, r := range requests {
		if r.Header.Get("X-Team") != "docs" {
			t.Errorf("%s has the headers %v", r.Path, r.Header)
		}
	}
}
