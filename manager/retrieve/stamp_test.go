package retrieve

import (
	"bytes"
	"strings"
	"testing"
	"testing/iotest"
)

func TestReadStamp(t *testing.T) {
	stamp := strings.Repeat("stamp ", 100)
	data := (&Index{stamp: stamp, terms: stringTable{}, starts: []uint32{0}}).Encode()
	have, err := ReadStamp(bytes.NewReader(data))
	if have != stamp || err != nil {
		t.Errorf("have %q, %v", have, err)
	}
	for name, c := range map[string]struct {
		data string
		want error
	}{
		"empty":         {"", ErrVersion},
		"cut in magic":  {magic[:4], ErrVersion},
		"other version": {"RMINDEX\x00" + stamp, ErrVersion},
		"cut in length": {magic + "\x80", ErrDamaged},
		"too long":      {magic + "\xff\xff\xff\x7f" + stamp, ErrDamaged},
		"too large":     {magic + strings.Repeat("\xff", 11), nil},
		"cut in stamp":  {string(data[:100]), ErrDamaged},
	} {
		have, err := ReadStamp(strings.NewReader(c.data))
		if have != "" || err == nil || c.want != nil && err != c.want {
			t.Errorf("%s: have %q, %v", name, have, err)
		}
	}
	if _, err := ReadStamp(iotest.ErrReader(iotest.ErrTimeout)); err != iotest.ErrTimeout {
		t.Errorf("have %v", err)
	}
}
