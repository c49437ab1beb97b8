package manager

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/pflag"
)

// clearEnvironment unsets what the person who runs the test may have set.
func clearEnvironment(t *testing.T) {
	t.Helper()
	for _, f := range Fields() {
		if f.Env() != "" {
			t.Setenv(f.Env(), "")
		}
	}
	t.Setenv("RAGMANAGER_CONFIG", "")
}

// rootWith returns a root whose settings are text.
func rootWith(t *testing.T, text string) string {
	t.Helper()
	clearEnvironment(t)
	root := t.TempDir()
	if err := os.WriteFile(LibraryFile(root), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return root
}

func TestDefaults(t *testing.T) {
	clearEnvironment(t)
	if err := DefaultLibrarySettings().Validate(); err != nil {
		t.Error(err)
	}
	if err := DefaultPersonalSettings().Validate(); err != nil {
		t.Error(err)
	}
	loaded, err := LoadLibrarySettings(t.TempDir(), nil)
	if diff := cmp.Diff(DefaultLibrarySettings(), loaded); err != nil || diff != "" {
		t.Error("without a file:", err, diff)
	}
	want := FetchSettings{
		Timeout: time.Minute, IdleTimeout: 15 * time.Second, MaxWait: time.Minute,
		MaxBytes: 64 << 20, PerHost: 4, Retries: 3, UserAgent: "ragmanager",
	}
	if diff := cmp.Diff(want, loaded.Fetch); diff != "" {
		t.Error(diff)
	}
}

func TestFields(t *testing.T) {
	var keys []string
	for _, f := range Fields() {
		keys = append(keys, f.Key)
		if f.Level == "" || f.Type == "" || f.Range == "" || f.Meaning == "" {
			t.Errorf("%s is not described: %+v", f.Key, f)
		}
		if strings.ContainsAny(f.Meaning+f.Range+f.Default, "\n") {
			t.Errorf("%s: want one line", f.Key)
		}
		if have, err := Lookup(f.Key); err != nil || have != f {
			t.Errorf("Lookup(%s) = %v, %v", f.Key, have, err)
		}
	}
	want := []string{
		"sources", "fetch.timeout", "fetch.idle_timeout", "fetch.max_wait", "fetch.max_bytes",
		"fetch.per_host", "fetch.retries", "fetch.user_agent", "dump",
		"retrieve.space", "retrieve.model", "retrieve.dimensions", "retrieve.retriever",
		"retrieve.k", "retrieve.high", "retrieve.mid", "retrieve.language",
		"answer.high_model", "answer.high_tokens", "answer.high_prompt",
		"answer.mid_model", "answer.mid_tokens", "answer.mid_prompt",
		"answer.low_model", "answer.low_tokens", "answer.low_prompt",
		"answer.exchanges", "answer.max_question", "answer.context",
		"answer.max_answer", "answer.timeout", "answer.diagnostic",
		"root", "proxy", "ca_file",
		"endpoint.base_url", "endpoint.organisation", "endpoint.key_file", "endpoint.headers",
		"endpoint.parallel", "endpoint.timeout", "endpoint.max_wait",
		"hosts.HOST.user", "hosts.HOST.password",
	}
	if diff := cmp.Diff(want, keys); diff != "" {
		t.Error(diff)
	}
}

func TestFieldNames(t *testing.T) {
	for key, want := range map[string][2]string{
		"fetch.idle_timeout":           {"RAGMANAGER_FETCH_IDLE_TIMEOUT", "fetch-idle-timeout"},
		"root":                         {"RAGMANAGER_ROOT", "root"},
		"sources":                      {"", ""},
		"hosts.HOST.password":          {"", ""},
		"hosts.www.example.org.user":   {"", ""},
		"hosts.localhost:8080.user":    {"", ""},
		"hosts.user.password.user":     {"", ""},
		"hosts.www.example.org.cookie": {"error", "error"},
	} {
		f, err := Lookup(key)
		have := [2]string{f.Env(), f.Flag()}
		if err != nil {
			have = [2]string{"error", "error"}
		}
		if have != want {
			t.Errorf("%s: have %q, want %q", key, have, want)
		}
	}
}

func TestGetAndSet(t *testing.T) {
	s := DefaultLibrarySettings()
	for _, c := range []struct{ key, text, want string }{
		{"fetch.timeout", "90 s", "1m30s"},
		{"fetch.timeout", "1h", "1h"},
		{"fetch.max_wait", "1s", "1s"},
		{"fetch.max_bytes", "1.5 mib", "1536KiB"},
		{"fetch.max_bytes", "2000", "2kB"},
		{"fetch.per_host", "1", "1"},
		{"fetch.user_agent", "my crawler/1.0", "my crawler/1.0"},
		{"dump", "yes", "true"},
		{"sources", "https://a.test/\n\nhttps://b.test/x#y\n", "https://a.test/\nhttps://b.test/x"},
	} {
		if err := s.Set(c.key, c.text); err != nil {
			t.Error(err)
		}
		if have, err := s.Get(c.key); err != nil || have != c.want {
			t.Errorf("%s set to %q: have %q (%v), want %q", c.key, c.text, have, err, c.want)
		}
	}
	for _, e := range s.List() { // what Get returns can be set
		if err := s.Set(e.Field.Key, e.Value); err != nil {
			t.Error(err)
		}
		if have, _ := s.Get(e.Field.Key); have != e.Value {
			t.Errorf("%s: have %q, want %q", e.Field.Key, have, e.Value)
		}
	}
}

func TestSetRefuses(t *testing.T) {
	s := DefaultLibrarySettings()
	for _, c := range []struct{ key, text, want string }{
		{"fetch.timeout", "30", `fetch.timeout is "30": want a time with its unit from 1s to 1h`},
		{"fetch.timeout", "2h", `fetch.timeout is "2h": want a time with its unit from 1s to 1h`},
		{"fetch.timeout", "", `fetch.timeout is "": want a time with its unit from 1s to 1h`},
		{"fetch.max_bytes", "64 MX", `fetch.max_bytes is "64 MX": want a size from 1kB to 1GB`},
		{"fetch.per_host", "2.5", `fetch.per_host is "2.5": want a whole number from 1 to 32`},
		{"fetch.user_agent", "a\nb", `fetch.user_agent is "a\nb": want one line of text`},
		{"dump", "perhaps", `dump is "perhaps": want true or false`},
		{"fetch.timout", "3s", `unknown setting fetch.timout, the nearest is fetch.timeout`},
		{"timeout", "3s", `unknown setting timeout, the nearest is fetch.timeout`},
		{"fetsch", "3s", `unknown setting fetsch, the nearest is fetch`},
		{"colour", "red", `unknown setting colour`},
		{"root", "/", `root is one of the personal settings and does not belong here`},
	} {
		err := s.Set(c.key, c.text)
		if err == nil || err.Error() != c.want {
			t.Errorf("%s: have %v\nwant %s", c.key, err, c.want)
		}
	}
	if diff := cmp.Diff(DefaultLibrarySettings(), s); diff != "" {
		t.Error("refused values changed the settings:", diff)
	}
}

func TestValidateNamesEveryField(t *testing.T) {
	s := DefaultLibrarySettings()
	s.Fetch.Timeout, s.Fetch.PerHost, s.Fetch.Retries = 0, 99, -1
	s.Sources = []Source{{Address: "https://a.test/x"}, {Address: "https://A.test/x/"}, {Address: "x.html"}}
	err := s.Validate()
	for _, want := range []string{
		`fetch.timeout is "0s": want a time with its unit from 1s to 1h`,
		`fetch.per_host is "99": want a whole number from 1 to 32`,
		`fetch.retries is "-1": want a whole number from 0 to 10`,
		`source https://a.test/x is already among the sources`,
		`sources is "x.html": want an address in order`,
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("have %v\nwant %s", err, want)
		}
	}
	if _, ok := errors.AsType[*FieldError](err); !ok || !errors.Is(err, ErrSourceListed) {
		t.Error("want typed errors")
	}
}

