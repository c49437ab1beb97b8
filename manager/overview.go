package manager

import (
	"errors"
	"os"
	"path/filepath"
	"time"

	"ragmanager/library"
	"ragmanager/manager/retrieve"
)

// An Overview tells how far a library is ready to be asked.
type Overview struct {
	Status     library.Status
	Space      string              // "builtin", or the model of the vectors that questions are asked in
	Builtin    bool                // Space is the builtin one, also for want of anything but the retriever keyword
	Fitted     bool                // builtin: the index is up to date; else it is made with the first question, or by Embed
	Missing    []library.Name      // chunks without a vector in the space, sorted; none if Builtin
	Obsolete   int                 // vectors of chunks that are gone, in all spaces
	Thresholds retrieve.Thresholds // that count for the space
	Asks       string              // model that answers questions of high relevance, "" if none is asked: for want of a key, or with answer.diagnostic
	KeyFrom    string              // where the key was found, "" if there is none
	Trouble    error               // why the space cannot be used, such as vectors of an unknown model; nil if it can
}

// Ready returns nil if the library can be asked, else why not, with a hint:
// [ErrNoChunks], what Trouble is, or [ErrNotEmbedded]. A library whose index has
// to be fitted first, or of which some chunks have no vector, is ready.
func (o Overview) Ready() error {
	switch {
	case o.Status.Chunks == 0:
		return noChunks()
	case o.Trouble != nil:
		return o.Trouble
	case !o.Builtin && len(o.Missing) >= o.Status.Chunks:
		return notEmbedded(o.Space)
	}
	return nil
}

// noChunks returns an [ErrNoChunks] with its hint.
func noChunks() error { return &hintError{ErrNoChunks, "fill it with: ragmanager chunk"} }

// Overview tells how far the library is ready to be asked. It looks at every file
// of the library, and reads no text, asks no server and makes no index: it takes a
// tenth of a second for ten thousand chunks. Whether the index is whole is seen when
// it is used. Errors are those of [library.Library.Status]; what keeps nothing but
// asking from working is in Trouble.
func (m *Manager) Overview() (Overview, error) {
	status, err := m.library.Status()
	if err != nil {
		return Overview{}, err
	}
	o := Overview{Status: status}
	for _, s := range status.Spaces {
		o.Obsolete += s.Obsolete
	}
	if key, err := m.personal.FindKey(); err == nil {
		o.KeyFrom = key.From
	}
	if client, err := m.client(time.Minute); err == nil && client != nil && m.settings.Answer.Diagnostic == "" {
		o.Asks = m.settings.Answer.High.Model
	}
	needed, err := m.NeedsVectors()
	o.Builtin = !needed
	o.Thresholds = m.thresholds(o.Builtin)
	if o.Builtin {
		o.Space = SpaceBuiltin
		o.Fitted, err = m.fitted()
		return o, err
	}
	o.Space, o.Trouble = m.settings.Retrieve.Model, err
	return o, m.lookAtVectors(&o)
}

// fitted reports whether the index of the builtin space is that of the chunks as
// they are.
func (m *Manager) fitted() (bool, error) {
	stamp, err := m.textStamp()
	if err != nil {
		return false, err
	}
	f, err := os.Open(filepath.Join(m.library.CacheDir(), builtinName))
	if err != nil {
		return false, nil // what cannot be read is made anew
	}
	defer f.Close()
	have, err := retrieve.ReadStamp(f)
	return err == nil && have == stamp, nil
}

// lookAtVectors fills in what is known of the space of vectors.
func (m *Manager) lookAtVectors(o *Overview) error {
	space, err := m.space()
	if err != nil {
		return err
	}
	if o.Trouble == nil {
		_, o.Trouble = m.mustClient() // questions are embedded, too
	}
	own, known, err := m.library.Space()
	if err != nil {
		return err
	}
	if !known && own.Dimensions > 0 && (space.Dimensions == 0 || space.Dimensions == own.Dimensions) {
		o.Trouble = unknownSpace(own.Dimensions)
		space.Dimensions = 0 // none of them is known to be of the space
	}
	if o.Missing, err = m.missing(space); errors.Is(err, ErrNoChunks) {
		return nil
	}
	if errors.Is(err, library.ErrSpace) {
		o.Trouble = err
		return nil
	}
	return err
}
