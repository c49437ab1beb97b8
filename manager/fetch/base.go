package fetch

import (
	"net/url"
	"path"
	"path/filepath"
	"strings"
)

// parseBase returns the published address of a source, nil if it has none.
// Errors are *AddressError.
func parseBase(base string) (*url.URL, error) {
	if strings.TrimSpace(base) == "" {
		return nil, nil
	}
	u, err := url.Parse(strings.TrimSpace(base))
	switch {
	case err != nil:
		return nil, &AddressError{Address: "base " + redact(base), Reason: "not a valid URL", hint: hintEscape}
	case u.Scheme == "file" && u.Path != "", (u.Scheme == "http" || u.Scheme == "https") && u.Hostname() != "":
		return normalise(u), nil
	}
	return nil, &AddressError{Address: "base " + redact(base), Reason: "not an absolute URL", hint: hintBase}
}

// fileBase returns the base of a file that is a source: its published address,
// or the published folder that it is in.
func fileBase(base *url.URL, file string) string {
	if base == nil {
		return fileURL(file)
	}
	if strings.HasSuffix(base.Path, "/") && base.RawQuery == "" {
		return joinBase(base, filepath.Base(file))
	}
	return base.String()
}

// joinBase returns the address of a file below a published folder; rel is its
// path from there, with slashes.
func joinBase(base *url.URL, rel string) string {
	names := strings.Split(rel, "/")
	for i, name := range names {
		names[i] = url.PathEscape(name)
	}
	return base.JoinPath(names...).String()
}

// fileURL returns the URL of an absolute path.
func fileURL(file string) string { return slashURL(filepath.ToSlash(file)) }

// slashURL returns the URL of an absolute path with slashes: /folder/file,
// C:/folder/file or //server/share/file.
func slashURL(file string) string {
	u := url.URL{Scheme: "file", Path: "/" + strings.TrimPrefix(file, "/")}
	if share, ok := strings.CutPrefix(file, "//"); ok {
		u.Host, u.Path, _ = strings.Cut(share, "/")
		u.Path = "/" + u.Path
	}
	return u.String()
}

// fileURLPath returns the path that a file URL stands for, and whether there can
// be such a file on this computer.
func fileURLPath(u *url.URL, windows bool) (string, bool) {
	local := u.Host == "" || strings.EqualFold(u.Host, "localhost")
	switch {
	case !path.IsAbs(u.Path), strings.ContainsRune(u.Path, 0):
		return "", false
	case windows && local:
		return strings.ReplaceAll(strings.TrimPrefix(u.Path, "/"), "/", `\`), true
	case windows:
		return `\\` + u.Host + strings.ReplaceAll(u.Path, "/", `\`), true
	}
	return u.Path, local
}
