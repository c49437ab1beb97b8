package manager

import (
	"fmt"
	"slices"
	"testing"
)

// recorder is a [Reporter] that remembers what it was told.
type recorder []string

func (r *recorder) Stage(name string, total int) { r.add("stage %s %d", name, total) }
func (r *recorder) Step(done int, item string)   { r.add("step %d %s", done, item) }
func (r *recorder) Warn(err error)               { r.add("warn %v", err) }
func (r *recorder) add(format string, args ...any) {
	*r = append(*r, fmt.Sprintf(format, args...))
}

// detailRecorder is a recorder that also takes details.
type detailRecorder struct{ recorder }

func (r *detailRecorder) Detail(text string) { r.add("detail %s", text) }

func TestDetail(t *testing.T) {
	var plain recorder
	Detail(&plain, "unheard")
	if len(plain) != 0 {
		t.Errorf("a plain Reporter was told %q", plain)
	}
	var detailed detailRecorder
	Detail(&detailed, "heard")
	if want := []string{"detail heard"}; !slices.Equal(detailed.recorder, want) {
		t.Errorf("have %q, want %q", detailed.recorder, want)
	}
}
