package manager

import (
	"testing"
	"time"
)

func TestParseSize(t *testing.T) {
	for text, want := range map[string]Size{
		"64MB": 64e6, "64 mb": 64e6, "64MiB": 64 << 20, "1.5kB": 1500, "0.5 KiB": 512, "10": 10, "10B": 10, "0": 0, "1e3": 1000,
	} {
		if have, err := ParseSize(text); err != nil || have != want {
			t.Errorf("%s: have %d (%v), want %d", text, have, err, want)
		}
	}
	for _, text := range []string{"", "MB", "-1MB", "1 TB", "nan", "inf", "1e30", "64M", "0x10"} {
		if have, err := ParseSize(text); err == nil {
			t.Errorf("%s: have %d, want an error", text, have)
		}
	}
}

// What String writes, ParseSize reads back, up to the size at which it counts
// in floating point exactly.
func FuzzSize(f *testing.F) {
	for _, n := range []int64{0, 1, 999, 1000, 1024, 64e6, 1 << 30, 1<<53 - 1} {
		f.Add(n)
	}
	f.Fuzz(func(t *testing.T, n int64) {
		if n < 0 || n > 1<<53 {
			t.Skip()
		}
		if have, err := ParseSize(Size(n).String()); err != nil || have != Size(n) {
			t.Errorf("%d is written %s and read %d (%v)", n, Size(n), have, err)
		}
	})
}

func TestFormatDuration(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0s", time.Hour: "1h", 90 * time.Minute: "1h30m", time.Minute: "1m", 3601 * time.Second: "1h0m1s",
		100 * time.Minute: "1h40m", 10 * time.Second: "10s", 1500 * time.Millisecond: "1.5s",
	} {
		if have := formatDuration(d); have != want {
			t.Errorf("have %s, want %s", have, want)
		}
	}
}

func TestMaskURL(t *testing.T) {
	for text, want := range map[string]string{
		"":                           "",
		"http://proxy.test:3128":     "http://proxy.test:3128",
		"http://jo@proxy.test":       "http://jo@proxy.test",
		"http://jo:pw@proxy.test":    "http://jo:••••@proxy.test",
		"http://jo:p@w/x@proxy.test": "http://jo:••••@proxy.test",
		"jo:pw@proxy.test":           "jo:••••@proxy.test",
		"@://":                       "@://",
	} {
		if have := maskURL(text); have != want {
			t.Errorf("%s: have %s, want %s", text, have, want)
		}
	}
}
