package controller

import "time"

// Do runs f on the goroutine of the window, unless the controller is closed by then.
// It may be called from any goroutine.
func (c *Controller) Do(f func()) {
	c.o.Do(func() {
		if c.ctx.Err() == nil {
			f()
		}
	})
}

// After calls f on the goroutine of the window after a while, unless stop is called or
// the controller is closed before.
func (c *Controller) After(d time.Duration, f func()) (stop func()) {
	stopped := false // of the goroutine of the window
	timer := time.AfterFunc(d, func() {
		c.Do(func() {
			if !stopped {
				f()
			}
		})
	})
	return func() {
		stopped = true
		timer.Stop()
	}
}
