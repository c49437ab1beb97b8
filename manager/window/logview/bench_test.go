package logview

import (
	"fmt"
	"runtime"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
)

const benchLines = 50_000

func benchLine(i int) Line {
	return Line{fmt.Sprintf("12:00:01 [%06d] embedding chunk %d of source manual-%d.pdf, 512 tokens, ok", i, i%997, i%13), theme.ColorNameSuccess}
}

// BenchmarkAppend adds 50,000 lines an operation, in batches of a size.
func BenchmarkAppend(b *testing.B) {
	for _, batch := range []int{1, 100} {
		b.Run(fmt.Sprint("batch=", batch), func(b *testing.B) {
			for b.Loop() {
				before := heap()
				v := newView(b)
				var lines []Line
				for i := range benchLines {
					if lines = append(lines, benchLine(i)); len(lines) == batch {
						v.Append(lines...)
						lines = lines[:0]
					}
				}
				b.ReportMetric((heap()-before)/1e6, "MB")
				runtime.KeepAlive(v)
			}
		})
	}
}

// heap returns the bytes in use.
func heap() float64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc)
}

func filled(b *testing.B) *View {
	v := newView(b)
	lines := make([]Line, benchLines)
	for i := range lines {
		lines[i] = benchLine(i)
	}
	v.Append(lines...)
	return v
}

func BenchmarkScroll(b *testing.B) {
	v := filled(b)
	for i := 0; b.Loop(); i++ {
		v.scrollTo(float32(i*191_919%1_000_000) + 1)
	}
}

func BenchmarkResize(b *testing.B) {
	v := filled(b)
	for i := 0; b.Loop(); i++ {
		v.Resize(fyne.NewSize(float32(300+i%2*300), 300))
	}
}

func BenchmarkSearch(b *testing.B) {
	v := filled(b)
	for b.Loop() {
		v.Search("manual-7")
	}
}
