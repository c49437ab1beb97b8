package terminal

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rivo/uniseg"

	"ragmanager/manager"
)

var (
	_ manager.Detailer = (*Text)(nil)
	_ manager.Detailer = (*JSON)(nil)
)

// noKey is a problem with a hint.
type noKey struct{}

func (noKey) Error() string { return "server said 401: no key" }
func (noKey) Hint() string  { return "check the key file" }

// A clock is a time that moves by hand.
type clock struct{ time.Time }

func (c *clock) now() time.Time       { return c.Time }
func (c *clock) wait(d time.Duration) { c.Time = c.Add(d) }

// newTest returns a Text that writes lines to out by a clock of its own.
func newTest(mode Mode) (text *Text, out *bytes.Buffer, c *clock) {
	out, c = &bytes.Buffer{}, &clock{time.Unix(1e9, 0)}
	text = NewText(out, mode)
	text.now = c.now
	return text, out, c
}

// job is what the tests report: two stages, 0.1 s a step.
func job(r manager.Reporter, c *clock) {
	r.Stage("read", 5)
	for i := range 5 {
		c.wait(100 * time.Millisecond)
		if i == 2 {
			r.Warn(fmt.Errorf("page 3: %w", noKey{}))
		}
		manager.Detail(r, fmt.Sprintf("asked for page %d", i+1))
		r.Step(i+1, fmt.Sprintf("http://a.test/%d", i+1))
	}
	r.Stage("chunk", 0)
	c.wait(3 * time.Second)
	r.Step(7, "last\x1b[2J\npage")
	r.Warn(errors.Join(errors.New("first"), errors.New("second")))
}

