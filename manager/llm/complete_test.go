package llm

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ragmanager/manager/llm/standin"
)

// question asks about two sentences of documentation.
func question(text string) CompleteRequest {
	return CompleteRequest{Model: "gpt-4o", Messages: []Message{
		{"system", "Answer from the documentation."},
		{"user", "The antenna is on the roof. Batteries last four years."},
		{"user", text},
	}}
}

const quoted = "The documentation says: “The antenna is on the roof.”"

func TestComplete(t *testing.T) {
	s, c := start(t, standin.Options{Key: testKey}, Options{Key: testKey})
	var pieces []string
	r := question("Where is the antenna?")
	r.MaxTokens, r.Temperature = 100, new(float64)
	got, err := c.Complete(t.Context(), r, func(text string) error {
		pieces = append(pieces, text)
		return nil
	})
	if err != nil || got.Text != quoted || got.Finish != FinishStop || got.Model != "gpt-4o" || got.Requests != 1 {
		t.Fatalf("have %+v, %v", got, err)
	}
	if strings.Join(pieces, "") != quoted || len(pieces) < 5 {
		t.Errorf("pieces %q", pieces)
	}
	if got.Usage.In == 0 || got.Usage.Out == 0 || got.Usage.Counted || got.Time < got.FirstText || got.FirstText == 0 {
		t.Errorf("have %+v", got)
	}
	want := `{"max_tokens":100,"messages":[{"role":"system","content":"Answer from the documentation."},` +
		`{"role":"user","content":"The antenna is on the roof. Batteries last four years."},{"role":"user","content":"Where is the antenna?"}],` +
		`"model":"gpt-4o","stream":true,"stream_options":{"include_usage":true},"temperature":0}`
	if diff := cmp.Diff(want, string(s.Requests()[0].Body)); diff != "" {
		t.Error(diff)
	}
}

func TestModelsThatThinkGetOtherParameters(t *testing.T) {
	for model, want := range map[string]string{
		"gpt-5.4-mini": `{"max_completion_tokens":9,"messages":null,"model":"gpt-5.4-mini","stream":true,"stream_options":{"include_usage":true}}`,
		"o3":           `{"max_completion_tokens":9,"messages":null,"model":"o3","stream":true,"stream_options":{"include_usage":true}}`,
		"gpt-5-chat":   `{"max_tokens":9,"messages":null,"model":"gpt-5-chat","stream":true,"stream_options":{"include_usage":true},"temperature":0.5}`,
		"ollama3":      `{"max_tokens":9,"messages":null,"model":"ollama3","stream":true,"stream_options":{"include_usage":true},"temperature":0.5}`,
	} {
		x := CompleteRequest{Model: model, MaxTokens: 9, Temperature: new(0.5)}.exchange()
		body, err := encode(x.fields, newDialect().choose(x))
		if diff := cmp.Diff(want, string(body)); diff != "" || err != nil {
			t.Error(diff, err)
		}
	}
}

func TestRefusedParametersAreLeftOutAndRemembered(t *testing.T) {
	for _, refused := range [][]string{{"stream_options"}, {"temperature"}, {"max_tokens"}, {"max_completion_tokens", "stream_options", "max_tokens", "temperature"}} {
		s, c := start(t, standin.Options{Refuses: refused}, Options{})
		r := question("Where is the antenna?")
		r.MaxTokens, r.Temperature = 100, new(float64)
		for range 2 {
			if got, err := c.Complete(t.Context(), r, nil); err != nil || got.Text != quoted || got.Usage.In == 0 {
				t.Fatalf("%v: have %+v, %v", refused, got, err)
			}
		}
		if n := len(s.Requests()); n != 2+len(refused) {
			t.Errorf("%v: asked %d times", refused, n)
		}
	}
}

func TestAModelThatIsNewAndThinks(t *testing.T) {
	const model = "o9-thinker" // the stand-in knows that it thinks, and so do we
	_, c := start(t, standin.Options{}, Options{})
	r := question("Where is the antenna?")
	r.Model, r.MaxTokens, r.Temperature = model, 100, new(float64)
	if got, err := c.Complete(t.Context(), r, nil); err != nil || got.Requests != 1 {
		t.Error(got, err)
	}
}

