package fetch

import (
	"bufio"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"ragmanager/manager/network"
)

// acceptEncoding are the encodings that unpack knows.
const acceptEncoding = "gzip, deflate"

var errTooLarge = errors.New("too large")

// readBody returns the whole unpacked body of an answer. It is errTooLarge if it
// has more than limit bytes and ErrEndedEarly if the connection or the packed
// data ended before the body did.
func readBody(resp *http.Response, w *network.Watch, limit int64) ([]byte, error) {
	encoding := strings.ToLower(strings.TrimSpace(resp.Header.Get("Content-Encoding")))
	if resp.ContentLength > limit && (encoding == "" || encoding == "identity") {
		return nil, errTooLarge
	}
	raw := &watchedReader{resp.Body, w}
	plain, err := unpack(raw, encoding)
	if err != nil {
		return nil, endedEarly(err)
	}
	body, err := io.ReadAll(io.LimitReader(plain, limit+1))
	if int64(len(body)) > limit {
		return nil, errTooLarge
	}
	if err == nil {
		err = drain(raw) // packed data may end before the body does
	}
	if err != nil {
		return nil, endedEarly(err)
	}
	return body, nil
}

// unpack undoes a content encoding.
func unpack(raw io.Reader, encoding string) (io.Reader, error) {
	r := bufio.NewReader(raw)
	if _, err := r.Peek(1); err == io.EOF {
		return r, nil // an empty body need not be packed
	} else if err != nil {
		return nil, err
	}
	switch encoding {
	case "", "identity":
		return r, nil
	case "gzip", "x-gzip":
		return gzip.NewReader(r)
	case "deflate":
		return inflate(r)
	}
	return nil, fmt.Errorf("%w %q", errEncoding, encoding)
}

// inflate unpacks deflate, which is to be in a zlib envelope by RFC 9110, section
// 8.4.1.2, but comes without one from some servers.
func inflate(r *bufio.Reader) (io.Reader, error) {
	head, err := r.Peek(2)
	if err == nil && head[0]&0x0F == 8 && (int(head[0])<<8|int(head[1]))%31 == 0 {
		return zlib.NewReader(r)
	}
	return flate.NewReader(r), nil
}

// drainLimit is how much is read of what nobody wants, so that its connection can
// be used again; to make a new one costs about as much.
const drainLimit = 64 << 10

// drain reads the rest of a body if it is short.
func drain(raw io.Reader) error {
	_, err := io.CopyN(io.Discard, raw, drainLimit)
	if err == io.EOF {
		return nil
	}
	return err
}

// endedEarly replaces the errors that readers give for missing data.
func endedEarly(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return ErrEndedEarly
	}
	return err
}
