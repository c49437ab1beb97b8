package window

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"ragmanager/manager/window/controller"
)

// newTestChunks returns a view of the chunks of the sample library, at the given size.
// Its filter waits for nothing.
func newTestChunks(t *testing.T, size fyne.Size) (*fixture, *chunksView) {
	t.Helper()
	f := newFixture(t)
	v := newChunksView(f.c, f.win, f.app.Clipboard())
	v.after = func(_ time.Duration, call func()) func() { call(); return func() {} }
	f.show(v.content, size)
	f.settle(t)
	return f, v
}

func TestChunksPictures(t *testing.T) {
	f, v := newTestChunks(t, wideWindow)
	f.picture(t, "chunks-start")
	v.show(controller.Place{Chunk: "29ade314fbac"})
	f.settle(t)
	f.picture(t, "chunks-chunk")
	f.show(v.content, smallWindow)
	f.picture(t, "chunks-small-chunk")
	for _, p := range v.tree.pages.List {
		if len(p.Reports) > 3 {
			v.show(controller.Place{Page: p.Address})
		}
	}
	f.picture(t, "chunks-small-page")
	f.show(v.content, wideWindow)
	f.picture(t, "chunks-page")
	v.filter.SetText("battery")
	f.settle(t)
	f.picture(t, "chunks-filter")
}