func TestWhatIsWrongWithAValueIsForTheUser(t *testing.T) {
	_, c := start(t, standin.Options{}, Options{})
	r := small
	r.Dimensions = 5000
	_, err := c.Embed(t.Context(), r, []string{"a"}, nil)
	e, _ := wantError[*StatusError](t, err)
	wantText(t, e.Message, "Invalid value for 'dimensions' = 5000")
}

func TestTheLongestLength(t *testing.T) {
	_, c := start(t, standin.Options{}, Options{})
	r := question("Where is the antenna?")
	r.MaxTokens = 10
	got, err := c.Complete(t.Context(), r, nil)
	if err != nil || got.Finish != FinishLength || !strings.HasPrefix(quoted, got.Text) || got.Text == "" {
		t.Errorf("have %+v, %v", got, err)
	}
}

func TestMessagesThatAreTooLong(t *testing.T) {
	s, c := start(t, standin.Options{Context: 2048}, Options{})
	r := question(strings.Repeat("Where is the antenna? ", 1000))
	_, err := c.Complete(t.Context(), r, nil)
	e, hint := wantError[*StatusError](t, err)
	wantText(t, e.Message, "maximum context length is 2048 tokens")
	wantText(t, hint, "send less")
	if e.Code != "context_length_exceeded" || len(s.Requests()) != 1 {
		t.Errorf("have %+v after %d requests", e, len(s.Requests()))
	}
}

// streams returns a client of a server that answers with a body, which it
// finishes, or breaks off if it ends in "!".
func streams(t testing.TB, body string) *Client {
	return newClient(t, serve(t, func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", "text/event-stream")
		text, broken := strings.CutSuffix(body, "!")
		io.WriteString(w, text)
		w.(http.Flusher).Flush()
		if broken {
			panic(http.ErrAbortHandler)
		}
	}), Options{Retries: -1})
}

// say is an event that says something, and the one that ends it.
func say(text string) string {
	return fmt.Sprintf("data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":%q},\"finish_reason\":null}]}\n\n", text)
}

func finish(reason string) string {
	return fmt.Sprintf("data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":%q}]}\n\n", reason)
}

const done = "data: [DONE]\n\n"

func TestStreamsThatAreFine(t *testing.T) {
	const counts = `data: {"choices":[],"usage":{"prompt_tokens":12,"completion_tokens":2,"prompt_tokens_details":{"cached_tokens":3},"completion_tokens_details":{"reasoning_tokens":1}}}` + "\n\n"
	for name, body := range map[string]string{
		"as published":         say("Hel") + say("lo") + finish("stop") + counts + done,
		"no [DONE]":            say("Hel") + say("lo") + finish("stop"),
		"broken after the end": say("Hello") + finish("stop") + "data: {!",
		"400 pings":            strings.Repeat(": ping\n\n", 400) + say("Hel") + strings.Repeat("\n", 400) + say("lo") + finish("stop") + done,
		"CRLF":                 strings.ReplaceAll(say("Hello")+finish("stop")+done, "\n", "\r\n"),
		"no blanks":            strings.ReplaceAll(strings.ReplaceAll(say("Hel")+say("lo")+finish("stop"), "data: ", "data:"), "\n\n", "\n"),
		"no names":             strings.ReplaceAll(say("Hello")+finish("stop"), "data: ", ""),
		"other fields":         "event: message\nid: 7\nretry: 5\n" + say("Hello") + finish("stop") + done,
		"text with the end":    say("Hel") + `data: {"choices":[{"delta":{"content":"lo"},"finish_reason":"stop"}]}` + "\n\n",
		"null and empty":       `data: {"choices":[{"delta":{"role":"assistant","content":null}}]}` + "\n\n" + say("") + say("Hello") + finish("stop"),
		"thoughts beside it":   `data: {"choices":[{"delta":{"reasoning_content":"Hm"}}]}` + "\n\n" + say("Hello") + finish("stop"),
		"thoughts in parts":    `data: {"choices":[{"delta":{"content":[{"type":"thinking","thinking":[]},{"type":"text","text":"Hello"}]}}]}` + "\n\n" + finish("stop"),
		"two choices":          say("Hello") + `data: {"choices":[{"index":1,"delta":{"content":"no"}}]}` + "\n\n" + finish("stop"),
		"a refusal":            `data: {"choices":[{"delta":{"refusal":"Hello"}}]}` + "\n\n" + finish("stop"),
		"not streamed":         ` {"choices":[{"index":0,"message":{"role":"assistant","content":"Hello"},"finish_reason":"stop"}],"usage":{"prompt_tokens":12,"completion_tokens":2}}`,
		"error is null":        `data: {"error":null,"choices":[{"delta":{"content":"Hello"},"finish_reason":"stop"}]}` + "\n\n",
		"a huge event":         `data: {"padding":"` + strings.Repeat("x", 300_000) + `"}` + "\n\n" + say("Hello") + finish("stop"),
	} {
		t.Run(name, func(t *testing.T) {
			text := ""
			got, err := streams(t, body).Complete(t.Context(), question("?"), func(piece string) error {
				text += piece
				return nil
			})
			if err != nil || got.Text != "Hello" || text != "Hello" || got.Finish != FinishStop {
				t.Errorf("have %+v, %q, %v", got, text, err)
			}
			if want := (Usage{In: 12, Out: 2, Cached: 3, Thinking: 1}); strings.Contains(body, "reasoning_tokens") && got.Usage != want {
				t.Errorf("have %+v", got.Usage)
			}
			if counted := !strings.Contains(body, "usage"); got.Usage.Counted != counted || got.Usage.In == 0 {
				t.Errorf("have %+v", got.Usage)
			}
		})
	}
}

