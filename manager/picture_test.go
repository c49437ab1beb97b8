package manager

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"golang.org/x/image/bmp"

	"ragmanager/library"
	"ragmanager/manager/fetch"
)

// A gallery is a server of pictures. It counts the requests.
type gallery struct {
	*httptest.Server
	asked atomic.Int32
	files map[string][]byte
}

// newGallery returns a gallery with a picture for each format, and redirects:
// /to?ADDRESS.
func newGallery(t testing.TB) *gallery {
	t.Helper()
	g := &gallery{files: map[string][]byte{"/a.png": pngOf(t, 3, 2)}}
	g.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		g.asked.Add(1)
		if to, err := url.QueryUnescape(r.URL.RawQuery); r.URL.Path == "/to" && err == nil {
			http.Redirect(w, r, to, http.StatusFound)
			return
		}
		data, ok := g.files[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		if strings.HasSuffix(r.URL.Path, ".svg") {
			w.Header().Set("Content-Type", "image/svg+xml")
		}
		w.Write(data)
	}))
	t.Cleanup(g.Close)
	return g
}

func pngOf(t testing.TB, width, height int) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, painted(width, height)); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// painted returns a picture that is red on the left and blue on the right.
func painted(width, height int) image.Image {
	p := image.NewPaletted(image.Rect(0, 0, width, height), color.Palette{color.RGBA{255, 0, 0, 255}, color.RGBA{0, 0, 255, 255}})
	for y := range height {
		for x := width / 2; x < width; x++ {
			p.SetColorIndex(x, y, 1)
		}
	}
	return p
}

