package library

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math"
)

// A pack holds the vectors of one embedding space as they are in memory, so that
// they need not be read from thousands of text files. It is derived from these
// and believed only where it agrees with them. Numbers are little-endian.
//
//	magic      8 bytes   "ragpack" and 0
//	version    uint32    packVersion
//	dimensions uint32    components of a vector
//	rows       uint64    number of vectors, none twice
//	head       uint64    number of bytes from the beginning to the first component
//	checksum   uint32    of the head, with 0 here
//	model      uint32    length of the model's name, which follows
//	rows               for each:
//	  name     6 bytes   as in hexadecimal
//	  0        2 bytes
//	  size     int64     of the embed file
//	  changed  int64     time of the embed file in nanoseconds since 1970; 0 if unknown
//	  inverse  float64   1 divided by the length of the vector, 0 if that is 0
//	sums       uint32    for each block: checksum of its components
//	0                    up to a multiple of 4096 bytes
//	components float32   row by row
//
// A block is as many rows as have blockComponents components together, at least
// one; the last may be shorter. Checksums are CRC-32C. If that of a block is
// wrong, its rows are lost, but not the others.
const (
	packMagic   = "ragpack\x00"
	packVersion = 1

	packFixed    = 40   // bytes before the model
	packChecksum = 32   // where the checksum is
	packRow      = 32   // bytes of a row
	packAlign    = 4096 // the size of a page of memory, so that components can be mapped
)

var crcTable = crc32.MakeTable(crc32.Castagnoli)

// errPack is a pack that is damaged, of another version or of another space.
var errPack = errors.New("no pack of this space and version")

// packHead returns how many bytes the head of a pack of m is long.
func packHead(space Space, m *matrix) int {
	head := packFixed + len(space.Model) + packRow*len(m.rows) + 4*len(m.blocks)
	return (head + packAlign - 1) / packAlign * packAlign
}

// encodePackHead returns the head of a pack of m. Sums are the checksums of the
// blocks.
func encodePackHead(space Space, m *matrix, sums []uint32) []byte {
	le := binary.LittleEndian
	size := packHead(space, m)
	head := append(make([]byte, 0, size), packMagic...)
	head = le.AppendUint32(head, packVersion)
	head = le.AppendUint32(head, uint32(space.Dimensions))
	head = le.AppendUint64(head, uint64(len(m.rows)))
	head = le.AppendUint64(head, uint64(size))
	head = le.AppendUint32(head, 0)
	head = le.AppendUint32(head, uint32(len(space.Model)))
	head = append(head, space.Model...)
	for i := range m.rows {
		r := &m.rows[i]
		head = append(head, r.name[:]...)
		head = append(head, 0, 0)
		head = le.AppendUint64(head, uint64(r.size))
		head = le.AppendUint64(head, uint64(r.changed))
		head = le.AppendUint64(head, math.Float64bits(r.inverse))
	}
	for _, sum := range sums {
		head = le.AppendUint32(head, sum)
	}
	head = head[:size]
	le.PutUint32(head[packChecksum:], crc32.Checksum(head, crcTable))
	return head
}

// packHeadSize returns how many bytes the head is long that begins with fixed, of a
// pack of the given size of space.
func packHeadSize(space Space, fixed []byte, size int64) (int, error) {
	le := binary.LittleEndian
	if len(fixed) < packFixed || !bytes.HasPrefix(fixed, []byte(packMagic)) ||
		le.Uint32(fixed[8:]) != packVersion || uint64(le.Uint32(fixed[12:])) != uint64(space.Dimensions) ||
		uint64(le.Uint32(fixed[36:])) != uint64(len(space.Model)) {
		return 0, errPack
	}
	rows, head := le.Uint64(fixed[16:]), le.Uint64(fixed[24:])
	perRow := uint64(packRow) + 4*uint64(space.Dimensions)
	if rows > uint64(size)/perRow || head > uint64(size) || head+rows*4*uint64(space.Dimensions) != uint64(size) {
		return 0, fmt.Errorf("%w: it is cut short or too long", errPack)
	}
	return int(head), nil
}

// decodePackHead returns a matrix with the rows in head, which packHeadSize likes,
// and memory for their components, and the checksums of the blocks.
func decodePackHead(space Space, head []byte) (m *matrix, sums []uint32, err error) {
	le := binary.LittleEndian
	want := le.Uint32(head[packChecksum:])
	le.PutUint32(head[packChecksum:], 0)
	if crc32.Checksum(head, crcTable) != want {
		return nil, nil, fmt.Errorf("%w: the checksum is wrong", errPack)
	}
	rows := int(le.Uint64(head[16:]))
	height := max(1, blockComponents/space.Dimensions)
	blocks := (rows + height - 1) / height
	end := packFixed + len(space.Model) + packRow*rows + 4*blocks
	if (end+packAlign-1)/packAlign*packAlign != len(head) || string(head[packFixed:][:len(space.Model)]) != space.Model {
		return nil, nil, errPack
	}
	m = newMatrix(space.Dimensions, rows)
	rest := head[packFixed+len(space.Model):]
	for i := range m.rows {
		r := &m.rows[i]
		copy(r.name[:], rest)
		r.size, r.changed = int64(le.Uint64(rest[8:])), int64(le.Uint64(rest[16:]))
		r.inverse = math.Float64frombits(le.Uint64(rest[24:]))
		if !(r.inverse >= 0 && r.inverse <= math.MaxFloat32) {
			return nil, nil, fmt.Errorf("%w: a length is no number", errPack)
		}
		rest = rest[packRow:]
	}
	for range m.blocks {
		sums = append(sums, le.Uint32(rest))
		rest = rest[4:]
	}
	return m, sums, nil
}
