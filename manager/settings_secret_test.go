package manager

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"
)

// secret is the text that must show up nowhere but in the file.
const secret = "hunter2-hunter2"

// withSecrets returns personal settings that hold the secret twice.
func withSecrets() PersonalSettings {
	s := DefaultPersonalSettings()
	s.Proxy = "http://jo:" + secret + "@proxy.test:3128"
	s.Hosts = map[string]Host{"WWW.Example.org": {"jo", secret}, "b.test:8080": {User: "jim"}}
	return s
}

func TestSecretsAreMasked(t *testing.T) {
	s := withSecrets()
	j, err := json.Marshal(s.Hosts)
	if err != nil {
		t.Fatal(err)
	}
	y, err := yaml.Marshal(s.Hosts)
	if err != nil {
		t.Fatal(err)
	}
	proxy, _ := s.Get("proxy")
	password, _ := s.Get("hosts.WWW.Example.org.password")
	if password != Mask || proxy != "http://jo:"+Mask+"@proxy.test:3128" {
		t.Errorf("Get: %q, %q", password, proxy)
	}
	h := s.Hosts["WWW.Example.org"]
	shown := fmt.Sprint(s.List(), s, &s, h, h.Password, string(j), string(y), proxy, password)
	shown += fmt.Sprintf("%v %+v %#v %s %q %x %d %+v %#v", s, s, s, s, h.Password, h.Password, h.Password, h, h)
	if strings.Contains(shown, secret) || strings.Contains(shown, fmt.Sprintf("%x", secret)) {
		t.Error("the secret is shown in", shown)
	}
	want := []string{
		"root=", "proxy=http://jo:••••@proxy.test:3128", "ca_file=",
		"hosts.WWW.Example.org.user=jo", "hosts.WWW.Example.org.password=••••",
		"hosts.b.test:8080.user=jim", "hosts.b.test:8080.password=",
	}
	var have []string
	for _, e := range s.List() {
		if !strings.HasPrefix(e.Field.Key, "endpoint.") {
			have = append(have, e.Field.Key+"="+e.Value)
		}
	}
	if diff := cmp.Diff(want, have); diff != "" {
		t.Error(diff)
	}
}

// Every error that a value with the secret in it can cause keeps it back.
func TestSecretsAreNotInErrors(t *testing.T) {
	clearEnvironment(t)
	var errs []error
	s := DefaultPersonalSettings()
	errs = append(
		errs,
		s.Set("hosts.a.test.password", secret+"\n"),
		s.Set("hosts.jo:"+secret+"@a.test.user", "jo"),
		s.Set("proxy", "ftp://jo:"+secret+"@proxy.test"),
		s.Set("proxy", "jo:"+secret+"@proxy.test"),
		s.Set("proxy", "http://jo:"+secret+"/%zz@proxy.test"),
		PersonalSettings{Proxy: "x://jo:" + secret + "@y", Hosts: map[string]Host{"a": {"", secret + "\x00"}}}.Validate(),
	)
	library := DefaultLibrarySettings()
	errs = append(
		errs,
		library.AddSource(Source{Address: "https://jo:" + secret + "@a.test/"}),
		library.AddSource(Source{Address: "https://jo:" + secret + "%zz@a.test/"}),
		library.AddSource(Source{Address: "https://a.test/", Base: "https://jo:" + secret + "@a.test/"}),
		library.Set("sources", "https://jo:"+secret+"@a.test/"),
	)
	for _, text := range []string{
		"hosts:\n  a.test:\n    password: *" + secret + "\n",
		"hosts:\n  a.test:\n    password: \"" + secret + "\\x\"\n",
		"hosts:\n  a.test:\n    password: [" + secret + "]\n",
		"hosts:\n  a.test:\n    password: !!int " + secret + "\n    pasword: x\n",
		"hosts:\n  a.test:\n    password: @" + secret + "\n",
		"hosts:\n  a.test: " + secret + "\n",
		"hosts: " + secret + "\n",
		"proxy: ftp://jo:" + secret + "@a.test\n",
		"proxy: [" + secret + "]\n",
	} {
		file := filepath.Join(t.TempDir(), "settings.yaml")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := LoadPersonalSettings(file, nil, nil)
		errs = append(errs, err)
	}
	t.Setenv("RAGMANAGER_PROXY", "ftp://jo:"+secret+"@a.test")
	_, err := LoadPersonalSettings(filepath.Join(t.TempDir(), "none"), nil, nil)
	for i, err := range append(errs, err) {
		if err == nil {
			t.Errorf("case %d: want an error", i)
		} else if strings.Contains(err.Error()+Hint(err), secret) {
			t.Errorf("case %d: the secret is in %v", i, err)
		}
	}
}

