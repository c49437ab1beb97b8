package manager

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"

	"ragmanager/library"
)

// dumpName is the name of the dump in the log folder, as in the original.
const dumpName = "dump.txt"

// dump writes match and content of all chunks of the pages of the run, in their
// order, to the log folder: for each a few lines in the form of the original.
func (j *chunkJob) dump() error {
	if err := os.MkdirAll(j.library.LogDir(), 0o777); err != nil {
		return err
	}
	path := filepath.Join(j.library.LogDir(), dumpName)
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	b := bufio.NewWriter(f)
	err = j.writeDump(b)
	if flushed := b.Flush(); err == nil {
		err = flushed
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	return err
}

func (j *chunkJob) writeDump(b *bufio.Writer) error {
	for _, p := range j.pages {
		page, err := j.library.Page(p.Address)
		if err != nil {
			continue // it could not be read, and never was
		}
		for _, c := range page.Chunks {
			chunk, err := j.library.Chunk(c.Name)
			if err != nil {
				return err
			}
			writeChunk(b, chunk)
		}
	}
	return nil
}

func writeChunk(b *bufio.Writer, c library.Chunk) {
	fmt.Fprintf(b, "---------- MATCH -----------\n%s\n--------- CONTENT ----------\n%s\n----------- NAME -----------\n%s\n----------- END ------------\n\n",
		c.Match, c.Content, c.Name)
}
