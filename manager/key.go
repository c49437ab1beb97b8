package manager

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/zalando/go-keyring"
)

// keyVariable is the environment variable that holds the key, as for all
// programs that use OpenAI.
const keyVariable = "OPENAI_API_KEY"

// Where the keychain of the system keeps the key.
const (
	keychainService = "ragmanager"
	keychainUser    = "api-key"
)

// Where a key is found, in words.
const (
	keyVariableWords = "the environment variable " + keyVariable
	keychainWords    = "the keychain of the system"
)

// ErrNoKey says that there is no key for the server of models.
var ErrNoKey = errors.New("there is no API key")

// A Key is the key for the server of models. It is shown nowhere.
type Key struct {
	Secret Secret
	From   string // where it was found, in words
	// Exposed is an [*ExposedError] if its file can be read by others, else nil.
	Exposed error
}

// FindKey returns the key: that of the environment, else of the key file that
// is set, else of the keychain of the system. White space round it does not
// count. The error is [ErrNoKey], or says why the file cannot be read.
func (s PersonalSettings) FindKey() (Key, error) {
	if text := strings.TrimSpace(os.Getenv(keyVariable)); text != "" {
		return Key{Secret: Secret(text), From: keyVariableWords}, nil
	}
	if path := s.Endpoint.KeyFile; path != "" {
		return readKey(path)
	}
	if text := keychainKey(); text != "" {
		return Key{Secret: Secret(text), From: keychainWords}, nil
	}
	return Key{}, &hintError{ErrNoKey, "set " + keyVariable + ", keep it with: ragmanager key set, or name its file: ragmanager config set endpoint.key_file FILE"}
}

// keychainKey returns the key in the keychain of the system, "" if there is none,
// or no keychain.
func keychainKey() string {
	text, err := keyring.Get(keychainService, keychainUser)
	if err != nil {
		return ""
	}
	return strings.TrimSpace(text)
}

// fileWords says in words that a key is in a file.
func fileWords(path string) string { return "the file " + path }

// KeyInFile returns the key that a file holds. Errors are those of
// [PersonalSettings.FindKey].
func KeyInFile(path string) (Key, error) { return readKey(path) }

// readKey reads the key from its file.
func readKey(path string) (Key, error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return Key{}, &hintError{fmt.Errorf("%w: no file %s", ErrNoKey, path), "correct endpoint.key_file, or keep the key with: ragmanager key set"}
	}
	if err != nil {
		return Key{}, err
	}
	text := strings.TrimSpace(string(data))
	if text == "" {
		return Key{}, &hintError{fmt.Errorf("%w: %s is empty", ErrNoKey, path), "put the key into it, on one line"}
	}
	key := Key{Secret: Secret(text), From: fileWords(path)}
	if info, err := os.Stat(path); err == nil && info.Mode().Perm()&0o077 != 0 && os.PathSeparator == '/' {
		key.Exposed = &ExposedError{File: path, Mode: info.Mode().Perm(), What: "the API key"}
	}
	return key, nil
}