// Flag counts before environment, environment before file, file before default.
func TestOrder(t *testing.T) {
	root := rootWith(t, "fetch:\n  timeout: 41s\n  idle_timeout: 41s\n  max_wait: 41s\n")
	flags := pflag.NewFlagSet("test", pflag.ContinueOnError)
	AddFlags(flags, "fetch.timeout", "fetch.retries", "dump")
	if err := flags.Parse([]string{"--fetch-timeout", "43s", "--dump"}); err != nil {
		t.Fatal(err)
	}
	t.Setenv("RAGMANAGER_FETCH_TIMEOUT", "42s")
	t.Setenv("RAGMANAGER_FETCH_IDLE_TIMEOUT", "42s")
	s, err := LoadLibrarySettings(root, flags)
	if err != nil {
		t.Fatal(err)
	}
	want := DefaultLibrarySettings()
	want.Dump = true
	want.Fetch.Timeout, want.Fetch.IdleTimeout, want.Fetch.MaxWait = 43*time.Second, 42*time.Second, 41*time.Second
	if diff := cmp.Diff(want, s); diff != "" {
		t.Error(diff)
	}
	alone, err := ReadLibrarySettings(root)
	if err != nil || alone.Fetch.Timeout != 41*time.Second || alone.Dump {
		t.Errorf("the file alone: %v, %+v", err, alone)
	}
}

