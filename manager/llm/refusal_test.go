package llm

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"ragmanager/manager/llm/standin"
)

// refusedWith returns the error and hint of a server that refuses with a body.
func refusedWith(t testing.TB, status int, body string) (*StatusError, string) {
	t.Helper()
	c := newClient(t, serve(t, fails(standin.Body(status, "application/json", body))), Options{Key: testKey, Retries: -1})
	_, _, err := c.EmbedText(t.Context(), EmbedRequest{Model: "nomic"}, "a")
	e, ok := errors.AsType[*StatusError](err)
	if !ok {
		t.Fatalf("%d %s: have %v (%T)", status, body, err, err)
	}
	if e.Status != status || e.Model != "nomic" {
		t.Errorf("have %+v", e)
	}
	return e, e.Hint()
}

// TestBodiesOfRefusals holds the forms in which servers tell an error.
func TestBodiesOfRefusals(t *testing.T) {
	for body, want := range map[string]string{
		`{"error":{"message":"Bad thing.","type":"invalid_request_error","param":"input","code":"bad"}}`: "server said 418: Bad thing.",
		`{"error":"Bad thing."}`: "server said 418: Bad thing.",
		`{"object":"error","message":"Bad thing.","type":"BadRequestError","param":null,"code":418}`: "server said 418: Bad thing.",
		`[{"error":{"code":418,"message":"Bad thing.","status":"INVALID"}}]`:                         "server said 418: Bad thing.",
		`{"detail":"Bad thing."}`:                                        "server said 418: Bad thing.",
		`{"detail":[{"loc":["body","input"],"msg":"Bad thing."}]}`:       `server said 418: [{"loc":["body","input"],"msg":"Bad thing."}]`,
		`{"object":"error","message":{"detail":[{"msg":"Bad thing."}]}}`: `server said 418: {"detail":[{"msg":"Bad thing."}]}`,
		`{"error_code":"BAD","message":"Bad thing."}`:                    "server said 418: Bad thing.",
		`{"error":{"error":{"message":"Bad thing."}}}`:                   "server said 418: Bad thing.",
		`"Bad thing."`:      "server said 418: Bad thing.",
		"Bad\r\n  thing.\n": "server said 418: Bad thing.",
		"<html><head><title>Bad &amp; worse</title></head></html>": "server said 418: Bad & worse",
		"<?xml version='1.0'?><Error/>":                            "server said 418: a web page",
		"":                                                         "server said 418 I'm a teapot",
		"{}":                                                       "server said 418 I'm a teapot",
		"null":                                                     "server said 418 I'm a teapot",
		"[]":                                                       "server said 418 I'm a teapot",
		"7":                                                        "server said 418 I'm a teapot",
		`{"error":null,"message":null}`:                            "server said 418 I'm a teapot",
		strings.Repeat("long ", 10_000):                            "server said 418: " + strings.Repeat("long ", 100) + "…",
		"bad \xff byte":                                            "server said 418: bad \ufffd byte",
	} {
		if e, _ := refusedWith(t, 418, body); e.Error() != want {
			t.Errorf("%.90s: have %s", body, e)
		}
	}
	e, _ := refusedWith(t, 418, `{"error":{"message":"Bad thing.","param":"input","code":"bad"}}`)
	if e.Code != "bad" || e.Param != "input" {
		t.Errorf("have %+v", e)
	}
}

func TestHintsForRefusals(t *testing.T) {
	for _, test := range []struct {
		status     int
		body, want string
	}{
		{401, `{"error":{"message":"Incorrect API key provided","code":"invalid_api_key"}}`, "check the API key in the settings"},
		{402, `{"error":"Payment Required"}`, "billing"},
		{403, `{"error":{"message":"Country not supported"}}`, "check its rights"},
		{404, `{"error":{"message":"The model ` + "`nomic`" + ` does not exist","code":"model_not_found"}}`, `check the spelling of model "nomic"`},
		{404, `{"error":"model \"nomic\" not found, try pulling it first"}`, "ragmanager key test"},
		{400, `{"error":{"message":"model 'nomic' not found"}}`, "ragmanager key test"},
		{404, `404 page not found`, "usually ends in /v1"},
		{405, ``, "usually ends in /v1"},
		{400, `{"error":{"message":"bad"}}`, "check the model and its settings"},
		{422, `{"detail":"bad"}`, "check the model and its settings"},
		{429, `{"error":{"message":"Rate limit reached","code":"rate_limit_exceeded"}}`, "fewer requests at once"},
		{429, `{"error":{"message":"You exceeded your current quota","type":"insufficient_quota","code":"insufficient_quota"}}`, "billing"},
		{500, ``, "a problem of its own"},
		{503, `upstream`, "a problem of its own"},
		{400, `{"error":{"message":"blocked","code":"content_filter"}}`, ""},
		{418, ``, ""},
	} {
		if e, hint := refusedWith(t, test.status, test.body); !strings.Contains(hint, test.want) || (hint == "") != (test.want == "") {
			t.Errorf("%v: hint %q", e, hint)
		}
	}
	_, err := newClient(t, serve(t, fails(standin.Status(401))), Options{}).Models(t.Context())
	if _, hint := wantError[*StatusError](t, err); !strings.Contains(hint, "wants an API key") {
		t.Error(hint)
	}
	e, _ := refusedWith(t, 400, `{"error":{"message":"blocked","code":"content_filter"}}`)
	if !errors.Is(e, ErrFiltered) || hintOf(e) == "" {
		t.Error(e)
	}
}

