package window

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"

	"ragmanager/manager/window/controller"
	"ragmanager/manager/window/text"
)

func promptsFixture(t *testing.T) (*fixture, *prompts) {
	t.Helper()
	f := newBareFixture(t)
	f.show(container.NewStack(), fyne.NewSize(1100, 640))
	f.openSample(t)
	p := newPrompts(f.c, f.win)
	p.show()
	f.settle(t)
	return f, p
}

func TestPromptsShowThoseOfTheProgram(t *testing.T) {
	f, p := promptsFixture(t)
	high := p.tiers[0]
	if high.entry.Text != strings.TrimSpace(controller.DefaultPrompt("high")) || !f.shows(text.PromptProgram) || !high.reset.Disabled() {
		t.Error("it does not show the prompt of the program")
	}
	for _, want := range []string{"Used for a relevance of 0.50 or more.", "gpt-4o answers, with up to 6,000 tokens", "tokens"} {
		if !f.shows(want) {
			t.Errorf("it does not say %q", want)
		}
	}
	f.picture(t, "prompts-high")
	p.tabs.SelectIndex(2)
	if !f.shows("Used for a relevance below 0.34") {
		t.Error("it does not say when low is used")
	}
	f.picture(t, "prompts-low")
	f.win.Resize(fyne.NewSize(640, 420))
	p.sheet.layer.Resize(f.win.Canvas().Size())
	f.picture(t, "prompts-640")
}

func TestPromptsAreSavedAndReset(t *testing.T) {
	f, p := promptsFixture(t)
	mid := p.tiers[1]
	mid.entry.SetText("Answer in verse.\n")
	f.settle(t)
	if said(mid.whose) != text.PromptOwn+" "+text.NotSaved || said(mid.tokens) != "4 tokens" || p.tabs.Items[1].Text != text.TierMid+" •" {
		t.Errorf("it says %q, %q", said(mid.whose), said(mid.tokens))
	}
	f.press(t, text.SaveConfiguration)
	f.settle(t)
	if got := f.library(t, "answer.mid_prompt"); got != "Answer in verse." || f.library(t, "answer.high_prompt") != "" {
		t.Errorf("the file has the prompt %q", got)
	}
	p = newPrompts(f.c, f.win)
	p.show()
	p.tabs.SelectIndex(1)
	test.Tap(p.tiers[1].reset)
	f.press(t, text.SaveConfiguration)
	f.settle(t)
	if got := f.library(t, "answer.mid_prompt"); got != "" {
		t.Errorf("the file has the prompt %q, want none", got)
	}
}

func TestPromptsAreNotLostByEscape(t *testing.T) {
	f, p := promptsFixture(t)
	long := strings.Repeat("x", 100_001) // is not typed, since drawing it takes seconds
	if got, want := wanted(controller.CheckSetting(p.tiers[0].setting.Field, long)), "Want a text of up to 100000 characters."; got != want {
		t.Errorf("of a prompt that is too long it says %q, want %q", got, want)
	}
	p.tiers[0].entry.SetText("x")
	p.tiers[0].entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if !f.shows(text.AskDiscard) {
		t.Fatal("it does not ask before changes are lost")
	}
	f.press(t, text.Discard)
	if f.win.Canvas().Overlays().Top() != nil || f.library(t, "answer.high_prompt") != "" {
		t.Error("discarding does not leave, or saves")
	}
}
