package retrieve

import (
	"encoding/binary"
	"hash/crc32"
	"math"
)

// The file of an index, version 1. Numbers are unsigned varints unless said
// otherwise; a string is its length and its bytes.
//
//	8 bytes  "RMINDEX" and the version
//	string   stamp
//	number   of languages, and for each its place in languages
//	number   of documents, and for each, in order of name:
//	         name (string), words of match, headings and content
//	number   of terms, and of postings, and for each term, in order:
//	         term (string), number of documents that have it, and for each of these:
//	         how far its place is after the one before (the first: after -1), counts
//	number   of words in order and ends of fields of all documents, and for each
//	         1 + the place of its term, 0 for the end of a field
//	number   of dimensions, 0 if there is no latent semantic analysis, else
//	         the vectors of the terms and those of the documents, and of each set:
//	         the scales (32-bit floats) and then the values (signed bytes)
//	4 bytes  CRC-32C of all before
//
// The counts of a posting are one byte if match and headings have at most 3 and
// content at most 14: match<<6 | headings<<4 | content. Otherwise they are the
// byte 255 and a byte each. Floats and the checksum are little-endian.
const magic = "RMINDEX\x01"

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Encode returns the index as the bytes of a file, the same for the same
// documents and options.
func (x *Index) Encode() []byte {
	b := []byte(magic)
	b = appendString(b, x.stamp)
	b = appendNumber(b, len(x.languages))
	for _, n := range x.languages {
		b = appendNumber(b, n)
	}
	b = appendNumber(b, x.Len())
	for d, name := range x.names {
		b = appendString(b, name)
		for _, n := range x.lengths[d] {
			b = appendNumber(b, int(n))
		}
	}
	b = appendNumber(b, x.terms.len())
	b = appendNumber(b, len(x.postings))
	for t := range x.terms.len() {
		b = appendString(b, x.terms.at(t))
		b = appendNumber(b, x.frequency(t))
		before := -1
		from, to := x.span(t)
		for _, p := range x.postings[from:to] {
			b = appendNumber(b, int(p.document)-before)
			b = appendCounts(b, p.counts)
			before = int(p.document)
		}
	}
	b = appendNumber(b, len(x.sequences))
	for _, id := range x.sequences {
		b = appendNumber(b, int(id+1)) // gap is 0
	}
	if x.semantic == nil {
		b = appendNumber(b, 0)
	} else {
		b = appendNumber(b, x.semantic.terms.dimensions)
		b = appendVectors(b, x.semantic.terms)
		b = appendVectors(b, x.semantic.documents)
	}
	return binary.LittleEndian.AppendUint32(b, crc32.Checksum(b, castagnoli))
}

func appendNumber(b []byte, n int) []byte { return binary.AppendUvarint(b, uint64(n)) }

func appendString(b []byte, s string) []byte { return append(appendNumber(b, len(s)), s...) }

func appendCounts(b []byte, c [fields]uint8) []byte {
	if c[match] <= 3 && c[headings] <= 3 && c[content] <= 14 {
		return append(b, c[match]<<6|c[headings]<<4|c[content])
	}
	return append(b, 255, c[match], c[headings], c[content])
}

func appendVectors(b []byte, v vectors) []byte {
	for _, s := range v.scales {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(s))
	}
	for _, n := range v.values {
		b = append(b, byte(n))
	}
	return b
}
