package controller_test

import (
	"testing"
	"time"

	"ragmanager/manager/window/controller/controllertest"
)

// What is stopped does not come, not even if its time is up and it waits for the
// goroutine of the window.
func TestAfterStops(t *testing.T) {
	d := controllertest.NewDesk(t)
	came := 0
	stop := d.After(time.Millisecond, func() { came += 10 })
	d.After(20*time.Millisecond, func() { came++ })
	time.Sleep(10 * time.Millisecond) // the first is queued
	stop()
	d.Loop.Wait(t, func() bool { return came > 0 })
	if came != 1 {
		t.Errorf("what came is %d, want 1", came)
	}
}
