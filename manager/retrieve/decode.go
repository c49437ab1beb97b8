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
	d := &decoder{data: data[len(magic):end]}
	x := d.index()
	if d.bad || len(d.data) > 0 {
		return nil, ErrDamaged
	}
	x.weigh()
	return x, nil
}

// A decoder reads from data, which gets shorter. Once bad it reads zeros.
type decoder struct {
	data []byte
	bad  bool
}

func (d *decoder) index() *Index {
	x := &Index{stamp: d.string()}
	for range d.count(1) {
		x.languages = append(x.languages, d.number(len(languages)-1))
	}
	d.check(len(x.languages) > 0)
	n := d.count(2 + int(fields))
	x.names, x.lengths, x.sections = make([]string, n), make([][fields]uint32, n), make([]uint32, n)
	for i := range n {
		x.names[i] = d.string()
		d.check(x.names[i] != "" && (i == 0 || x.names[i-1] < x.names[i]))
		for f := range fields {
			x.lengths[i][f] = uint32(d.number(math.MaxInt32))
		}
		x.sections[i] = uint32(d.number(n))
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
	x.postings = make([]posting, 0, len(d.data)/2) // too many if there are vectors, never too few
	text := make([]byte, 0, 8*n)
	before := ""
	for i := range n {
		term := d.string()
		d.check(i == 0 || before < term)
		text = append(text, term...)
		x.terms.ends = append(x.terms.ends, uint32(len(text)))
		last := -1
		for range d.number(x.Len()) {
			last += d.number(x.Len() - 1 - last)
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
}

// counts reads the counts of a posting.
func (d *decoder) counts(c *[fields]uint8) {
	b := d.bytes(1)
	if b == nil {
		return
	}
	if b[0] < 255 {
		c[match], c[headings], c[content] = b[0]>>6, b[0]>>4&3, b[0]&15
		return
	}
	copy(c[:], d.bytes(int(fields)))
}

// sequences reads the words of the documents.
func (d *decoder) sequences(x *Index) {
	if d.bad {
		return
	}
	total := 0
	for _, lengths := range x.lengths {
		total += fields
		for _, n := range lengths {
			total += int(n)
		}
	}
	d.check(total <= len(d.data))
	x.sequences = make([]uint32, 0, min(total, len(d.data)))
	for range x.lengths {
		x.begins = append(x.begins, uint32(len(x.sequences)))
		for gaps := 0; gaps < fields && !d.bad; {
			id := uint32(d.number(x.terms.len())) - 1
			x.sequences = append(x.sequences, id)
			if id == gap {
				gaps++
			}
		}
	}
	x.begins = append(x.begins, uint32(len(x.sequences)))
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
		d.bad = true
		d.data = nil
	}
}

// number reads a number that is at most largest.
func (d *decoder) number(largest int) int {
	n, size := binary.Uvarint(d.data)
	d.check(size > 0 && n <= uint64(max(0, largest)))
	if d.bad {
		return 0
	}
	d.data = d.data[size:]
	return int(n)
}

// count reads the number of things that have at least size bytes each.
func (d *decoder) count(size int) int { return d.number(len(d.data) / size) }

// bytes reads n bytes, nil if there are not as many.
func (d *decoder) bytes(n int) []byte {
	d.check(n <= len(d.data))
	if d.bad {
		return nil
	}
	b := d.data[:n]
	d.data = d.data[n:]
	return b
}

func (d *decoder) string() string { return string(d.bytes(d.number(len(d.data)))) }