// pngHead returns a PNG that says it has so many pixels, and has none.
func pngHead(width, height uint32) []byte {
	head := binary.BigEndian.AppendUint32([]byte("IHDR"), width)
	head = append(binary.BigEndian.AppendUint32(head, height), 8, 2, 0, 0, 0)
	data := append([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0d"), head...)
	return binary.BigEndian.AppendUint32(data, crc32.ChecksumIEEE(head))
}

// galleryManager returns the manager of a library with the given sources.
func galleryManager(t testing.TB, sources ...Source) *Manager {
	t.Helper()
	s := DefaultLibrarySettings()
	s.Sources = sources
	m, err := Open(tempRoot(t), s, DefaultPersonalSettings())
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// untrusted returns the host of an [*UntrustedError], or fails.
func untrusted(t testing.TB, what string, err error) string {
	t.Helper()
	e, ok := errors.AsType[*UntrustedError](err)
	if !ok {
		t.Errorf("%s: %v", what, err)
		return ""
	}
	if Hint(err) == "" || !strings.HasPrefix(err.Error(), "picture ") {
		t.Errorf("%s: %v (%s)", what, err, Hint(err))
	}
	return e.Host
}

func TestPictureFormats(t *testing.T) {
	g := newGallery(t)
	m := galleryManager(t, Source{Address: g.URL + "/manual.html"})
	add := func(name string, encode func(*bytes.Buffer) error) {
		var b bytes.Buffer
		if err := encode(&b); err != nil {
			t.Fatal(err)
		}
		g.files[name] = b.Bytes()
	}
	add("/a.jpg", func(b *bytes.Buffer) error { return jpeg.Encode(b, painted(3, 2), nil) })
	add("/a.gif", func(b *bytes.Buffer) error { return gif.Encode(b, painted(3, 2), nil) })
	add("/a.bmp", func(b *bytes.Buffer) error { return bmp.Encode(b, painted(3, 2)) })
	add("/a.webp", func(b *bytes.Buffer) error {
		data, err := base64.StdEncoding.DecodeString("UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA")
		b.Write(data)
		return err
	})
	g.files["/png"] = g.files["/a.png"] // the name does not matter
	for name, want := range map[string]image.Point{
		"/a.png": {3, 2}, "/a.jpg": {3, 2}, "/a.gif": {3, 2}, "/a.bmp": {3, 2}, "/a.webp": {1, 1}, "/png": {3, 2},
		"/to?/a.png": {3, 2},
	} {
		p, err := m.Picture(t.Context(), g.URL+name)
		if err != nil || p.Bounds().Size() != want {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestPictureScaled(t *testing.T) {
	g := newGallery(t)
	m := galleryManager(t, Source{Address: g.URL + "/"})
	g.files["/wide.png"], g.files["/line.png"], g.files["/fits.png"] = pngOf(t, 5000, 1001), pngOf(t, 20_000, 1), pngOf(t, 2000, 3000)
	for name, want := range map[string]image.Point{"/wide.png": {2000, 400}, "/line.png": {2000, 1}, "/fits.png": {2000, 3000}} {
		p, err := m.Picture(t.Context(), g.URL+name)
		if err != nil {
			t.Fatal(err)
		}
		if have := p.Bounds().Size(); have != want {
			t.Errorf("%s: %v", name, have)
		}
		left, _, _, _ := p.At(10, 0).RGBA()
		_, _, right, _ := p.At(1990, 0).RGBA()
		if left != 0xffff || right != 0xffff {
			t.Errorf("%s: red is %x, blue is %x", name, left, right)
		}
	}
}

// What cannot be shown is told by name, and large pictures are not unpacked.
func TestPictureErrors(t *testing.T) {
	g := newGallery(t)
	m := galleryManager(t, Source{Address: g.URL + "/"})
	for name, data := range map[string][]byte{
		"/bomb.png": pngHead(40_000, 100), "/square.png": pngHead(8000, 8000), "/cut.png": g.files["/a.png"][:50], "/head.png": g.files["/a.png"][:20],
		"/page.html": []byte("<html><body>Log in <svg/>"), "/a.svg": []byte(`<?xml version="1.0"?><svg/>`), "/b": []byte(`<svg/>`),
		"/empty.png": {}, "/large.png": append(pngHead(1, 1), make([]byte, pictureBytes)...),
	} {
		g.files[name] = data
	}
	for name, want := range map[string]string{
		"/bomb.png":   "40000 × 100 pixels",
		"/square.png": "8000 × 8000 pixels",
		"/cut.png":    "damaged",
		"/head.png":   "damaged",
		"/page.html":  "have: text/html",
		"/a.svg":      "have: SVG, which is not supported",
		"/b":          "have: SVG",
		"/empty.png":  "have: empty",
		"/large.png":  "larger than 20 MiB",
		"/none.png":   "404 Not Found",
		"/to?/to":     "redirected",
	} {
		_, err := m.Picture(t.Context(), g.URL+name)
		if err == nil {
			t.Errorf("%s: no error", name)
			continue
		}
		wantText(t, err.Error(), g.URL+name, want)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := m.Picture(ctx, g.URL+"/a.png"); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// Only servers of the library are asked.
func TestPictureTrust(t *testing.T) {
	own, other := newGallery(t), newGallery(t)
	host := strings.TrimPrefix(other.URL, "http://")
	m := galleryManager(t, Source{Address: t.TempDir(), Base: own.URL + "/manual/"})
	for name, address := range map[string]string{
		"other server":   other.URL + "/a.png",
		"redirect":       own.URL + "/to?" + url.QueryEscape(other.URL+"/a.png?q=secret"),
		"user as host":   "http://" + strings.TrimPrefix(own.URL, "http://") + "@" + host + "/a.png",
		"upper case":     "HTTP://" + host + "/a.png",
		"two redirects":  own.URL + "/to?" + url.QueryEscape(own.URL+"/to?"+url.QueryEscape(other.URL)),
		"without scheme": own.URL + "/to?" + url.QueryEscape("//"+host+"/a.png"),
	} {
		_, err := m.Picture(t.Context(), address)
		if have := untrusted(t, name, err); have != host {
			t.Errorf("%s: host %q", name, have)
		}
	}
	for _, address := range []string{"", "a.png", "/a.png", "//" + host + "/a.png", "data:image/png;base64,AAAA", "ftp://" + host + "/a.png", "javascript:alert(1)", `C:\a.png`} {
		_, err := m.Picture(t.Context(), address)
		if untrusted(t, address, err) != "" {
			t.Errorf("%q has a host", address)
		}
	}
	if n := other.asked.Load(); n > 0 {
		t.Errorf("the other server was asked %d times", n)
	}

	// A page of the other server makes it one of ours; a broken record does not matter.
	w, err := m.Library().Lock()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	put := library.Update{Put: []library.Page{{Address: other.URL + "/page.html"}}}
	if _, err := w.Apply(t.Context(), put); err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(m.Library().Root(), "Page", strings.Repeat("0", 12)+".json"), "{", 0o600)
	for _, address := range []string{other.URL + "/a.png", own.URL + "/to?" + url.QueryEscape(other.URL+"/a.png")} {
		if _, err := m.Picture(t.Context(), address); err != nil {
			t.Error(err)
		}
	}
}

// The encrypted port of a host is trusted where the other is, and not the reverse.
func TestPictureEncrypted(t *testing.T) {
	m := galleryManager(t, Source{Address: "http://plain.test/"}, Source{Address: "https://safe.test/"})
	m.personal.Proxy = "http://127.0.0.1:9" // nobody is there
	for address, want := range map[string]bool{
		"https://plain.test/a.png": true, "http://PLAIN.test:80/a.png": true, "https://plain.test:8443/a.png": false,
		"http://safe.test/a.png": false, "https://safe.test:443/a.png": true,
		"https://www.safe.test/a.png": false, "https://safe.test.evil.test/a.png": false,
	} {
		_, err := m.Picture(t.Context(), address)
		_, distrusted := errors.AsType[*UntrustedError](err)
		if err == nil || distrusted == want {
			t.Errorf("%s: %v", address, err)
		}
	}
}

// Hosts get their passwords, the address is told without one.
func TestPictureLogin(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if user, password, _ := r.BasicAuth(); user != "ada" || password != "right" {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		w.Write(pngOf(t, 1, 1))
	}))
	defer server.Close()
	host := strings.TrimPrefix(server.URL, "http://")
	m := galleryManager(t, Source{Address: server.URL + "/"})
	_, err := m.Picture(t.Context(), "http://ada:wrong@"+host+"/a.png")
	if e, ok := errors.AsType[*fetch.StatusError](err); !ok || e.Status != http.StatusUnauthorized || strings.Contains(err.Error(), "wrong") {
		t.Errorf("have %v", err)
	}
	m = galleryManager(t, Source{Address: server.URL + "/"})
	m.personal.Hosts = map[string]Host{host: {User: "ada", Password: "right"}}
	if _, err := m.Picture(t.Context(), server.URL+"/a.png"); err != nil {
		t.Error(err)
	}
	_, err = m.Picture(t.Context(), "http://ada:wrong@other.test/a.png")
	if untrusted(t, "other", err); strings.Contains(err.Error(), "wrong") {
		t.Errorf("have %v", err)
	}
}

// Files are read from sources alone, whatever links and dots say.
func TestPictureFile(t *testing.T) {
	dir := t.TempDir()
	data := pngOf(t, 3, 2)
	for _, name := range []string{"folder/a.png", "folder/deep/ä b.png", "single/page.html", "single/files/a.png", "outside/a.png", "folder2/a.png"} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		writeFile(t, path, string(data), 0o600)
	}
	for link, to := range map[string]string{"folder/in.png": "deep/ä b.png", "folder/abs.png": filepath.Join(dir, "folder", "a.png"), "folder/out.png": "../outside/a.png", "folder/way": "../outside", "linked": "folder"} {
		if err := os.Symlink(filepath.FromSlash(to), filepath.Join(dir, filepath.FromSlash(link))); err != nil {
			t.Skip(err)
		}
	}
	m := galleryManager(t, Source{Address: filepath.Join(dir, "folder")}, Source{Address: filepath.Join(dir, "single", "page.html")},
		Source{Address: filepath.Join(dir, "linked")}, Source{Address: filepath.Join(dir, "none")}, Source{Address: "https://www.example.com/"})
	address := func(name string) string {
		return "file://" + (&url.URL{Path: "/" + strings.TrimPrefix(filepath.ToSlash(dir), "/") + "/" + name}).EscapedPath()
	}
	for _, name := range []string{"folder/a.png", "folder/deep/ä b.png", "folder/in.png", "folder/abs.png", "folder/deep/../a.png", "single/files/a.png", "linked/a.png"} {
		if p, err := m.Picture(t.Context(), address(name)); err != nil || p.Bounds().Dx() != 3 {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, name := range []string{"outside/a.png", "folder/out.png", "folder/way/a.png", "folder/../outside/a.png", "folder2/a.png", "none/a.png"} {
		_, err := m.Picture(t.Context(), address(name))
		untrusted(t, name, err)
	}
	for _, other := range []string{"file://server/share/a.png", "file:a.png", "file:///etc/%00", "file://%zz"} {
		_, err := m.Picture(t.Context(), other)
		untrusted(t, other, err)
	}
	for name, want := range map[string]string{"folder/none.png": "no such file", "folder/deep": "no file", "single/page.html": ""} {
		_, err := m.Picture(t.Context(), address(name))
		if want == "" { // the bytes count
			if err != nil {
				t.Error(err)
			}
			continue
		}
		if err == nil {
			t.Errorf("%s: no error", name)
			continue
		}
		wantText(t, err.Error(), filepath.Join(dir, filepath.FromSlash(name)), want)
	}
}

// A long address, such as one that is a picture itself, is told in short.
func TestUntrustedError(t *testing.T) {
	err := &UntrustedError{Address: "data:" + strings.Repeat("ä", 1000)}
	if text := err.Error(); len(text) > 300 || strings.ContainsRune(text, '\ufffd') {
		t.Error(text)
	}
	wantText(t, fmt.Sprint(&UntrustedError{Address: "http://a.test/", Host: "a.test"}), "no page of the library is from a.test")
}
