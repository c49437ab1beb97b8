package manager

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/zalando/go-keyring"

	"ragmanager/manager/llm"
	"ragmanager/manager/llm/standin"
)

func TestFindKey(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		writeFile(t, path, text, 0o600)
		return path
	}
	whole, empty, none := file("whole", " \tsk-file\r\n\n"), file("empty", " \n"), filepath.Join(dir, "none")
	for name, c := range map[string]struct {
		env, file, chain string
		want, from       string
		wrong            string // part of the error
		hint             string
	}{
		"environment":          {env: " sk-env\n", want: "sk-env", from: "the environment variable OPENAI_API_KEY"},
		"environment first":    {env: "sk-env", file: whole, chain: "sk-chain", want: "sk-env", from: "the environment variable OPENAI_API_KEY"},
		"blank environment":    {env: " \t", file: whole, want: "sk-file", from: "the file " + whole},
		"file":                 {file: whole, chain: "sk-chain", want: "sk-file", from: "the file " + whole},
		"keychain":             {chain: "sk-chain \n", want: "sk-chain", from: "the keychain of the system"},
		"none":                 {wrong: "there is no API key", hint: "ragmanager key set"},
		"blank keychain":       {chain: " ", wrong: "there is no API key", hint: "OPENAI_API_KEY"},
		"no such file":         {file: none, chain: "sk-chain", wrong: "no file " + none, hint: "endpoint.key_file"},
		"empty file":           {file: empty, wrong: empty + " is empty", hint: "on one line"},
		"a folder for a file":  {file: dir, wrong: dir},
		"environment, no file": {env: "sk-env", file: none, want: "sk-env", from: "the environment variable OPENAI_API_KEY"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv(keyVariable, c.env)
			keyring.MockInit()
			if c.chain != "" {
				if err := keyring.Set(keychainService, keychainUser, c.chain); err != nil {
					t.Fatal(err)
				}
			}
			defer keyring.MockInit()
			s := DefaultPersonalSettings()
			s.Endpoint.KeyFile = c.file
			key, err := s.FindKey()
			if string(key.Secret) != c.want || key.From != c.from || key.Exposed != nil {
				t.Errorf("have %q from %q, %v", string(key.Secret), key.From, key.Exposed)
			}
			if c.wrong == "" {
				if err != nil {
					t.Error(err)
				}
				return
			}
			if err == nil || errors.Is(err, ErrNoKey) == (c.file == dir) {
				t.Fatal(err)
			}
			wantText(t, err.Error(), c.wrong)
			wantText(t, Hint(err), c.hint)
		})
	}
}

// Who lets others read the key is told, once for each manager.
func TestExposedKey(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("its modes do not tell")
	}
	for mode, exposed := range map[os.FileMode]bool{0o600: false, 0o400: false, 0o640: true, 0o604: true, 0o644: true} {
		d := newDesk(t, standin.Options{}, pumps)
		file := d.personal.Endpoint.KeyFile
		if err := os.Chmod(file, mode); err != nil {
			t.Fatal(err)
		}
		key, err := d.personal.FindKey()
		if _, is := errors.AsType[*ExposedError](key.Exposed); err != nil || is != exposed {
			t.Errorf("%o: %v, %v", mode, key.Exposed, err)
		}
		var r recorder
		m := d.open()
		if _, err := m.Embed(t.Context(), false, nil, &r); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if _, err := m.Submit(t.Context(), "Which pump?", nil, &r); err != nil {
				t.Fatal(err)
			}
		}
		warnings := 0
		for _, line := range r {
			if strings.HasPrefix(line, "warn "+file) {
				warnings++
			}
		}
		if (warnings == 1) != exposed || warnings > 1 {
			t.Errorf("%o: %d warnings in %q", mode, warnings, r)
		}
		if exposed {
			wantText(t, Hint(key.Exposed), "chmod 600 "+file)
		}
	}
}

func TestModels(t *testing.T) {
	d := newDesk(t, standin.Options{Key: testKey, Models: []string{"b", "a"}}, nil)
	models, err := d.personal.Models(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "models", len(models), 2)
	d.serve(standin.Options{Key: "sk-another-one-0123456789"})
	if _, err := d.personal.Models(t.Context()); err == nil || !strings.Contains(Hint(err), "check the API key") {
		t.Error(err)
	}
	d.personal.Endpoint.KeyFile = ""
	for _, base := range []string{"", "https://api.openai.com/v1", "https://API.OpenAI.com/v1"} {
		d.personal.Endpoint.BaseURL = base
		if _, err := d.personal.Models(t.Context()); !errors.Is(err, ErrNoKey) || Hint(err) == "" {
			t.Errorf("%s: %v", base, err)
		}
	}
}

// A key can be tried before it is kept; the one that is kept does not count then.
func TestTryKey(t *testing.T) {
	d := newDesk(t, standin.Options{Key: testKey, Models: []string{"a"}}, nil)
	if models, err := d.personal.TryKey(t.Context(), " "+testKey+"\n"); err != nil || len(models) != 1 {
		t.Errorf("have %v, %v", models, err)
	}
	refused, ok := errors.AsType[*llm.StatusError](second(d.personal.TryKey(t.Context(), "sk-another-one-0123456789")))
	if !ok || !refused.Unauthorized() {
		t.Errorf("another key is not refused: %v", refused)
	}
	if _, err := d.personal.Models(t.Context()); err != nil {
		t.Error("the key that is kept has changed:", err)
	}
}

func second[T any](_ T, err error) error { return err }

