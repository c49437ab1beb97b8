package manager

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/zalando/go-keyring"
)

// keyName is the name of our file for the key, beside the personal settings.
const keyName = "key"

// keyField is the setting that names the file of the key.
const keyField = "endpoint.key_file"

// An OtherKeyError says that a key which the program does not keep counts before
// the one that it keeps, or is left where it was to forget all: that of the
// environment, or of a file that the environment names. What was asked for was
// done all the same.
type OtherKeyError struct {
	From string // where the key is found, in words
	Kept string // where the kept key is, in words; "" if none is kept
	hint string
}

// Error says which key counts.
func (e *OtherKeyError) Error() string {
	if e.Kept == "" {
		return "there still is a key from " + e.From
	}
	return fmt.Sprintf("the key is kept in %s, but that from %s counts before it", e.Kept, e.From)
}

// Hint returns how to do away with the other key.
func (e *OtherKeyError) Hint() string { return e.hint }

// KeepKey keeps the key for the server of models in the keychain of the system.
// Where there is none, as on a server, it keeps it in the file named key beside
// personalFile, the file of personal settings, readable by its owner alone, and
// sets endpoint.key_file to that. White space round the key does not count. from
// says in words where the key is, and whether endpoint.key_file has changed.
//
// Afterwards it is this key that [PersonalSettings.FindKey] finds: an
// endpoint.key_file that would count before the keychain is set no more. The file
// it named stays as it is, since it may serve others, unless it is ours. What is
// found before all that the settings say gives an [*OtherKeyError], beside from.
//
// If personalFile is "" there is only the keychain. No error shows the key.
func KeepKey(key Secret, personalFile string) (from string, err error) {
	text := strings.TrimSpace(string(key))
	if text == "" {
		return "", fmt.Errorf("%w to keep", ErrNoKey)
	}
	if strings.ContainsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }) {
		return "", &hintError{errors.New("a key has no blanks and is one line"), "copy the key again, on one line"}
	}
	if from, err = keepKey(text, personalFile); err != nil {
		return "", err
	}
	return from, otherKey(text, from, personalFile)
}

// keepKey keeps a key in the keychain or, failing that, in a file.
func keepKey(text, personalFile string) (from string, err error) {
	if personalFile == "" {
		return keychainWords, keepInKeychain(text)
	}
	_ = os.MkdirAll(filepath.Dir(personalFile), 0o700) // to be locked; who writes there tells of an error
	defer LockSettings(filepath.Dir(personalFile))()
	s, err := ReadPersonalSettings(personalFile)
	if err != nil {
		return "", err
	}
	old, ours := s.Endpoint.KeyFile, keyFileBeside(personalFile)
	if keepInKeychain(text) != nil {
		if err := keepInFile(text, s, personalFile); err != nil {
			return "", err
		}
		return fileWords(ours) + changedKeyFile(old, ours), nil
	}
	if err := dropKeyFile(s, personalFile); err != nil {
		return "", err
	}
	return keychainWords + changedKeyFile(old, ours), nil
}

// keyFileBeside returns the path of our file for the key, which is no file of
// settings, whatever that is called.
func keyFileBeside(personalFile string) string {
	name := keyName
	if strings.EqualFold(filepath.Base(personalFile), keyName) {
		name += ".txt"
	}
	path := filepath.Join(filepath.Dir(personalFile), name)
	if whole, err := filepath.Abs(path); err == nil {
		return whole
	}
	return path // unreachable but without a working directory
}

// changedKeyFile says that endpoint.key_file does not name the file old any more,
// unless that was ours or none.
func changedKeyFile(old, ours string) string {
	if old == "" || old == ours {
		return ""
	}
	return fmt.Sprintf(" (%s named %s before, which stays as it is)", keyField, old)
}

