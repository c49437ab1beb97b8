package window

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
	"github.com/zalando/go-keyring"

	"ragmanager/manager"
	"ragmanager/manager/window/controller"
	"ragmanager/manager/window/text"
)

const goodKey, badKey = "sk-good-key-1234", "sk-bad-key-5678"

// keyFixture returns a fixture that shows where the key is set, with a server that
// takes goodKey, and no keychain.
func keyFixture(t *testing.T) (*fixture, *keyDialog) {
	t.Helper()
	keyring.MockInitWithError(errors.New("no keychain here"))
	t.Cleanup(keyring.MockInit)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if r.Header.Get("Authorization") != "Bearer "+goodKey {
			w.WriteHeader(http.StatusUnauthorized)
			_, _ = w.Write([]byte(`{"error":{"message":"Incorrect API key provided."}}`))
			return
		}
		_, _ = w.Write([]byte(`{"object":"list","data":[{"id":"one","object":"model"},{"id":"two","object":"model"}]}`))
	}))
	t.Cleanup(server.Close)
	f := newBareFixture(t)
	f.show(container.NewStack(), fyne.NewSize(1100, 640))
	p := manager.DefaultPersonalSettings()
	p.Endpoint.BaseURL = server.URL + "/v1"
	if err := p.Save(f.Personal); err != nil {
		t.Fatal(err)
	}
	f.openSample(t)
	d := newKeyDialog(f.c, f.win)
	d.show()
	return f, d
}

func TestKeyIsKeptAndTried(t *testing.T) {
	f, d := keyFixture(t)
	if !f.shows(text.KeyNone) || !d.keep.Disabled() {
		t.Error("without a key it does not say so")
	}
	f.picture(t, "key-none")
	f.app.Clipboard().SetContent(badKey + "\n")
	test.Tap(d.entry.ActionItem.(*keyedButton))
	f.press(t, text.KeepKey)
	if !f.shows(text.KeyAsking) || !d.keep.Disabled() || !d.choose.Disabled() {
		t.Error("it does not say that it asks")
	}
	f.settle(t)
	if !f.shows("Incorrect API key provided") || !f.shows(text.HintKeyHere) || d.entry.Text != badKey || d.keep.Disabled() {
		t.Errorf("of a wrong key it says %q", f.words())
	}
	if f.c.KeyFrom() != "" || !f.shows(text.KeyNotKept) {
		t.Error("a key that was refused is kept, or it does not say that it is not")
	}
	f.picture(t, "key-refused")
	d.entry.SetText(goodKey)
	d.entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	f.settle(t)
	if !strings.Contains(said(d.said), "offers 2 models") || d.entry.Text != "" || !strings.Contains(said(d.where), f.c.KeyFrom()) {
		t.Errorf("of the right key it says %q, and the key is %q", said(d.said), said(d.where))
	}
	f.picture(t, "key-kept")
	kept, err := os.ReadFile(filepath.Join(filepath.Dir(f.Personal), "key"))
	if err != nil || strings.TrimSpace(string(kept)) != goodKey {
		t.Errorf("the key is not kept: %v", err)
	}
}

func TestKeyIsNeverShown(t *testing.T) {
	f, d := keyFixture(t)
	d.entry.SetText(badKey)
	check := func(when string) {
		t.Helper()
		markup := test.RenderObjectToMarkup(f.top())
		if strings.Contains(markup, badKey) {
			t.Errorf("%s the key is shown", when)
		}
	}
	check("while it is typed")
	f.press(t, text.KeepKey)
	check("while it is tried")
	f.settle(t)
	check("when it is refused")
	d.entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if f.win.Canvas().Overlays().Top() != nil || d.entry.Text != "" {
		t.Error("Escape does not leave, or the key is not forgotten")
	}
}

