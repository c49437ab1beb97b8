//go:build !linux

package library

import "time"

var started = time.Now()

// processorTime returns how long this process has run up to now, for want of better.
func processorTime() time.Duration { return time.Since(started) }