// echoes are servers that say the key in what they refuse.
func echoes() map[string]standin.Fault {
	said := func(r *http.Request) string { return r.Header.Get("Authorization") }
	body := func(status int, kind, format string) standin.Fault {
		return func(w http.ResponseWriter, r *http.Request, well http.Handler) {
			io.Copy(io.Discard, r.Body)
			key, _ := json.Marshal("no good: " + said(r) + " or " + strings.TrimPrefix(said(r), "Bearer "))
			standin.Body(status, kind, fmt.Sprintf(format, key))(w, r, well)
		}
	}
	return map[string]standin.Fault{
		"refusal":       body(401, "application/json", `{"error":{"message":%s,"code":"invalid_api_key"}}`),
		"code":          body(400, "application/json", `{"error":{"message":"no","code":%[1]s,"param":%[1]s,"type":%[1]s}}`),
		"too long":      body(400, "application/json", `{"error":{"message":"maximum context length is 1 token","param":%s}}`),
		"too long said": body(400, "application/json", `{"error":"maximum context length, %s"}`),
		"detail":        body(422, "application/json", `{"detail":[{"msg":%[1]s,"input":%[1]s}]}`),
		"page":          body(500, "text/html", `<html><title>%[1]s</title><body>%[1]s</body></html>`),
		"page for 200":  body(200, "text/html", `<html><title>%[1]s</title><body>%[1]s</body></html>`),
		"no JSON":       body(200, "application/json", `here is %s`),
		"error for 200": body(200, "application/json", `{"error":{"message":%s}}`),
		"stream":        body(200, "text/event-stream", "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"The\"}}]}\n\ndata: {\"error\":{\"message\":%s}}\n\n"),
		"broken stream": body(200, "text/event-stream", "data: {%s\n\n"),
		"redirect": func(w http.ResponseWriter, r *http.Request, _ http.Handler) {
			http.Redirect(w, r, "/elsewhere?key="+strings.TrimPrefix(said(r), "Bearer "), http.StatusFound)
		},
		"header": func(w http.ResponseWriter, r *http.Request, well http.Handler) {
			w.Header().Set("X-Request-Id", said(r))
			w.Header().Set("Retry-After", said(r))
			standin.Status(503)(w, r, well)
		},
		"hang up": standin.HangUp(0),
	}
}

// The key is in nothing that is said or written, whatever the server does.
func TestTheKeyIsNowhere(t *testing.T) {
	var logged bytes.Buffer
	log.SetOutput(&logged)
	defer log.SetOutput(os.Stderr)
	old := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&logged, &slog.HandlerOptions{Level: slog.LevelDebug})))
	defer slog.SetDefault(old)

	d := newDesk(t, standin.Options{Key: testKey}, pumps)
	config := filepath.Join(t.TempDir(), "settings.yaml")
	check := func(name string, errs ...error) {
		t.Helper()
		for _, err := range errs {
			if err == nil {
				continue
			}
			for e := err; e != nil; e = errors.Unwrap(e) {
				noKey(t, name, fmt.Sprintf("%v %+v %#v %q %s", e, e, e, e, Hint(e)))
			}
		}
	}
	saved := d.personal
	saved.Endpoint.MaxWait = DefaultPersonalSettings().Endpoint.MaxWait
	if err := errors.Join(saved.Save(config), d.settings.Save(d.root)); err != nil {
		t.Fatal(err)
	}
	ask := func(name string, failing bool) {
		t.Helper()
		m := d.open()
		var r recorder
		result, err1 := m.Embed(t.Context(), false, nil, &r)
		found, err2 := m.Retrieve(t.Context(), "Which pump?", &r)
		_, err3 := m.Purge(t.Context(), false)
		_, err4 := d.personal.Models(t.Context())
		d.settings.Retrieve.Space = SpaceBuiltin
		built := d.open()
		d.settings.Retrieve.Space = SpaceOpenAI
		answer, err5 := built.Submit(t.Context(), "Which red pump?", nil, &r)
		check(name, err1, err2, err3, err4, err5)
		if (err5 != nil) != failing {
			t.Errorf("%s: %v", name, err5)
		}
		client, err := m.client(1)
		if err != nil {
			t.Fatal(err)
		}
		key, err := d.personal.FindKey()
		if err != nil {
			t.Fatal(err)
		}
		noKey(t, name, strings.Join(r, "\n"), fmt.Sprintf("%+v %+v %+v", result, found, answer), fmt.Sprintf("%v %+v %#v", d.personal, d.personal, d.personal),
			fmt.Sprintf("%v %+v %#v", key, key, key), fmt.Sprintf("%v %+v", client, *client))
		noKeyIn(t, name, d.root)
		noKeyIn(t, name, filepath.Dir(config))
	}
	for name, fault := range echoes() {
		d.serve(standin.Options{Always: fault})
		ask(name, true)
	}
	d.serve(standin.Options{Key: testKey})
	ask("all is well", false)
	if _, err := os.Stat(d.open().historyPath()); err != nil {
		t.Error("nothing was written, so nothing is tested:", err)
	}
	noKey(t, "log", logged.String())
}

// noKey fails if a text holds the key, or enough of it.
func noKey(t testing.TB, name string, texts ...string) {
	t.Helper()
	const enough = 12 // letters of the end
	for _, text := range texts {
		if at := strings.Index(text, testKey[len(testKey)-enough:]); at >= 0 {
			t.Errorf("%s: the key is in %q", name, text[max(0, at-100):at+enough])
		}
	}
}

// noKeyIn fails if a file in a folder holds the key, or its name does.
func noKeyIn(t testing.TB, name, dir string) {
	t.Helper()
	files := 0
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		files++
		data, err := os.ReadFile(path)
		noKey(t, name+": "+path, path, string(data))
		return err
	})
	if err != nil || files == 0 {
		t.Errorf("%s: %d files in %s, %v", name, files, dir, err)
	}
}