func TestAnswersThatCannotStand(t *testing.T) {
	for name, test := range map[string]struct {
		body   string
		reason error
		text   string
		hint   string
	}{
		"cut in mid-word":       {say("The ante"), ErrCut, "The ante", "ask again"},
		"broken in mid-word":    {say("The ante") + "!", ErrCut, "The ante", "try again later"},
		"broken in an event":    {say("The ante") + `data: {"choi!`, ErrCut, "The ante", "try again later"},
		"[DONE] but no reason":  {say("The ante") + done, ErrCut, "The ante", "ask again"},
		"error amid it":         {say("The ante") + `data: {"error":{"message":"server overloaded","type":"server_error","code":null}}` + "\n\n", ErrCut, "The ante", "try again later"},
		"text of an error":      {say("The ante") + `data: {"error":"out of memory"}` + "\n\n", ErrCut, "The ante", "ask again"},
		"a refusal amid it":     {say("The ante") + `data: {"error":{"message":"stream_options is not supported","code":400}}` + "\n\n", ErrCut, "The ante", "check the model"},
		"nonsense amid it":      {say("The ante") + "data: nonsense\n\n", ErrCut, "The ante", "base URL"},
		"empty":                 {say("") + finish("stop") + done, ErrEmpty, "", "another model"},
		"blank":                 {say(" \n") + finish("stop") + done, ErrEmpty, " \n", "another model"},
		"all went into thought": {finish("length") + done, ErrEmpty, "", "allow it more"},
		"a tool in its place":   {finish("tool_calls") + done, ErrEmpty, "", "another model"},
		"filtered":              {say("The ante") + finish("content_filter") + done, ErrFiltered, "The ante", "other words"},
		"filtered at once":      {finish("content_filter") + done, ErrFiltered, "", "other words"},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := streams(t, test.body).Complete(t.Context(), question("?"), nil)
			e, hint := wantError[*AnswerError](t, err)
			if !errors.Is(err, test.reason) || got.Text != test.text || strings.TrimSpace(test.text) != e.Text {
				t.Errorf("have %+v, %v", got, err)
			}
			wantText(t, hint, test.hint)
			if e.Text != "" {
				wantText(t, err.Error(), `after 8 characters, at "The ante"`)
			}
		})
	}
}

