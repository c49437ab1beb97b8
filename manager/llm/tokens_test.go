package llm

import (
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"
)

func TestCountTokens(t *testing.T) {
	for _, test := range []struct {
		model, text string
		want        int
	}{
		// Counts of the reference, https://platform.openai.com/tokenizer.
		{"text-embedding-3-small", "", 0},
		{"text-embedding-3-small", "hello world", 2},
		{"text-embedding-3-small", "tiktoken is great!", 6},
		{"gpt-4o", "tiktoken is great!", 6},
		{"text-embedding-3-small", "antidisestablishmentarianism", 6},
		{"text-embedding-3-small", "2 + 2 = 4", 7},
		{"text-embedding-3-small", "お誕生日おめでとう", 9},
		{"gpt-4o", "お誕生日おめでとう", 8},
		{"gpt-4", "お誕生日おめでとう", 9},
		{"gpt-4-turbo-2024-04-09", "お誕生日おめでとう", 9},
		{"gpt-3.5-turbo", "お誕生日おめでとう", 9},
		{"gpt-4.1", "お誕生日おめでとう", 8},
		{"gpt-5.4-mini", "お誕生日おめでとう", 8},
		{"llama3.2:3b", "お誕生日おめでとう", 8},
		{"nomic-embed-text", "お誕生日おめでとう", 9},
		{"gpt-4o", "<|endoftext|>", 7}, // a text, not an order
	} {
		if have := CountTokens(test.model, test.text); have != test.want {
			t.Errorf("%s: %q has %d tokens, want %d", test.model, test.text, have, test.want)
		}
	}
}

// hostile are texts that have no or few places to cut them at.
func hostile(size int) map[string]string {
	return map[string]string{
		"one letter":     strings.Repeat("a", size),
		"one capital":    strings.Repeat("A", size),
		"base64":         strings.Repeat("QUJDREVGR0hJSktMTU5P", size/20),
		"blanks":         strings.Repeat(" ", size),
		"line feeds":     strings.Repeat("\n", size),
		"signs":          strings.Repeat("=", size),
		"emoji":          strings.Repeat("🙂", size/4),
		"marks":          "e" + strings.Repeat("\u0301", size/2),
		"letters, marks": strings.Repeat("e\u0301", size/3),
		"Chinese":        strings.Repeat("电池", size/6),
		"digits":         strings.Repeat("7", size),
		"Arabic digits":  strings.Repeat("٣", size/2),
		"wide blanks":    strings.Repeat("\u3000", size/3),
		"bad bytes":      strings.Repeat("\xff", size),
	}
}

func TestCountingTakesTimeByTheLengthAlone(t *testing.T) {
	CountTokens("gpt-4o", "x")
	texts := hostile(40_000)
	for name, text := range texts {
		whole := ""
		for part := range parts(text) {
			if run := longest(part); run > longestRun+4 {
				t.Errorf("%s: a run of %d bytes", name, run)
			}
			whole += part
		}
		if whole != text {
			t.Errorf("%s: parts are not the whole", name)
		}
	}
	for _, name := range []string{"base64", "one letter", "Chinese"} {
		began := time.Now()
		n := CountTokens("gpt-4o", texts[name])
		if d := time.Since(began); d > 2*time.Second {
			t.Errorf("%s: took %v", name, d)
		}
		if n < len(texts[name])/200 || n > len(texts[name]) {
			t.Errorf("%s: %d tokens for %d bytes", name, n, len(texts[name]))
		}
	}
}

// longest returns the length of the longest run of one kind of characters.
func longest(text string) (most int) {
	start, kind := 0, mark
	for i, r := range text {
		if k := kindOf(r); k != kind && k != mark {
			start, kind = i, k
		}
		most = max(most, i-start)
	}
	return most
}

func TestACutWordCountsAboutTheSame(t *testing.T) {
	for name, text := range hostile(2000) {
		exact := len(encodingOf("gpt-4o").EncodeOrdinary(text))
		have := CountTokens("gpt-4o", text)
		if off := have - exact; off < 0 || off > 2+len(text)/longestRun+exact/50 {
			t.Errorf("%s: %d tokens, should be %d", name, have, exact)
		}
	}
}

func TestFirstTokens(t *testing.T) {
	const model = "text-embedding-3-small"
	for _, test := range []struct {
		text string
		n    int
		want string
	}{
		{"hello world", 2, "hello world"},
		{"hello world", 1, "hello"},
		{"hello world", 0, ""},
		{"hello world", -1, ""},
		{"", 3, ""},
		{"🙂🙂", 1, ""}, // a smiley is two tokens
		{"🙂🙂", 3, "🙂"},
		{strings.Repeat(" antenna", 9), 4, " antenna antenna antenna antenna"},
	} {
		if have := FirstTokens(model, test.text, test.n); have != test.want {
			t.Errorf("%q, %d: have %q", test.text, test.n, have)
		}
	}
}

func FuzzFirstTokens(f *testing.F) {
	for _, text := range []string{"hello world", "🙂🙂🙂", "お誕生日", strings.Repeat("ab", 300), "a\xffb", "  \n\n x"} {
		f.Add(text, 3)
	}
	f.Fuzz(func(t *testing.T, text string, n int) {
		n %= 1000
		const model = "text-embedding-3-small"
		first := FirstTokens(model, text, n)
		if !strings.HasPrefix(text, first) && utf8.ValidString(text) {
			t.Errorf("%q is not the beginning of %q", first, text)
		}
		count := CountTokens(model, first)
		if count > max(n, 0) || CountTokens(model, text) <= n && first != text && utf8.ValidString(text) {
			t.Errorf("%q, %d: have %q of %d tokens", text, n, first, count)
		}
	})
}

func TestCountingAtOnce(t *testing.T) {
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if n := CountTokens("gpt-4o", strings.Repeat("hello world ", 100)); n != 201 {
				t.Error(n)
			}
		})
	}
	all.Wait()
}

func BenchmarkCountTokens(b *testing.B) {
	text := strings.Repeat("The antenna is on the roof, 2.5 m above the gauge (see Table 1).\n", 1000)
	b.SetBytes(int64(len(text)))
	CountTokens("gpt-4o", text)
	for b.Loop() {
		CountTokens("gpt-4o", text)
	}
}
