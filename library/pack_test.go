package library

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// packed returns a library as embedded makes it, of files that were not changed
// lately, and its pack.
func packed(t testing.TB, space Space, texts ...string) (l *Library, pack string) {
	t.Helper()
	l = embedded(t, space, texts...)
	settle(t, l)
	index(t, l, space)
	pack = l.packPath(space)
	if _, err := os.Stat(pack); err != nil {
		t.Fatal(err)
	}
	return l, pack
}

// settle makes all vectors and folders look as if they were changed a minute ago.
func settle(t testing.TB, l *Library) {
	t.Helper()
	for file := range tree(t, l) {
		if strings.HasPrefix(file, embedDir) {
			age(t, l.path(file))
		}
	}
	for _, dir := range []string{embedDir, contentDir} {
		age(t, l.path(dir))
	}
}

// forge replaces a vector in such a way that nobody can tell but who reads it: the
// text must be as long as the old.
func forge(t testing.TB, l *Library, file, text string) {
	t.Helper()
	info, err := os.Stat(l.path(file))
	if err != nil || info.Size() != int64(len(text)) {
		t.Fatal(info, err)
	}
	write(t, l, map[string]string{file: text})
	if err := os.Chtimes(l.path(file), info.ModTime(), info.ModTime()); err != nil {
		t.Fatal(err)
	}
}

func TestPackIsUsed(t *testing.T) {
	space := Space{"m", 2}
	l, _ := packed(t, space, "1 0", "0 1", "3 4", "8 6")
	forge(t, l, embedPath(1), "9 9") // so it can be seen where vectors come from
	hits := search(t, index(t, l, space), 0, 1, 0)
	diff(t, "hits from the pack", rounded(hits), []Hit{{numbered(0), 1}, {numbered(3), .8}, {numbered(2), .6}, {numbered(1), 0}})

	write(t, l, map[string]string{embedPath(2): "5 12"}) // another size, and no longer settled
	age(t, l.path(embedPath(3)))                         // only another time
	forge(t, l, embedPath(3), "0 6")
	if err := os.Remove(l.path(embedPath(0))); err != nil {
		t.Fatal(err)
	}
	write(t, l, map[string]string{embedPath(9): "1 0", "Content/" + numbered(9).file(): ""})
	for range 2 {
		hits = search(t, index(t, l, space), 0, 1, 0)
		diff(t, "hits after changes", rounded(hits),
			rounded([]Hit{{numbered(9), 1}, {numbered(2), 5. / 13}, {numbered(1), 0}, {numbered(3), 0}}))
	}
}

func TestVectorsThatAreNotSettledAreReadAgain(t *testing.T) {
	space := Space{"m", 1}
	l := embedded(t, space, "1", "2")
	index(t, l, space)
	forge(t, l, embedPath(0), "0")
	diff(t, "hits", search(t, index(t, l, space), 0, 1), []Hit{{numbered(1), 1}, {numbered(0), 0}})
}

func TestPackThatIsUsableIsNotWrittenAgain(t *testing.T) {
	space := Space{"m", 2}
	l, pack := packed(t, space, "1 0", "0 1", "3 4")
	age(t, pack)
	before, err := os.Stat(pack)
	if err != nil {
		t.Fatal(err)
	}
	index(t, l, space)
	after, err := os.Stat(pack)
	if err != nil || !after.ModTime().Equal(before.ModTime()) {
		t.Errorf("written again at %v: %v", after, err)
	}
}

// Whatever is done to a pack, searches find what they should, and the next pack is
// as good as the first.
func TestDamagedPacks(t *testing.T) {
	space := Space{"m", 2}
	l, pack := packed(t, space, "1 0", "0 1", "3 4")
	want := search(t, index(t, l, space), 0, 1, 0)
	whole, err := os.ReadFile(pack)
	if err != nil {
		t.Fatal(err)
	}
	damages := map[string][]byte{
		"empty": {}, "cut in the head": whole[:100], "cut at the end": whole[:len(whole)-1],
		"too long": append(bytes.Clone(whole), 0), "only the head": whole[:packAlign],
		"nonsense": bytes.Repeat([]byte("nonsense"), 1000),
	}
	for i := 0; i < len(whole); i++ {
		if i == 160 { // the rest of the head is zero
			i = packAlign - 1
		}
		damaged := bytes.Clone(whole)
		damaged[i] ^= 1
		damages[fmt.Sprintf("changed at %d", i)] = damaged
	}
	for name, damaged := range damages {
		write(t, l, map[string]string{packFile(space): string(damaged)})
		diff(t, "hits with a pack that is "+name, search(t, index(t, l, space), 0, 1, 0), want)
		again, err := os.ReadFile(pack)
		if err != nil || len(again) != len(whole) {
			t.Fatalf("after a pack that is %s: %d bytes, %v", name, len(again), err)
		}
		if m, whole := l.openPack(t.Context(), space); !whole || len(m.rows) != 3 {
			t.Fatalf("after a pack that is %s there is no usable one", name)
		}
	}
}

