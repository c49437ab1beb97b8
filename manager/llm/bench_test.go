package llm

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"ragmanager/manager/llm/standin"
)

// BenchmarkEmbed embeds 10,000 texts with a server on loopback that answers
// after 200 ms, as OpenAI's does. Eight requests of 100 texts at once make 13
// rounds of it, which take 2.6 s: that is the rate that is possible.
func BenchmarkEmbed(b *testing.B) {
	const (
		texts    = 10_000
		batch    = 100
		parallel = 8
		latency  = 200 * time.Millisecond
	)
	_, c := start(b, standin.Options{Latency: latency}, Options{Parallel: parallel})
	all := make([]string, texts)
	for i := range all {
		all[i] = fmt.Sprintf("Text %d: %s", i, strings.Repeat("the antenna on the roof ", 20)) // 490 bytes
	}
	r := EmbedRequest{Model: "text-embedding-3-small", MaxTexts: batch}
	for b.Loop() {
		result, err := c.Embed(b.Context(), r, all, nil)
		if err != nil || result.Texts != texts {
			b.Fatal(result, err)
		}
		rate := texts / result.Time.Seconds()
		rounds := (texts/batch + parallel - 1) / parallel
		possible := texts / (float64(rounds) * latency.Seconds())
		b.ReportMetric(rate, "texts/s")
		b.ReportMetric(100*rate/possible, "%possible")
	}
}

// BenchmarkStream reads an answer of 10,000 pieces.
func BenchmarkStream(b *testing.B) {
	body := strings.Repeat(say(" word"), 10_000) + finish("stop") + done
	c := streams(b, body)
	b.SetBytes(int64(len(body)))
	for b.Loop() {
		if _, err := c.Complete(b.Context(), question("?"), nil); err != nil {
			b.Fatal(err)
		}
	}
}
