package library

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
)

// A Space is an embedding space: a model with the number of components it was
// asked for. Vectors of two spaces cannot be compared, and never share a folder.
type Space struct {
	Model      string `json:"model"`
	Dimensions int    `json:"dimensions"` // number of components, at least 1
}

// originalSpace is the space of libraries made by the original program, which
// knows one model only.
var originalSpace = Space{Model: "text-embedding-3-small", Dimensions: 1536}

// spaceFile describes the space of the vectors beside it.
const spaceFile = "space.json"

// String returns the model and the number of components, as in
// "text-embedding-3-small, 1536 components".
func (s Space) String() string {
	model := s.Model
	if model == "" {
		model = "unknown model"
	}
	return fmt.Sprintf("%s, %d components", model, s.Dimensions)
}

// folder is the name of the folder of s in Embed. It keeps of the model what is
// safe in a file name everywhere; where that is not all, a hash tells models
// apart that would look the same.
func (s Space) folder() string {
	const longest = 64
	slug := strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r == '.' || r == '_' {
			return r
		}
		return '-'
	}, s.Model)
	slug = strings.TrimLeft(slug[:min(len(slug), longest)], ".")
	if slug != s.Model {
		sum := sha256.Sum256([]byte(s.Model))
		slug += "-" + hex.EncodeToString(sum[:4])
	}
	return slug + "-" + strconv.Itoa(s.Dimensions)
}

// Space returns what the vectors that lie in Embed itself belong to, and whether
// that is known. It is what Embed/space.json says, else text-embedding-3-small
// if the first vectors have 1536 components. If it is not known, Dimensions is
// the number of components of the first vector, or 0 if there is no vector. The
// error is a RecordError if space.json cannot be understood.
func (l *Library) Space() (space Space, known bool, err error) {
	if space, err = l.readSpace(embedDir); !errors.Is(err, fs.ErrNotExist) {
		return space, err == nil, err
	}
	names, err := l.list(embedDir)
	if err != nil {
		return Space{}, false, err
	}
	lengths := l.firstLengths(sorted(names))
	if len(lengths) == 0 {
		return Space{}, false, nil
	}
	for _, length := range lengths {
		if length != originalSpace.Dimensions {
			return Space{Dimensions: lengths[0]}, false, nil
		}
	}
	return originalSpace, true, nil
}

// firstLengths returns the numbers of components of the first few vectors in Embed
// that can be read.
func (l *Library) firstLengths(names []Name) []int {
	const few = 3
	var lengths []int
	for _, n := range names {
		text, err := os.ReadFile(l.path(embedDir, n.file()))
		if err != nil {
			continue
		}
		vector, err := DecodeVector(nil, text)
		if err != nil || len(vector) == 0 {
			continue
		}
		if lengths = append(lengths, len(vector)); len(lengths) == few {
			break
		}
	}
	return lengths
}

// Spaces returns the embedding spaces that the library has a folder for: first
// that of Embed itself, if it is known, then the others sorted by folder. The
// error is a RecordError if a space.json cannot be understood.
func (l *Library) Spaces() ([]Space, error) {
	_, spaces, err := l.allSpaces()
	return slices.DeleteFunc(spaces, func(s Space) bool { return s.Model == "" }), err
}

// allSpaces returns the folders that hold vectors, and the space of each. The
// first may be Embed itself with a space that is unknown.
func (l *Library) allSpaces() (dirs []string, spaces []Space, err error) {
	space, known, err := l.Space()
	if err != nil {
		return nil, nil, err
	}
	if known || space.Dimensions > 0 {
		dirs, spaces = append(dirs, embedDir), append(spaces, space)
	}
	folders, err := l.spaceDirs()
	if err != nil {
		return nil, nil, err
	}
	for _, dir := range folders {
		space, err := l.readSpace(dir)
		if errors.Is(err, fs.ErrNotExist) {
			continue // it is not ours
		}
		if err != nil {
			return nil, nil, err
		}
		dirs, spaces = append(dirs, dir), append(spaces, space)
	}
	return dirs, spaces, nil
}

// spaceDirs returns the folders in Embed, sorted.
func (l *Library) spaceDirs() ([]string, error) {
	entries, err := l.entries(embedDir)
	var dirs []string
	for _, e := range entries {
		if e.IsDir() {
			dirs = append(dirs, path.Join(embedDir, e.Name()))
		}
	}
	slices.Sort(dirs)
	return dirs, err
}

// readSpace returns the space that the folder dir of the library is for. The
// error is fs.ErrNotExist if it does not say.
func (l *Library) readSpace(dir string) (Space, error) {
	file := l.path(dir, spaceFile)
	raw, err := os.ReadFile(file)
	if err != nil {
		return Space{}, fmt.Errorf("embedding space: %w", err)
	}
	var s Space
	if err = json.Unmarshal(raw, &s); err == nil {
		err = s.check()
	}
	if err != nil {
		return Space{}, &RecordError{file, err, "write the model and the number of components into it, as in " +
			string(originalSpace.encode())}
	}
	return s, nil
}

func (s Space) encode() []byte {
	text, err := json.Marshal(s)
	if err != nil {
		panic(err) // unreachable: a string and an int
	}
	return text
}

// incomplete is an ErrSpace for a space that check does not like.
func incomplete(why error) error {
	return hint(fmt.Errorf("%w: %w", ErrSpace, why), "name the embedding model and its dimensions in the settings")
}

// check returns an error if s is not complete.
func (s Space) check() error {
	switch {
	case s.Model == "":
		return errors.New("no model is named")
	case s.Dimensions < 1:
		return fmt.Errorf("vectors of %s have at least 1 component, not %d", s.Model, s.Dimensions)
	}
	return nil
}

// vectorDir returns the folder in which the library has, or would have, the
// vectors of space. The error is ErrSpace if space is not complete, or if it
// cannot be told whether the vectors in Embed belong to it.
func (l *Library) vectorDir(space Space) (string, error) {
	if err := space.check(); err != nil {
		return "", incomplete(err)
	}
	plain, known, err := l.Space()
	switch {
	case err != nil:
		return "", err
	case known && plain == space:
		return embedDir, nil
	case !known && plain.Dimensions == space.Dimensions:
		return "", hint(fmt.Errorf("%s: %w: its vectors have %d components, but nothing says that %s made them",
			l.path(embedDir), ErrSpace, plain.Dimensions, space.Model),
			"say which model made the vectors in %s, or remove them", l.path(embedDir))
	}
	dir := path.Join(embedDir, space.folder())
	switch there, err := l.readSpace(dir); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return "", err
	case there != space:
		return "", hint(fmt.Errorf("%s: %w: it holds vectors of %s, not of %s", l.path(dir), ErrSpace, there, space),
			"remove or rename the folder %s", l.path(dir))
	}
	return dir, nil
}
