package fetch

import (
	"math"
	"time"
)

// Options say how pages are read. The zero value works: each field that is zero
// stands for its default.
type Options struct {
	// UserAgent is how we introduce ourselves to servers; default "ragmanager".
	UserAgent string

	// Proxy is the URL of an HTTP, HTTPS or SOCKS5 proxy, with user and
	// password if it wants them. Empty: the environment decides (HTTP_PROXY,
	// HTTPS_PROXY). Either way this computer itself and the hosts in NO_PROXY
	// are asked directly.
	Proxy string

	// CAFile is a file of PEM certificates that are trusted beside those of the
	// system. Empty: none.
	CAFile string

	// Timeout is the longest that one try at a page may take, redirects
	// included and waiting for other requests excluded; default 60 s.
	Timeout time.Duration

	// IdleTimeout is the longest that a server may send nothing; default 15 s.
	IdleTimeout time.Duration

	// MaxBytes is the size of the largest page, unpacked; default 64 MiB.
	MaxBytes int64

	// PerHost is how many requests may run at once per host; default 4.
	PerHost int

	// Retries is how often a page is asked for again after a failure that may
	// pass; default 3, negative: never.
	Retries int

	// Backoff is the pause before the first retry. It doubles with each one;
	// default 1 s.
	Backoff time.Duration

	// MaxWait is the longest pause. A server that asks for a longer one is not
	// asked again; default 60 s.
	MaxWait time.Duration

	// Credentials returns the user and password for a host, written as in the
	// addresses of pages: lower case, ASCII (xn--…), with the port unless it is
	// the default one. ok is false if there are none. User information in the
	// address of a source goes before. It is called concurrently. Nil: no host
	// has any.
	Credentials func(host string) (user, password string, ok bool)
}

// withDefaults returns o with each zero field set.
func (o Options) withDefaults() Options {
	setDefault(&o.UserAgent, "ragmanager")
	setDefault(&o.Timeout, 60*time.Second)
	setDefault(&o.IdleTimeout, 15*time.Second)
	setDefault(&o.MaxBytes, 64<<20)
	setDefault(&o.PerHost, 4)
	setDefault(&o.Retries, 3)
	setDefault(&o.Backoff, time.Second)
	setDefault(&o.MaxWait, 60*time.Second)
	o.MaxBytes = min(o.MaxBytes, math.MaxInt64-1) // one byte more is read to see that a page is too large
	o.PerHost = max(o.PerHost, 1)
	if o.Credentials == nil {
		o.Credentials = func(string) (user, password string, ok bool) { return "", "", false }
	}
	return o
}

// setDefault sets *field unless it is set.
func setDefault[T comparable](field *T, value T) {
	var zero T
	if *field == zero {
		*field = value
	}
}
