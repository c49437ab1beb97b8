package chunker

import (
	"crypto/sha1"
	"encoding/hex"
)

// Name returns the name of the chunk with a match string: the hex digits of
// its SHA-1 without the first, twelve of them. Leaving out the first digit is
// how the original RAG Manager does it, and keeps its vectors valid.
func Name(match string) string {
	sum := sha1.Sum([]byte(match))
	return hex.EncodeToString(sum[:])[1:13]
}