func TestPackOfAnotherSpaceIsNotUsed(t *testing.T) {
	space := Space{"m", 2}
	l, pack := packed(t, space, "1 0", "0 1", "3 4")
	for _, other := range []Space{{"n", 2}, {"m", 1}, {"mm", 2}} {
		text, err := os.ReadFile(pack)
		if err != nil {
			t.Fatal(err)
		}
		write(t, l, map[string]string{packFile(other): string(text)})
		if m, _ := l.openPack(t.Context(), other); m != nil {
			t.Errorf("the pack of %v was used for %v", space, other)
		}
	}
}

// Only the vectors of the block that is damaged are lost.
func TestPackOfSeveralBlocks(t *testing.T) {
	space := Space{"m", blockComponents / 2}
	m := newMatrix(space.Dimensions, 5)
	for i := range m.rows {
		m.rows[i] = row{keyOf(numbered(i)), false, 1, 1, 1}
		m.at(i)[i] = float32(i + 1)
	}
	l := newLibrary(t)
	if err := l.savePack(t.Context(), space, m); err != nil {
		t.Fatal(err)
	}
	check := func(want ...int) {
		t.Helper()
		m, whole := l.openPack(t.Context(), space)
		if whole != (len(want) == 5) {
			t.Errorf("the pack counts as whole: %v", whole)
		}
		got := map[Name]bool{}
		for i, r := range m.rows {
			got[r.name.name()] = true
			number := int(r.name[len(r.name)-1])
			if m.at(i)[number] != float32(number+1) {
				t.Errorf("row of %s is another one", r.name.name())
			}
		}
		wantNames := map[Name]bool{}
		for _, i := range want {
			wantNames[numbered(i)] = true
		}
		diff(t, "rows", got, wantNames)
	}
	check(0, 1, 2, 3, 4)
	f, err := os.OpenFile(l.packPath(space), os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteAt([]byte{1}, int64(packHead(space, m)+4*3*space.Dimensions)); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	check(0, 1, 4)
}

func TestPackThatCannotBeWritten(t *testing.T) {
	space := Space{"m", 1}
	l := embedded(t, space, "1", "2")
	write(t, l, map[string]string{"Cache": "a file where a folder belongs"})
	x := index(t, l, space)
	diff(t, "hits", search(t, x, 1, 1), []Hit{{numbered(0), 1}})
	if x.PackError() == nil {
		t.Error("there is no error of the pack")
	}

	l = embedded(t, space, "1", "2")
	if err := os.MkdirAll(filepath.Join(l.packPath(space), "folder"), 0o777); err != nil {
		t.Fatal(err)
	}
	x = index(t, l, space)
	diff(t, "hits", search(t, x, 1, 1), []Hit{{numbered(0), 1}})
	if x.PackError() == nil {
		t.Error("there is no error of the pack")
	}
	diff(t, "leftovers", leftovers(tree(t, l)), []string(nil))
}

func TestOldTemporaryPacksAreSwept(t *testing.T) {
	space := Space{"m", 1}
	l := embedded(t, space, "1", "2")
	old, fresh, other := l.path(cacheDir, ".m-1.pack.0.tmp"), l.path(cacheDir, ".m-1.pack.1.tmp"), l.path(cacheDir, ".m-1.tmp")
	for _, file := range []string{old, fresh, other} {
		write(t, l, map[string]string{"Cache/" + filepath.Base(file): "x"})
	}
	then := time.Now().Add(-2 * time.Hour)
	for _, file := range []string{old, other} {
		if err := os.Chtimes(file, then, then); err != nil {
			t.Fatal(err)
		}
	}
	index(t, l, space)
	if _, err := os.Stat(old); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the old one is there: %v", err)
	}
	for _, file := range []string{fresh, other} {
		if _, err := os.Stat(file); err != nil {
			t.Error(err)
		}
	}
}

func TestOpeningAtTheSameTime(t *testing.T) {
	space := Space{"m", 3}
	texts := make([]string, 300)
	for i := range texts {
		texts[i] = fmt.Sprintf("%d 1 %d", i, i*i)
	}
	l := embedded(t, space, texts...)
	settle(t, l)
	want := search(t, index(t, l, space), 0, 1, 1, 1)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 5 {
				_ = os.Remove(l.packPath(space)) // so that it is made again
				x, err := l.Index(t.Context(), space)
				if err != nil {
					t.Error(err)
					return
				}
				hits, err := x.Search([]float32{1, 1, 1}, 0)
				if err != nil {
					t.Error(err)
				}
				diff(t, "hits", hits, want)
			}
		})
	}
	all.Wait()
	diff(t, "leftovers", leftovers(tree(t, l)), []string(nil))
}

