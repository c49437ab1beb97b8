package manager

import "strings"

// Plain returns the message of err with plain words for what the network says, for
// people who would not understand it: that of each error in err that has a method
// Plain() string is replaced by what that returns, unless it is "". The message of nil
// is "".
func Plain(err error) string {
	if err == nil {
		return ""
	}
	words := err.Error()
	eachError(err, func(e error) {
		if p, ok := e.(interface{ Plain() string }); ok {
			if plain := p.Plain(); plain != "" {
				words = strings.Replace(words, e.Error(), plain, 1)
			}
		}
	})
	return words
}

// eachError calls do for err and all that it wraps.
func eachError(err error, do func(error)) {
	if err == nil {
		return
	}
	do(err)
	switch e := err.(type) {
	case interface{ Unwrap() error }:
		eachError(e.Unwrap(), do)
	case interface{ Unwrap() []error }:
		for _, inner := range e.Unwrap() {
			eachError(inner, do)
		}
	}
}
