package selecting

import (
	"time"

	"fyne.io/fyne/v2"
)

// How soon and how near a click must follow another to count as its repetition.
const (
	again  = 500 * time.Millisecond
	nearby = 4
)

// Clicks counts clicks at one place. That of Fyne delays each click, to see whether
// another follows.
type Clicks struct {
	count int
	last  time.Time
	at    fyne.Position
}

// Count counts a click and returns how many there were, up to three; the
// fourth is a first one again.
func (c *Clicks) Count(at fyne.Position, now time.Time) int {
	moved := at.Subtract(c.at)
	if now.Sub(c.last) > again || moved.X*moved.X+moved.Y*moved.Y > nearby*nearby {
		c.count = 0
	}
	c.count = c.count%3 + 1
	c.last, c.at = now, at
	return c.count
}
