package fetch

import (
	"io"
	"os"
)

// readFile reads the page from its file. Errors are *FileError, *TooLargeError
// and *NotHTMLError.
func (f *Fetcher) readFile(p Page) (Document, error) {
	body, err := readRegular(p.Path, f.opts.MaxBytes)
	if err != nil {
		return Document{}, err
	}
	if kind := binaryFile(body); kind != "" {
		return Document{}, &NotHTMLError{URL: p.Path, ContentType: kind}
	}
	if p.Base == "" {
		p.Base = fileURL(p.Path)
	}
	return Document{Page: p, Body: body, ContentType: "text/html"}, nil
}

// readRegular reads a file of at most limit bytes. It looks before it opens, as
// opening a pipe may wait for ever.
func readRegular(path string, limit int64) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, newFileError(path, err)
	case info.IsDir():
		return nil, newFileError(path, errFolder)
	case !info.Mode().IsRegular():
		return nil, newFileError(path, errIrregular)
	case info.Size() > limit:
		return nil, &TooLargeError{Address: path, Limit: limit}
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, newFileError(path, err)
	}
	defer file.Close()
	body, err := io.ReadAll(io.LimitReader(file, limit+1))
	switch {
	case err != nil:
		return nil, newFileError(path, err)
	case int64(len(body)) > limit: // it grew
		return nil, &TooLargeError{Address: path, Limit: limit}
	}
	return body, nil
}