// TestWordsForTooLong holds what servers say of texts or batches that are too
// long, each of which must lead to smaller ones, and what they say of other
// things.
func TestWordsForTooLong(t *testing.T) {
	for _, body := range []string{
		// OpenAI
		`400 {"error":{"message":"This model's maximum context length is 8192 tokens, however you requested 9001 tokens (9001 in your prompt; 0 for the completion). Please reduce your prompt; or completion length.","type":"invalid_request_error","param":null,"code":null}}`,
		`400 {"error":{"message":"Requested 346134 tokens, max 300000 tokens per request","type":"max_tokens_per_request","param":null,"code":"max_tokens_per_request"}}`,
		`400 {"error":{"message":"Invalid 'input': array too long. Expected an array with maximum length 2048, but got an array with length 3000 instead.","type":"invalid_request_error","param":"input","code":"array_above_max_length"}}`,
		`400 {"error":{"message":"...","code":"context_length_exceeded"}}`,
		`429 {"error":{"message":"Request too large for text-embedding-3-small in organization org-x on tokens per min (TPM): Limit 40000, Requested 50000.","type":"tokens","code":"rate_limit_exceeded"}}`,
		// Azure
		`400 {"error":{"code":"InvalidRequest","message":"Too many inputs. The max number of inputs is 16. We hope to increase the number of inputs per request soon."}}`,
		// vLLM
		`400 {"object":"error","message":"This model's maximum context length is 512 tokens. However, you requested 600 tokens in the input for embedding generation. Please reduce the length of the input.","type":"BadRequestError","param":null,"code":400}`,
		// llama.cpp
		`500 {"error":{"code":500,"message":"input (596 tokens) is too large to process. increase the physical batch size (current batch size: 512)","type":"server_error"}}`,
		`500 {"error":{"code":500,"message":"input is too large to process. increase the physical batch size","type":"server_error"}}`,
		`400 {"error":{"code":400,"message":"the request exceeds the available context size","type":"exceed_context_size_error"}}`,
		// Ollama
		`400 {"error":"the input length exceeds the context length"}`,
		`500 {"error":{"message":"input length exceeds maximum context length","type":"api_error"}}`,
		// Text Embeddings Inference
		"413 {\"error\":\"Input validation error: `inputs` must have less than 512 tokens. Given: 600\",\"error_type\":\"Validation\"}",
		`422 {"error":"batch size 64 > maximum allowed batch size 32","error_type":"Validation"}`,
		`413 Failed to buffer the request body: length limit exceeded`,
		// Mistral, Voyage, Google, DashScope
		`400 {"object":"error","message":"Too many tokens in batch. Max is 16384 got 17555","type":"invalid_request_error","param":null,"code":null}`,
		`400 {"detail":"Request to model 'voyage-2' failed. The max allowed tokens per submitted batch is 120000. Your batch has 121138 tokens after truncation. Please lower the number of tokens in the batch."}`,
		`400 [{"error":{"code":400,"message":"* BatchEmbedContentsRequest.requests: at most 100 requests can be in one batch","status":"INVALID_ARGUMENT"}}]`,
		`400 {"error":{"message":"Value error, batch size is invalid, it should not be larger than 10.: input.contents","code":"InvalidParameter"}}`,
		// nginx
		"413 <html><head><title>413 Request Entity Too Large</title></head></html>",
	} {
		if e := parseRefusal(body); !e.tooLong() {
			t.Errorf("not too long: %v", e)
		}
	}
	for _, body := range []string{
		`400 {"error":{"message":"you must provide a model parameter"}}`,
		`400 {"error":{"message":"Invalid value for 'dimensions' = 5000. Must be less than or equal to 1536."}}`,
		`401 {"error":{"message":"Incorrect API key provided: too long"}}`,
		`429 {"error":{"message":"Rate limit reached for m on tokens per min (TPM): Limit 40000, Used 39000, Requested 2000."}}`,
		`500 {"error":{"message":"The server had an error while processing your request. Sorry about that!"}}`,
		`503 {"error":{"message":"The model is too large to load"}}`,
	} {
		if e := parseRefusal(body); e.tooLong() {
			t.Errorf("too long: %v", e)
		}
	}
}

// parseRefusal parses a status and a body.
func parseRefusal(text string) *StatusError {
	var status int
	_, body, _ := strings.Cut(text, " ")
	fmt.Sscan(text, &status)
	c := &Client{secrets: &secrets{hide: strings.NewReplacer()}}
	return c.statusError(&http.Response{StatusCode: status, Body: io.NopCloser(strings.NewReader(body))}, "m")
}

