package llm

import (
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ragmanager/manager/llm/standin"
)

func TestOneTextThatIsFarTooLong(t *testing.T) {
	s, c := start(t, standin.Options{Count: countSmall}, Options{})
	texts := numbered(100)
	texts[42] = strings.Repeat("The antenna. ", 3000) // 9,001 tokens
	var got store
	result, err := c.Embed(t.Context(), small, texts, got.add)
	if err != nil || result.Texts != 100 || len(s.Requests()) != 1 {
		t.Fatal(result, err)
	}
	texts[42] = FirstTokens(small.Model, texts[42], 8191)
	got.wantVectors(t, texts, 8)
	if diff := cmp.Diff([]CutText{{42, 9001, 8191}}, result.Cut); diff != "" {
		t.Error(diff)
	}
}

// countSmall counts as OpenAI's embedding models do.
func countSmall(text string) int { return CountTokens(small.Model, text) }

func TestATextOfOneTokenTooMany(t *testing.T) {
	_, c := start(t, standin.Options{Count: countSmall, MaxInput: 8191}, Options{})
	text := strings.Repeat(" one", 8191)
	result, err := c.Embed(t.Context(), small, []string{text, text + " one"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]CutText{{1, 8192, 8191}}, result.Cut); diff != "" {
		t.Error(diff)
	}
}

func TestBatchesStayBelowTheSumOfTokens(t *testing.T) {
	s, c := start(t, standin.Options{Count: countSmall, MaxTokens: 30_000}, Options{})
	text := strings.Repeat(" word", 400)
	texts := slices.Repeat([]string{text}, 100) // 40,000 tokens, 200,000 bytes
	r := small
	r.MaxTokens = 30_000
	result, err := c.Embed(t.Context(), r, texts, nil)
	if err != nil || result.Tokens != 40_000 || result.Texts != 100 {
		t.Fatal(result, err)
	}
	if diff := cmp.Diff([]int{25, 75}, sizes(t, s)); diff != "" {
		t.Error(diff)
	}
}

func TestATextLongerThanABatchGoesAlone(t *testing.T) {
	s, c := start(t, standin.Options{}, Options{})
	r := small
	r.MaxTokens = 10
	texts := []string{"short", strings.Repeat(" long", 50), "short"}
	if _, err := c.Embed(t.Context(), r, texts, nil); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]int{1, 1, 1}, sizes(t, s)); diff != "" {
		t.Error(diff)
	}
}

func TestATextThatOnlyTheServerFindsTooLong(t *testing.T) {
	s, c := start(t, standin.Options{Count: countSmall, MaxInput: 100}, Options{})
	texts := numbered(64)
	texts[13] = strings.Repeat(" antenna", 150)
	var got store
	result, err := c.Embed(t.Context(), small, texts, got.add)
	if err != nil || result.Texts != 64 || len(result.Refused) > 0 {
		t.Fatal(result, err)
	}
	texts[13] = strings.Repeat(" antenna", 84) // 150 × ¾ × ¾
	got.wantVectors(t, texts, 8)
	if diff := cmp.Diff([]CutText{{13, 150, 84}}, result.Cut); diff != "" {
		t.Error(diff)
	}
	if n := len(s.Requests()); n > 1+2*6+2 {
		t.Errorf("asked %d times", n)
	}
}

func TestATextThatTheServerNeverTakes(t *testing.T) {
	base := serve(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if strings.Contains(string(body), "poison") {
			io.Copy(io.Discard, r.Body)
			w.WriteHeader(400)
			io.WriteString(w, `{"error":"the input length exceeds the context length"}`)
			return
		}
		r.Body = io.NopCloser(strings.NewReader(string(body)))
		standin.New(standin.Options{}).ServeHTTP(w, r)
	})
	texts := numbered(10)
	texts[7] = "poison " + strings.Repeat("and more ", 100)
	var got store
	result, err := newClient(t, base, Options{}).Embed(t.Context(), small, texts, got.add)
	if err != nil || result.Texts != 9 || len(result.Refused) != 1 || len(result.Cut) > 0 {
		t.Fatal(result, err)
	}
	got.wantVectors(t, texts, 8, 7)
	if r := result.Refused[0]; r.Index != 7 || !strings.Contains(r.Err.Error(), "context length") || hintOf(r.Err) == "" {
		t.Error(r)
	}
}

func TestBlankTextsAreLeftOut(t *testing.T) {
	_, c := start(t, standin.Options{}, Options{})
	texts := []string{"a", "", "b", " \u00a0\n\t", "\u200b"}
	var got store
	result, err := c.Embed(t.Context(), small, texts, got.add)
	if err != nil || result.Texts != 2 {
		t.Fatal(result, err)
	}
	got.wantVectors(t, texts, 8, 1, 3, 4)
	for n, i := range []int{1, 3, 4} {
		if r := result.Refused[n]; r.Index != i || r.Err != ErrBlank {
			t.Error(result.Refused)
		}
	}
}

func TestBatchesShrinkToWhatTheServerTakes(t *testing.T) {
	s, c := start(t, standin.Options{MaxTexts: 10}, Options{Parallel: 1})
	texts := numbered(400)
	r := small
	r.MaxTexts = 64
	var got store
	result, err := c.Embed(t.Context(), r, texts, got.add)
	if err != nil || result.Texts != 400 {
		t.Fatal(result, err)
	}
	got.wantVectors(t, texts, 8)
	if n := len(s.Requests()); n > 70 { // 50 of 8, and those that were refused
		t.Errorf("asked %d times: %v", n, sizes(t, s))
	}
}

func TestBatchesDoNotShrinkBelowWhatTheServerTook(t *testing.T) {
	p := newPlan(EmbedRequest{MaxTexts: 100}, nil)
	p.shrink(50)
	p.accepted(20)
	p.shrink(10)
	p.shrink(30)
	if p.mostTexts() != 20 {
		t.Errorf("batches of %d texts", p.mostTexts())
	}
}
