package manager

import (
	"context"
	"os"
	"time"

	"github.com/gofrs/flock"
)

// LockSettings keeps other programs from changing the settings in the folder dir
// until unlock is called, so that of two that read, change and save them at the
// same time neither undoes what the other one did. It waits for its turn, but not
// for long: that takes a moment, and a program that hangs must not stop others.
// Where a folder cannot be locked, as on Windows, nothing keeps anyone.
func LockSettings(dir string) (unlock func()) {
	const (
		longest = 5 * time.Second
		again   = 5 * time.Millisecond
	)
	ctx, cancel := context.WithTimeout(context.Background(), longest)
	defer cancel()
	lock := flock.New(dir, flock.SetFlag(os.O_RDONLY))
	if locked, err := lock.TryLockContext(ctx, again); err != nil || !locked {
		return func() {}
	}
	return func() { _ = lock.Close() } // the lock ends with the program at the latest
}
