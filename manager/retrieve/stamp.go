package retrieve

import (
	"bufio"
	"encoding/binary"
	"io"
)

// longestStamp is how long a stamp in a file may be, in bytes: what is longer is
// damage.
const longestStamp = 1 << 16

// ReadStamp returns the stamp of the index that r begins with, without reading
// more than its beginning. Whether the rest is whole, Decode tells. The error is
// [ErrVersion], [ErrDamaged] or that of r.
func ReadStamp(r io.Reader) (string, error) {
	b := bufio.NewReader(r)
	head := make([]byte, len(magic))
	if _, err := io.ReadFull(b, head); err != nil {
		return "", short(err, ErrVersion)
	}
	if string(head) != magic {
		return "", ErrVersion
	}
	n, err := binary.ReadUvarint(b)
	if err != nil {
		return "", short(err, ErrDamaged)
	}
	if n > longestStamp {
		return "", ErrDamaged
	}
	stamp := make([]byte, n)
	if _, err := io.ReadFull(b, stamp); err != nil {
		return "", short(err, ErrDamaged)
	}
	return string(stamp), nil
}

// short returns what it means that a reader has ended, or its own error.
func short(err, means error) error {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return means
	}
	return err
}
