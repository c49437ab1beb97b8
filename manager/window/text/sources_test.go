package text

import (
	"testing"
	"time"
)

func TestAgo(t *testing.T) {
	now := time.Date(2025, 5, 20, 12, 0, 0, 0, time.Local)
	for want, ago := range map[string]time.Duration{
		"just now": 59 * time.Second, "59 min ago": time.Hour - time.Second, "2 h ago": 2*time.Hour + time.Minute,
		"1 day ago": 25 * time.Hour, "29 days ago": 29 * 24 * time.Hour, "on 20 April 2025": 30 * 24 * time.Hour,
		// A clock that was put back is no reason to talk of the future.
		"just now ": -time.Hour,
	} {
		if got := Ago(now.Add(-ago), now); got != want && got+" " != want {
			t.Errorf("%v before now is %q, want %q", ago, got, want)
		}
	}
}
