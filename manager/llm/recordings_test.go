package llm

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"ragmanager/manager/llm/standin"
)

// A recording is a file testdata/NAME.http.txtar: a call, the requests that it
// makes with their answers, and what the caller gets. The comment says what it
// shows and where it comes from. Of requests there are no headers, so that no
// key can be there, and of answers only those that matter.
//
// Those whose comment begins with "Recorded" are made anew by -record, against
// the server of LLM_BASE_URL with the key of LLM_KEY, else the stand-in. The
// others are written by hand after what servers are known to say.
var (
	record = flag.Bool("record", false, "make the recordings anew")
	update = flag.Bool("update", false, "write what callers get into the recordings")
)

// recordedBase stands in recordings for the base URL of any server.
const recordedBase = "http://llm.test/v1"

func TestRecordings(t *testing.T) {
	files, err := filepath.Glob("testdata/*.http.txtar")
	if err != nil || len(files) < 10 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".http.txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			r := parseRecording(t, archive)
			have := r.play(t)
			if *record && r.recorded || *update {
				if err := os.WriteFile(file, r.format(have), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := cmp.Diff(r.want, have); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestRecordingsHoldNoSecrets(t *testing.T) {
	files, _ := filepath.Glob("testdata/*")
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if found := regexp.MustCompile(`(?i)authorization|sk-|api-key:|bearer|org-[a-z0-9]{8}|openai-organization`).Find(data); found != nil {
			t.Errorf("%s holds %q", file, found)
		}
	}
}

// A call is one of the client's.
type call struct {
	Embed    *EmbedRequest    `json:",omitempty"`
	Texts    []string         `json:",omitempty"`
	Complete *CompleteRequest `json:",omitempty"`
	Models   bool             `json:",omitempty"`
}

type recording struct {
	comment   string
	recorded  bool
	call      call
	text      string // of the call
	exchanges []recorded
	want      string
}

// A recorded exchange: the method, URL and body of a request, and an answer.
type recorded struct{ request, response string }

func parseRecording(t *testing.T, a *txtar.Archive) *recording {
	r := &recording{comment: string(a.Comment), recorded: bytes.HasPrefix(a.Comment, []byte("Recorded"))}
	for _, f := range a.Files {
		text := string(f.Data)
		switch name := f.Name[strings.Index(f.Name, ".")+1:]; name {
		case "call":
			r.text = text
			if err := json.Unmarshal(f.Data, &r.call); err != nil {
				t.Fatal(err)
			}
		case "request":
			r.exchanges = append(r.exchanges, recorded{request: strings.TrimSpace(text)})
		case "response":
			r.exchanges[len(r.exchanges)-1].response = text
		case "want":
			r.want = text
		default:
			t.Fatalf("unknown part %s", f.Name)
		}
	}
	return r
}

// format returns the file.
func (r *recording) format(want string) []byte {
	a := txtar.Archive{Comment: []byte(r.comment), Files: []txtar.File{{Name: "call", Data: []byte(r.text)}}}
	for n, e := range r.exchanges {
		a.Files = append(a.Files,
			txtar.File{Name: fmt.Sprintf("%d.request", n+1), Data: []byte(e.request + "\n")},
			txtar.File{Name: fmt.Sprintf("%d.response", n+1), Data: []byte(e.response)})
	}
	a.Files = append(a.Files, txtar.File{Name: "want", Data: []byte(want)})
	return txtar.Format(&a)
}

// play makes the call and returns what the caller gets.
func (r *recording) play(t *testing.T) string {
	c, err := New(Options{BaseURL: recordedBase, Key: testKey, Backoff: time.Millisecond, Parallel: 1})
	if err != nil {
		t.Fatal(err)
	}
	p := &player{left: slices.Clone(r.exchanges)}
	c.transport = p
	if *record && r.recorded {
		r.exchanges = nil
		c.transport = newRecorder(t, r)
	}
	have := r.call.make(t.Context(), c)
	if len(p.left) > 0 && !*record {
		t.Errorf("not asked: %s", p.left[0].request)
	}
	return have
}

// make makes the call and tells what the caller gets.
func (k call) make(ctx context.Context, c *Client) string {
	var b strings.Builder
	var err error
	switch {
	case k.Embed != nil:
		var got store
		var result EmbedResult
		result, err = c.Embed(ctx, *k.Embed, k.Texts, got.add)
		for _, i := range slices.Sorted(maps.Keys(got.vectors)) {
			fmt.Fprintf(&b, "text %d: %.3f\n", i, got.vectors[i])
		}
		fmt.Fprintf(&b, "%d texts, %d tokens, %d requests, cut %v\n", result.Texts, result.Tokens, result.Requests, result.Cut)
		for _, refused := range result.Refused {
			fmt.Fprintf(&b, "text %d refused: %v\n", refused.Index, refused.Err)
		}
	case k.Complete != nil:
		var got Completion
		got, err = c.Complete(ctx, *k.Complete, func(text string) error {
			_, err := fmt.Fprintf(&b, "%q\n", text)
			return err
		})
		fmt.Fprintf(&b, "finish %q, model %q, %+v, %d requests\n", got.Finish, got.Model, got.Usage, got.Requests)
	default:
		var names []string
		names, err = c.Models(ctx)
		fmt.Fprintf(&b, "models %q\n", names)
	}
	if err != nil {
		text := regexp.MustCompile(` in [\d.]+m?s\)`).ReplaceAllString(err.Error(), " in a moment)")
		fmt.Fprintf(&b, "error: %s\nhint: %s\n", text, hintOf(err))
	}
	return b.String()
}

// A player answers requests from a recording.
type player struct{ left []recorded }

func (p *player) RoundTrip(r *http.Request) (*http.Response, error) {
	asked := describe(r)
	for n, e := range p.left {
		if e.request == asked {
			p.left = slices.Delete(p.left, n, n+1)
			return http.ReadResponse(bufio.NewReader(strings.NewReader(e.response)), r)
		}
	}
	return nil, errors.New("not recorded: " + asked)
}

// describe returns a request as it is recorded.
func describe(r *http.Request) string {
	var body []byte
	if r.Body != nil {
		body, _ = io.ReadAll(r.Body) // from memory
	}
	return strings.TrimSpace(r.Method + " " + r.URL.String() + "\n" + string(body))
}

// A recorder records what goes through it.
type recorder struct {
	r         *recording
	base, key string
}

func newRecorder(t *testing.T, r *recording) *recorder {
	if base := os.Getenv("LLM_BASE_URL"); base != "" {
		return &recorder{r, base, os.Getenv("LLM_KEY")}
	}
	s := standin.Start(standin.Options{Models: []string{"gpt-4o", "text-embedding-3-small"}})
	t.Cleanup(s.Close)
	return &recorder{r, s.URL, ""}
}

func (rec *recorder) RoundTrip(r *http.Request) (*http.Response, error) {
	e := recorded{request: describe(r)}
	if r.GetBody != nil {
		r.Body, _ = r.GetBody()
	}
	url := rec.base + strings.TrimPrefix(r.URL.String(), recordedBase)
	real, err := http.NewRequest(r.Method, url, r.Body)
	if err != nil {
		return nil, err
	}
	real.Header.Set("Content-Type", "application/json")
	real.Header.Set("Authorization", "Bearer "+rec.key)
	resp, err := http.DefaultClient.Do(real)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return nil, err
	}
	e.response = fmt.Sprintf("HTTP/1.1 %s\nContent-Type: %s\n\n%s\n", resp.Status, resp.Header.Get("Content-Type"), bytes.TrimRight(body, "\n"))
	rec.r.exchanges = append(rec.r.exchanges, e)
	return http.ReadResponse(bufio.NewReader(strings.NewReader(e.response)), r)
}
