package manager

import (
	"errors"
	"fmt"
	"net"
	"testing"

	"ragmanager/manager/fetch"
	"ragmanager/manager/llm"
)

func TestPlain(t *testing.T) {
	dns := &net.OpError{Op: "dial", Net: "tcp", Err: &net.DNSError{Err: "no such host", Name: "x.test", Server: "192.0.2.53:53", IsNotFound: true}}
	page := &fetch.NetworkError{URL: "http://x.test/a.html", Err: dns}
	model := &llm.NetworkError{URL: "http://x.test/v1/models", Err: dns}
	for _, c := range []struct {
		err  error
		want string
	}{
		{nil, ""},
		{errors.New("else"), "else"},
		{page, "http://x.test/a.html: no server of that name could be found"},
		{fmt.Errorf("embed the question: %w; 3 embedded", model), "embed the question: http://x.test/v1/models: no server of that name could be found; 3 embedded"},
		{errors.Join(errors.New("first"), page, model), "first\nhttp://x.test/a.html: no server of that name could be found\nhttp://x.test/v1/models: no server of that name could be found"},
		{&fetch.NetworkError{URL: "http://x.test/", Err: errors.New("odd")}, "http://x.test/: odd"},
	} {
		if have := Plain(c.err); have != c.want {
			t.Errorf("have %q, want %q", have, c.want)
		}
	}
}
