package library

import (
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// A Name is the name of a chunk: twelve lower-case hex digits.
type Name string

// nameLen is the number of digits of a name, as in the original program.
const nameLen = 12

// NameOf returns the name of the chunk whose match string is match: the hex
// digits 1 to 12, counted from 0, of the SHA-1 of its bytes. That the first
// digit is skipped is a habit of the original program, which existing libraries
// depend on.
func NameOf(match string) Name {
	sum := sha1.Sum([]byte(match))
	return Name(hex.EncodeToString(sum[:])[1 : 1+nameLen])
}

// Valid reports whether n has the form of a name.
func (n Name) Valid() bool { return len(n) == nameLen && isHex(string(n)) }

// file is the name of the files that hold the texts and vectors of n.
func (n Name) file() string { return string(n) + ".txt" }

// nameOfFile is the inverse of Name.file.
func nameOfFile(file string) (n Name, ok bool) {
	base, ok := strings.CutSuffix(file, ".txt")
	n = Name(base)
	return n, ok && n.Valid()
}

// hashLen is the number of digits in the name of a page record. The 128 bits
// they hold make two addresses with one record as good as impossible.
const hashLen = 32

// pageFile is the name of the record of the page at address.
func pageFile(address string) string {
	sum := sha256.Sum256([]byte(address))
	return hex.EncodeToString(sum[:])[:hashLen] + ".json"
}

// isPageFile reports whether file has the form that pageFile gives.
func isPageFile(file string) bool {
	base, ok := strings.CutSuffix(file, ".json")
	return ok && len(base) == hashLen && isHex(base)
}

func isHex(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool {
		return (r < '0' || r > '9') && (r < 'a' || r > 'f')
	}) < 0
}
