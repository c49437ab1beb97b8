package main

import (
	"net"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ragmanager/manager"
)

func TestSocketsOf(t *testing.T) {
	for display, want := range map[string]string{
		":0":              "@/tmp/.X11-unix/X0 /tmp/.X11-unix/X0 localhost:6000",
		":77.1":           "@/tmp/.X11-unix/X77 /tmp/.X11-unix/X77 localhost:6077",
		"unix:3":          "@/tmp/.X11-unix/X3 /tmp/.X11-unix/X3",
		"unix/box:3":      "@/tmp/.X11-unix/X3 /tmp/.X11-unix/X3",
		"localhost:10.0":  "localhost:6010",
		"x.test:2":        "x.test:6002",
		"tcp/x.test:2":    "x.test:6002",
		"tcp/:2":          "localhost:6002",
		"[::1]:1":         "[::1]:6001",
		"::1:1":           "[::1]:6001",
		"/tmp/launch/x:0": "/tmp/launch/x:0",
		"":                "",
		"0":               "",
		":":               "",
		":x":              "",
		":0.x":            "",
		":99999":          "",
		"wayland-0":       "",
		"http://x.test:1": "",
	} {
		var have []string
		for _, s := range socketsOf(display) {
			have = append(have, s.address)
		}
		if diff := cmp.Diff(want, strings.Join(have, " ")); diff != "" {
			t.Errorf("%q: %s", display, diff)
		}
	}
}

// Whoever has no display is told so, and what to do.
func TestCheckDisplay(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x")
	l, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if err := checkDisplay(path, ""); err != nil {
		t.Errorf("a server that listens: %v", err)
	}
	for _, c := range []struct{ x, wayland, want, hint string }{
		{"", "", "there is no display to open a window on", "ragmanager help"},
		{"", "wayland-0", "there is no display of X to open a window on", "XWayland"},
		{"nonsense", "", `DISPLAY is "nonsense", which names no display`, ":0"},
		{"unix:59123", "wayland-0", "the display unix:59123 cannot be reached", "correct DISPLAY"},
		{path + "-gone", "", "the display " + path + "-gone cannot be reached", "X server"},
	} {
		err := checkDisplay(c.x, c.wayland)
		if err == nil || err.Error() != c.want || !strings.Contains(manager.Hint(err), c.hint) || !strings.Contains(manager.Hint(err), "ragmanager help") {
			t.Errorf("%q, %q: %v, hint %q", c.x, c.wayland, err, manager.Hint(err))
		}
	}
}
