package retrieve

import "testing"

func TestIsFunctionWord(t *testing.T) {
	for word, want := range map[string]bool{"the": true, "The": true, "der": true, "x": true, "pump": false, "batteries": false, "": false} {
		if have := IsFunctionWord(word); have != want {
			t.Errorf("%q: %v", word, have)
		}
	}
}
