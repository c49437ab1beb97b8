package manager

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// heads are the comments at the top of the files.
var heads = map[Level]string{
	LibraryLevel: "Settings of this library; they travel with it.\n" +
		"What is not here is at its default: ragmanager config list shows it all.",
	PersonalLevel: "Personal settings for the RAG Manager. Keep this file to yourself.\n" +
		"What is not here is at its default: ragmanager config list shows it all.",
}

// encode returns the bytes of the file for s: what is not at its default, what
// the old file has, and lists that are not empty. Comments of the old file go
// before those of the table. They are given up if, at odd places, they would
// change what the file says.
func encode[S any](table []setting[S], s *S, old yamlFile) ([]byte, error) {
	found, err := values(old, table)
	if err != nil {
		return nil, err
	}
	root := &yaml.Node{Kind: yaml.MappingNode}
	for _, t := range table {
		if node := t.node(s, old, found[t.Key]); node != nil {
			insert(root, strings.Split(t.Key, "."), node, t.comment())
		}
	}
	doc := &yaml.Node{Kind: yaml.DocumentNode, Content: []*yaml.Node{root}, HeadComment: comment(heads[table[0].Level])}
	plain, err := marshal(doc)
	if err != nil || old.doc == nil {
		return plain, err
	}
	keepComments(doc, old.doc)
	if data, err := marshal(doc); err == nil && sayTheSame(table, old.path, data, plain) {
		return data, nil
	}
	return plain, nil
}

// marshal returns the bytes of a tree.
func marshal(doc *yaml.Node) ([]byte, error) {
	var b bytes.Buffer
	e := yaml.NewEncoder(&b)
	e.SetIndent(2)
	err := e.Encode(doc)
	return b.Bytes(), errors.Join(err, e.Close())
}

// sayTheSame reports whether files with these bytes would give the same
// settings without error.
func sayTheSame[S any](table []setting[S], path string, a, b []byte) bool {
	var both [2]S
	for i, data := range [][]byte{a, b} {
		f, err := parseYAML(path, data)
		if err != nil {
			return false
		}
		if both[i], err = count(table, f, overrides{}); err != nil {
			return false
		}
	}
	return reflect.DeepEqual(both[0], both[1])
}

// node returns the value of a setting as it stands in the file, in which it
// was the node old, nil if it is not there. It returns nil if the setting is at
// its default and need not stand there; sources always do.
func (t setting[S]) node(s *S, f yamlFile, old *yaml.Node) *yaml.Node {
	if t.encode == nil {
		return t.textNode(s, f, old)
	}
	node := t.encode(s, f, old)
	if len(node.Content) > 0 {
		return node
	}
	if old == nil && t.parts != nil {
		return nil
	}
	node.Style = yaml.FlowStyle // [] or {}
	return node
}

// textNode is node for a single value. What was typed in the file stays as it
// is if it means the same.
func (t setting[S]) textNode(s *S, f yamlFile, old *yaml.Node) *yaml.Node {
	text := t.plain(s)
	if old == nil && text == t.Default {
		return nil
	}
	if old != nil {
		before := *s
		if err := t.set(&before, f.text(t.Field, old)); err == nil && t.plain(&before) == text {
			text = old.Value
		}
	}
	if slices.Contains([]Type{TextType, ParagraphsType, PathType}, t.Type) {
		return textNode(text)
	}
	return plainNode(text)
}

// comment returns what the file says about a setting.
func (t setting[S]) comment() string {
	switch {
	case t.decode != nil:
		return t.Meaning
	case t.Default == "":
		return fmt.Sprintf("%s: %s", t.Meaning, t.Range)
	}
	return fmt.Sprintf("%s: %s; default %s", t.Meaning, t.Range, t.Default)
}

// insert puts a value into the mapping root at the levels of a key, making
// those that are missing.
func insert(root *yaml.Node, levels []string, value *yaml.Node, about string) {
	if len(levels) == 1 {
		key := plainNode(levels[0])
		key.HeadComment = comment(about)
		root.Content = append(root.Content, key, value)
		return
	}
	below := valueOf(root, levels[0])
	if below == nil {
		below = &yaml.Node{Kind: yaml.MappingNode}
		root.Content = append(root.Content, plainNode(levels[0]), below)
	}
	insert(below, levels[1:], value, about)
}

// valueOf returns the value of a key of a mapping, nil if it is not there.
func valueOf(mapping *yaml.Node, key string) *yaml.Node {
	for i := 0; i+1 < len(mapping.Content); i += 2 {
		if mapping.Content[i].Value == key {
			return mapping.Content[i+1]
		}
	}
	return nil
}

// keepComments gives node and all below it the comments that the same nodes
// had in the old tree. Items of a list are the same if they say the same.
func keepComments(node, old *yaml.Node) {
	if old = resolve(old); node.Kind != old.Kind {
		return
	}
	takeComments(node, old)
	switch node.Kind {
	case yaml.DocumentNode:
		keepComments(node.Content[0], old.Content[0])
	case yaml.MappingNode:
		keepPairs(node, old)
	case yaml.SequenceNode:
		keepItems(node, old)
	}
}

// keepPairs keeps the comments of keys and values.
func keepPairs(node, old *yaml.Node) {
	for i := 0; i+1 < len(node.Content); i += 2 {
		for j := 0; j+1 < len(old.Content); j += 2 {
			if node.Content[i].Value == old.Content[j].Value {
				takeComments(node.Content[i], old.Content[j])
				keepComments(node.Content[i+1], old.Content[j+1])
			}
		}
	}
}

// keepItems keeps the comments of the items of a list.
func keepItems(node, old *yaml.Node) {
	for _, item := range node.Content {
		for _, before := range old.Content {
			before = resolve(before)
			if identity(item) == identity(before) {
				takeComments(item, before)
				keepComments(item, before)
			}
		}
	}
}

// identity returns what makes an item of a list that item: its text or, of a
// mapping, that of its first key.
func identity(item *yaml.Node) string {
	if item.Kind == yaml.MappingNode && len(item.Content) > 1 {
		return item.Content[1].Value
	}
	return item.Value
}

// takeComments gives node the comments of old, as far as that has any.
func takeComments(node, old *yaml.Node) {
	for _, c := range []struct{ to, from *string }{
		{&node.HeadComment, &old.HeadComment},
		{&node.LineComment, &old.LineComment},
		{&node.FootComment, &old.FootComment},
	} {
		if *c.from != "" {
			*c.to = *c.from
		}
	}
}

// comment puts # before each line.
func comment(text string) string { return "# " + strings.ReplaceAll(text, "\n", "\n# ") }

// plainNode is a value that is no text to YAML: a number, a switch, a key.
func plainNode(text string) *yaml.Node { return &yaml.Node{Kind: yaml.ScalarNode, Value: text} }

// textNode is a text; the encoder puts quotes around it where YAML would take
// it for something else.
func textNode(text string) *yaml.Node {
	return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: text}
}

// addText adds a key with a text to a mapping, unless the text is empty.
func addText(mapping *yaml.Node, key, text string) {
	if text != "" {
		mapping.Content = append(mapping.Content, plainNode(key), textNode(text))
	}
}
