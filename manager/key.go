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
		return Key{Secret: Secret(text), From: "the environment variable " + keyVariable}, nil
	}
	if path := s.Endpoint.KeyFile; path != "" {
		return readKey(path)
	}
	if text, err := keyring.Get(keychainService, keychainUser); err == nil && strings.TrimSpace(text) != "" {
		return Key{Secret: Secret(strings.TrimSpace(text)), From: "the keychain of the system"}, nil
	}
	return Key{}, &hintError{ErrNoKey, "set " + keyVariable + ", keep it with: ragmanager key set, or name its file: ragmanager config set endpoint.key_file FILE"}
}

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
	key := Key{Secret: Secret(text), From: "the file " + path}
	if info, err := os.Stat(path); err == nil && info.Mode().Perm()&0o077 != 0 && os.PathSeparator == '/' {
		key.Exposed = &ExposedError{File: path, Mode: info.Mode().Perm(), What: "the API key"}
	}
	return key, nil
}

// SetKey keeps the key in the keychain of the system. Where there is none, the
// error says what to do instead.
func SetKey(key Secret) error {
	text := strings.TrimSpace(string(key))
	if text == "" {
		return fmt.Errorf("%w to keep", ErrNoKey)
	}
	if err := keyring.Set(keychainService, keychainUser, text); err != nil {
		return &hintError{
			fmt.Errorf("the system has no keychain to keep the key in: %w", err),
			"put the key into a file that only you can read, and name it: ragmanager config set endpoint.key_file FILE; or set " + keyVariable,
		}
	}
	return nil
}