func TestALongAnswerThatIsCutShowsItsEnd(t *testing.T) {
	_, err := streams(t, say(strings.Repeat("long ", 100)+"answer")).Complete(t.Context(), question("?"), nil)
	wantText(t, err.Error(), `the answer ended early after 506 characters, at "…ong long long long long answer"`)
}

func TestStreamsThatFailBeforeAnyText(t *testing.T) {
	for name, test := range map[string]struct {
		body string
		want string
	}{
		"nothing":            {"", "connection ended early"},
		"only pings":         {": ping\n\n", "connection ended early"},
		"broken":             {": ping\n\n!", "connection ended early"},
		"an error":           {`data: {"error":{"message":"server overloaded","type":"server_error"}}` + "\n\n", "server said 503: server overloaded"},
		"a number":           {`data: {"error":{"message":"slow down","code":429}}` + "\n\n", "server said 429: slow down"},
		"an unknown error":   {`data: {"error":"out of memory"}` + "\n\n", "server said: out of memory"},
		"not even named":     {`{"error":{"message":"bad luck"}}` + "\n", "server said: bad luck"},
		"a web page":         {"<html><title>Hi</title>", `the answer is a web page, not JSON: "Hi"`},
		"nonsense":           {"data: nonsense\n\n", `the answer is not JSON: "nonsense"`},
		"a line with no end": {"data: " + strings.Repeat("x", largestEvent+70_000), "a line without end"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := streams(t, test.body).Complete(t.Context(), question("?"), nil)
			if err == nil {
				t.Fatal("no error")
			}
			wantText(t, err.Error(), test.want)
		})
	}
}

func TestStreamsAreAskedForAgainOnlyBeforeAnyText(t *testing.T) {
	s, c := start(t, standin.Options{Faults: []standin.Fault{
		standin.HangUp(0), standin.HangUp(150), standin.Status(500), standin.End(150), standin.Status(429),
	}}, Options{})
	got, err := c.Complete(t.Context(), question("Where is the antenna?"), nil)
	if err != nil || got.Text != quoted || len(s.Requests()) != 6 || got.Requests != 6 {
		t.Errorf("have %+v, %v after %d requests", got, err, len(s.Requests()))
	}
	s, c = start(t, standin.Options{Faults: []standin.Fault{standin.HangUp(600)}}, Options{})
	got, err = c.Complete(t.Context(), question("Where is the antenna?"), nil)
	if !errors.Is(err, ErrCut) || !errors.Is(err, ErrEndedEarly) || got.Text == "" || len(s.Requests()) != 1 {
		t.Errorf("have %+v, %v after %d requests", got, err, len(s.Requests()))
	}
}

func TestAnErrorOfDeltaEndsIt(t *testing.T) {
	stop := &NetworkError{Err: errors.New("enough")} // one that would be tried again
	s, c := start(t, standin.Options{}, Options{})
	got, err := c.Complete(t.Context(), question("Where is the antenna?"), func(text string) error {
		if strings.Contains(text, "documentation") {
			return stop
		}
		return nil
	})
	if err != stop || got.Text != "The documentation" || len(s.Requests()) != 1 {
		t.Errorf("have %+v, %v after %d requests", got, err, len(s.Requests()))
	}
}

func TestCancelComplete(t *testing.T) {
	for name, fault := range map[string]standin.Fault{"before the answer": standin.Silent(), "amid it": standin.Stall(600)} {
		t.Run(name, func(t *testing.T) {
			_, c := start(t, standin.Options{Always: fault}, Options{})
			ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
			defer cancel()
			began := time.Now()
			got, err := c.Complete(ctx, question("Where is the antenna?"), nil)
			if err != context.DeadlineExceeded || (got.Text != "") != (name == "amid it") {
				t.Errorf("have %+v, %v", got, err)
			}
			wantSoon(t, began)
		})
	}
}

func TestCountMessages(t *testing.T) {
	// The figures of https://cookbook.openai.com/examples/how_to_count_tokens_with_tiktoken
	// for one of its messages: role and content, three for it, three for the answer.
	if n := CountMessages("gpt-4o", []Message{{"user", "hello world"}}); n != 3+1+2+3 {
		t.Error(n)
	}
}
