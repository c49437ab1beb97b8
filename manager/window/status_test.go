package window

import (
	"errors"
	"testing"
	"time"

	"ragmanager/manager/window/controller"
	"ragmanager/manager/window/controller/controllertest"
	"ragmanager/manager/window/text"
)

func TestStatusProgress(t *testing.T) {
	f, w := newMain(t)
	s := w.status
	f.c.Chunk()
	if said(s.word) != text.Chunk || !s.busy.Running() || s.bar.Visible() || s.abort.Disabled() {
		t.Error("before the first progress there is no endless bar, or no way to end it")
	}
	s.progress(controller.Progress{Word: text.Chunk, Stage: "read pages", Item: "a.html", Done: 25, Total: 100, Rate: 12.5, Left: 90 * time.Second})
	if want := "Read pages · 25 of 100 · 12/s · 1:30 left · a.html"; said(s.told) != want {
		t.Errorf("it says %q, want %q", said(s.told), want)
	}
	if s.busy.Running() || !s.bar.Visible() || s.bar.Value != 25 || s.bar.TextFormatter() != "25%" {
		t.Errorf("the bar is at %v, %s", s.bar.Value, s.bar.TextFormatter())
	}
	f.settle(t)
	if said(s.word) != text.StateIdle || s.busy.Running() || s.bar.Visible() || !s.abort.Disabled() {
		t.Errorf("at the end it is %q", said(s.word))
	}
}

func TestStatusWords(t *testing.T) {
	f, w := newMain(t)
	f.c.Submit("What does E7 mean?")
	f.c.Chunk()
	if got, want := said(w.status.word), text.Chunk+" · "+text.Submit; got != want {
		t.Errorf("the state is %q, want %q", got, want)
	}
	f.settle(t)
	if err := f.c.SaveSettings(map[string]string{"root": controllertest.Sample(t)}); err != nil {
		t.Fatal(err)
	}
	if got := said(w.status.word); got != text.StateOpening {
		t.Errorf("the state is %q", got)
	}
	f.settle(t)
}

func TestStatusOutcomes(t *testing.T) {
	_, w := newEmptyMain(t)
	s := w.status
	for want, o := range map[string]controller.Outcome{
		"Chunk is done, in 2.0 s: 3 read.": {Word: text.Chunk, Text: "3 read", Seconds: 2},
		"Retrieve is done, in 0.5 s.":      {Word: text.Retrieve, Seconds: 0.5},
		"Chunk: The disk is full.":         {Word: text.Chunk, Err: &controller.Problem{Message: "The disk is full.", Err: errors.New("full")}},
		text.Aborted(text.Embed):           {Word: text.Embed, Aborted: true, Text: text.Aborted(text.Embed)},
	} {
		s.ended(o)
		if got := said(s.told); got != want {
			t.Errorf("it says %q, want %q", got, want)
		}
	}
}

// The address of a link is shown while the pointer is over it, whatever happens in the
// meantime, and what happened is shown afterwards.
func TestStatusHover(t *testing.T) {
	_, w := newEmptyMain(t)
	s := w.status
	s.tell("before")
	s.hover("")
	if got := said(s.told); got != "before" {
		t.Errorf("the pointer leaves what it was not over, and the line is %q", got)
	}
	s.hover("https://a.test/one")
	s.hover("https://a.test/two")
	s.ended(controller.Outcome{Word: text.Submit, Seconds: 1})
	if got := said(s.told); got != "https://a.test/two" {
		t.Errorf("over a link it says %q", got)
	}
	s.hover("")
	if got := said(s.told); got != "Submit is done, in 1.0 s." {
		t.Errorf("afterwards it says %q", got)
	}
}
