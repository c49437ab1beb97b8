package llm

import (
	"fmt"
	"time"
)

// Options say which server is asked and how patiently. The zero value asks
// OpenAI without a key: each field that is zero stands for its default.
type Options struct {
	// BaseURL is where the API begins, as the server's documentation gives it;
	// default [DefaultBaseURL]. Its query (Azure's api-version) goes with each
	// request.
	BaseURL string

	// Key is sent as "Authorization: Bearer KEY". Blanks and line ends round it
	// are ignored. Empty: none is sent, as local servers want none.
	Key string `json:"-"`

	// Organisation is sent as "OpenAI-Organization" unless it is empty.
	Organisation string

	// Headers are sent with each request, such as Azure's "api-key". They replace
	// those that are made of the other options, and are as secret as Key.
	Headers map[string]string `json:"-"`

	// Proxy is the URL of an HTTP, HTTPS or SOCKS5 proxy, with user and
	// password if it wants them. Empty: the environment decides (HTTP_PROXY,
	// HTTPS_PROXY). Either way this computer itself and the hosts in NO_PROXY
	// are asked directly.
	Proxy string `json:"-"`

	// CAFile is a file of PEM certificates that are trusted beside those of the
	// system. Empty: none.
	CAFile string

	// Timeout is the longest that one request may take with the whole of its
	// answer; default 10 min.
	Timeout time.Duration

	// IdleTimeout is the longest that a server may send nothing, before its
	// answer and within it; default 2 min. Models on slow computers need it.
	IdleTimeout time.Duration

	// MaxWait is how long a request is repeated, counted from its first failure;
	// then it is given up. While the server limits how much is asked of it, it
	// counts from when the server last let any request through. A server that
	// asks for a longer pause is given up at once. Default 2 min.
	MaxWait time.Duration

	// Backoff is the pause before the first repetition unless the server names
	// one. It doubles with each, up to 30 s, and varies by chance so that
	// clients do not come back together; default 1 s.
	Backoff time.Duration

	// Retries is how often a request is repeated after failures that may pass;
	// default 8, negative: never.
	Retries int

	// Parallel is how many requests may run at once; default 4.
	Parallel int

	// Waiting, unless nil, is told of each pause before a request is repeated,
	// and of the failure that causes it. It is called concurrently and must not
	// block.
	Waiting func(pause time.Duration, because error) `json:"-"`
}

// DefaultBaseURL is the address of OpenAI's own server.
const DefaultBaseURL = "https://api.openai.com/v1"

// withDefaults returns o with each zero field set.
func (o Options) withDefaults() Options {
	setDefault(&o.BaseURL, DefaultBaseURL)
	setDefault(&o.Timeout, 10*time.Minute)
	setDefault(&o.IdleTimeout, 2*time.Minute)
	setDefault(&o.MaxWait, 2*time.Minute)
	setDefault(&o.Backoff, time.Second)
	setDefault(&o.Retries, 8)
	setDefault(&o.Parallel, 4)
	o.Parallel = max(o.Parallel, 1)
	if o.Waiting == nil {
		o.Waiting = func(time.Duration, error) {}
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

// Format writes the options without what is secret in them, whatever the verb.
func (o Options) Format(f fmt.State, _ rune) {
	fmt.Fprintf(f, "{%s timeout %v, idle %v, wait %v, retries %d, parallel %d}",
		hideUser(o.BaseURL), o.Timeout, o.IdleTimeout, o.MaxWait, o.Retries, o.Parallel)
}

var _ fmt.Formatter = Options{}
