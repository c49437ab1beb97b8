package manager

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"image"
	_ "image/gif" // for decodePicture, as the others
	_ "image/jpeg"
	_ "image/png"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	_ "golang.org/x/image/bmp"
	"golang.org/x/image/draw"
	_ "golang.org/x/image/webp"

	"ragmanager/library"
	"ragmanager/manager/fetch"
)

// Limits of a picture. What an answer shows can be written by a page that means
// harm: a file of some kB can unpack to more than there is memory.
const (
	pictureTime   = 30 * time.Second
	pictureBytes  = 20 << 20
	picturePixels = 50e6
	pictureSide   = 20_000 // pixels
	pictureWidth  = 2_000  // pixels; wider ones are scaled down to it
)

// An UntrustedError is the address of a picture that is not loaded, because an
// answer can name addresses that tell somebody of the question, or do harm.
type UntrustedError struct {
	Address string // without password; where a redirect leads, if that is not trusted
	Host    string // of the address, with its port if that is not the usual one; "" if it is not on the web
}

// Error names the address and says why it is not trusted.
func (e *UntrustedError) Error() string {
	const longest = 200 // bytes; an address can hold a whole picture
	address := e.Address
	if len(address) > longest {
		address = strings.ToValidUTF8(address[:longest], "") + "…"
	}
	if e.Host == "" {
		return fmt.Sprintf("picture %s: not on the web and not among the sources of the library", address)
	}
	return fmt.Sprintf("picture %s: no page of the library is from %s", address, e.Host)
}

// Hint returns what the user can do.
func (e *UntrustedError) Hint() string {
	if e.Host == "" {
		return "pictures of this computer are shown from folders that are sources, and from beside files that are"
	}
	return "open its address in the browser, if you trust " + e.Host
}

// pictures is what pictures are loaded with, made with the first one.
type pictures struct {
	once    sync.Once
	fetcher *fetch.Fetcher
	err     error
}

// Picture loads a picture of an answer: PNG, JPEG, GIF (its first frame), WebP or
// BMP; one of more than 2,000 pixels in width is scaled down to that.
//
// Answers are not trusted. An http or https address must be of a server, by host
// and port, that an address or base of a page or source of the library is of, or
// of the encrypted one of the same host; so must all addresses that it redirects
// to. A file URL must lead to a file below a folder that is a source, or below the
// folder of a file that is. Anything else is an [*UntrustedError].
//
// Other errors name the address: ctx's, those of [fetch.Fetcher.Raw], more than 20
// MiB or 30 s, what is no picture, and one of more than 50 megapixels or 20,000
// pixels in a side, which is not unpacked.
func (m *Manager) Picture(ctx context.Context, address string) (image.Image, error) {
	scheme, _, _ := strings.Cut(address, ":")
	switch strings.ToLower(scheme) {
	case "http", "https":
		return m.webPicture(ctx, address)
	case "file":
		data, err := m.localPicture(address)
		if err != nil {
			return nil, err
		}
		return decodePicture(ctx, address, "", data)
	}
	return nil, &UntrustedError{Address: maskURL(address)}
}

