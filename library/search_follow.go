package library

import (
	"cmp"
	"context"
	"slices"
)

// follow makes the index agree with what was found in the library, and reports
// whether it had to change. The caller holds x.update, or x is new.
func (x *Index) follow(ctx context.Context, found listing) (changed bool, err error) {
	kept, news := x.matrix.compare(found.files)
	fresh, bad, err := x.lib.readRows(ctx, found.dir, x.space.Dimensions, news)
	if err != nil {
		return false, err
	}
	slices.SortFunc(bad, func(a, b *VectorError) int { return cmp.Compare(a.Path, b.Path) })
	changed = x.replace(kept, fresh, bad, found.contents)
	x.seen = found.seen
	x.pack(ctx)
	return changed, nil
}

// compare returns which rows are of files that did not change since, and the files
// that no such row is of.
func (m *matrix) compare(files []embedFile) (kept []bool, news []embedFile) {
	rows := make(map[key]int, len(m.rows))
	for i := range m.rows {
		rows[m.rows[i].name] = i
	}
	kept = make([]bool, len(m.rows))
	for _, f := range files {
		i, ok := rows[f.name]
		if ok && f.changed != 0 && f.changed == m.rows[i].changed && f.size == m.rows[i].size {
			kept[i] = true
		} else {
			news = append(news, f)
		}
	}
	return kept, news
}

// replace changes the matrix while nobody searches it, and counts what the pack does
// not have.
func (x *Index) replace(kept []bool, fresh *matrix, bad []*VectorError, contents map[key]struct{}) (changed bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	before := len(x.matrix.rows)
	x.matrix.keep(kept)
	x.unpacked += before - len(x.matrix.rows)
	for i := range fresh.rows {
		if fresh.rows[i].changed != 0 { // else it would not be taken from the pack
			x.unpacked++
		}
	}
	changed = len(x.matrix.rows) < before || len(fresh.rows) > 0 || len(bad) != len(x.bad)
	x.matrix.join(fresh)
	x.bad = bad
	for i := range x.matrix.rows {
		r := &x.matrix.rows[i]
		if _, live := contents[r.name]; live != r.live {
			r.live = live
			changed = true
		}
	}
	return changed
}

// pack writes the pack anew if that saves the next opening time worth speaking of:
// reading one file takes as long as taking some 10 vectors from the pack.
func (x *Index) pack(ctx context.Context) {
	const few = 64 // one in so many rows
	rows := len(x.matrix.rows)
	if x.unpacked <= rows/few && (x.hasPack || rows == 0) {
		return
	}
	x.packErr = x.lib.savePack(ctx, x.space, x.matrix)
	if x.packErr == nil {
		x.hasPack, x.unpacked = true, 0
	}
}
