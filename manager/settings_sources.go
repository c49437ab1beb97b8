package manager

import (
	"cmp"
	"errors"
	"net/url"
	"strings"

	"go.yaml.in/yaml/v3"
)

// sourcesSetting makes the setting of the sources.
func sourcesSetting() setting[LibrarySettings] {
	f := Field{
		Key: "sources", Type: ListType, Range: wantAddress + ", one a line",
		Meaning: "addresses that pages are read from, in this order; base: the URL under which a local one is published",
	}
	return setting[LibrarySettings]{
		Field: f, text: (*LibrarySettings).addresses, plain: (*LibrarySettings).addresses,
		set:    (*LibrarySettings).setAddresses,
		check:  (*LibrarySettings).checkSources,
		encode: (*LibrarySettings).encodeSources,
		decode: (*LibrarySettings).decodeSources,
	}
}

// addresses returns the addresses of all sources, a line each.
func (s *LibrarySettings) addresses() string {
	var lines []string
	for _, source := range s.Sources {
		lines = append(lines, source.Address)
	}
	return strings.Join(lines, "\n")
}

// setAddresses replaces the sources by those at the addresses in text, a line
// each. A source that was there before is kept as it is.
func (s *LibrarySettings) setAddresses(text string) error {
	before, next := newSourceList(s.Sources), newSourceList(nil)
	var errs []error
	for line := range strings.Lines(text) {
		if strings.TrimSpace(line) == "" {
			continue
		}
		address, err := cleanAddress(line, "")
		if err != nil {
			errs = append(errs, err)
			continue
		}
		source := Source{Address: address}
		if i := before.find(address); i >= 0 {
			source = s.Sources[i]
		}
		errs = append(errs, next.put(source))
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	s.Sources = next.sources
	return nil
}

// check returns what is wrong with one source.
func (s Source) check() error {
	var errs []error
	if clean, err := cleanAddress(s.Address, ""); err != nil {
		errs = append(errs, err)
	} else if clean != s.Address {
		errs = append(errs, addressError(s.Address, "an address in order: "+clean, "in order it is "+clean))
	}
	return errors.Join(append(errs, s.checkBase())...)
}

// checkBase returns a [*FieldError] if the base is none.
func (s Source) checkBase() error {
	u, err := url.Parse(s.Base)
	if s.Base == "" || err == nil && IsURL(s.Base) && u.Host != "" && u.User == nil {
		return nil
	}
	return &FieldError{"base", maskURL(s.Base), "a URL that begins with http:// or https://, without user and password"}
}

// checkSources returns what is wrong with the sources.
func (s *LibrarySettings) checkSources() error {
	again := newSourceList(nil)
	var errs []error
	for _, source := range s.Sources {
		errs = append(errs, again.put(source))
	}
	return errors.Join(errs...)
}

// encodeSources returns the sources as they stand in the file: an address
// alone, or address, base and off. Addresses that old has written differently,
// such as relative to the folder of the file, stay as they are there.
func (s *LibrarySettings) encodeSources(f yamlFile, old *yaml.Node) *yaml.Node {
	typed := map[string]string{}
	_ = eachItem(old, func(item *yaml.Node) { // old was read without error before
		source, _ := decodeSource(item)
		clean, _ := cleanAddress(source.Address, f.dir())
		typed[clean] = source.Address
	})
	node := &yaml.Node{Kind: yaml.SequenceNode}
	for _, source := range s.Sources {
		source.Address = cmp.Or(typed[source.Address], source.Address)
		node.Content = append(node.Content, source.node())
	}
	return node
}

// node returns the source as it stands in the file.
func (s Source) node() *yaml.Node {
	if s.Base == "" && !s.Off {
		return textNode(s.Address)
	}
	item := &yaml.Node{Kind: yaml.MappingNode}
	addText(item, "address", s.Address)
	addText(item, "base", s.Base)
	if s.Off {
		item.Content = append(item.Content, plainNode("off"), plainNode("true"))
	}
	return item
}

// decodeSources takes the sources from the file. Relative paths are those of
// its folder.
func (s *LibrarySettings) decodeSources(f yamlFile, node *yaml.Node) error {
	var errs []error
	list := newSourceList(nil)
	err := eachItem(node, func(item *yaml.Node) {
		source, err := decodeSource(item)
		if clean, cleanErr := cleanAddress(source.Address, f.dir()); cleanErr == nil {
			source.Address = clean
		}
		if err == nil {
			err = list.put(source)
		}
		errs = append(errs, f.on(item, err))
	})
	s.Sources = list.sources
	return errors.Join(append(errs, f.on(node, err))...)
}

// decodeSource takes one source from the file; its address may be alone.
func decodeSource(item *yaml.Node) (Source, error) {
	if item.Kind == yaml.ScalarNode {
		return Source{Address: item.Value}, nil
	}
	parts, err := textParts(item, "sources", "address", "base", "off")
	off, ok := switches().parse(cmp.Or(parts["off"], "false"))
	if !ok {
		err = errors.Join(err, &FieldError{"sources", parts["off"], "off to be true or false"})
	}
	return Source{parts["address"], parts["base"], off}, err
}
