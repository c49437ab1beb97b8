package fetch

import (
	"context"
	"net/url"
	"os"
)

// A Source is what a user lists to be read.
type Source struct {
	// Address is an http, https or file URL, or the path of a file or folder;
	// a leading ~ is the home directory. User information in an http or https
	// URL is used to log in.
	Address string
	// Base is the published address of what was saved to disk, so that links
	// lead to the site. For a file it is the page's address or, ending in a
	// slash, that of its folder; for a folder it is that of the folder. Empty:
	// links are resolved against where the page was read from.
	Base string
}

// String returns the address without user information.
func (s Source) String() string { return redact(s.Address) }

// Pages returns the pages of the sources, in their order, each page once. A
// folder stands for all files in it and below it whose names end in .html, .htm
// or .php, in alphabetical order, files and folders mixed, but those behind links
// to folders last. Names that begin with a dot are skipped; each folder is read
// once, however many links lead to it, and links out of it to a folder that
// holds it are not followed.
//
// Each problem is a *SourceError. One that matches ErrDuplicate is a warning;
// any other means that pages may be missing. When ctx is done, its error ends
// the problems.
func (f *Fetcher) Pages(ctx context.Context, sources []Source) ([]Page, []error) {
	l := listing{f: f, given: map[string]int{}, have: map[string]bool{}}
	for _, s := range sources {
		l.source = s.String()
		l.add(ctx, s)
		if err := ctx.Err(); err != nil {
			l.problem(err)
			break
		}
	}
	return l.pages, l.problems
}

// A listing gathers the pages of sources.
type listing struct {
	f        *Fetcher
	source   string          // the one being added
	given    map[string]int  // how often a place was given
	have     map[string]bool // addresses of pages
	pages    []Page
	problems []error
}

func (l *listing) problem(err error) {
	l.problems = append(l.problems, &SourceError{Source: l.source, Err: err})
}

// add adds the pages of one source.
func (l *listing) add(ctx context.Context, s Source) {
	at, err := locate(s.Address)
	if err != nil {
		l.problem(err)
		return
	}
	base, err := parseBase(s.Base)
	if err != nil {
		l.problem(err)
		return
	}
	if at.login != nil {
		l.f.logins.Store(at.address(), at.login)
	}
	if l.given[at.address()]++; l.given[at.address()] > 1 {
		if l.given[at.address()] == 2 { // said once
			l.problem(ErrDuplicate)
		}
		return
	}
	l.addPages(l.expand(ctx, at, base))
}

// addPages adds what a source holds, except for what earlier ones held too.
func (l *listing) addPages(pages []Page) {
	added := false
	for _, p := range pages {
		if l.have[p.Address] {
			continue
		}
		added = true
		l.have[p.Address] = true
		p.Source = l.source
		l.pages = append(l.pages, p)
	}
	if len(pages) > 0 && !added {
		l.problem(ErrDuplicate)
	}
}

// expand returns the pages at a place.
func (l *listing) expand(ctx context.Context, at place, base *url.URL) []Page {
	if at.url != nil {
		p := Page{Address: at.address(), Base: at.address()}
		if base != nil {
			p.Base = base.String()
		}
		return []Page{p}
	}
	info, err := os.Stat(at.path)
	switch {
	case err != nil:
		l.problem(newFileError(at.path, err))
		return nil
	case info.IsDir():
		return l.expandFolder(ctx, at.path, base)
	case !info.Mode().IsRegular():
		l.problem(newFileError(at.path, errIrregular))
		return nil
	}
	return []Page{{Address: at.path, Path: at.path, Base: fileBase(base, at.path)}}
}

// expandFolder returns the pages of a folder.
func (l *listing) expandFolder(ctx context.Context, root string, base *url.URL) []Page {
	if base != nil && base.RawQuery != "" {
		l.problem(&AddressError{Address: "base " + base.String(), Reason: "has a query, which cannot be that of a folder", hint: hintBase})
		return nil
	}
	files, problems := walk(ctx, root)
	for _, err := range problems {
		l.problem(err)
	}
	if len(files) == 0 && len(problems) == 0 && ctx.Err() == nil {
		l.problem(ErrNoPages)
	}
	pages := make([]Page, len(files))
	for i, file := range files {
		pages[i] = Page{Address: file, Path: file, Base: fileURL(file)}
		if base != nil {
			pages[i].Base = joinBase(base, relative(root, file))
		}
	}
	return pages
}
