package retrieve

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"math"
	"unsafe"
)

// Errors of Decode. Either means: build the index anew.
var (
	// ErrVersion says that a file is no index or one of another version.
	ErrVersion = errors.New("not an index of this version")
	// ErrDamaged says that a file is not as Encode wrote it.
	ErrDamaged = errors.New("damaged index")
)

// Decode is the inverse of [Index.Encode]. The index it returns gives the same
// hits as the one that was encoded. The error is [ErrVersion] or [ErrDamaged].
// It keeps data, which must not change any more.
func Decode(data []byte) (*Index, error) {
	if !bytes.HasPrefix(data, []byte(magic)) {
		return nil, ErrVersion
	}
	end := len(data) - crc32.Size
	if end < len(magic) || crc32.Checksum(data[:end], castagnoli) != binary.LittleEndian.Uint32(data[end:]) {
		return nil, ErrDamaged
	}
	d := &decoder{data: data[:end], at: len(magic)}
	x := d.index()
	if d.bad || d.left() > 0 {
		return nil, ErrDamaged
	}
	x.weigh()
	return x, nil
}

// A decoder reads data from at on. Once bad it reads zeros.
type decoder struct {
	data []byte
	at   int
	bad  bool
}

func (d *decoder) index() *Index {
	x := &Index{stamp: d.string()}
	for range d.count(1) {
		x.languages = append(x.languages, d.number(len(languages)-1))
	}
	d.check(len(x.languages) > 0)
	n := d.count(1 + fields)
	x.names, x.lengths = make([]string, n), make([][fields]uint32, n)
	for i := range n {
		x.names[i] = d.string()
		d.check(x.names[i] != "" && (i == 0 || x.names[i-1] < x.names[i]))
		for f := range fields {
			x.lengths[i][f] = uint32(d.number(math.MaxInt32))
		}
	}
	d.postings(x)
	d.sequences(x)
	d.semantic(x)
	return x
}

// postings reads the terms and their postings.
func (d *decoder) postings(x *Index) {
	n := d.count(2)
	x.terms.ends = make([]uint32, 0, n)
	x.starts = make([]uint32, 1, n+1)
	x.postings = make([]posting, 0, d.count(2))
	text := make([]byte, 0, 8*n)
	before := ""
	for i := range n {
		term := d.string()
		d.check(i == 0 || before < term)
		text = append(text, term...)
		x.terms.ends = append(x.terms.ends, uint32(len(text)))
		last := -1
		frequency := d.number(min(x.Len(), cap(x.postings)-len(x.postings)))
		d.check(frequency > 0)
		for range frequency {
			step := d.number(x.Len() - 1 - last)
			d.check(step > 0)
			last += step
			p := posting{document: uint32(max(0, last))}
			d.counts(&p.counts)
			x.postings = append(x.postings, p)
		}
		x.starts = append(x.starts, uint32(len(x.postings)))
		before = term
		if d.bad {
			return
		}
	}
	x.terms.text = string(text)
	d.check(len(x.postings) == cap(x.postings))
}

// counts reads the counts of a posting.
func (d *decoder) counts(c *[fields]uint8) {
	b := d.byte()
	if b < 255 {
		c[match], c[headings], c[content] = b>>6, b>>4&3, b&15
		return
	}
	copy(c[:], d.bytes(fields))
}

// sequences reads the words of the documents.
func (d *decoder) sequences(x *Index) {
	x.sequences = make([]uint32, d.count(1))
	x.begins = make([]uint32, 1, len(x.lengths)+1)
	gaps := 0
	for i := range x.sequences {
		id := uint32(d.number(x.terms.len())) - 1
		x.sequences[i] = id
		if id == gap {
			if gaps++; gaps%fields == 0 {
				x.begins = append(x.begins, uint32(i+1))
			}
		}
	}
	d.check(len(x.begins) == len(x.lengths)+1 && int(x.begins[len(x.lengths)]) == len(x.sequences))
}

// semantic reads the latent semantic analysis.
func (d *decoder) semantic(x *Index) {
	n := d.number(max(0, min(x.Len(), x.terms.len())))
	if d.bad || n == 0 {
		return
	}
	x.semantic = &semantic{d.vectors(x.terms.len(), n), d.vectors(x.Len(), n)}
}

func (d *decoder) vectors(n, dimensions int) vectors {
	v := vectors{dimensions: dimensions, scales: make([]float32, n)}
	scales := d.bytes(4 * n)
	for i := range len(scales) / 4 {
		v.scales[i] = math.Float32frombits(binary.LittleEndian.Uint32(scales[4*i:]))
		d.check(v.scales[i] >= 0 && v.scales[i] <= 1)
	}
	if values := d.bytes(n * dimensions); len(values) > 0 {
		v.values = unsafe.Slice((*int8)(unsafe.Pointer(&values[0])), len(values))
	}
	return v
}

func (d *decoder) check(ok bool) {
	if !ok {
		d.bad, d.at = true, len(d.data)
	}
}

func (d *decoder) left() int { return len(d.data) - d.at }

func (d *decoder) byte() byte {
	if d.at >= len(d.data) {
		d.check(false)
		return 0
	}
	b := d.data[d.at]
	d.at++
	return b
}

// number reads a number that is at most largest.
func (d *decoder) number(largest int) int {
	n, size := uint64(0), 1
	if d.at < len(d.data) && d.data[d.at] < 0x80 { // most are short
		n = uint64(d.data[d.at])
	} else {
		n, size = binary.Uvarint(d.data[d.at:])
	}
	if size <= 0 || largest < 0 || n > uint64(largest) || d.bad {
		d.check(false)
		return 0
	}
	d.at += size
	return int(n)
}

// count reads the number of things that have at least size bytes each.
func (d *decoder) count(size int) int { return d.number(d.left() / size) }

// bytes reads n bytes, nil if there are not as many.
func (d *decoder) bytes(n int) []byte {
	d.check(n <= d.left())
	if d.bad {
		return nil
	}
	d.at += n
	return d.data[d.at-n : d.at]
}

func (d *decoder) string() string { return string(d.bytes(d.number(d.left()))) }
