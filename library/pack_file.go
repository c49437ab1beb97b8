package library

import (
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unsafe"
)

// packEnd ends the names of packs.
const packEnd = ".pack"

// packPiece is how many bytes are read or written at once: so few that they stay in
// the cache of the processor while they are summed.
const packPiece = 1 << 18

// packPath returns the path of the pack of space.
func (l *Library) packPath(space Space) string { return l.path(packFile(space)) }

// packFile is packPath relative to the root.
func packFile(space Space) string { return path.Join(cacheDir, space.folder()+packEnd) }

// openPack reads the pack of space, and reports whether it is whole. The matrix is
// nil if nothing of it can be used.
func (l *Library) openPack(ctx context.Context, space Space) (m *matrix, whole bool) {
	if space.check() != nil {
		return nil, false
	}
	f, err := os.Open(l.packPath(space))
	if err != nil {
		return nil, false
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return nil, false
	}
	m, whole, err = readPack(ctx, f, info.Size(), space)
	if err != nil {
		return nil, false
	}
	return m, whole
}

// readPack reads a pack of size bytes of space. The error is errPack, or one of
// reading. Rows whose block is damaged are left out, and it is not whole then.
func readPack(ctx context.Context, from io.ReaderAt, size int64, space Space) (m *matrix, whole bool, err error) {
	head := make([]byte, min(size, packFixed))
	if err := readAll(from, head, 0); err != nil {
		return nil, false, err
	}
	n, err := packHeadSize(space, head, size)
	if err != nil {
		return nil, false, err
	}
	head = make([]byte, max(n, packFixed))
	if err := readAll(from, head, 0); err != nil {
		return nil, false, err
	}
	m, sums, err := decodePackHead(space, head)
	if err != nil {
		return nil, false, err
	}
	good := make([]bool, len(m.rows))
	err = forEach(ctx, len(m.blocks), func(b int) error {
		start := b * m.height
		ok := readBlock(from, m.blocks[b], int64(n)+int64(start)*4*int64(m.dims), sums[b])
		for i := start; i < min(start+m.height, len(m.rows)); i++ {
			good[i] = ok
		}
		return nil
	})
	m.keep(good)
	return m, len(m.rows) == len(good), err
}

// readBlock reads a block that begins at offset and reports whether it is whole.
func readBlock(from io.ReaderAt, block []float32, offset int64, want uint32) bool {
	sum := uint32(0)
	for raw := rawBytes(block); len(raw) > 0; {
		n := min(packPiece, len(raw))
		if readAll(from, raw[:n], offset) != nil {
			return false
		}
		sum = crc32.Update(sum, crcTable, raw[:n])
		raw = raw[n:]
		offset += int64(n)
	}
	littleEndian(block)
	return sum == want
}

// readAll fills b from offset on.
func readAll(from io.ReaderAt, b []byte, offset int64) error {
	n, err := from.ReadAt(b, offset)
	if n == len(b) {
		return nil
	}
	return err
}

// savePack writes the pack of space, by way of a temporary file. It need not get to
// the disk before the power fails, since the checksums tell. The errors are those
// of writing, or the cause of ctx's end.
func (l *Library) savePack(ctx context.Context, space Space, m *matrix) error {
	if err := os.Mkdir(l.CacheDir(), 0o777); err != nil && !errors.Is(err, fs.ErrExist) {
		return writeError(l.root, err)
	}
	l.sweepPacks()
	// Several may write at once, so each has a temporary file of its own.
	target := l.packPath(space)
	base := fmt.Sprintf(".%s.%x.tmp", filepath.Base(target), rand.Uint64())
	name := filepath.Join(l.CacheDir(), base)
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return writeError(l.root, err)
	}
	err = errors.Join(writePack(ctx, f, space, m), f.Close())
	if err == nil {
		err = os.Rename(name, target)
	}
	if err != nil {
		_ = os.Remove(name)
	}
	return writeError(l.root, err)
}

// writePack writes a pack of m, from several goroutines at once.
func writePack(ctx context.Context, to io.WriterAt, space Space, m *matrix) error {
	head := packHead(space, m)
	sums := make([]uint32, len(m.blocks))
	err := forEach(ctx, len(m.blocks), func(b int) (err error) {
		sums[b], err = writeBlock(to, m.blocks[b], int64(head)+int64(b)*int64(m.height)*4*int64(m.dims))
		return err
	})
	if err != nil {
		return err
	}
	_, err = to.WriteAt(encodePackHead(space, m, sums), 0)
	return err
}

// writeBlock writes a block from offset on and returns its checksum.
func writeBlock(to io.WriterAt, block []float32, offset int64) (sum uint32, err error) {
	if isBigEndian {
		block = slices.Clone(block)
		littleEndian(block)
	}
	for raw := rawBytes(block); len(raw) > 0; {
		n := min(packPiece, len(raw))
		sum = crc32.Update(sum, crcTable, raw[:n])
		if _, err := to.WriteAt(raw[:n], offset); err != nil {
			return 0, err
		}
		raw = raw[n:]
		offset += int64(n)
	}
	return sum, nil
}

// sweepPacks removes the temporary files of packs whose writers were killed.
func (l *Library) sweepPacks() {
	entries, err := l.entries(cacheDir)
	if err != nil {
		return
	}
	const longAgo = time.Hour
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), ".") || !strings.Contains(e.Name(), packEnd+".") || !strings.HasSuffix(e.Name(), ".tmp") {
			continue
		}
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() && time.Since(info.ModTime()) > longAgo {
			_ = os.Remove(l.path(cacheDir, e.Name()))
		}
	}
}

// rawBytes returns the memory of block.
func rawBytes(block []float32) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(block))), 4*len(block))
}
