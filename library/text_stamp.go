package library

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"
)

// TextStamp returns a short text that tells the state of the match and content
// files: it is another one whenever a file was added, removed or changed, by
// whomever. It looks at every file and reads none; what is made of the texts can be
// kept together with it.
func (l *Library) TextStamp() (string, error) {
	dirs := []string{matchDir, contentDir}
	sums := make([][]byte, len(dirs))
	err := forEach(context.Background(), len(dirs), func(i int) (err error) {
		sums[i], err = l.textSum(dirs[i])
		return err
	})
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%x", sha256.Sum256(slices.Concat(sums...))), nil
}

// textSum returns the sum of names, sizes and times of the texts in the folder dir.
func (l *Library) textSum(dir string) ([]byte, error) {
	folder, err := l.folder(dir)
	if folder == nil {
		return nil, err
	}
	defer folder.Close()
	files, err := folder.Readdirnames(-1)
	if err != nil {
		return nil, fmt.Errorf("library: folder %s: %w", l.path(dir), err)
	}
	slices.Sort(files)
	sum := sha256.New()
	var line []byte
	for _, file := range files {
		if _, ok := nameOfFile(file); !ok {
			continue
		}
		size, changed, err := statIn(folder, file)
		if err != nil {
			continue // it went meanwhile, or is no file
		}
		line = append(append(line[:0], file...), 0)
		line = binary.LittleEndian.AppendUint64(line, uint64(size))
		line = binary.LittleEndian.AppendUint64(line, uint64(changed))
		sum.Write(line)
	}
	return sum.Sum(nil), nil
}