func TestKeyFromAFile(t *testing.T) {
	f, d := keyFixture(t)
	path := filepath.Join(t.TempDir(), "my key")
	if err := os.WriteFile(path, []byte(goodKey+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	d.useFile(path)
	f.settle(t)
	if !strings.Contains(said(d.said), path) {
		t.Errorf("it says %q", said(d.said))
	}
	if got := f.person(t).Endpoint.KeyFile; got != path {
		t.Errorf("the key file is %q", got)
	}
	f.press(t, text.ChooseKeyFile)
	if f.win.Canvas().Overlays().Top() == d.sheet.layer {
		t.Error("the button shows no dialog")
	}
}

func TestKeyLeadsToTheServer(t *testing.T) {
	f, _ := keyFixture(t)
	f.press(t, text.SetServer)
	if !f.shows("endpoint.base_url") || len(f.win.Canvas().Overlays().List()) != 1 {
		t.Error("it does not lead to the settings of the server")
	}
}

func TestKeyClosedWhileItIsTried(t *testing.T) {
	f, d := keyFixture(t)
	d.entry.SetText(goodKey)
	f.press(t, text.KeepKey)
	f.press(t, text.Close)
	f.settle(t)
	if f.win.Canvas().Overlays().Top() != nil || said(d.said) != text.KeyAsking {
		t.Errorf("it still says %q", said(d.said))
	}
}

// A key that was refused replaces none, unless the person insists.
func TestKeyThatIsRefusedIsKeptAllTheSame(t *testing.T) {
	f, d := keyFixture(t)
	d.entry.SetText(goodKey)
	f.press(t, text.KeepKey)
	f.settle(t)
	d.entry.SetText(badKey)
	f.press(t, text.KeepKey)
	f.settle(t)
	kept := func() string {
		data, err := os.ReadFile(filepath.Join(filepath.Dir(f.Personal), "key"))
		if err != nil {
			t.Fatal(err)
		}
		return strings.TrimSpace(string(data))
	}
	if kept() != goodKey || d.entry.Text != badKey {
		t.Error("a key that was refused has replaced one that works")
	}
	f.press(t, text.KeepAnyway)
	f.settle(t)
	if kept() != badKey || d.anyway.Visible() || !strings.Contains(said(d.said), "kept") {
		t.Errorf("it says %q", said(d.said))
	}
	f.press(t, text.Close)
	if f.win.Canvas().Overlays().Top() != nil {
		t.Error("it cannot be closed")
	}
}

// What can be no key is not kept at all.
func TestKeyOfTwoWordsIsNotOffered(t *testing.T) {
	f, d := keyFixture(t)
	d.entry.SetText("sk one two")
	f.press(t, text.KeepKey)
	f.settle(t)
	if said(d.said) == "" || d.anyway.Visible() && f.c.KeyFrom() != "" {
		t.Errorf("it says %q", said(d.said))
	}
}

// A key can make a library need vectors: that is said, and can be declined.
func TestKeyThatAsksForVectors(t *testing.T) {
	f, d := keyFixture(t)
	if err := f.c.SaveSettings(map[string]string{"retrieve.space": "auto"}); err != nil {
		t.Fatal(err)
	}
	f.settle(t)
	if !f.c.State().Overview.Builtin {
		t.Fatal("without a key the space is not builtin")
	}
	d.entry.SetText(goodKey)
	f.press(t, text.KeepKey)
	f.settle(t)
	n := f.c.State().Overview.Status.Chunks
	if want := text.KeyVectors(n, "text-embedding-3-small"); said(d.needs) != want || !d.vectors.Visible() {
		t.Errorf("it says %q, want %q", said(d.needs), want)
	}
	if why := f.c.State().Why(controller.Submit); why == "" {
		t.Error("the library can be asked without vectors")
	}
	f.picture(t, "key-vectors")
	f.press(t, text.StayBuiltin)
	f.settle(t)
	if !f.c.State().Overview.Builtin || d.vectors.Visible() || !f.shows(text.BuiltinStays) {
		t.Errorf("it does not stay: %q", said(d.said))
	}
}

// Whoever closes the sheet while the key is tried does not want it.
func TestKeyIsNotKeptAfterClosing(t *testing.T) {
	f, d := keyFixture(t)
	d.entry.SetText(goodKey)
	f.press(t, text.KeepKey)
	f.press(t, text.Close)
	f.settle(t)
	if from := f.c.KeyFrom(); from != "" {
		t.Errorf("it is kept in %s", from)
	}
}
