package manager

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ragmanager/chunker"
	"ragmanager/library"
)

func newReader(t testing.TB) *PageReader {
	t.Helper()
	s := DefaultLibrarySettings().Fetch
	s.Retries = 0
	r, err := NewPageReader(s, PersonalSettings{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// The texts that a reader gives of a page are those that a library gets of it.
func TestReadIsWhatALibraryHolds(t *testing.T) {
	m := newManual(t, map[string]string{"a.html": page("A", "Once.", "Twice.", "Thrice.", "Twice.", "Thrice.", "Thrice.")})
	m.chunk()
	read, err := newReader(t).Read(t.Context(), Source{Address: m.path("a.html"), Base: m.sources[0].Base})
	if err != nil {
		t.Fatal(err)
	}
	have := map[string]string{}
	var also []int
	for _, c := range read.Chunks {
		have["Match/"+c.Name+".txt"], have["Content/"+c.Name+".txt"] = c.Match, c.Content
		also = append(also, len(c.Also))
	}
	equal(t, "texts", have, m.texts())
	equal(t, "further places", also, []int{0, 1, 2})
}

func TestReadErrors(t *testing.T) {
	m := newManual(t, map[string]string{"a.html": page("A", "One."), "b.html": page("B", "Two.")})
	for name, c := range map[string]struct {
		source Source
		want   string
	}{
		"folder":  {Source{Address: m.dir}, m.dir + " holds 2 pages"},
		"missing": {Source{Address: m.path("c.html")}, m.path("c.html") + ": no such file or directory"},
		"base":    {Source{Address: m.path("a.html"), Base: "example.com"}, `base is "example.com": want a URL`},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := newReader(t).Read(t.Context(), c.source); err == nil || !strings.HasPrefix(err.Error(), c.want) {
				t.Errorf("have %v, want %s", err, c.want)
			}
		})
	}
}

func TestMergeEqual(t *testing.T) {
	chunk := func(match, content string, line int) chunker.Chunk {
		return chunker.Chunk{Name: string(library.NameOf(match)), Match: match, Content: content, FirstLine: line}
	}
	merged := mergeEqual([]chunker.Chunk{
		chunk("a", "Document: A\n\nfirst", 1), chunk("b", "b", 2), chunk("a", "Document: A\n\nsecond", 3), chunk("a", "Document: B\n\nfirst", 4),
	})
	var have []string
	for _, c := range merged {
		line := fmt.Sprintf("%d %s %q", c.FirstLine, c.Match, c.Content)
		for _, also := range c.Also {
			line += fmt.Sprintf(" also %d %q", also.FirstLine, also.Content)
		}
		have = append(have, line)
	}
	equal(t, "chunks", have, []string{
		`1 a "Document: A\nDocument: B\n\nfirst\n\nDocument: A\n\nsecond" also 3 "Document: A\n\nsecond" also 4 "Document: B\n\nfirst"`,
		`2 b "b"`,
	})
	if merged := mergeEqual(nil); len(merged) != 0 {
		t.Errorf("have %v", merged)
	}
}

// Pages are passed on in the order of the sources, though the first one comes last,
// and each as soon as it can be.
func TestCheckOrder(t *testing.T) {
	const pages = 30
	rest := make(chan struct{}) // closed when all but the first page have been sent
	left := make(chan struct{}, pages)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/0" {
			<-rest
		} else if left <- struct{}{}; len(left) == pages-1 {
			defer close(rest)
		}
		if r.URL.Path == "/5" {
			w.WriteHeader(http.StatusNotFound)
			return
		}
		fmt.Fprint(w, page("T", "Text of "+r.URL.Path))
	}))
	t.Cleanup(s.Close)
	var sources []Source
	var want []string
	for i := range pages {
		address := fmt.Sprintf("%s/%d", s.URL, i)
		sources = append(sources, Source{Address: address})
		want = append(want, address)
	}
	missing := filepath.Join(t.TempDir(), "missing")
	sources = append(sources, Source{Address: missing}, Source{Address: sources[3].Address})
	var have []string
	errs := newReader(t).Check(t.Context(), sources, func(p CheckedPage) {
		have = append(have, p.Address)
		if (p.Err != nil) != (p.Address == want[5]) {
			t.Errorf("%s: error is %v", p.Address, p.Err)
		}
		if p.Err == nil && len(p.Chunks) != 1 {
			t.Errorf("%s has %d chunks", p.Address, len(p.Chunks))
		}
	})
	equal(t, "pages", have, want)
	if len(errs) != 2 || !strings.HasPrefix(errs[0].Error(), missing) {
		t.Errorf("errors are %v", errs)
	}
}

func TestCheckCanceled(t *testing.T) {
	s := newServer(t)
	m := newManual(t, map[string]string{"a.html": page("A", "One.")})
	ctx, cancel := context.WithCancel(t.Context())
	var have []string
	var canceled time.Time
	errs := newReader(t).Check(ctx, []Source{{Address: m.path("a.html")}, {Address: s.URL + "/silent"}}, func(p CheckedPage) {
		have = append(have, p.Address)
		<-s.asked
		canceled = time.Now()
		cancel()
	})
	equal(t, "pages", have, []string{m.path("a.html")})
	if len(errs) != 1 || !errors.Is(errs[0], context.Canceled) || time.Since(canceled) > time.Second {
		t.Errorf("errors are %v after %v", errs, time.Since(canceled))
	}
}
