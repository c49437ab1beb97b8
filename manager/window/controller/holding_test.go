package controller

import "testing"

func TestHolding(t *testing.T) {
	listed := map[string]string{
		"/m": "/m", "/m/deep": "/m/deep/", `C:\m`: `C:\m`, "https://a.test/p.html": "https://a.test/p.html", "https://a.test/dir": "https://a.test/dir/",
	}
	for address, want := range map[string]string{
		"/m/a.html": "/m", "/m": "/m", "/m/": "/m", "/m/deep/x/y.html": "/m/deep/", "/m/deeper.html": "/m", "/mm/a.html": "",
		`C:\m\sub\a.html`: `C:\m`, "https://a.test/p.html": "https://a.test/p.html", "https://a.test/dir/q": "https://a.test/dir/", "https://a.test/": "", "": "",
	} {
		if got, _ := holding(listed, address); got != want {
			t.Errorf("%q: %q, want %q", address, got, want)
		}
	}
}