func TestTextLines(t *testing.T) {
	const warnings = `warning: page 3: server said 401: no key
hint: check the key file
`
	for name, c := range map[string]struct {
		mode Mode
		want string
	}{
		"normal": {Normal, `read: 2 of 5: http://a.test/2
` + warnings + `read: 4 of 5: http://a.test/4
read: 5 of 5 (500ms)
chunk: 7: last␛[2J page
warning: first
warning: second
chunk: 7 (3s)
`},
		"quiet": {Quiet, warnings + "warning: first\nwarning: second\n"},
		"verbose": {Verbose, `asked for page 1
asked for page 2
read: 2 of 5: http://a.test/2
` + warnings + `asked for page 3
asked for page 4
read: 4 of 5: http://a.test/4
asked for page 5
read: 5 of 5 (500ms)
chunk: 7: last␛[2J page
warning: first
warning: second
chunk: 7 (3s)
`},
	} {
		t.Run(name, func(t *testing.T) {
			text, out, clock := newTest(c.mode)
			job(text, clock)
			if err := text.Close(); err != nil {
				t.Error(err)
			}
			if diff := cmp.Diff(c.want, out.String()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestTextEnds(t *testing.T) {
	text, out, clock := newTest(Normal)
	text.Step(1, "before any stage")
	text.Stage("look", 0) // over in a moment, and nothing to count
	text.Stage("sweep", 0)
	clock.wait(time.Second)
	text.Stage("embed", 3)
	clock.wait(time.Second)
	text.Step(2, "two") // a job that is stopped here leaves it at that
	if err := text.Close(); err != nil {
		t.Error(err)
	}
	text.Stage("purge", 2)
	text.Step(2, "both")
	text.Step(3, "one too many")
	if err := text.Close(); err != nil {
		t.Error(err)
	}
	const want = "sweep: done (1s)\nembed: 2 of 3: two\nembed: 2 of 3 (1s)\npurge: 2 of 2\n"
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Error(diff)
	}
}

// A long stage leaves lines in a log that somebody may still want to read.
func TestTextLinesBecomeRarer(t *testing.T) {
	text, out, clock := newTest(Normal)
	text.Stage("read", 1e6)
	for i := range 36000 { // an hour
		clock.wait(100 * time.Millisecond)
		text.Step(i+1, "page")
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) < 120 || len(lines) > 200 {
		t.Errorf("%d lines in an hour", len(lines))
	}
	if want := "read: 2 of 1000000: page"; lines[0] != want {
		t.Errorf("have %q, want %q", lines[0], want)
	}
}

// A screen shows what a terminal would: it knows line feed, carriage return and
// overwriting, and fails on anything else that moves the cursor.
type screen struct {
	t      *testing.T
	lines  [][]rune
	column int
}

// Write prints p on the screen.
func (s *screen) Write(p []byte) (int, error) {
	for _, r := range string(p) {
		if len(s.lines) == 0 {
			s.lines = [][]rune{nil}
		}
		last := &s.lines[len(s.lines)-1]
		switch {
		case r == '\n':
			s.lines, s.column = append(s.lines, nil), 0
		case r == '\r':
			s.column = 0
		case r < ' ':
			s.t.Errorf("control character %q on the terminal", r)
		default:
			if s.column == len(*last) {
				*last = append(*last, ' ')
			}
			(*last)[s.column] = r
			s.column++
		}
	}
	return len(p), nil
}

// times are what the bar says of time passed and left, in real seconds.
var times = regexp.MustCompile(`\[[0-9hms:]+\]`)

// String returns the lines of the screen.
func (s *screen) String() string {
	var b strings.Builder
	for _, line := range s.lines {
		b.WriteString(strings.TrimRight(times.ReplaceAllString(string(line), "[time]"), " ") + "\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// onTerminal makes text draw bars on a screen, whose width it does not tell.
func onTerminal(t *testing.T, text *Text) *screen {
	s := &screen{t: t}
	text.out.w, text.tty = s, true
	return s
}

func TestBarAndWarnings(t *testing.T) {
	text, _, clock := newTest(Verbose)
	s := onTerminal(t, text)
	look := func(want string) {
		t.Helper()
		if diff := cmp.Diff(want, s.String()); diff != "" {
			t.Error(diff)
		}
	}
	text.Stage("read", 4)
	look(`read   0% |                    | (0/4) [time]`)
	clock.wait(time.Second)
	text.Step(1, "http://a.test/a/long/path/to/the/page/of/interest.html")
	look(`read  25% |█████               | (1/4) [time] …th/to/the/page/of/interest.html`)
	text.Step(2, "too soon to be shown")
	look(`read  25% |█████               | (1/4) [time] …th/to/the/page/of/interest.html`)
	text.Warn(noKey{})
	look(`warning: server said 401: no key
hint: check the key file
read  25% |█████               | (1/4) [time] …th/to/the/page/of/interest.html`)
	clock.wait(time.Second)
	text.Step(3, "short")
	text.Detail("waited")
	look(`warning: server said 401: no key
hint: check the key file
waited
read  75% |███████████████     | (3/4) [time] short`)
	text.Step(4, "last")
	text.Warn(errors.New("late"))
	text.Stage("fit", 0)
	text.Step(1, "too soon to be shown")
	clock.wait(time.Second)
	text.Step(2, "second")
	look(`warning: server said 401: no key
hint: check the key file
waited
read: 4 of 4 (2s)
warning: late
/ fit (2) [time] second`)
	if err := text.Close(); err != nil {
		t.Error(err)
	}
	look(`warning: server said 401: no key
hint: check the key file
waited
read: 4 of 4 (2s)
warning: late
fit: 2 (1s)
`)
}

func TestBarFitsTerminal(t *testing.T) {
	for _, total := range []int{1000, 0} {
		for _, columns := range []int{120, 80, 40, 20, 1} {
			b := newBar(nil, "a stage with a long name", total)
			b.columns = func() int { return columns }
			for i := range 100 {
				line := b.line(i, strings.Repeat("頁e\u0301", i))
				if width := uniseg.StringWidth(line); width > columns-1 {
					t.Errorf("%d columns used of %d", width, columns)
				}
			}
		}
	}
}

func TestQuietTerminal(t *testing.T) {
	text, _, clock := newTest(Quiet)
	s := onTerminal(t, text)
	job(text, clock)
	if err := text.Close(); err != nil || strings.Contains(s.String(), "read") {
		t.Error(err, s)
	}
}

// broken is a writer that fails.
type broken struct{}

var errBroken = errors.New("pipe closed")

func (broken) Write([]byte) (int, error) { return 0, errBroken }

func TestBrokenWriter(t *testing.T) {
	clock := &clock{time.Unix(1e9, 0)}
	text, lines := NewText(broken{}, Verbose), NewJSON(broken{})
	job(text, clock)
	job(lines, clock)
	if err := text.Close(); !errors.Is(err, errBroken) {
		t.Error("Text:", err)
	}
	if err := lines.Close(); !errors.Is(err, errBroken) {
		t.Error("JSON:", err)
	}
}

func TestJSON(t *testing.T) {
	var out bytes.Buffer
	j := NewJSON(&out)
	j.Stage("embed", 2)
	j.Step(1, "http://a.test/?a=1&b=<2>\n")
	j.Warn(fmt.Errorf("chunk: %w", noKey{}))
	j.Warn(errors.New("plain"))
	j.Detail("waited 2s")
	if err := j.Close(); err != nil {
		t.Error(err)
	}
	const want = `{"event":"stage","stage":"embed","total":2}
{"event":"step","stage":"embed","done":1,"total":2,"item":"http://a.test/?a=1&b=<2>\n"}
{"event":"warn","error":"chunk: server said 401: no key","hint":"check the key file"}
{"event":"warn","error":"plain"}
{"event":"detail","text":"waited 2s"}
`
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Error(diff)
	}
}
