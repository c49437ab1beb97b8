package window

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"

	"ragmanager/manager"
	"ragmanager/manager/window/controller"
	"ragmanager/manager/window/text"
)

// secret is a password or a header that nothing may show.
const secret = "very-secret-word"

// configureFixture returns a fixture that shows the settings. The environment sets
// fetch.timeout, the person has a password and a header.
func configureFixture(t *testing.T) (*fixture, *configure) {
	t.Helper()
	t.Setenv("RAGMANAGER_FETCH_TIMEOUT", "30s")
	f := newBareFixture(t)
	f.show(container.NewStack(), fyne.NewSize(1100, 640))
	p := manager.DefaultPersonalSettings()
	for key, value := range map[string]string{
		"hosts.docs.example.org.user": "anna", "hosts.docs.example.org.password": secret, "endpoint.headers": "api-key: " + secret,
	} {
		if err := p.Set(key, value); err != nil {
			t.Fatal(err)
		}
	}
	if err := p.Save(f.Personal); err != nil {
		t.Fatal(err)
	}
	f.openSample(t)
	s := newConfigure(f.c, f.win)
	s.show()
	return f, s
}

// row returns the row of a setting.
func (s *configure) row(t *testing.T, key string) *settingRow {
	t.Helper()
	for _, r := range s.all() {
		if r.s.Key == key {
			return r
		}
	}
	t.Fatalf("there is no row for %s", key)
	return nil
}

// library reads the settings in the file of the library.
func (f *fixture) library(t *testing.T, key string) string {
	t.Helper()
	s, err := manager.ReadLibrarySettings(f.root)
	if err != nil {
		t.Fatal(err)
	}
	value, err := s.Get(key)
	if err != nil {
		t.Fatal(err)
	}
	return value
}