// keepInKeychain keeps a key in the keychain, from where it can be had again.
func keepInKeychain(text string) error {
	err := keyring.Set(keychainService, keychainUser, text)
	if err == nil && keychainKey() != text {
		err = errors.New("it did not keep it")
	}
	if err == nil {
		return nil
	}
	return &hintError{
		fmt.Errorf("the system has no keychain to keep the key in: %w", err),
		"set " + keyVariable + ", or RAGMANAGER_CONFIG to a file, beside which the key can be kept",
	}
}

// keepInFile keeps a key in our file and has the settings name it.
func keepInFile(text string, s PersonalSettings, personalFile string) error {
	path := keyFileBeside(personalFile)
	if s.Endpoint.KeyFile != path && !replaceable(path) {
		return &hintError{fmt.Errorf("%s, where the key is to be kept, holds something else", path), "move that file away"}
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return fmt.Errorf("keeping the key: %w", err)
	}
	if err := replaceFile(path, []byte(text+"\n"), 0o600); err != nil {
		return fmt.Errorf("keeping the key: %w", err)
	}
	s.Endpoint.KeyFile = path
	if err := s.Save(personalFile); err != nil {
		return fmt.Errorf("the key is in %s, but no setting says so: %w", path, err)
	}
	return nil
}

// replaceable reports whether a file that no setting names is none, or may hold a
// key of before: at most a word. The folder of settings can be any, and a file
// named key that of another program.
func replaceable(path string) bool {
	data, err := os.ReadFile(path)
	return errors.Is(err, fs.ErrNotExist) || err == nil && len(strings.Fields(string(data))) <= 1
}

// dropKeyFile has the settings name no file of the key, and removes ours if they
// named it.
func dropKeyFile(s PersonalSettings, personalFile string) error {
	old := s.Endpoint.KeyFile
	if old == "" {
		return nil
	}
	s.Endpoint.KeyFile = ""
	if err := s.Save(personalFile); err != nil {
		return err
	}
	if old != keyFileBeside(personalFile) {
		return nil
	}
	if err := os.Remove(old); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// otherKey returns an [*OtherKeyError] if another key than text, kept in kept, is
// found; text and kept are "" if none is kept.
func otherKey(text, kept, personalFile string) error {
	s, err := LoadPersonalSettings(personalFile, nil, nil)
	if err != nil {
		return err // of the environment: those of the file were read before
	}
	key, err := s.FindKey()
	if string(key.Secret) == text {
		return nil
	}
	variable := keyVariable
	if key.From != keyVariableWords {
		variable = personalEnv(keyField)
	}
	from := key.From
	if err != nil {
		from = fileWords(s.Endpoint.KeyFile) // which cannot be read, and counts all the same
	}
	return &OtherKeyError{From: from, Kept: kept, hint: "take away the environment variable " + variable}
}

// personalEnv returns the environment variable of a personal setting.
func personalEnv(key string) string {
	f, err := Lookup(key)
	if err != nil {
		return "" // unreachable: the key is one
	}
	return f.Env()
}

// ForgetKey removes the key for the server of models from the keychain of the
// system and sets endpoint.key_file no more. The file that this named goes if it
// is ours, see [KeepKey]; another one stays as it is. That there is no key is no
// error. If a key is found afterwards, that of the environment, the error is an
// [*OtherKeyError].
func ForgetKey(personalFile string) error {
	err := keyring.Delete(keychainService, keychainUser)
	if err != nil && keychainKey() != "" { // else there is none, or no keychain
		return fmt.Errorf("the keychain of the system keeps the key: %w", err)
	}
	if personalFile != "" {
		if err := forgetFile(personalFile); err != nil {
			return err
		}
	}
	return otherKey("", "", personalFile)
}

// forgetFile removes our file for the key and has the settings name none.
func forgetFile(personalFile string) error {
	defer LockSettings(filepath.Dir(personalFile))()
	s, err := ReadPersonalSettings(personalFile)
	if err != nil {
		return err
	}
	return dropKeyFile(s, personalFile)
}
