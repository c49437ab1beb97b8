//go:build unix

package chunker

import (
	"bytes"
	"cmp"
	"maps"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/net/html"
)

// The benchmarks of this file make the figures of docs/figures.md, and are run
// by .ci/measure. What is compared alternates, because a machine is faster at
// one time than at another. Times are processor times, which other programs
// disturb less; on one core, with -cpu=1, they are what one waits for if
// nothing else runs.

// BenchmarkPageAndParse chunks the manuals and parses them, page by page in
// turn. x-parse is how much longer chunking takes, of all pages, of all but the
// largest, of the page in the middle and of the worst page.
func BenchmarkPageAndParse(b *testing.B) {
	pages := manuals(b)
	largest, _ := largestOf(pages)
	var all, rest, throughput []float64
	chunking, parsing := map[string][]float64{}, map[string][]float64{}
	for b.Loop() {
		chunked, parsed := map[string]float64{}, map[string]float64{}
		for name, page := range pages {
			parsed[name] = seconds(func() { parseOnly(b, page) })
			chunked[name] = seconds(func() { Page(page, Options{Base: "https://docs.example/" + name}) })
			parsing[name], chunking[name] = append(parsing[name], parsed[name]), append(chunking[name], chunked[name])
		}
		throughput = append(throughput, float64(total(pages))/sum(chunked)/1e6)
		all = append(all, sum(chunked)/sum(parsed))
		delete(chunked, largest)
		delete(parsed, largest)
		rest = append(rest, sum(chunked)/sum(parsed))
	}
	ratios := map[string]float64{}
	for name := range pages {
		ratios[name] = median(chunking[name]) / median(parsing[name])
	}
	names := slices.SortedFunc(maps.Keys(ratios), func(a, b string) int { return cmp.Compare(ratios[a], ratios[b]) })
	last := len(names) - 1
	for _, i := range []int{0, last / 10, last / 2, last * 9 / 10, last - 1, last} {
		b.Logf("%d of %d pages have at most %.2f x-parse (%s, %d bytes)", i+1, len(names), ratios[names[i]], names[i], len(pages[names[i]]))
	}
	b.ReportMetric(median(throughput), "MB/s")
	b.ReportMetric(median(all), "x-parse")
	b.ReportMetric(median(rest), "x-parse-but-largest")
	b.ReportMetric(ratios[names[last/2]], "x-parse-middle")
	b.ReportMetric(ratios[names[last]], "x-parse-worst")
}

// largestOf returns the largest page.
func largestOf(pages map[string][]byte) (name string, page []byte) {
	for n, p := range pages {
		if len(p) > len(page) {
			name, page = n, p
		}
	}
	return name, page
}

func parseOnly(b *testing.B, page []byte) {
	if _, err := html.Parse(bytes.NewReader(page)); err != nil {
		b.Fatal(err)
	}
}

// BenchmarkTenfold chunks the reference of the settings of Postfix, and a page
// that has its body ten times over, in turn. x-once is how much longer that
// takes. If the page is not there, the largest one takes its place.
func BenchmarkTenfold(b *testing.B) {
	pages := manuals(b)
	name := "postfix/postconf.5.html"
	if pages[name] == nil {
		name, _ = largestOf(pages)
	}
	once := pages[name]
	start, end := body(once)
	if start < 0 || end < start {
		b.Fatalf("%s has no body with tags", name)
	}
	tenfold := slices.Concat(once[:start], bytes.Repeat(once[start:end], 10), once[end:])
	var times, tenTimes []float64
	for b.Loop() {
		times = append(times, seconds(func() { Page(once, Options{}) }))
		tenTimes = append(tenTimes, seconds(func() { Page(tenfold, Options{}) }))
	}
	b.Logf("%s: %d bytes, %d ten times over", name, len(once), len(tenfold))
	b.ReportMetric(median(tenTimes)/median(times), "x-once")
}

// body returns where the body of a page begins and ends.
func body(page []byte) (start, end int) {
	lower := bytes.ToLower(page)
	tag := bytes.Index(lower, []byte("<body"))
	if tag < 0 {
		return -1, -1
	}
	return tag + bytes.IndexByte(page[tag:], '>') + 1, bytes.LastIndex(lower, []byte("</body"))
}

// BenchmarkMemory chunks the manuals of 100 kB or more, or the largest if none
// is. x-page-live is how far the live heap grows meanwhile, in proportion to
// the page, x-page-allocated how much is allocated.
func BenchmarkMemory(b *testing.B) {
	if !strings.Contains(os.Getenv("GODEBUG"), "gcstoptheworld=1") {
		b.Skip("GODEBUG must have gcstoptheworld=1")
	}
	pages := manuals(b)
	maps.DeleteFunc(pages, func(_ string, page []byte) bool { return len(page) < 100_000 })
	if len(pages) == 0 {
		name, page := largestOf(manuals(b))
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
// has the heap collected whenever it has grown by one percent, and looks all
// the time how much the last collection left. What is allocated during a
// collection counts as live, so the program must stand still meanwhile.
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

// seconds returns how much processor time do takes, with the collection of
// garbage that goes on meanwhile.
func seconds(do func()) float64 {
	start := processorTime()
	do()
	return (processorTime() - start).Seconds()
}

func processorTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err) // it has no other errors than wrong arguments
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// median returns the middle one of some numbers.
func median(numbers []float64) float64 {
	sorted := slices.Sorted(slices.Values(numbers))
	return sorted[len(sorted)/2]
}

func sum(m map[string]float64) (s float64) {
	for _, x := range m {
		s += x
	}
	return s
}