// person reads the settings in the file of the person.
func (f *fixture) person(t *testing.T) manager.PersonalSettings {
	t.Helper()
	s, err := manager.ReadPersonalSettings(f.Personal)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestConfigureShowsEverySetting(t *testing.T) {
	f, s := configureFixture(t)
	for _, field := range manager.Fields() {
		switch {
		case field.Key == "sources" || strings.HasPrefix(field.Key, "hosts."):
			continue
		case text.SettingLabel(field.Key) == "" || s.row(t, field.Key).topic != topicOf(field.Key):
			t.Errorf("%s has neither label nor topic", field.Key)
		}
	}
	if label := text.SettingLabel("fetch.some_new_key"); label != "Some new key" {
		t.Errorf("a new setting is called %q", label)
	}
	seen := map[string]bool{}
	for i, topic := range topics {
		s.list.Select(i)
		words := f.words()
		for _, r := range s.all() {
			if r.topic == topic && strings.Contains(words, r.s.Key) {
				seen[r.s.Key] = true
			}
		}
		f.picture(t, "configure-"+strings.ToLower(strings.ReplaceAll(topic, " ", "-")))
	}
	for _, r := range s.all() {
		if !seen[r.s.Key] {
			t.Errorf("%s is on no page", r.s.Key)
		}
	}
}

func TestConfigureChecksAsOneTypes(t *testing.T) {
	f, s := configureFixture(t)
	r := s.row(t, "fetch.retries")
	e := r.input.(*keyedEntry)
	e.SetText("")
	if r.err != nil || r.changed() {
		t.Errorf("nothing typed is not the default: %v", r.err)
	}
	test.Type(e, "99")
	if want := "Want a whole number from 0 to 10."; said(r.wrong) != want || !r.wrong.Visible() {
		t.Errorf("it says %q, want %q", said(r.wrong), want)
	}
	s.row(t, "fetch.idle_timeout").set("soon")
	if !s.save.Disabled() || !f.shows(text.Faulty(2)) {
		t.Error("faulty settings can be saved")
	}
	f.picture(t, "configure-faulty")
	s.row(t, "fetch.idle_timeout").set("")
	e.SetText("5")
	if s.save.Disabled() || !f.shows(text.Unsaved(1)) {
		t.Error("what is right cannot be saved")
	}
	if !f.shows("RAGMANAGER_FETCH_TIMEOUT gives 30s, which is used instead.") {
		t.Error("it does not tell what the environment gives")
	}
	test.Tap(r.reset)
	if r.changed() || !s.save.Disabled() {
		t.Error("Reset does not give the default")
	}
}

func TestConfigureSavesAllKinds(t *testing.T) {
	f, s := configureFixture(t)
	test.Type(s.row(t, "fetch.retries").input.(*keyedEntry), "1") // before the 3
	s.row(t, "fetch.retries").set("7")
	s.row(t, "dump").set("true")
	s.row(t, "retrieve.retriever").set("keyword")
	s.row(t, "answer.diagnostic").set("two\nlines")
	s.row(t, "endpoint.parallel").set("9")
	s.row(t, "hosts.docs.example.org.user").set("berta")
	f.press(t, text.SaveConfiguration)
	f.settle(t)
	if f.win.Canvas().Overlays().Top() != nil {
		t.Error("the settings are still shown")
	}
	for key, want := range map[string]string{"fetch.retries": "7", "dump": "true", "retrieve.retriever": "keyword", "answer.diagnostic": "two\nlines", "fetch.timeout": "1m"} {
		if got := f.library(t, key); got != want {
			t.Errorf("%s is %q in the file, want %q", key, got, want)
		}
	}
	p := f.person(t)
	user, password, _ := p.Credentials("docs.example.org")
	if p.Endpoint.Parallel != 9 || user != "berta" || password != secret || string(p.Endpoint.Headers) != "api-key: "+secret {
		t.Errorf("the file of the person has %+v, %s", p, user)
	}
}

func TestConfigureNeverShowsSecrets(t *testing.T) {
	f, s := configureFixture(t)
	for i := range topics {
		s.list.Select(i)
		if f.shows(secret) || strings.Contains(test.RenderObjectToMarkup(f.top()), secret) {
			t.Errorf("%s shows a secret", topics[i])
		}
	}
	s.list.Select(slices.Index(topics, text.TopicHosts))
	if !f.shows(text.SecretSet) {
		t.Error("it does not say that there is a password")
	}
	test.Tap(s.row(t, "endpoint.headers").reset)
	s.row(t, "hosts.docs.example.org.password").set("another")
	f.press(t, text.SaveConfiguration)
	f.settle(t)
	p := f.person(t)
	_, password, _ := p.Credentials("docs.example.org")
	if p.Endpoint.Headers != "" || password != "another" {
		t.Error("secrets are not replaced or removed")
	}
}

func TestConfigureHosts(t *testing.T) {
	f, s := configureFixture(t)
	s.list.Select(slices.Index(topics, text.TopicHosts))
	for name, want := range map[string]string{"docs.example.org": text.HostListed, "no host/": "Want a host name such as www.example.org or localhost:8080 for each entry."} {
		s.hosts.name.SetText(name)
		if said(s.hosts.wrong) != want || !s.hosts.add.Disabled() {
			t.Errorf("of %q it says %q, want %q", name, said(s.hosts.wrong), want)
		}
	}
	s.hosts.name.SetText("localhost:8080")
	f.press(t, text.AddHost)
	if f.focused(t) != s.row(t, "hosts.localhost:8080.user").input.(fyne.Focusable) {
		t.Error("the user of a new host cannot be typed at once")
	}
	s.row(t, "hosts.localhost:8080.user").set("carl")
	s.row(t, "hosts.localhost:8080.password").set(secret)
	f.picture(t, "configure-hosts-two")
	f.press(t, text.SaveConfiguration)
	f.settle(t)
	if user, password, ok := f.person(t).Credentials("localhost:8080"); !ok || user != "carl" || password != secret {
		t.Error("the host is not in the file")
	}
	s = newConfigure(f.c, f.win)
	s.show()
	s.list.Select(slices.Index(topics, text.TopicHosts))
	f.press(t, text.RemoveHost)
	f.press(t, text.SaveConfiguration)
	f.settle(t)
	if n := len(f.person(t).Hosts); n != 1 {
		t.Errorf("there are %d hosts, want 1", n)
	}
}

func TestConfigureSearches(t *testing.T) {
	f, s := configureFixture(t)
	test.Type(s.search, "timeout answer")
	if !f.shows("answer.timeout") || f.shows("fetch.timeout") {
		t.Error("the search finds other settings")
	}
	f.picture(t, "configure-search")
	s.search.SetText("")
	if !f.shows("fetch.timeout") || s.list.at != 0 {
		t.Error("the topic is not shown again")
	}
	s.search.SetText("nothing like that")
	if !f.shows(text.NothingFound) {
		t.Error("it does not say that nothing is found")
	}
	s.list.Select(2)
	if s.search.Text != "" || !f.shows("answer.exchanges") || f.shows(text.NothingFound) {
		t.Error("choosing a topic does not end the search")
	}
}

func TestConfigureShowsWhatHasTheFocus(t *testing.T) {
	f, s := configureFixture(t)
	for range 60 {
		f.win.Canvas().FocusNext()
		e, ok := f.win.Canvas().Focused().(*keyedEntry)
		if !ok || e == s.search {
			continue
		}
		at := f.app.Driver().AbsolutePositionForObject(e).Y - f.app.Driver().AbsolutePositionForObject(s.scroll).Y
		if at < 0 || at+e.Size().Height > s.scroll.Size().Height {
			t.Errorf("the entry with %q has the focus at %v, out of sight", e.Text, at)
		}
	}
}

func TestConfigureLeaves(t *testing.T) {
	f, s := configureFixture(t)
	escape := &fyne.KeyEvent{Name: fyne.KeyEscape}
	s.search.TypedKey(escape)
	if f.win.Canvas().Overlays().Top() != nil {
		t.Fatal("Escape does not leave the settings")
	}
	s = newConfigure(f.c, f.win)
	s.show()
	s.row(t, "fetch.retries").set("8")
	s.row(t, "fetch.retries").input.(*keyedEntry).TypedKey(escape)
	if !f.shows(text.AskDiscard) {
		t.Fatal("it does not ask before changes are lost")
	}
	f.press(t, text.Cancel)
	if f.win.Canvas().Overlays().Top() != s.sheet.layer {
		t.Fatal("the settings are gone though that was cancelled")
	}
	f.press(t, text.Cancel)
	f.press(t, text.Discard)
	if f.win.Canvas().Overlays().Top() != nil || f.library(t, "fetch.retries") != "3" {
		t.Error("discarding does not leave, or saves")
	}
}

func TestConfigureLeadsToSources(t *testing.T) {
	f, _ := configureFixture(t)
	var places []controller.Place
	f.c.Shows.Connect(func(p controller.Place) { places = append(places, p) })
	f.press(t, text.EditSources)
	if len(places) != 1 || places[0].View != controller.SourcesView || f.win.Canvas().Overlays().Top() != nil {
		t.Errorf("it leads to %+v", places)
	}
}

func TestConfigureRestoresDefaults(t *testing.T) {
	f, s := configureFixture(t)
	s.row(t, "fetch.retries").set("8")
	s.row(t, "endpoint.parallel").set("8")
	f.press(t, text.SaveConfiguration)
	f.settle(t)
	s = newConfigure(f.c, f.win)
	s.show()
	f.press(t, text.RestoreDefaults)
	f.press(t, text.SaveConfiguration)
	f.settle(t)
	p := f.person(t)
	if f.library(t, "fetch.retries") != "3" || p.Endpoint.Parallel != 4 || p.Root != f.root || p.Endpoint.Headers == "" || len(p.Hosts) != 1 {
		t.Errorf("the file of the person has %+v", p)
	}
}

func TestConfigureTellsWhyItCannotSave(t *testing.T) {
	f, s := configureFixture(t)
	s.row(t, "fetch.retries").set("8")
	if err := os.WriteFile(filepath.Join(f.root, "settings.yaml"), []byte("fetch: ["), 0o600); err != nil {
		t.Fatal(err)
	}
	f.press(t, text.SaveConfiguration)
	if !s.said.Visible() || !strings.Contains(said(s.said), "settings.yaml") {
		t.Errorf("it says %q", said(s.said))
	}
}

func TestConfigureWithoutLibrary(t *testing.T) {
	f := newBareFixture(t)
	f.show(container.NewStack(), fyne.NewSize(640, 420))
	f.c.Start()
	f.settle(t)
	showConfigure(f.c, f.win)
	if !f.shows(text.WhyNoLibrary) {
		t.Error("it does not say that no library is open")
	}
	f.win.Canvas().Overlays().Remove(f.top())
	showServer(f.c, f.win)
	if !f.shows("endpoint.base_url") {
		t.Error("the settings of the server are not shown")
	}
	f.picture(t, "configure-640")
}

func TestConfigureGolden(t *testing.T) {
	_, s := configureFixture(t)
	var got strings.Builder
	for _, key := range []string{"fetch.retries", "dump", "retrieve.space", "endpoint.headers"} {
		r := s.row(t, key)
		if key == "fetch.retries" {
			r.set("99")
		}
		r.content.Resize(fyne.NewSize(700, 150))
		got.WriteString(test.RenderObjectToMarkup(r.content))
	}
	golden(t, "configure.xml", got.String())
}

// Without a library, what needs none can be set, and the rest is only told of.
func TestConfigureWithoutALibrary(t *testing.T) {
	f, w := newEmptyMain(t)
	w.Show()
	f.settle(t)
	s := newConfigure(f.c, f.win)
	s.show()
	if !f.shows("endpoint.base_url") || f.shows(text.TopicPages) || !f.shows(text.SettingsLater) || !f.shows(text.WhyNoLibrary) {
		t.Errorf("it shows\n%s", f.words())
	}
	if s.restore.Visible() {
		t.Error("defaults can be restored where nothing has changed")
	}
	s.row(t, "proxy").set("http://proxy.test:3128")
	if !s.restore.Visible() {
		t.Error("defaults cannot be restored")
	}
	f.picture(t, "configure-no-library")
	test.Tap(s.save)
	f.settle(t)
	if got := f.person(t).Proxy; got != "http://proxy.test:3128" {
		t.Errorf("the proxy is %q", got)
	}
	if st := f.c.State(); st.Phase != controller.NoLibrary || said(w.status.told) != text.SettingsSaved(1) {
		t.Errorf("afterwards the phase is %d, and it says %q", st.Phase, said(w.status.told))
	}
	showServer(f.c, f.win)
	if !f.shows("endpoint.base_url") {
		t.Error("the settings of the server are not shown")
	}
}

// A fault that is told moves nothing.
func TestConfigureFaultsMoveNothing(t *testing.T) {
	_, s := configureFixture(t)
	for _, r := range s.rows {
		if r.s.Type != manager.NumberType || r.topic != text.TopicPages {
			continue
		}
		before := r.content.MinSize().Height
		r.set("nonsense")
		if r.err == nil || !r.wrong.Visible() || r.hint.Visible() {
			t.Errorf("%s: the fault is not told", r.s.Key)
		}
		if after := r.content.MinSize().Height; after != before {
			t.Errorf("%s: the row was %v high and is %v", r.s.Key, before, after)
		}
	}
}
