package window

import (
	"fmt"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"ragmanager/library"
	"ragmanager/manager"
	"ragmanager/manager/retrieve"
	"ragmanager/manager/window/controller"
	"ragmanager/manager/window/text"
)

// newTestRetrieval returns a view of what was found for a question in the sample
// library, at the given size.
func newTestRetrieval(t *testing.T, question string, size fyne.Size) (*fixture, *retrievalView) {
	t.Helper()
	f := newFixture(t)
	v := newRetrievalView(f.c, f.win, f.app.Clipboard())
	f.show(v.content, size)
	f.settle(t)
	if question != "" {
		if !f.c.Retrieve(question) {
			t.Fatal("Retrieve has not begun")
		}
		f.settle(t)
	}
	return f, v
}

const testQuestion = "How long does a Marl run on two D cells at one sample a minute?"

var wideWindow, smallWindow = fyne.NewSize(1100, 640), fyne.NewSize(640, 420)

func TestRetrievalPictures(t *testing.T) {
	for name, question := range map[string]string{
		"high": testQuestion, "mid": "Is there a discount for universities?", "low": "Who won the football match?", "none": "",
	} {
		f, v := newTestRetrieval(t, question, wideWindow)
		f.picture(t, "retrieval-"+name)
		f.show(v.content, smallWindow)
		f.picture(t, "retrieval-small-"+name)
	}
}

var (
	_ = fmt.Sprint
	_ = strings.Join
	_ library.Name
	_ manager.Hit
	_ retrieve.Tier
	_ controller.State
	_ = text.OK
)
