package manager

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"ragmanager/library"
)

// finish stores what waits, removes what has to go, and counts.
func (j *chunkJob) finish(ctx context.Context) error {
	u, err := j.last()
	if err != nil {
		return err
	}
	if err := j.store(ctx, u); err != nil {
		return err
	}
	return j.tally.count(&j.result, j.read, j.same, j.places())
}

// store stores what waits, and makes the change u besides.
func (j *chunkJob) store(ctx context.Context, u library.Update) error {
	u.Put = j.waiting
	for _, p := range u.Put {
		if err := errors.Join(j.tally.remember(p), j.tally.remember(j.before[p.Address])); err != nil {
			return err
		}
	}
	for _, address := range u.Remove {
		if err := j.tally.remember(j.before[address]); err != nil {
			return err
		}
	}
	done, err := j.writer.Apply(ctx, u)
	if err != nil {
		return err
	}
	j.waiting, j.count, j.stored = nil, 0, time.Now()
	j.result.Pages.Gone += done.PagesRemoved
	j.result.Vectors = done.Missing
	return nil
}

// last returns what the end of a job over the whole list removes.
func (j *chunkJob) last() (library.Update, error) {
	if !j.whole {
		return library.Update{}, nil
	}
	u := library.Update{Remove: j.unlisted(), Sweep: true}
	if !j.failed {
		for _, address := range u.Remove {
			delete(j.records, address)
		}
		return u, nil
	}
	unclaimed, err := j.unclaimed()
	if err != nil {
		return library.Update{}, err
	}
	var kept []string
	if n := len(u.Remove); n > 0 {
		kept = append(kept, counted(n, "page")+" gone or listed no more")
	}
	if unclaimed > 0 {
		kept = append(kept, counted(unclaimed, "chunk")+" that no page has")
	}
	if len(kept) > 0 {
		j.result.Kept = "kept because not every source could be read: " + strings.Join(kept, ", ")
		j.Warn(errors.New(j.result.Kept))
	}
	return library.Update{}, nil
}

// unlisted returns the pages of the library that are gone, listed no more, or of a
// source that is off.
func (j *chunkJob) unlisted() []string {
	stay := map[string]bool{}
	for _, p := range j.pages {
		stay[p.Address] = true
	}
	for _, address := range j.gone {
		delete(stay, address)
	}
	var addresses []string
	for address := range j.before {
		if !stay[address] {
			addresses = append(addresses, address)
		}
	}
	return addresses
}

// unclaimed returns the number of chunks of the library that no page claims.
func (j *chunkJob) unclaimed() (int, error) {
	names, err := j.library.Names()
	places := j.places()
	count := 0
	for _, n := range names {
		if places[n] == 0 {
			count++
		}
	}
	return count, err
}

// places returns at how many places each chunk stands.
func (j *chunkJob) places() map[library.Name]int {
	places := map[library.Name]int{}
	for _, p := range j.records {
		for _, c := range p.Chunks {
			places[c.Name]++
		}
	}
	return places
}

// counted returns a number with what it counts.
func counted(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}
