package manager

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/zalando/go-keyring"
)

// A keyPlace is where a person keeps a key.
type keyPlace struct {
	*testing.T
	dir, config, ours, other string
}

// newKeyPlace returns one without settings, with another file that holds a key.
func newKeyPlace(t *testing.T, keychain bool) keyPlace {
	t.Setenv(keyVariable, "")
	t.Setenv("RAGMANAGER_ENDPOINT_KEY_FILE", "")
	keyring.MockInit()
	if !keychain {
		keyring.MockInitWithError(errors.New("no keychain here"))
	}
	t.Cleanup(keyring.MockInit)
	dir := filepath.Join(t.TempDir(), "new", "folder")
	other := filepath.Join(t.TempDir(), "other")
	writeFile(t, other, "sk-other\n", 0o600)
	return keyPlace{t, dir, filepath.Join(dir, "settings.yaml"), filepath.Join(dir, "key"), other}
}

// name has the settings name a file.
func (p keyPlace) name(path string) {
	p.Helper()
	s := DefaultPersonalSettings()
	s.Proxy = "http://proxy.test:1"
	s.Endpoint.KeyFile = path
	if err := s.Save(p.config); err != nil {
		p.Fatal(err)
	}
}

// found returns the key that counts, and where it was found.
func (p keyPlace) found() (key, from string) {
	p.Helper()
	s, err := LoadPersonalSettings(p.config, nil, nil)
	if err != nil {
		p.Fatal(err)
	}
	k, err := s.FindKey()
	if err != nil && !errors.Is(err, ErrNoKey) || k.Exposed != nil {
		p.Fatal(err, k.Exposed)
	}
	return string(k.Secret), k.From
}

func TestKeepKey(t *testing.T) {
	for name, c := range map[string]struct {
		keychain bool
		named    func(keyPlace) string // by the settings
		from     func(keyPlace) string
	}{
		"keychain":       {keychain: true, from: func(keyPlace) string { return "the keychain of the system" }},
		"no keychain":    {from: func(p keyPlace) string { return "the file " + p.ours }},
		"ours before":    {named: func(p keyPlace) string { return p.ours }, from: func(p keyPlace) string { return "the file " + p.ours }},
		"ours, keychain": {keychain: true, named: func(p keyPlace) string { return p.ours }, from: func(keyPlace) string { return "the keychain of the system" }},
		"other, keychain": {keychain: true, named: func(p keyPlace) string { return p.other }, from: func(p keyPlace) string {
			return "the keychain of the system (endpoint.key_file named " + p.other + " before, which stays as it is)"
		}},
		"other, no keychain": {named: func(p keyPlace) string { return p.other }, from: func(p keyPlace) string {
			return "the file " + p.ours + " (endpoint.key_file named " + p.other + " before, which stays as it is)"
		}},
	} {
		t.Run(name, func(t *testing.T) {
			p := newKeyPlace(t, c.keychain)
			if c.named != nil {
				p.name(c.named(p))
				if c.named(p) == p.ours {
					writeFile(t, p.ours, "sk-before\n", 0o644)
				}
			}
			from, err := KeepKey(Secret(" "+testKey+"\r\n"), p.config)
			if err != nil || from != c.from(p) {
				t.Fatalf("have %q, %v", from, err)
			}
			if key, _ := p.found(); key != testKey {
				t.Errorf("found %q", key)
			}
			if _, err := os.Stat(p.ours); (err == nil) == c.keychain {
				t.Errorf("our file: %v", err)
			}
			if text, err := os.ReadFile(p.other); string(text) != "sk-other\n" {
				t.Error("the other file was changed", err)
			}
			if s, err := ReadPersonalSettings(p.config); err != nil || c.named != nil && s.Proxy == "" {
				t.Error("other settings are lost", err)
			}

			if err := ForgetKey(p.config); err != nil {
				t.Fatal(err)
			}
			if key, from := p.found(); key != "" {
				t.Errorf("after forgetting there is %q from %s", key, from)
			}
			if _, err := os.Stat(p.ours); err == nil {
				t.Error("our file is there still")
			}
			if err := ForgetKey(p.config); err != nil {
				t.Error("forgotten twice:", err)
			}
		})
	}
}

// What the settings do not say counts first, and is told.
func TestKeepKeyBesideOthers(t *testing.T) {
	for variable, value := range map[string]func(keyPlace) string{
		keyVariable:                    func(keyPlace) string { return "sk-env" },
		"RAGMANAGER_ENDPOINT_KEY_FILE": func(p keyPlace) string { return p.other },
	} {
		for _, keychain := range []bool{true, false} {
			p := newKeyPlace(t, keychain)
			t.Setenv(variable, value(p))
			from, err := KeepKey(testKey, p.config)
			other, ok := errors.AsType[*OtherKeyError](err)
			if !ok || from == "" || other.Kept != from {
				t.Fatalf("%s: have %q, %v", variable, from, err)
			}
			wantText(t, err.Error(), "counts before it")
			wantText(t, Hint(err), variable)
			if _, found := p.found(); found != other.From {
				t.Errorf("found in %q, told of %q", found, other.From)
			}
			if other, ok := errors.AsType[*OtherKeyError](ForgetKey(p.config)); !ok || other.Kept != "" {
				t.Errorf("forgetting: %v", other)
			}
			t.Setenv(variable, "")
			if key, _ := p.found(); key != "" {
				t.Errorf("found %q", key)
			}
		}
	}
}

func TestKeepKeyRefuses(t *testing.T) {
	p := newKeyPlace(t, false)
	for _, key := range []Secret{"", " \n", "two\nlines", "a blank", "a\x00b"} {
		if from, err := KeepKey(key, p.config); err == nil || from != "" {
			t.Errorf("%q: %q", string(key), from)
		}
	}
	if _, err := KeepKey(testKey, ""); err == nil || Hint(err) == "" || strings.Contains(err.Error(), testKey) {
		t.Errorf("no place: %v", err)
	}
	if _, err := os.Stat(p.dir); err == nil {
		t.Error("something was written")
	}

	mkdir(t, p.dir)
	writeFile(t, p.config, "proxy: [\n", 0o600)
	if _, err := KeepKey(testKey, p.config); err == nil || !strings.Contains(err.Error(), p.config) {
		t.Errorf("broken settings: %v", err)
	}
	if err := os.Remove(p.config); err != nil {
		t.Fatal(err)
	}
	writeFile(t, p.ours, "-----BEGIN PRIVATE KEY-----\n", 0o600)
	if _, err := KeepKey(testKey, p.config); err == nil || !strings.Contains(err.Error(), "holds something else") || Hint(err) == "" {
		t.Errorf("a key of another kind: %v", err)
	}
	writeFile(t, p.ours, "sk-before", 0o644)
	if _, err := KeepKey(testKey, p.config); err != nil {
		t.Errorf("a key of before: %v", err)
	}
	if info, err := os.Stat(p.ours); err != nil || info.Mode().Perm() != 0o600 && runtime.GOOS != "windows" {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
}

// The settings may have the name of our file.
func TestKeepKeyBesideKey(t *testing.T) {
	p := newKeyPlace(t, false)
	p.config = p.ours
	p.name("")
	from, err := KeepKey(testKey, p.config)
	if err != nil || from != "the file "+p.ours+".txt" {
		t.Fatalf("have %q, %v", from, err)
	}
	if key, _ := p.found(); key != testKey {
		t.Errorf("found %q", key)
	}
}