// TestWordsForFieldsThatAreNotTaken holds what servers say of fields that they do
// not know, and what they say of values that are wrong.
func TestWordsForFieldsThatAreNotTaken(t *testing.T) {
	for body, field := range map[string]string{
		`400 {"error":{"message":"Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.","param":"max_tokens","code":"unsupported_parameter"}}`:                  "max_tokens",
		`400 {"error":{"message":"Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is supported.","param":"temperature","code":"unsupported_value"}}`:                  "temperature",
		`400 {"error":{"message":"Unrecognized request argument supplied: stream_options","type":"invalid_request_error","param":null,"code":null}}`:                                                                  "stream_options",
		`422 {"object":"error","message":{"detail":[{"type":"extra_forbidden","loc":["body","stream_options","include_usage"],"msg":"Extra inputs are not permitted","input":true}]},"type":"invalid_request_error"}`: "stream_options",
		`400 {"error":{"message":"unknown field \"include_usage\""}}`:                                                                                                                               "stream_options",
		`400 {"object":"error","message":"dimensions is currently not supported","type":"BadRequestError","param":null,"code":400}`:                                                                 "dimensions",
		`400 {"object":"error","message":"Model \"bge-m3\" does not support matryoshka representation, changing output dimensions will lead to poor results.","type":"BadRequestError","code":400}`: "dimensions",
		`400 {"error":{"message":"This model does not support specifying dimensions.","param":null,"code":null}}`:                                                                                   "dimensions",
		`400 {"error":"encoding_format is missing, encoding_format does not have a valid value"}`:                                                                                                   "encoding_format",
	} {
		e := parseRefusal(body)
		for _, name := range []string{"stream_options", "max_tokens", "temperature", "dimensions", "encoding_format"} {
			if e.refuses(name) != (name == field) {
				t.Errorf("refuses %s: %v, for %v", name, e.refuses(name), e)
			}
		}
	}
	for body, field := range map[string]string{
		`400 {"error":{"message":"Invalid value for 'dimensions' = 5000. Must be less than or equal to 1536."}}`:                                                        "dimensions",
		`400 {"error":{"message":"max_tokens is too large: 100000. This model supports at most 16384 completion tokens.","param":"max_tokens","code":"invalid_value"}}`: "max_tokens",
		`400 {"error":{"message":"Invalid 'temperature': decimal above maximum value.","param":"temperature","code":"decimal_above_max_value"}}`:                        "temperature",
	} {
		if e := parseRefusal(body); e.refuses(field) {
			t.Errorf("refuses %s: %v", field, e)
		}
	}
}

func TestRedirectsAreNotFollowed(t *testing.T) {
	s, _ := start(t, standin.Options{}, Options{})
	base := serve(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, s.URL+"/models?key=secret", http.StatusMovedPermanently)
	})
	_, err := newClient(t, base, Options{Key: testKey}).Models(t.Context())
	e, hint := wantError[*StatusError](t, err)
	wantText(t, e.Error(), "server said 301: redirects to "+s.URL+"/models")
	wantText(t, hint, "base URL")
	if len(s.Requests()) > 0 || strings.Contains(err.Error(), "secret") {
		t.Errorf("%d requests, %v", len(s.Requests()), err)
	}
}

func TestAnAnswerThatIsNoJSON(t *testing.T) {
	for body, want := range map[string]string{
		"<!doctype html><title>My &lt;home&gt;</title>": `the answer is a web page, not JSON: "My <home>"`,
		"\n <p>hi":     `the answer is a web page, not JSON: "a web page"`,
		"OK":           `the answer is not JSON: "OK"`,
		"":             "the answer is empty",
		`{"data":[}`:   "the answer is not JSON",
		`{"data":"x"}`: "the answer is not JSON",
	} {
		c := newClient(t, serve(t, fails(standin.Body(200, "text/html", body))), Options{})
		_, err := c.Models(t.Context())
		e, hint := wantError[*ProtocolError](t, err)
		wantText(t, e.Error(), c.base.Host+"/v1/models: ", want)
		wantText(t, hint, "base URL")
	}
}

func TestModels(t *testing.T) {
	_, c := start(t, standin.Options{Models: []string{"b", "a", "b"}}, Options{})
	names, err := c.Models(t.Context())
	if err != nil || fmt.Sprint(names) != "[a b]" {
		t.Error(names, err)
	}
	for _, body := range []string{`{"object":"list","data":null}`, `{}`} {
		c := newClient(t, serve(t, fails(standin.Body(200, "application/json", body))), Options{})
		if names, err := c.Models(t.Context()); err != nil || len(names) != 0 {
			t.Error(names, err)
		}
	}
}

func TestPrice(t *testing.T) {
	for model, want := range map[string]string{
		"text-embedding-3-small": "0.02 0 true", "gpt-4o": "2.5 10 true", "gpt-4o-2024-08-06": "2.5 10 true", "gpt-4o-2024-05-13": "5 15 true",
		"openai/gpt-5.4-mini": "0.75 4.5 true", "gpt-4o-minimal": "0 0 false", "llama3.2": "0 0 false", "": "0 0 false",
	} {
		in, out, ok := Price(model)
		if have := fmt.Sprint(in, out, ok); have != want {
			t.Errorf("%s: have %s", model, have)
		}
	}
}