func TestIndexIsCancelled(t *testing.T) {
	space := Space{"m", 1}
	l := embedded(t, space, "1", "2")
	ctx, cancel := context.WithCancelCause(t.Context())
	why := errors.New("enough")
	cancel(why)
	before := tree(t, l)
	_, err := l.Index(ctx, space)
	wantError(t, err, why)
	diff(t, "files", tree(t, l), before)
}

// FuzzPack checks that no bytes make readPack panic or take much more memory than
// they are long, and that what it takes for a pack gives the same rows when it is
// written again. Checksums are put right first, which no fuzzer would find.
func FuzzPack(f *testing.F) {
	space := Space{"m", 2}
	for _, n := range []int{0, 1, 3} {
		m := newMatrix(2, n)
		for i := range m.rows {
			m.rows[i] = row{keyOf(numbered(i)), false, .5, 3, int64(i)}
			copy(m.at(i), []float32{float32(i), 2})
		}
		pack := packBytes(f, space, m)
		f.Add(bytes.TrimRight(pack[:packAlign], "\x00"), pack[packAlign:])
	}
	f.Add([]byte(packMagic), []byte(nil))
	f.Fuzz(func(t *testing.T, head, components []byte) {
		pack := append(make([]byte, 0, packAlign+len(components)), head[:min(len(head), packAlign)]...)
		pack = append(pack[:packAlign], components...)
		binary.LittleEndian.PutUint32(pack[packChecksum:], 0)
		for _, size := range []int{len(head), packAlign, len(pack)} {
			checkPack(t, space, pack[:min(size, len(pack))])
		}
		binary.LittleEndian.PutUint32(pack[packChecksum:], crc32.Checksum(pack[:packAlign], crcTable))
		checkPack(t, space, pack)
	})
}

func checkPack(t *testing.T, space Space, pack []byte) {
	t.Helper()
	m, _, err := readPack(t.Context(), bytes.NewReader(pack), int64(len(pack)), space)
	if err != nil {
		return
	}
	for i, r := range m.rows {
		if math.IsNaN(r.inverse) || len(m.at(i)) != 2 {
			t.Fatalf("row %d is %v of %v", i, m.at(i), r)
		}
	}
	again := packBytes(t, space, m)
	if back, whole, err := readPack(t.Context(), bytes.NewReader(again), int64(len(again)), space); !whole || len(back.rows) != len(m.rows) {
		t.Fatalf("%d rows became %v, %v", len(m.rows), back, err)
	}
}

func packBytes(t testing.TB, space Space, m *matrix) []byte {
	t.Helper()
	var file memoryFile
	if err := writePack(t.Context(), &file, space, m); err != nil {
		t.Fatal(err)
	}
	return file.text
}

// A memoryFile is a file that lies in memory.
type memoryFile struct {
	mu   sync.Mutex
	text []byte
}

func (f *memoryFile) WriteAt(b []byte, offset int64) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if missing := int(offset) + len(b) - len(f.text); missing > 0 {
		f.text = append(f.text, make([]byte, missing)...)
	}
	return copy(f.text[offset:], b), nil
}

// A pack is what its description says, on every system.
func TestPackFormat(t *testing.T) {
	space := Space{"model", 2}
	m := newMatrix(2, 1)
	m.rows[0] = row{keyOf("0123456789ab"), true, .5, 7, 258}
	copy(m.at(0), []float32{1, -2})
	pack := packBytes(t, space, m)
	parts := map[string]string{
		"beginning":  string(pack[:32]),
		"model":      string(pack[36:45]),
		"row":        string(pack[45:77]),
		"components": string(pack[4096:]),
	}
	want := map[string]string{
		"beginning":  "ragpack\x00" + "\x01\x00\x00\x00" + "\x02\x00\x00\x00" + "\x01\x00\x00\x00\x00\x00\x00\x00" + "\x00\x10\x00\x00\x00\x00\x00\x00",
		"model":      "\x05\x00\x00\x00model",
		"row":        "\x01\x23\x45\x67\x89\xab\x00\x00" + "\x07\x00\x00\x00\x00\x00\x00\x00" + "\x02\x01\x00\x00\x00\x00\x00\x00" + "\x00\x00\x00\x00\x00\x00\xe0\x3f",
		"components": "\x00\x00\x80\x3f\x00\x00\x00\xc0",
	}
	for part := range want {
		diff(t, part, parts[part], want[part])
	}
}
