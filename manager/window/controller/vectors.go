package controller

import (
	"context"
	"slices"
	"strconv"

	"ragmanager/library"
	"ragmanager/manager"
	"ragmanager/manager/window/text"
)

// A maker is a model that makes vectors.
type maker struct {
	model      string
	components int  // of its vectors
	fewer      bool // can be asked for
}

// makers are the models that people use, as their makers describe them.
var makers = []maker{
	{"text-embedding-3-small", 1536, true},
	{"text-embedding-3-large", 3072, true},
	{"text-embedding-ada-002", 1536, false},
	{"nomic-embed-text", 768, false},
	{"mxbai-embed-large", 1024, false},
	{"bge-m3", 1024, false},
	{"all-minilm", 384, false},
}

// LikelyModels returns the models that the vectors may be of whose model nobody knows,
// the likeliest first.
func (c *Controller) LikelyModels() []string {
	return likely(c.state.Unknown, c.settings.Retrieve.Model)
}

// likely returns the models whose vectors may have so many components. That which is
// set comes first, unless it is known to make others.
func likely(components int, set string) []string {
	var exact, fewer []string
	if !slices.ContainsFunc(makers, func(m maker) bool { return m.model == set }) {
		exact = append(exact, set)
	}
	for _, m := range makers {
		switch {
		case m.components == components:
			exact = append(exact, m.model)
		case m.fewer && m.components > components:
			fewer = append(fewer, m.model)
		}
	}
	return append(exact, fewer...)
}

// SayVectors notes that the vectors of which nobody knows the model are of model, and
// asks in that model from now on.
func (c *Controller) SayVectors(model string) {
	root := c.state.Root
	c.run(text.SayVectors, func(ctx context.Context, m *manager.Manager, _ *reporter) (string, error) {
		space, err := m.SayVectors(ctx, model)
		if err != nil {
			return "", err
		}
		if err := changeLibrary(root, func(s *manager.LibrarySettings) error { return askIn(s, space) }); err != nil {
			return "", err
		}
		c.Do(c.reopen)
		return text.VectorsAre(space.String()), nil
	})
}

// askIn makes questions be asked in a space. The number of components is set only if
// the model has to be told, since many servers refuse it.
func askIn(s *manager.LibrarySettings, space library.Space) error {
	components := 0
	for _, m := range makers {
		if m.model == space.Model && m.components != space.Dimensions {
			components = space.Dimensions
		}
	}
	if err := s.Set("retrieve.model", space.Model); err != nil {
		return err
	}
	return s.Set("retrieve.dimensions", strconv.Itoa(components))
}