func TestWrongOverridesSayWhere(t *testing.T) {
	root := rootWith(t, "\nfetch:\n  per_host: many\n")
	flags := pflag.NewFlagSet("test", pflag.ContinueOnError)
	AddFlags(flags, "fetch.timeout")
	if err := flags.Parse([]string{"--fetch-timeout=1"}); err != nil {
		t.Fatal(err)
	}
	t.Setenv("RAGMANAGER_DUMP", "perhaps")
	_, err := LoadLibrarySettings(root, flags)
	want := []string{
		`--fetch-timeout: fetch.timeout is "1": want a time with its unit from 1s to 1h`,
		LibraryFile(root) + `:3: fetch.per_host is "many": want a whole number from 1 to 32`,
		`environment variable RAGMANAGER_DUMP: dump is "perhaps": want true or false`,
	}
	if have := fmt.Sprint(err); have != strings.Join(want, "\n") {
		t.Errorf("have %s\nwant %s", have, strings.Join(want, "\n"))
	}
}

func TestAddFlags(t *testing.T) {
	flags := pflag.NewFlagSet("test", pflag.ContinueOnError)
	AddFlags(flags, "fetch.timeout", "dump", "root")
	want := "      --dump                     whether chunking writes all chunks to Log/dump.txt (false)\n" +
		"      --fetch-timeout duration   longest time for one try at a page, redirects included (1m)\n" +
		"      --root path                root directory of the library in use\n"
	if diff := cmp.Diff(want, flags.FlagUsages()); diff != "" {
		t.Error(diff)
	}
	if err := flags.Parse([]string{"--dump=perhaps"}); err == nil {
		t.Error("want an error for --dump=perhaps")
	}
	if err := flags.Parse([]string{"--dump=no"}); err != nil {
		t.Error(err)
	}
	defer func() {
		if recover() == nil {
			t.Error("want a panic for a key without flag")
		}
	}()
	AddFlags(flags, "sources")
}

func TestPersonalFile(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("RAGMANAGER_CONFIG", "")
	t.Setenv("XDG_CONFIG_HOME", dir)
	t.Setenv("HOME", dir)
	t.Setenv("AppData", dir)
	file, err := PersonalFile()
	if err != nil || !strings.HasPrefix(file, dir) || !strings.HasSuffix(file, filepath.Join("ragmanager", "settings.yaml")) {
		t.Error(file, err)
	}
	t.Setenv("RAGMANAGER_CONFIG", filepath.Join(dir, "mine.yaml"))
	if file, err := PersonalFile(); err != nil || file != filepath.Join(dir, "mine.yaml") {
		t.Error(file, err)
	}
}

func TestPathsOfPersonalSettings(t *testing.T) {
	clearEnvironment(t)
	dir := t.TempDir()
	t.Setenv("HOME", dir)
	t.Setenv("USERPROFILE", dir)
	file := filepath.Join(dir, "settings.yaml")
	if err := os.WriteFile(file, []byte("root: libraries/osi\nca_file: ~/ca.pem\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := LoadPersonalSettings(file, nil, nil)
	want := DefaultPersonalSettings()
	want.Root, want.CAFile = filepath.Join(dir, "libraries", "osi"), filepath.Join(dir, "ca.pem")
	if diff := cmp.Diff(want, s); err != nil || diff != "" {
		t.Error(err, diff)
	}
	t.Chdir(dir)
	t.Setenv("RAGMANAGER_ROOT", "other")
	s, err = LoadPersonalSettings(file, nil, nil)
	if err != nil || s.Root != filepath.Join(dir, "other") {
		t.Error("a path of the environment is one of the working directory:", s.Root, err)
	}
	keys := []string{}
	for _, e := range s.List() {
		keys = append(keys, e.Field.Key)
	}
	if !slices.Equal(keys, []string{
		"root", "proxy", "ca_file",
		"endpoint.base_url", "endpoint.organisation", "endpoint.key_file", "endpoint.headers",
		"endpoint.parallel", "endpoint.timeout", "endpoint.max_wait",
	}) {
		t.Error(keys)
	}
}
