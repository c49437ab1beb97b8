package manager

import (
	"fmt"
	"runtime"
	"sync"
	"testing"
)

// Sources that are added at the same time are all there afterwards.
func TestLockSettings(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("folders cannot be locked")
	}
	root := t.TempDir()
	const many = 10
	var adders sync.WaitGroup
	for i := range many {
		adders.Go(func() {
			defer LockSettings(root)()
			s, err := ReadLibrarySettings(root)
			if err == nil {
				err = s.AddSource(Source{Address: fmt.Sprintf("https://www.example.com/%d.html", i)})
			}
			if err == nil {
				err = s.Save(root)
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	adders.Wait()
	s, err := ReadLibrarySettings(root)
	if err != nil || len(s.Sources) != many {
		t.Errorf("%d sources (%v)", len(s.Sources), err)
	}
	LockSettings(root + "/missing")() // is nothing to stop for
}
