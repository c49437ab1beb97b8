package fetch

import (
	"errors"
	"fmt"
	"testing"
)

func TestAddress(t *testing.T) {
	const page = "https://a.test/p.html"
	for _, c := range []struct {
		err  error
		want string
	}{
		{&SourceError{Source: page, Err: ErrDuplicate}, page},
		{&AddressError{Address: page}, page},
		{&FileError{Path: "/m/p.html", Err: errors.ErrUnsupported}, "/m/p.html"},
		{&StatusError{URL: page, Final: "https://b.test/"}, page},
		{&ProxyError{URL: page}, page},
		{&NotHTMLError{URL: page}, page},
		{&LoginPageError{URL: page}, page},
		{&RedirectError{URL: page}, page},
		{&TooLargeError{Address: page}, page},
		{&TimeoutError{URL: page}, page},
		{fmt.Errorf("chunk: %w", &NetworkError{URL: page, Err: ErrEndedEarly}), page},
		{errors.ErrUnsupported, ""},
		{nil, ""},
	} {
		if got := Address(c.err); got != c.want {
			t.Errorf("%T: %q, want %q", c.err, got, c.want)
		}
	}
}