// webPicture loads a picture from servers that are trusted.
func (m *Manager) webPicture(ctx context.Context, address string) (image.Image, error) {
	f, err := m.pictureFetcher()
	if err != nil {
		return nil, err
	}
	const accept = "image/png, image/jpeg, image/gif, image/webp, image/bmp, */*;q=0.1"
	data, contentType, err := f.Raw(ctx, address, accept, func(at *url.URL) error {
		server := fetch.Server(at)
		ok, err := m.trusts(server)
		if plain, cut := strings.CutSuffix(server, ":443"); !ok && err == nil && cut && at.Scheme == "https" {
			ok, err = m.trusts(plain + ":80") // the same, encrypted
		}
		if !ok && err == nil {
			err = &UntrustedError{Address: at.String(), Host: at.Host}
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return decodePicture(ctx, maskURL(address), contentType, data)
}

// pictureFetcher returns what pictures are loaded with.
func (m *Manager) pictureFetcher() (*fetch.Fetcher, error) {
	p := &m.pictures
	p.once.Do(func() {
		s := m.settings.Fetch
		s.Timeout, s.IdleTimeout, s.MaxWait = pictureTime, min(s.IdleTimeout, pictureTime), min(s.MaxWait, pictureTime)
		s.MaxBytes = pictureBytes
		p.fetcher, p.err = newFetcher(s, m.personal)
	})
	return p.fetcher, p.err
}

// trusts reports whether a page or source of the library is of a server. Broken
// records of pages count for nothing.
func (m *Manager) trusts(server string) (bool, error) {
	is := func(address string) bool {
		if !IsURL(address) {
			return false
		}
		have, _, err := fetch.Locate(address)
		return err == nil && have == server
	}
	for _, s := range m.settings.Sources {
		if is(s.Address) || is(s.Base) {
			return true, nil
		}
	}
	pages, err := m.library.Pages()
	for _, p := range pages {
		if is(p.Address) || is(p.Base) {
			return true, nil
		}
	}
	if _, broken := errors.AsType[*library.RecordError](err); broken {
		err = nil
	}
	return false, err
}

// localPicture reads the file of a file URL if it is among the sources.
func (m *Manager) localPicture(address string) ([]byte, error) {
	_, path, err := fetch.Locate(address)
	if err != nil {
		return nil, &UntrustedError{Address: maskURL(address)}
	}
	for _, s := range m.settings.Sources {
		folder, ok := s.folder()
		if !ok {
			continue
		}
		// Where the file is not below the folder by its name, the disk is not asked:
		// on some systems that would tell another computer who is asking.
		rel, err := filepath.Rel(folder, path)
		if err != nil || !filepath.IsLocal(rel) {
			continue
		}
		data, err := readBelow(folder, rel)
		if !errors.Is(err, errOutside) {
			return data, nameFile(path, err)
		}
	}
	return nil, &UntrustedError{Address: address}
}

// folder returns the folder of a local source, or that it lies in.
func (s Source) folder() (folder string, ok bool) {
	if IsURL(s.Address) {
		return "", false
	}
	info, err := os.Stat(s.Address)
	if err != nil {
		return "", false
	}
	if info.IsDir() {
		return s.Address, true
	}
	return filepath.Dir(s.Address), true
}

// Why a file is not read.
var (
	errOutside   = errors.New("a link leads out of the source")
	errIrregular = errors.New("no file")
	errLarge     = errors.New("larger than 20 MiB")
)

// readBelow reads a file of a folder, given by its path from there, which links
// may lead along but not out of the folder: that is errOutside.
func readBelow(folder, rel string) ([]byte, error) {
	folder, err := filepath.EvalSymlinks(folder)
	if err != nil {
		return nil, err
	}
	target, err := filepath.EvalSymlinks(filepath.Join(folder, rel))
	if err != nil {
		return nil, err
	}
	if rel, err = filepath.Rel(folder, target); err != nil || !filepath.IsLocal(rel) {
		return nil, errOutside
	}
	root, err := os.OpenRoot(folder) // also holds if a link is changed now
	if err != nil {
		return nil, err
	}
	defer root.Close()
	if info, err := root.Stat(rel); err != nil || !info.Mode().IsRegular() {
		return nil, cmp.Or(err, errIrregular) // to open a pipe could take for ever
	}
	f, err := root.Open(rel)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, pictureBytes+1))
	if len(data) > pictureBytes {
		return nil, errLarge
	}
	return data, err
}

// nameFile names the file that an error is of, once.
func nameFile(path string, err error) error {
	if err == nil {
		return nil
	}
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		err = p.Err
	}
	return fmt.Errorf("picture %s: %w", path, err)
}

// unpacking lets no more than two pictures be unpacked at a time: each can take
// 400 MB for a moment.
var unpacking = make(chan struct{}, 2)

// formats are the formats of pictures that are shown, also where other packages have
// registered further ones.
var formats = []string{"png", "jpeg", "gif", "webp", "bmp"}

// decodePicture unpacks a picture, no larger than is allowed.
func decodePicture(ctx context.Context, address, contentType string, data []byte) (image.Image, error) {
	c, format, err := image.DecodeConfig(bytes.NewReader(data))
	switch {
	case errors.Is(err, image.ErrFormat), err == nil && !slices.Contains(formats, format):
		return nil, notPicture(address, contentType, data)
	case err != nil:
		return nil, fmt.Errorf("picture %s: damaged: %w", address, err)
	case c.Width > pictureSide || c.Height > pictureSide || int64(c.Width)*int64(c.Height) > picturePixels:
		return nil, &hintError{
			fmt.Errorf("picture %s: %d × %d pixels are too many to be shown", address, c.Width, c.Height),
			"open the address in a browser",
		}
	}
	select {
	case unpacking <- struct{}{}:
		defer func() { <-unpacking }()
	case <-ctx.Done():
		return nil, fmt.Errorf("picture %s: %w", address, ctx.Err())
	}
	picture, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("picture %s: damaged: %w", address, err)
	}
	return scaleDown(picture), nil
}

// notPicture returns the error for something else than a picture that can be
// shown.
func notPicture(address, contentType string, data []byte) error {
	kind := contentType
	if kind == "" {
		kind = http.DetectContentType(data)
	}
	hint := "open the address in a browser to see what it is"
	start := data[:min(len(data), 1000)]
	switch {
	case len(data) == 0:
		kind = "empty"
	case strings.HasPrefix(kind, "image/svg") || bytes.Contains(start, []byte("<svg")) && !bytes.Contains(start, []byte("<html")):
		kind, hint = "SVG, which is not supported", "open the address in a browser"
	case strings.HasPrefix(kind, "image/"):
		kind += ", which is not supported or not what came"
	}
	return &hintError{fmt.Errorf("picture %s: want PNG, JPEG, GIF, WebP or BMP, have: %s", address, kind), hint}
}

// scaleDown returns a picture that is not wider than is shown.
func scaleDown(picture image.Image) image.Image {
	from := picture.Bounds()
	if from.Dx() <= pictureWidth {
		return picture
	}
	height := max(1, from.Dy()*pictureWidth/from.Dx())
	small := image.NewRGBA(image.Rect(0, 0, pictureWidth, height))
	draw.BiLinear.Scale(small, small.Bounds(), picture, from, draw.Src, nil)
	return small
}
