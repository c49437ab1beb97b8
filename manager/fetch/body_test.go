package fetch

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
)

// pack returns text compressed in one of the ways that servers do.
func pack(t testing.TB, how, text string) string {
	t.Helper()
	var b bytes.Buffer
	var w io.WriteCloser
	switch how {
	case "gzip":
		w = gzip.NewWriter(&b)
	case "zlib":
		w = zlib.NewWriter(&b)
	case "flate":
		w, _ = flate.NewWriter(&b, flate.BestSpeed) // the level is valid
	}
	io.WriteString(w, text)
	w.Close()
	return b.String()
}

// servePacked returns a server of one body with its encoding.
func servePacked(t testing.TB, encoding, body string) string {
	return serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Encoding", encoding)
		page(w, body)
	})
}

func TestPackedPagesAreUnpacked(t *testing.T) {
	text := strings.Repeat(hello, 100)
	for _, test := range []struct{ encoding, body, want string }{
		{"gzip", pack(t, "gzip", text), text},
		{"X-Gzip", pack(t, "gzip", text), text},
		{"gzip", pack(t, "gzip", text) + pack(t, "gzip", text), text + text},
		{"deflate", pack(t, "zlib", text), text},
		{"deflate", pack(t, "flate", text), text},
		{"identity", text, text},
		{"gzip", "", ""},
		{"deflate", "", ""},
	} {
		if doc := mustGet(t, newFetcher(t, Options{}), servePacked(t, test.encoding, test.body)); string(doc.Body) != test.want {
			t.Errorf("%s: have %d bytes, want %d", test.encoding, len(doc.Body), len(test.want))
		}
	}
}

func TestPackedDataThatEndsEarlyIsNoPage(t *testing.T) {
	for _, test := range []struct{ encoding, how string }{{"gzip", "gzip"}, {"deflate", "zlib"}, {"deflate", "flate"}} {
		whole := pack(t, test.how, strings.Repeat(hello, 100))
		for _, n := range []int{1, 5, len(whole) / 2, len(whole) - 1} {
			e := getError[*NetworkError](t, newFetcher(t, Options{}), servePacked(t, test.encoding, whole[:n]))
			if !errors.Is(e, ErrEndedEarly) {
				t.Errorf("%d bytes of %s: %v", n, test.how, e)
			}
		}
	}
}

func TestPackedDataThatIsDamagedIsNoPage(t *testing.T) {
	whole := pack(t, "gzip", hello)
	getError[*NetworkError](t, newFetcher(t, Options{}), servePacked(t, "gzip", whole[:len(whole)-8]+"damaged!"))
	getError[*NetworkError](t, newFetcher(t, Options{}), servePacked(t, "gzip", hello))
}

func TestAnEncodingWeDidNotAskFor(t *testing.T) {
	e := getError[*NetworkError](t, newFetcher(t, Options{}), servePacked(t, "br", hello))
	wantText(t, e.Error(), `unknown content encoding "br"`)
	if mayPass(e) {
		t.Error("tried again")
	}
}

func TestAConnectionThatEndsEarlyIsNoPage(t *testing.T) {
	const head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
	packed := pack(t, "gzip", strings.Repeat(hello, 100))
	for _, answer := range []string{
		head + "Content-Length: 1000\r\n\r\n" + hello,
		head + "Content-Length: 1000\r\n\r\n",
		head + "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n",
		head + fmt.Sprintf("Content-Encoding: gzip\r\nContent-Length: %d\r\n\r\n", len(packed)) + packed[:len(packed)/2],
		head + fmt.Sprintf("Content-Encoding: gzip\r\nContent-Length: %d\r\n\r\n", len(packed)+1) + packed,
		head + "Content-Encoding: deflate\r\nContent-Length: 1000\r\n\r\n" + pack(t, "zlib", hello),
		head,
		"",
	} {
		address := serveRaw(t, func(c net.Conn) { io.WriteString(c, answer) })
		e := getError[*NetworkError](t, newFetcher(t, Options{}), address)
		if !errors.Is(e, ErrEndedEarly) {
			t.Errorf("%.80q: %v", answer, e)
		}
		wantText(t, e.Error(), "answer ended early")
	}
}

func TestAConnectionThatIsReset(t *testing.T) {
	address := serveRaw(t, func(c net.Conn) {
		io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 1000\r\n\r\nhalf")
		c.(*net.TCPConn).SetLinger(0) // closes with a reset
	})
	_, err := get(t, newFetcher(t, Options{Retries: 1}), address)
	if err == nil {
		t.Fatal("have half a page")
	}
	wantText(t, err.Error(), "(tried 2 times)")
}
