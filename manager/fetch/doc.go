// Package fetch reads pages of HTML from web servers, files and folders.
//
// A source is what a user lists: the address of a page, a file or a folder.
// Pages expands sources into pages, each with one address however it was
// typed; Get reads one of them:
//
//	f, err := fetch.New(fetch.Options{CAFile: "company.pem"})
//	…
//	pages, problems := f.Pages(ctx, sources)
//	for _, page := range pages {
//		doc, err := f.Get(ctx, page, stored[page.Address])
//		…
//	}
//
// What Get returns is a whole page of HTML or an error, never half a page and
// never the text of an error or login page. Only one kind of error means that a
// page is no more, see Gone; after any other, what is known of it still holds.
//
// Reading is polite: few requests at once per host, pauses as the server asks
// for them, and no transfer of a page that has not changed.
//
// Passwords stay secret. User information in the address of a source is sent to
// the host it was given for and is left out of pages, documents and errors.
//
// Every error names the address or path, and those that the user can do
// something about have a method Hint() string that says what. The package
// writes nothing to disk and logs nothing.
package fetch
