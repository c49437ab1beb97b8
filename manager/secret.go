package manager

import (
	"fmt"
	"io"
)

// Mask is shown in place of a secret.
const Mask = "••••"

// A Secret is a text that no message, log or report shows: however it is
// formatted or marshalled, it gives [Mask], or nothing if it is empty. The
// text itself is string(s).
type Secret string

// String returns [Mask], or "" for the empty secret.
func (s Secret) String() string {
	if s == "" {
		return ""
	}
	return Mask
}

// Format writes what String returns, whatever the verb.
func (s Secret) Format(f fmt.State, _ rune) {
	_, _ = io.WriteString(f, s.String()) // fmt has nowhere to report it either
}

// MarshalText returns what String returns.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }
