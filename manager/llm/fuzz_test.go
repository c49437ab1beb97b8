package llm

import (
	"encoding/json"
	"errors"
	"io"
	"math"
	"net/http"
	"strings"
	"testing"
)

// FuzzAnswer reads an answer from any bytes.
func FuzzAnswer(f *testing.F) {
	for _, body := range []string{
		say("Hello") + finish("stop") + done, say("Hel"), finish("length"), `{"choices":[{"message":{"content":"Hello"},"finish_reason":"stop"}]}`,
		`{"error":"no"}`, "data: {\"error\":{\"code\":429}}\n", "<html>", ": ping\n\n", "data: [DONE]", `{"choices":[{"delta":{"content":[{"type":"text","text":"x"}]}}]}` + "{",
		"data: {\"choices\":[{\"finish_reason\":\"content_filter\"}]}\n", "\n\n \t", "[1]", `data: ` + testKey + "\n",
	} {
		f.Add(body)
	}
	f.Fuzz(func(t *testing.T, body string) {
		c := withHandler(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, body) }), Options{Key: testKey, Retries: -1})
		var text strings.Builder
		got, err := c.Complete(t.Context(), question("?"), func(piece string) error {
			text.WriteString(piece)
			return nil
		})
		if got.Text != text.String() {
			t.Errorf("%q: handed over %q and returned %q", body, text.String(), got.Text)
		}
		if err == nil && (got.Finish == "" || got.Finish == FinishFilter || isBlank(got.Text)) {
			t.Errorf("%q: taken for an answer: %+v", body, got)
		}
		_, amid := errors.AsType[*AnswerError](err)
		if err != nil && (got.Text != "" && !amid || strings.Contains(err.Error(), testKey)) {
			t.Errorf("%q: have %+v, %v", body, got, err)
		}
	})
}

// FuzzVectors reads vectors of two texts from any bytes.
func FuzzVectors(f *testing.F) {
	for _, body := range []string{
		`{"data":[{"index":1,"embedding":[1,2]},{"index":0,"embedding":"AACAPwAAAEA="}]}`, `{"data":[{"embedding":[1e39]},{"embedding":[null]}]}`,
		`{"data":[{"embedding":[ 1 , -2.5e-3 ]},{"embedding":"AAA\/"}]}`, `{"data":[{"index":0},{"index":0,"embedding":""}]}`, `{"data":[{"embedding":[1,]}]}`, `{}`,
	} {
		f.Add([]byte(body))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		var a embedAnswer
		if json.Unmarshal(body, &a) != nil {
			return
		}
		all, err := a.vectors("m", 2)
		if e, ok := errors.AsType[*VectorError](err); err != nil && (!ok || e.Reason == "" || e.Text > 1) {
			t.Errorf("%s: have %v", body, err)
		}
		if err == nil && len(all) != 2 {
			t.Errorf("%s: have %v", body, all)
		}
		for _, v := range all {
			for _, x := range v {
				if math.IsNaN(float64(x)) || math.IsInf(float64(x), 0) {
					t.Errorf("%s: have %v", body, v)
				}
			}
			if len(v) == 0 {
				t.Errorf("%s: empty vector", body)
			}
		}
	})
}
