package chunker

import (
	"bytes"
	"cmp"
	"maps"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"testing"
	"time"

	"golang.org/x/net/html"
)

// The benchmarks of this file make the figures of docs/figures.md, and are run
// by .ci/measure. What is compared alternates, because the machine may be
// faster at one time than at another.

// BenchmarkPageAndParse chunks the manuals and parses them, page by page in
// turn. x-parse is the middle of the rounds, x-parse-worst that of the worst
// page, where the round with the middle time counts for each page.
func BenchmarkPageAndParse(b *testing.B) {
	pages := manuals(b)
	var rounds, throughput []float64
	chunking, parsing := map[string][]float64{}, map[string][]float64{}
	for b.Loop() {
		chunked, parsed := 0.0, 0.0
		for name, page := range pages {
			p := seconds(func() { parseOnly(b, page) })
			c := seconds(func() { Page(page, Options{Base: "https://docs.example/" + name}) })
			parsing[name], chunking[name] = append(parsing[name], p), append(chunking[name], c)
			parsed, chunked = parsed+p, chunked+c
		}
		rounds, throughput = append(rounds, chunked/parsed), append(throughput, float64(total(pages))/chunked/1e6)
	}
	ratios := map[string]float64{}
	for name := range pages {
		ratios[name] = median(chunking[name]) / median(parsing[name])
	}
	names := ascending(ratios)
	for _, i := range []int{0, len(names) / 10, len(names) / 2, len(names) * 9 / 10, len(names) - 1} {
		b.Logf("x-parse of page %d of %d: %.2f (%s, %d bytes)", i+1, len(names), ratios[names[i]], names[i], len(pages[names[i]]))
	}
	b.ReportMetric(median(rounds), "x-parse")
	b.ReportMetric(ratios[names[len(names)-1]], "x-parse-worst")
	b.ReportMetric(median(throughput), "MB/s")
}

func parseOnly(b *testing.B, page []byte) {
	if _, err := html.Parse(bytes.NewReader(page)); err != nil {
		b.Fatal(err)
	}
}

// BenchmarkTenfold chunks a large page and one that has its body ten times
// over. x-once is how much longer that takes.
func BenchmarkTenfold(b *testing.B) {
	name, page := largest(b)
	start := bytes.IndexByte(page[bytes.Index(page, []byte("<body")):], '>') + bytes.Index(page, []byte("<body")) + 1
	end := bytes.LastIndex(page, []byte("</body"))
	if end < start {
		b.Fatalf("%s has no body with tags", name)
	}
	tenfold := slices.Concat(page[:start], bytes.Repeat(page[start:end], 10), page[end:])
	var once, ten []float64
	for b.Loop() {
		once = append(once, seconds(func() { Page(page, Options{}) }))
		ten = append(ten, seconds(func() { Page(tenfold, Options{}) }))
	}
	b.Logf("%s: %d bytes, ten times over %d", name, len(page), len(tenfold))
	b.ReportMetric(median(ten)/median(once), "x-once")
}

// largest returns postconf.5.html, or the largest of the manuals if it is not
// among them.
func largest(b *testing.B) (name string, page []byte) {
	pages := manuals(b)
	const postconf = "postfix/postconf.5.html"
	if page := pages[postconf]; page != nil {
		return postconf, page
	}
	for n, p := range pages {
		if len(p) > len(page) {
			name, page = n, p
		}
	}
	return name, page
}

// BenchmarkMemory chunks the manuals of 100 kB or more, or the largest if none
// is. x-page-live is how far the live heap grows meanwhile, in proportion to
// the page, x-page-allocated how much is allocated.
func BenchmarkMemory(b *testing.B) {
	pages := manuals(b)
	maps.DeleteFunc(pages, func(_ string, page []byte) bool { return len(page) < 100_000 })
	if len(pages) == 0 {
		name, page := largest(b)
		pages[name] = page
	}
	for name, page := range pages {
		b.Run(name, func(b *testing.B) {
			chunk := func() { Page(page, Options{}) }
			var live, allocated uint64
			for b.Loop() {
				live, allocated = max(live, liveGrowth(chunk)), allocation(chunk)
			}
			b.ReportMetric(float64(live)/float64(len(page)), "x-page-live")
			b.ReportMetric(float64(allocated)/float64(len(page)), "x-page-allocated")
		})
	}
}

// liveGrowth returns by how much the live heap grows at most while do runs. It
// has the heap collected whenever it has grown by one percent, and looks many
// times in each collection how much the last one left. What is allocated
// during a collection counts as live, so that the result is rather too high.
func liveGrowth(do func()) uint64 {
	runtime.GC()
	defer debug.SetGCPercent(debug.SetGCPercent(1))
	runtime.GC()
	before := metric("/gc/heap/live:bytes")
	done, highest := make(chan struct{}), make(chan uint64)
	go func() {
		most := before
		for {
			select {
			case <-done:
				highest <- most
				return
			default:
				most = max(most, metric("/gc/heap/live:bytes"))
				time.Sleep(20 * time.Microsecond)
			}
		}
	}()
	do()
	close(done)
	return <-highest - before
}

// allocation returns how much do allocates.
func allocation(do func()) uint64 {
	before := metric("/gc/heap/allocs:bytes")
	do()
	return metric("/gc/heap/allocs:bytes") - before
}

func metric(name string) uint64 {
	sample := []metrics.Sample{{Name: name}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// BenchmarkSlowInputs chunks each of the slow inputs and one of half the size.
// x-half is how much longer the first takes, s/MB how long in proportion to
// its size. Time in proportion to the size has x-half 2, time in proportion to
// its square 4.
func BenchmarkSlowInputs(b *testing.B) {
	const n = 100_000
	halves := slow(n / 2)
	for name, input := range slow(n) {
		b.Run(name, func(b *testing.B) {
			whole, half := []byte(input.page), []byte(halves[name].page)
			var times, halfTimes []float64
			for b.Loop() {
				halfTimes = append(halfTimes, seconds(func() { Page(half, Options{}) }))
				times = append(times, seconds(func() { Page(whole, Options{}) }))
			}
			b.ReportMetric(median(times)/median(halfTimes), "x-half")
			b.ReportMetric(median(times)/float64(len(whole))*1e6, "s/MB")
		})
	}
}

// seconds returns how long do takes.
func seconds(do func()) float64 {
	start := time.Now()
	do()
	return time.Since(start).Seconds()
}

// median returns the middle one of some numbers.
func median(numbers []float64) float64 {
	sorted := slices.Sorted(slices.Values(numbers))
	return sorted[len(sorted)/2]
}

// ascending returns the keys of m with the smallest values first.
func ascending(m map[string]float64) []string {
	return slices.SortedFunc(maps.Keys(m), func(a, b string) int { return cmp.Compare(m[a], m[b]) })
}
