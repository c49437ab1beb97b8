package manager

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// A yamlFile is a file of settings as a tree with lines and comments.
type yamlFile struct {
	path string
	doc  *yaml.Node // of kind DocumentNode with one mapping; nil if the file holds nothing
}

// dir returns the folder that relative paths in the file start from.
func (f yamlFile) dir() string { return filepath.Dir(f.path) }

// text returns the value of a single field; a relative path is made one of the
// folder of the file.
func (f yamlFile) text(field Field, node *yaml.Node) string {
	text := strings.TrimSpace(node.Value)
	if field.Type == PathType {
		if path, err := absolute(text, f.dir()); err == nil {
			return path
		}
	}
	return text
}

// on puts file and line of a node before an error, before each one if several
// are joined.
func (f yamlFile) on(node *yaml.Node, err error) error {
	if err == nil {
		return nil
	}
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		var all []error
		for _, e := range joined.Unwrap() {
			all = append(all, f.on(node, e))
		}
		return errors.Join(all...)
	}
	return fmt.Errorf("%s:%d: %w", f.path, node.Line, err)
}

// parseYAML reads a file of settings. Errors name file and line, and nothing
// of the content, which may be secret.
func parseYAML(path string, data []byte) (yamlFile, error) {
	f := yamlFile{path: path}
	if line := badLine(data); line > 0 {
		return f, fmt.Errorf("%s:%d: not plain UTF-8 text", path, line)
	}
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	var doc, next yaml.Node
	if err := decoder.Decode(&doc); errors.Is(err, io.EOF) {
		return f, nil
	} else if err != nil {
		return f, syntaxError(path, data, err)
	}
	if err := decoder.Decode(&next); err == nil {
		return f, f.on(&next, errors.New("a second document begins here; settings are one"))
	} else if !errors.Is(err, io.EOF) {
		return f, syntaxError(path, data, err)
	}
	root := doc.Content[0]
	if isNull(root) {
		return f, nil
	}
	if root.Kind != yaml.MappingNode {
		return f, f.on(root, errors.New("want settings as KEY: VALUE"))
	}
	f.doc = &doc
	return f, nil
}

// badLine returns the 1-based line of the first byte that YAML cannot have, 0
// if there is none.
func badLine(data []byte) int {
	line := 1
	for i, r := range string(data) {
		switch {
		case r == '\n':
			line++
		case r == utf8.RuneError && !bytes.HasPrefix(data[i:], []byte("\uFFFD")):
			return line
		case r < ' ' && r != '\t' && r != '\r', r == 0x7f:
			return line
		}
	}
	return 0
}

// yamlError is how the yaml package words its errors; it leaves the line out
// if that is the first.
var yamlError = regexp.MustCompile(`^yaml: (?:line (\d+): )?(.*)`)

// syntaxError words an error of the yaml package with file and line.
func syntaxError(path string, data []byte, err error) error {
	match := yamlError.FindStringSubmatch(err.Error())
	if match == nil {
		return fmt.Errorf("%s: not YAML", path) // unreachable as long as errors are worded as above
	}
	line, text := match[1], match[2]
	if name, ok := strings.CutPrefix(text, "unknown anchor '"); ok {
		name, _, _ = strings.Cut(name, "'") // part of a value, perhaps of a password
		before, _, _ := bytes.Cut(data, []byte("*"+name))
		line, text = strconv.Itoa(1+bytes.Count(before, []byte("\n"))), "a value that begins with * wants quotes"
	}
	if line == "" {
		line = "1"
	}
	return fmt.Errorf("%s:%s: %s", path, line, text)
}

// eachPair calls do for each key of a mapping with its value. It returns an
// error if node is none or has a key twice; nothing at all is an empty one.
func eachPair(node *yaml.Node, do func(key, value *yaml.Node)) error {
	node = resolve(node)
	if isNull(node) {
		return nil
	}
	if node.Kind != yaml.MappingNode {
		return errors.New("want KEY: VALUE here")
	}
	var errs []error
	seen := map[string]bool{}
	for i := 0; i+1 < len(node.Content); i += 2 {
		key := node.Content[i]
		if seen[key.Value] {
			errs = append(errs, fmt.Errorf("%s is there twice, again on line %d", key.Value, key.Line))
			continue
		}
		seen[key.Value] = true
		do(key, resolve(node.Content[i+1]))
	}
	return errors.Join(errs...)
}

// eachItem calls do for each item of a list. It returns an error if node is
// none; nothing at all, or nil, is an empty one.
func eachItem(node *yaml.Node, do func(item *yaml.Node)) error {
	if node == nil {
		return nil
	}
	node = resolve(node)
	if isNull(node) {
		return nil
	}
	if node.Kind != yaml.SequenceNode {
		return errors.New("want a list here, each item on a line after a dash")
	}
	for _, item := range node.Content {
		do(resolve(item))
	}
	return nil
}

// textParts returns the values of a mapping that may have the given keys; path
// names it in errors.
func textParts(node *yaml.Node, path string, keys ...string) (map[string]string, error) {
	var errs []error
	var known []Field
	for _, key := range keys {
		known = append(known, Field{Key: path + "." + key})
	}
	parts := map[string]string{}
	err := eachPair(node, func(key, value *yaml.Node) {
		name := path + "." + key.Value
		switch {
		case !slices.Contains(keys, key.Value):
			errs = append(errs, &UnknownKeyError{Key: name, Nearest: nearest(name, known)})
		case isNull(value):
		case value.Kind != yaml.ScalarNode:
			errs = append(errs, &FieldError{Field: name, Value: "a list or map", Want: "one line of text"})
		default:
			parts[key.Value] = value.Value
		}
	})
	return parts, errors.Join(append(errs, err)...)
}

// resolve follows an alias to what it stands for.
func resolve(node *yaml.Node) *yaml.Node {
	for node.Kind == yaml.AliasNode {
		node = node.Alias
	}
	return node
}

// isNull reports whether a key has no value.
func isNull(node *yaml.Node) bool {
	return node.Kind == yaml.ScalarNode && node.ShortTag() == "!!null"
}
