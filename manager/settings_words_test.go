package manager

import (
	"slices"
	"testing"
)

func TestWordsOfFields(t *testing.T) {
	want := map[string][]string{
		"retrieve.space":     {SpaceAuto, SpaceOpenAI, SpaceBuiltin},
		"retrieve.retriever": {RetrieverAuto, RetrieverVector, RetrieverKeyword, RetrieverFused},
	}
	for _, f := range Fields() {
		if !slices.Equal(f.Words(), want[f.Key]) {
			t.Errorf("the words of %s are %q, want %q", f.Key, f.Words(), want[f.Key])
		}
		for _, word := range f.Words() {
			s := DefaultLibrarySettings()
			if err := s.Set(f.Key, word); err != nil {
				t.Error(err)
			}
		}
	}
}
