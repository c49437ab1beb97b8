package library

import (
	"time"

	"golang.org/x/sys/unix"
)

// processorTime returns how long this process kept processors busy up to now.
func processorTime() time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &t); err != nil {
		panic(err)
	}
	return time.Duration(t.Nano())
}
