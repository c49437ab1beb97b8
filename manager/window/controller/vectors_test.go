package controller_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ragmanager/manager"
	"ragmanager/manager/llm/standin"
	"ragmanager/manager/window/controller"
	"ragmanager/manager/window/text"
)

// unsaid returns a controller over a library with vectors of 8 components, made by the
// model words, that does not say so, as libraries of the original program do not. The
// settings name another model.
func unsaid(t *testing.T, model string) (*served, *heard) {
	t.Helper()
	d, h := serve(t, standin.Options{Dimensions: 8})
	d.set(t, map[string]string{"retrieve.model": "words"})
	d.Embed()
	d.Settle(t)
	if err := os.Remove(filepath.Join(d.State().Root, "Embed", "space.json")); err != nil {
		t.Fatal(err)
	}
	d.set(t, map[string]string{"retrieve.model": model})
	h.calm(t)
	return d, h
}

// Vectors that may be those of the model that is set cannot be used, nor others made
// beside them, until it is said whose they are. Then nothing has to be made again.
func TestSayVectors(t *testing.T) {
	d, h := unsaid(t, "other")
	s := d.State()
	if s.Unknown != 8 || !s.Unsaid() {
		t.Fatalf("of unknown vectors the state says %d, %v", s.Unknown, s.Overview.Trouble)
	}
	for _, a := range []controller.Action{controller.Embed, controller.Retrieve, controller.Submit} {
		if why := s.Why(a); why != text.WhyUnknownVectors {
			t.Errorf("%s: %q", a, why)
		}
	}
	d.PurgeEmbeds()
	d.Settle(t)
	if p := h.last(t); p.Action != controller.SayVectors || p.Hint != text.HintUnknownVectors {
		t.Errorf("purging says %+v", p)
	}
	asked := len(d.server.Requests())
	d.SayVectors("words")
	d.Settle(t)
	s = d.State()
	if s.Unknown != 0 || s.Overview.Space != "words" || len(s.Overview.Missing) != 0 || s.Why(controller.Submit) != "" {
		t.Fatalf("when it is said: %d, %q, %d missing, %q", s.Unknown, s.Overview.Space, len(s.Overview.Missing), s.Why(controller.Submit))
	}
	if s.Why(controller.SayVectors) != text.WhyKnownVectors || len(d.server.Requests()) != asked {
		t.Error("it can be said again, or the server was asked")
	}
	d.Submit("How long do two D cells last?")
	d.Settle(t)
	if e := d.Conversation()[0]; e.State != controller.Answered {
		t.Errorf("%+v", e.Problem)
	}
}

// Vectors that cannot be of the model that is set stand in nobody's way, but can be
// used as soon as it is said whose they are.
func TestSayVectorsOfAnotherModel(t *testing.T) {
	d, h := unsaid(t, "text-embedding-3-small")
	if s := d.State(); s.Unsaid() || s.Why(controller.Embed) != "" || s.Why(controller.SayVectors) != "" || s.Why(controller.Submit) != text.WhyNoVectors {
		t.Errorf("%+v; Embed: %q", s.Overview.Trouble, s.Why(controller.Embed))
	}
	d.SayVectors("text-embedding-3-large") // which can be asked for 8 components
	d.Settle(t)
	h.calm(t)
	settings, err := manager.ReadLibrarySettings(d.State().Root)
	if err != nil || settings.Retrieve.Model != "text-embedding-3-large" || settings.Retrieve.Dimensions != 8 {
		t.Errorf("%s, %d, %v", settings.Retrieve.Model, settings.Retrieve.Dimensions, err)
	}
	if s := d.State(); s.Why(controller.Submit) != "" {
		t.Errorf("Submit: %q", s.Why(controller.Submit))
	}
}

// What is likely depends on the number of components alone, but for the model that is
// set and of which nothing is known.
func TestLikelyModels(t *testing.T) {
	d, _ := unsaid(t, "of-my-own")
	got := strings.Join(d.LikelyModels(), " ")
	if want := "of-my-own text-embedding-3-small text-embedding-3-large"; got != want {
		t.Errorf("of 8 components: %s, want %s", got, want)
	}
}
