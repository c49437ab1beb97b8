package controller

import (
	"fmt"
	"net/url"
	"path/filepath"
	"strings"

	"ragmanager/library"
	"ragmanager/manager/window/text"
)

// A View is one of the views of the window.
type View int

// The views.
const (
	ChatView View = iota
	RetrievalView
	ChunksView
	SourcesView
	LogView
)

// A Place is something that a view is to show.
type Place struct {
	View  View
	Chunk library.Name // of ChunksView, "" for none
	Page  string       // address, of ChunksView; "" for none
}

// Show makes a view show something.
func (c *Controller) Show(p Place) { c.Shows.emit(p) }

// ShowChunk shows a chunk in the window.
func (c *Controller) ShowChunk(n library.Name) { c.Show(Place{View: ChunksView, Chunk: n}) }

// A linkError is an address that is not opened.
type linkError struct{ address, why string }

func (e *linkError) Error() string { return fmt.Sprintf("%s: %s", shorten(e.address), e.why) }

// Hint returns what the user can do.
func (e *linkError) Hint() string { return text.HintLink }

// shorten cuts an address that is too long to be shown.
func shorten(address string) string {
	const most = 120
	if runes := []rune(address); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return address
}

// FollowLink follows a link of an answer or of a chunk. Anything may stand in
// these, so that only pages of the web and mail are opened; a page of the library
// that is a file is shown in the window.
func (c *Controller) FollowLink(address string) {
	u, err := url.Parse(strings.TrimSpace(address))
	switch {
	case err != nil:
		c.fail(text.OpenLink, &linkError{address, text.LinkBroken})
	case (u.Scheme == "http" || u.Scheme == "https") && u.Host != "", u.Scheme == "mailto":
		c.openURL(u)
	case u.Scheme == "file" && c.pageAt(filepath.FromSlash(u.Path)):
		c.Show(c.placeAt(u))
	case u.Scheme == "":
		c.fail(text.OpenLink, &linkError{address, text.LinkRelative})
	default:
		c.fail(text.OpenLink, &linkError{address, text.LinkScheme(u.Scheme)})
	}
}

// placeAt returns the place that the address of a file leads to, which is a page of the
// library: the first chunk below the heading of its fragment, or the page.
func (c *Controller) placeAt(u *url.URL) Place {
	place := Place{View: ChunksView, Page: filepath.FromSlash(u.Path)}
	if u.Fragment == "" {
		return place
	}
	for _, p := range c.pages.List {
		if p.Address != place.Page {
			continue
		}
		for _, chunk := range p.Chunks {
			for _, h := range chunk.Headings {
				if at, err := url.Parse(h.Link); err == nil && at.Fragment == u.Fragment {
					place.Chunk = chunk.Name
					return place
				}
			}
		}
	}
	return place
}

// OpenPage opens an address that the library itself gives to one of its chunks or
// pages: of the web, or a file that is one of its pages.
func (c *Controller) OpenPage(address string) {
	u, err := url.Parse(address)
	if err == nil && u.Scheme == "" && filepath.IsAbs(address) {
		u = &url.URL{Scheme: "file", Path: filepath.ToSlash(address)}
	}
	if err == nil && u.Scheme == "file" && c.pageAt(filepath.FromSlash(u.Path)) {
		c.openURL(u)
		return
	}
	c.FollowLink(address)
}

// pageAt reports whether the file at path is a page of the library.
func (c *Controller) pageAt(path string) bool {
	if c.pages == nil {
		return false
	}
	for _, p := range c.pages.List {
		if p.Address == path {
			return true
		}
	}
	return false
}

func (c *Controller) openURL(u *url.URL) {
	if err := c.o.OpenURL(u); err != nil {
		c.fail(text.OpenLink, fmt.Errorf("%s: %w", shorten(u.String()), err))
	}
}
