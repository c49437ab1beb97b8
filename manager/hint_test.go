package manager

import (
	"errors"
	"fmt"
	"testing"
)

// hinted is an error with a hint, which may be empty.
type hinted string

func (h hinted) Error() string { return "broken" }
func (h hinted) Hint() string  { return string(h) }

func TestHint(t *testing.T) {
	plain := errors.New("plain")
	for name, c := range map[string]struct {
		err  error
		want string
	}{
		"nil":              {nil, ""},
		"none":             {plain, ""},
		"itself":           {hinted("a"), "a"},
		"wrapped":          {fmt.Errorf("x: %w", fmt.Errorf("y: %w", hinted("a"))), "a"},
		"joined":           {errors.Join(plain, hinted("a"), hinted("b")), "a"},
		"empty is skipped": {errors.Join(hinted(""), fmt.Errorf("x: %w", hinted("b"))), "b"},
		"two wrapped":      {fmt.Errorf("%w and %w", plain, hinted("b")), "b"},
	} {
		t.Run(name, func(t *testing.T) {
			if have := Hint(c.err); have != c.want {
				t.Errorf("have %q, want %q", have, c.want)
			}
		})
	}
}
