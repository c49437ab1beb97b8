package manager

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
	"time"

	"ragmanager/library"
)

// BenchmarkThousandPages calls the program that PROGRAM names on a library of
// 1,000 local pages of some 20 kB: for the first time, over and over with
// nothing changed, and with one page named that was edited. Times are those of
// the whole program from its start to its end, and the processor time that it
// took; of several, the one in the middle is told. written is how many files
// and folders all the runs with nothing changed have written together.
func BenchmarkThousandPages(b *testing.B) {
	file := os.Getenv("PROGRAM")
	if file == "" {
		b.Skip("PROGRAM names no program")
	}
	p := program{b, file, b.TempDir(), filepath.Join(b.TempDir(), "none.yaml")}
	folder := b.TempDir()
	size := makePages(b, folder, 1000)
	p.run("sources", "add", folder)
	first := p.run("chunk")
	b.Logf("1,000 pages, %.1f MB, %d chunks", float64(size)/1e6, p.chunks())

	named := filepath.Join(folder, "500.html")
	page, err := os.ReadFile(named)
	if err != nil {
		b.Fatal(err)
	}
	var again, edited calls
	written := 0
	for b.Loop() {
		before := p.entries()
		again = append(again, p.run("chunk"))
		written += p.differences(before, p.entries())

		word := fmt.Sprintf("<p>Edited %d times.", len(edited)+1)
		if err := os.WriteFile(named, append(bytes.Clone(page), word...), 0o666); err != nil {
			b.Fatal(err)
		}
		edited = append(edited, p.run("chunk", named))
	}
	b.ReportMetric(1000/first.took, "first-pages/s")
	b.ReportMetric(first.processor, "first-cpu-s")
	b.ReportMetric(again.took(), "again-s")
	b.ReportMetric(again.processor(), "again-cpu-s")
	b.ReportMetric(float64(written), "written")
	b.ReportMetric(1000*edited.took(), "edited-ms")
	b.ReportMetric(1000*edited.processor(), "edited-cpu-ms")
}

// A program is run on the library at root, without the settings of whoever
// measures.
type program struct {
	*testing.B
	file, root, settings string
}

// A call is how many seconds a call of a program took.
type call struct{ took, processor float64 }

type calls []call

func (c calls) took() float64      { return c.middle(func(c call) float64 { return c.took }) }
func (c calls) processor() float64 { return c.middle(func(c call) float64 { return c.processor }) }

func (c calls) middle(seconds func(call) float64) float64 {
	var all []float64
	for _, c := range c {
		all = append(all, seconds(c))
	}
	slices.Sort(all)
	return all[len(all)/2]
}

// run calls the program.
func (p program) run(args ...string) call {
	c := exec.Command(p.file, append([]string{"--root", p.root, "--quiet"}, args...)...)
	c.Env = append(os.Environ(), "RAGMANAGER_CONFIG="+p.settings)
	start := time.Now()
	output, err := c.CombinedOutput()
	took := time.Since(start)
	if err != nil {
		p.Fatalf("%v: %v\n%s", c, err, output)
	}
	return call{took.Seconds(), (c.ProcessState.UserTime() + c.ProcessState.SystemTime()).Seconds()}
}

// chunks returns how many chunks the library has.
func (p program) chunks() int {
	l, err := library.Open(p.root)
	if err != nil {
		p.Fatal(err)
	}
	status, err := l.Status()
	if err != nil {
		p.Fatal(err)
	}
	return status.Chunks
}

// entries returns size, mode and time of all files and folders of the library.
func (p program) entries() map[string]string {
	all := map[string]string{}
	err := filepath.WalkDir(p.root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		all[path] = fmt.Sprint(info.Size(), info.Mode(), info.ModTime().UnixNano())
		return nil
	})
	if err != nil {
		p.Fatal(err)
	}
	return all
}

// differences returns how many entries are not as they were before. The lock
// file does not count: who writes signs it, and empties it at the end.
func (p program) differences(before, after map[string]string) (n int) {
	for path, is := range after {
		if before[path] != is && filepath.Base(path) != ".lock" {
			p.Logf("written: %s", path)
			n++
		}
		delete(before, path)
	}
	return n + len(before)
}

// blockTag matches the start tags of what becomes chunks.
var blockTag = regexp.MustCompile(`(?i)<(p|li|dd|td|pre)(\s[^<>]*)?>`)

// makePages writes n pages of some 20 kB into a folder and returns the number
// of bytes of all of them. They are made of the manuals in the tests of the
// chunker, cut or repeated; each of their blocks begins with other numbers.
func makePages(b *testing.B, folder string, n int) int {
	var parts [][]byte
	files, err := filepath.Glob("../chunker/testdata/manuals/*/*.html")
	if err != nil || len(files) == 0 {
		b.Fatalf("no manuals: %v", err)
	}
	for _, file := range files {
		page, err := os.ReadFile(file)
		if err != nil {
			b.Fatal(err)
		}
		parts = append(parts, split(page, 17_500)...)
	}
	size := 0
	for i := range n {
		block := 0
		page := blockTag.ReplaceAllFunc(parts[i%len(parts)], func(tag []byte) []byte {
			block++
			return fmt.Appendf(tag, "%d.%d ", i, block)
		})
		size += len(page)
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("%d.html", i)), page, 0o666); err != nil {
			b.Fatal(err)
		}
	}
	return size
}

// split cuts a page at line ends into parts of about size bytes; a page that
// is shorter is repeated.
func split(page []byte, size int) [][]byte {
	for short := page; len(page)+len(short)/2 < size; {
		page = append(bytes.Clone(page), short...)
	}
	parts := (len(page) + size/2) / size
	var cut [][]byte
	for ; parts > 1; parts-- {
		end := len(page) / parts
		end += bytes.IndexByte(page[end:], '\n') + 1
		cut, page = append(cut, page[:end]), page[end:]
	}
	return append(cut, page)
}
