package manager

import (
	"errors"
	"fmt"
	"os"
	"slices"
)

// Errors of changing the list of sources.
var (
	ErrSourceListed    = errors.New("already among the sources") // it is there, if perhaps written differently
	ErrSourceNotListed = errors.New("not among the sources")
)

// AddSource adds a source at the end of the list. Its address is put in order
// first: white space around it and the fragment of a URL are dropped, a local
// path or file URL is made an absolute path. Two addresses that differ in that
// only, or in a slash at the end, are the same source; adding it again gives
// [ErrSourceListed]. An address that cannot be one, or that leads to no file
// or folder, gives a [*FieldError].
func (s *LibrarySettings) AddSource(source Source) error {
	return s.AddSources([]Source{source})[0]
}

// AddSources adds sources at the end of the list, each as [LibrarySettings.AddSource]
// does. It returns an error for each source of list, in its order, nil for those
// that were added: a bad one does not keep the others out.
func (s *LibrarySettings) AddSources(list []Source) []error {
	l := newSourceList(s.Sources)
	errs := make([]error, len(list))
	for i, source := range list {
		errs[i] = l.add(source)
	}
	s.Sources = l.sources
	return errs
}

// RemoveSource removes the source that [LibrarySettings.FindSource] finds.
func (s *LibrarySettings) RemoveSource(address string) error {
	return s.RemoveSources([]string{address})[0]
}

// RemoveSources removes the sources at the given addresses. It returns an error for
// each address, in their order, as [LibrarySettings.FindSource] does, nil for
// those of sources that were removed.
func (s *LibrarySettings) RemoveSources(addresses []string) []error {
	l := newSourceList(s.Sources)
	errs := make([]error, len(addresses))
	gone := map[int]bool{}
	for i, address := range addresses {
		var at int
		if at, errs[i] = l.locate(address); errs[i] == nil {
			gone[at] = true
			delete(l.at, sameKey(l.sources[at].Address)) // so that it is not found again
		}
	}
	var left []Source
	for i, source := range s.Sources {
		if !gone[i] {
			left = append(left, source)
		}
	}
	s.Sources = left
	return errs
}

// FindSource returns the index of the source with the given address, which may
// differ from the one in the list as in [LibrarySettings.AddSource]. If there
// is none the error is [ErrSourceNotListed]. It looks through the whole list.
func (s LibrarySettings) FindSource(address string) (int, error) {
	return newSourceList(s.Sources).locate(address)
}

// MoveSource moves the source with the index from to the index to, those between
// make room. A to beyond the list is its end or beginning; a from that is no
// source moves none.
func (s *LibrarySettings) MoveSource(from, to int) {
	if from < 0 || from >= len(s.Sources) {
		return
	}
	moved := s.Sources[from]
	left := slices.Concat(s.Sources[:from], s.Sources[from+1:])
	s.Sources = slices.Insert(left, max(0, min(to, len(left))), moved)
}

// SetSource replaces the source with the index i, which keeps its place. Its address
// is put in order as in [LibrarySettings.AddSource], and the errors are the same,
// but a local address that stays may lead nowhere, as while a disk is not there.
// If there is no source with this index the error is [ErrSourceNotListed].
func (s *LibrarySettings) SetSource(i int, source Source) error {
	if i < 0 || i >= len(s.Sources) {
		return fmt.Errorf("source %d is %w", i, ErrSourceNotListed)
	}
	address, err := cleanAddress(source.Address, "")
	if err != nil {
		return err
	}
	l := newSourceList(s.Sources)
	if sameKey(address) != sameKey(s.Sources[i].Address) {
		if err := errors.Join(checkPresent(address, source.Address), l.checkNew(address)); err != nil {
			return err
		}
	}
	source.Address = address
	if err := source.check(); err != nil {
		return err
	}
	l.sources[i] = source
	s.Sources = l.sources
	return nil
}

// checkPresent returns a [*FieldError] if a clean address, typed as given, leads to
// no file or folder. The web is not asked.
func checkPresent(address, typed string) error {
	if IsURL(address) {
		return nil
	}
	if _, err := os.Stat(address); err != nil {
		return addressError(typed, wantAddress+" that exists", "there is no such file or folder")
	}
	return nil
}

// A sourceList is a list of sources that is quick to find a source, so that lists
// of thousands do not take seconds.
type sourceList struct {
	sources []Source
	at      map[string]int // the index of each, by what the addresses of one source have in common
}

// newSourceList makes a list of copies of sources, whatever they are.
func newSourceList(sources []Source) *sourceList {
	l := &sourceList{slices.Clone(sources), make(map[string]int, len(sources))}
	for i, source := range sources {
		key := sameKey(source.Address)
		if _, ok := l.at[key]; !ok {
			l.at[key] = i
		}
	}
	return l
}

// find returns the index of the source with a clean address, -1 if there is none.
func (l *sourceList) find(address string) int {
	if i, ok := l.at[sameKey(address)]; ok {
		return i
	}
	return -1
}

// locate returns the index of the source with an address as it is typed.
func (l *sourceList) locate(address string) (int, error) {
	clean, err := cleanAddress(address, "")
	if err != nil {
		return -1, err
	}
	i := l.find(clean)
	if i < 0 {
		return -1, fmt.Errorf("source %s is %w", clean, ErrSourceNotListed)
	}
	return i, nil
}

// add adds a source as it is typed, unless that is an error.
func (l *sourceList) add(source Source) error {
	address, err := cleanAddress(source.Address, "")
	if err != nil {
		return err
	}
	if err := checkPresent(address, source.Address); err != nil {
		return err
	}
	source.Address = address
	if err := l.check(source); err != nil {
		return err
	}
	l.push(source)
	return nil
}

// put adds a source whose address is in order, also if it returns an error.
func (l *sourceList) put(source Source) error {
	err := l.check(source)
	l.push(source)
	return err
}

// push adds a source, whatever it is.
func (l *sourceList) push(source Source) {
	if l.find(source.Address) < 0 {
		l.at[sameKey(source.Address)] = len(l.sources)
	}
	l.sources = append(l.sources, source)
}

// check returns what is wrong with a source that is to be added.
func (l *sourceList) check(source Source) error {
	return errors.Join(source.check(), l.checkNew(source.Address))
}

// checkNew returns an error if there is a source with a clean address.
func (l *sourceList) checkNew(address string) error {
	if i := l.find(address); i >= 0 {
		return fmt.Errorf("source %s is %w", l.sources[i].Address, ErrSourceListed)
	}
	return nil
}
