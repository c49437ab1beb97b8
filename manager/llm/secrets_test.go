package llm

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"ragmanager/manager/llm/standin"
)

// A transcript is all that was said to a caller.
type transcript []string

// add keeps a value and an error, with all that they hold.
func (r *transcript) add(v any, err error) {
	text, _ := json.Marshal(v) // what has no JSON form shows below
	*r = append(*r, string(text), fmt.Sprintf("%v %+v %#v %s %d %q", v, v, v, v, v, v))
	for ; err != nil; err = errors.Unwrap(err) {
		text, _ := json.Marshal(err)
		*r = append(*r, string(text), fmt.Sprintf("%v %+v %#v", err, err, err), hintOf(err))
	}
}

// secretParts are what must be nowhere: the key and its parts, and what else is
// secret in the tests of this file.
var secretParts = []string{testKey, testKey[3:], testKey[:20], testKey[14:], "az-s3cr3t-header", "qu3ry-secret", "pr0xy-secret"}

func (r transcript) wantNoSecrets(t *testing.T) {
	t.Helper()
	for _, text := range r {
		for _, secret := range secretParts {
			if strings.Contains(text, secret) {
				t.Errorf("tells a secret: %s", text)
				break
			}
		}
	}
}

// echoes are the ways in which a server sends back what it got.
func echoes(key string) []string {
	return []string{
		key, "Bearer " + key, "Incorrect API key provided: " + key + ".", url.QueryEscape(key), "key=" + url.PathEscape(key) + "&x",
		base64.StdEncoding.EncodeToString([]byte(key)), key[:8] + "****************" + key[len(key)-4:], `{\"key\":\"` + key + `\"}`,
		key + key, "az-s3cr3t-header", "qu3ry-secret", strings.Repeat("x", 490) + key, "Authorization: bearer " + key,
	}
}

// bodies are the forms of the answers that hold an echo.
var bodies = []string{
	`{"error":{"message":"%s","type":"%s","param":"%s","code":"%s"}}`, `{"error":"%s"}`, `{"detail":[{"msg":"%s"}]}`, "%s",
	"<html><title>%s</title>", `{"data":"%s"}`, "data: %s\n\n", `data: {"error":{"message":"%s"}}` + "\n\n", `{"object":"%s"`,
}

func TestSecretsAreNowhere(t *testing.T) {
	var status int
	var echo, body string // set between requests
	base := serve(t, func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		w.Header().Set("Location", "https://x.test/"+url.PathEscape(echo))
		w.WriteHeader(status)
		io.WriteString(w, strings.ReplaceAll(body, "%s", echo))
	})
	c := newClient(t, base+"?api_key=qu3ry-secret&api-version=2024-02-01", Options{
		Key: " " + testKey + "\n", Retries: -1, Headers: map[string]string{"api-key": "az-s3cr3t-header"},
	})
	var said transcript
	for _, status = range []int{200, 301, 400, 407, 429, 500} {
		for _, body = range bodies {
			for _, echo = range echoes(testKey) {
				said.add(c.Models(t.Context()))
				said.add(c.Embed(t.Context(), small, []string{"a", "b"}, nil))
				said.add(c.Complete(t.Context(), question("?"), nil))
			}
		}
	}
	said.add(c, nil)
	said.wantNoSecrets(t)
	if len(said) < 3000 {
		t.Errorf("only %d texts", len(said))
	}
}

func TestTheKeyIsSentAndNotShown(t *testing.T) {
	s, _ := start(t, standin.Options{Key: testKey}, Options{})
	o := Options{BaseURL: s.URL, Key: "\ufeff\t" + testKey + "\r\n", Headers: map[string]string{"api-key": "az-s3cr3t-header"}, Proxy: "http://me:pr0xy-secret@127.0.0.1:1"}
	c := newClient(t, s.URL, o)
	_, err := c.Models(t.Context())
	if err != nil {
		t.Error(err)
	}
	var said transcript
	said.add(o, nil)
	said.add(&o, nil)
	said.add(c, nil)
	said.add(*c, nil)
	_, err = New(Options{Key: testKey + "\n" + testKey})
	said.add(nil, err)
	said.wantNoSecrets(t)
	wantText(t, fmt.Sprint(o), s.URL)
}

func TestWhatIsNotSecretIsKept(t *testing.T) {
	const text = "a risk-based task-list, bearer of news, api version 2024-02-01"
	c := newClient(t, "http://x.test/v1?api-version=2024-02-01", Options{Key: "x"})
	if have := c.secrets.redact(text); have != text {
		t.Errorf("have %s", have)
	}
}

func TestARefusedProxyLoginIsNotShown(t *testing.T) {
	_, host := startProxy(t, "http://127.0.0.1:1")
	var said transcript
	for _, proxy := range []string{"http://me:pr0xy-secret@" + host, "socks5://me:pr0xy-secret@" + host, "http://me:pr0xy-secret@127.0.0.1:1", "me:pr0xy-secret@x.test:port", "http://me:a/%pr0xy-secret@x.test"} {
		c, err := New(Options{BaseURL: "http://model.test", Proxy: proxy, Retries: -1, IdleTimeout: 100 * time.Millisecond})
		said.add(c, err)
		if err == nil {
			said.add(c.Models(t.Context()))
		}
	}
	said.wantNoSecrets(t)
}