func TestCredentials(t *testing.T) {
	s := withSecrets()
	if user, password, ok := s.Credentials("www.example.org"); user != "jo" || password != secret || !ok {
		t.Error("upper and lower case differ")
	}
	if _, _, ok := s.Credentials("b.test"); ok {
		t.Error("the port counts")
	}
}

func TestSetHosts(t *testing.T) {
	s := withSecrets()
	before := withSecrets()
	for _, e := range s.List() { // masked values can be set back
		if err := s.Set(e.Field.Key, e.Value); err != nil {
			t.Error(err)
		}
	}
	if diff := cmp.Diff(before.Hosts, s.Hosts); diff != "" || s.Proxy != before.Proxy {
		t.Error("masked values were taken for new ones:", diff)
	}
	old := s.Hosts
	set := func(key, text string) {
		t.Helper()
		if err := s.Set(key, text); err != nil {
			t.Error(err)
		}
	}
	set("hosts.c.test.user", "joe")
	set("hosts.c.test.password", "new")
	set("hosts.b.test:8080.user", "")
	want := map[string]Host{"WWW.Example.org": {"jo", secret}, "c.test": {"joe", "new"}}
	if diff := cmp.Diff(want, s.Hosts); diff != "" {
		t.Error(diff)
	}
	if len(old) != 2 {
		t.Error("the map that others may hold was changed")
	}
	for key, text := range map[string]string{
		"hosts.c.test.user": "a:b", "hosts..user": "x", "hosts.http://c.test.user": "x", "hosts.c.test/x.user": "x", "hosts": "x",
	} {
		if err := s.Set(key, text); err == nil {
			t.Errorf("%s=%s: want an error", key, text)
		}
	}
}

const goldenPersonal = `# Personal settings for the RAG Manager. Keep this file to yourself.
# What is not here is at its default: ragmanager config list shows it all.

# URL of the proxy for the web; empty: that of the environment: a URL such as http://proxy.example.org:3128 (http, https, socks5), or nothing
proxy: http://jo:hunter2-hunter2@proxy.test:3128
# user and password of hosts that ask for them
hosts:
  WWW.Example.org:
    user: jo
    password: hunter2-hunter2
  b.test:8080:
    user: jim
`

func TestSavePersonal(t *testing.T) {
	clearEnvironment(t)
	file := filepath.Join(t.TempDir(), "new", "settings.yaml")
	s := withSecrets()
	if err := s.Save(file); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(goldenPersonal, read(t, file)); diff != "" {
		t.Error(diff)
	}
	loaded, err := LoadPersonalSettings(file, nil, func(err error) { t.Error("warned:", err) })
	if err != nil || loaded.Proxy != s.Proxy || string(loaded.Hosts["WWW.Example.org"].Password) != secret {
		t.Error("loaded again:", err, loaded)
	}
	s.Hosts = map[string]Host{"x.test": {"0123", "true"}} // YAML must not take them for a number and a switch
	if err := s.Save(file); err != nil {
		t.Fatal(err)
	}
	loaded, err = ReadPersonalSettings(file)
	if err != nil || loaded.Hosts["x.test"].User != "0123" || string(loaded.Hosts["x.test"].Password) != "true" {
		t.Error(err, read(t, file))
	}
}

func TestModeOfPersonalSettings(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("modes do not tell there")
	}
	clearEnvironment(t)
	file := filepath.Join(t.TempDir(), "settings.yaml")
	if err := os.WriteFile(file, []byte(goldenPersonal), 0o644); err != nil {
		t.Fatal(err)
	}
	var warned error
	s, err := LoadPersonalSettings(file, nil, func(err error) { warned = err })
	if err != nil {
		t.Fatal(err)
	}
	want := file + " holds a password and others can read it (mode 0644)"
	if fmt.Sprint(warned) != want || Hint(warned) != "chmod 600 "+file {
		t.Errorf("have %v / %s", warned, Hint(warned))
	}
	if err := s.Save(file); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Error("saving without change leaves it open:", info.Mode(), err)
	}
}
