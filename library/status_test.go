package library

import (
	"os"
	"testing"
)

func TestStatus(t *testing.T) {
	l := newLibrary(t)
	w := lock(t, l)
	a, b := Space{"a", 2}, Space{"b", 1}
	n1, n2, old := NameOf("m1"), NameOf("m2"), NameOf("old")
	write(t, l, map[string]string{"Match/" + old.file(): "old", "Content/" + old.file(): "old!"})
	status, err := l.Status()
	if err != nil || !status.Original || status.Unclaimed != 1 {
		t.Errorf("before: %+v, %v", status, err)
	}

	apply(t, w, Update{Put: []Page{page("a.html", "m1", "c1", "m2", "A"), page("b.html", "m2", "B"), page("c.html")}})
	putVectors(t, w, a, vectorOf(n1, 2), vectorOf(NameOf("gone"), 2))
	putVectors(t, w, b, vectorOf(n1, 1), vectorOf(n2, 1), vectorOf(old, 1))
	status, err = l.Status()
	if err != nil {
		t.Fatal(err)
	}
	want := Status{
		Pages: 3, Chunks: 3, Unclaimed: 1, Shared: 1,
		Spaces: []SpaceStatus{
			{Space: a, Vectors: 2, Missing: 2, Obsolete: 1, Bytes: 7 + 7 + 28},
			{Space: b, Vectors: 3, Bytes: 3 + 3 + 3 + 28},
		},
	}
	want.Bytes.Match, want.Bytes.Content, want.Bytes.Page = 7, 10, status.Bytes.Page
	diff(t, "status", status, want)
	diff(t, "of a", status.Of(a), want.Spaces[0])
	diff(t, "of another", status.Of(Space{"c", 1}), SpaceStatus{Space: Space{"c", 1}, Missing: 3})

	write(t, l, map[string]string{"Page/" + pageFile("c.html"): "{"})
	if err := os.Remove(l.path(matchDir, n2.file())); err != nil {
		t.Fatal(err)
	}
	status, err = l.Status()
	if err != nil || status.Pages != 2 || status.Broken != 1 || status.Damaged != 2 || status.Chunks != 2 {
		t.Errorf("with damage: %+v, %v", status, err)
	}
}
