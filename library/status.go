package library

import (
	"context"
	"errors"
	"io/fs"
	"path"
)

// A Status counts what is in a library.
type Status struct {
	Original  bool // made by the original program and not chunked since
	Pages     int  // page records
	Broken    int  // page records that cannot be understood
	Damaged   int  // pages that have to be chunked again, see Damaged
	Chunks    int  // names with both a match and a content file
	Unclaimed int  // chunks that no page claims
	Shared    int  // chunks that stand in several places

	// Spaces tells of the vectors: first of those in Embed itself, if there are any
	// or is a space.json, then of those in further folders, sorted by folder. Of
	// the first, the model may be unknown: Model is "" then.
	Spaces []SpaceStatus

	// Bytes are the sizes of the files of each kind together.
	Bytes struct{ Match, Content, Page int64 }
}

// A SpaceStatus counts the vectors of one embedding space.
type SpaceStatus struct {
	Space    Space
	Vectors  int   // embed files
	Missing  int   // chunks without a vector
	Obsolete int   // vectors without a content file
	Bytes    int64 // size of the embed files together
}

// Status counts what is in the library. It reads all page records and looks at the
// size of every file, but reads no text and hardly a vector. Broken records
// are counted, and are no error; a space.json that cannot be understood is a
// RecordError.
func (l *Library) Status() (Status, error) {
	var s Status
	chunks, err := l.chunks()
	if err != nil {
		return Status{}, err
	}
	s.Chunks = len(chunks)
	if err := s.countPages(l, chunks); err != nil {
		return Status{}, err
	}
	if err := s.countVectors(l, chunks); err != nil {
		return Status{}, err
	}
	return s, s.measure(l)
}

// Of returns the status of space; if it has no vectors, all chunks miss one.
func (s *Status) Of(space Space) SpaceStatus {
	for _, status := range s.Spaces {
		if status.Space == space {
			return status
		}
	}
	return SpaceStatus{Space: space, Missing: s.Chunks}
}

func (s *Status) countPages(l *Library, chunks nameSet) error {
	records, broken, err := l.records(context.Background())
	if err != nil {
		return err
	}
	places := placesOf(pagesOf(records))
	s.Pages, s.Broken = len(records), len(broken)
	s.Original = s.Pages+s.Broken == 0 && len(chunks) > 0
	s.Damaged = len(damaged(places, chunks))
	s.Unclaimed = len(chunks)
	for n, at := range places {
		if chunks.has(n) {
			s.Unclaimed--
		}
		if len(at) > 1 {
			s.Shared++
		}
	}
	return nil
}

func (s *Status) countVectors(l *Library, chunks nameSet) error {
	contents, err := l.list(contentDir)
	if err != nil {
		return err
	}
	dirs, spaces, err := l.allSpaces()
	if err != nil {
		return err
	}
	for i, dir := range dirs {
		vectors, err := l.list(dir)
		if err != nil {
			return err
		}
		bytes, err := l.size(dir)
		if err != nil {
			return err
		}
		s.Spaces = append(s.Spaces, SpaceStatus{
			Space:    spaces[i],
			Vectors:  len(vectors),
			Missing:  len(chunks.minus(vectors)),
			Obsolete: len(vectors.minus(contents)),
			Bytes:    bytes,
		})
	}
	return nil
}

// measure fills in the sizes of the folders.
func (s *Status) measure(l *Library) (err error) {
	if s.Bytes.Match, err = l.size(matchDir); err != nil {
		return err
	}
	if s.Bytes.Content, err = l.size(contentDir); err != nil {
		return err
	}
	s.Bytes.Page, err = l.size(pageDir)
	return err
}

// size returns the number of bytes in those files of the folder dir that are ours.
func (l *Library) size(dir string) (int64, error) {
	entries, err := l.entries(dir)
	if err != nil {
		return 0, err
	}
	var bytes int64
	for _, e := range entries {
		if e.IsDir() || !ours(path.Join(dir, e.Name())) {
			continue
		}
		info, err := e.Info()
		if errors.Is(err, fs.ErrNotExist) {
			continue // it went meanwhile
		}
		if err != nil {
			return 0, err
		}
		bytes += info.Size()
	}
	return bytes, nil
}
