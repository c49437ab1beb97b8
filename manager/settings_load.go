package manager

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"
	"github.com/spf13/viper"
	"go.yaml.in/yaml/v3"
)

// settingsName is the name of the file of settings, of both levels.
const settingsName = "settings.yaml"

// LibraryFile returns the path of the settings of the library at root.
func LibraryFile(root string) string { return filepath.Join(root, settingsName) }

// PersonalFile returns the path of the settings of the person: what
// RAGMANAGER_CONFIG says, else ragmanager/settings.yaml in the folder of the
// system for such files.
func PersonalFile() (string, error) {
	if path := os.Getenv("RAGMANAGER_CONFIG"); path != "" {
		return filepath.Abs(path)
	}
	dir, err := os.UserConfigDir()
	if err != nil {
		return "", &hintError{fmt.Errorf("no folder for personal settings: %w", err), "set HOME, or RAGMANAGER_CONFIG to a file"}
	}
	return filepath.Join(dir, "ragmanager", settingsName), nil
}

// LoadLibrarySettings returns the settings that count for the library at root:
// those of flags that were given, else of the environment, else of its file,
// else the defaults. No file is an empty file; flags may be nil. All that is
// wrong is joined in the error, with the place where it stands: [*FieldError],
// [*UnknownKeyError] or broken YAML.
//
// What it returns may hold values that are not of the file: those who want to
// change the file use [ReadLibrarySettings].
func LoadLibrarySettings(root string, flags *pflag.FlagSet) (LibrarySettings, error) {
	return load(libraryTable, LibraryFile(root), overrides{environment: true, flags: flags})
}

// ReadLibrarySettings returns the settings in the file of the library at root,
// and defaults for the rest, to be changed and saved. Errors are those of
// [LoadLibrarySettings].
func ReadLibrarySettings(root string) (LibrarySettings, error) {
	return load(libraryTable, LibraryFile(root), overrides{})
}

// FlagLibrarySettings returns the settings that count where no library is
// concerned: those of flags that were given, else of the environment, else the
// defaults. Errors are those of [LoadLibrarySettings].
func FlagLibrarySettings(flags *pflag.FlagSet) (LibrarySettings, error) {
	return count(libraryTable, yamlFile{}, overrides{environment: true, flags: flags})
}

// LoadPersonalSettings returns the personal settings that count, as
// [LoadLibrarySettings] does those of a library. If file holds a password that
// others can read, it tells warn, unless that is nil.
func LoadPersonalSettings(file string, flags *pflag.FlagSet, warn func(error)) (PersonalSettings, error) {
	s, err := load(personalTable, file, overrides{environment: true, flags: flags})
	if exposed := checkMode(file, s); exposed != nil && warn != nil {
		warn(exposed)
	}
	return s, err
}

// ReadPersonalSettings returns the settings in file, and defaults for the rest,
// to be changed and saved.
func ReadPersonalSettings(file string) (PersonalSettings, error) {
	return load(personalTable, file, overrides{})
}

// load returns what counts of the settings of one level.
func load[S any](table []setting[S], path string, over overrides) (S, error) {
	f, err := readYAML(path)
	if err != nil {
		return defaults(table), err
	}
	return count(table, f, over)
}

// count returns what counts if f is the file.
func count[S any](table []setting[S], f yamlFile, over overrides) (S, error) {
	s := defaults(table)
	found, err := values(f, table)
	errs := []error{err}
	counts := layers(fields(table), found, over)
	for _, t := range table {
		node := found[t.Key]
		switch {
		case t.decode == nil:
			errs = append(errs, take(t, &s, f, node, counts, over))
		case node != nil:
			errs = append(errs, t.decode(&s, f, node))
		}
	}
	return s, errors.Join(errs...)
}

// readYAML reads a file of settings; a missing one is empty.
func readYAML(path string) (yamlFile, error) {
	data, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return yamlFile{path: path}, err
	}
	return parseYAML(path, data)
}

// take sets a single field to the value that counts.
func take[S any](t setting[S], s *S, f yamlFile, node *yaml.Node, counts *viper.Viper, over overrides) error {
	text := strings.TrimSpace(counts.GetString(t.Key))
	flag := over.flag(t.Field)
	switch {
	case flag != nil && flag.Changed:
		return prefix("--"+t.Flag(), t.set(s, text))
	case over.environment && os.Getenv(t.Env()) != "":
		return prefix("environment variable "+t.Env(), t.set(s, text))
	case node != nil:
		return f.on(node, t.set(s, f.text(t.Field, node)))
	}
	return nil // at its default
}

// prefix says where a wrong value comes from.
func prefix(origin string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", origin, err)
}

// values returns the value of each setting that the file has, by key, and an
// error for each key that no setting has. A key without value is left out.
func values[S any](f yamlFile, table []setting[S]) (map[string]*yaml.Node, error) {
	found := map[string]*yaml.Node{}
	if f.doc == nil {
		return found, nil
	}
	return found, collect(f, table, f.doc.Content[0], "", found)
}

// collect puts into found the values of the mapping at the key before.
func collect[S any](f yamlFile, table []setting[S], node *yaml.Node, before string, found map[string]*yaml.Node) error {
	var errs []error
	err := eachPair(node, func(key, value *yaml.Node) {
		name := before + key.Value
		i := slices.IndexFunc(table, func(t setting[S]) bool { return t.Key == name })
		switch {
		case i >= 0 && isNull(value):
		case i >= 0 && table[i].decode == nil && value.Kind != yaml.ScalarNode:
			errs = append(errs, f.on(key, table[i].wrong("a list or map")))
		case i >= 0:
			found[name] = value
		case isGroup(table, name):
			errs = append(errs, collect(f, table, value, name+".", found))
		default:
			errs = append(errs, f.on(key, unknownKey(name, fields(table))))
		}
	})
	return errors.Join(append(errs, f.on(node, err))...)
}

// isGroup reports whether there are settings below the key name.
func isGroup[S any](table []setting[S], name string) bool {
	return slices.ContainsFunc(table, func(t setting[S]) bool { return strings.HasPrefix(t.Key, name+".") })
}
