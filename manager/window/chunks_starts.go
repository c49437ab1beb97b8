package window

import (
	"ragmanager/library"
	"ragmanager/manager/window/controller"
)

// Starts are the beginnings of the match strings of the chunks whose rows are seen.
// They are read one after the other, those that were asked for last first, so that
// scrolling through thousands of rows waits for nothing and reads little.
type starts struct {
	load    func(library.Name, func(controller.ChunkDetail, *controller.Problem))
	refresh func() // of the rows

	known   map[library.Name]string
	queue   []library.Name // to be read, the last first
	reading bool
	turn    int // counts libraries, so that what comes late does not count
}

func newStarts(load func(library.Name, func(controller.ChunkDetail, *controller.Problem)), refresh func()) *starts {
	return &starts{load: load, refresh: refresh, known: map[library.Name]string{}}
}

// of returns the beginning of a chunk, "" as long as it is not known.
func (s *starts) of(n library.Name) string {
	if start, ok := s.known[n]; ok {
		return start
	}
	const most = 60 // rows that are seen at once
	s.queue = append(s.queue, n)
	if len(s.queue) > most {
		s.queue = s.queue[1:]
	}
	s.next()
	return ""
}

// next reads the next one, unless one is being read.
func (s *starts) next() {
	for len(s.queue) > 0 && !s.reading {
		n := s.queue[len(s.queue)-1]
		s.queue = s.queue[:len(s.queue)-1]
		if _, ok := s.known[n]; ok {
			continue
		}
		s.reading = true
		turn := s.turn
		s.load(n, func(d controller.ChunkDetail, _ *controller.Problem) {
			if turn == s.turn {
				s.took(n, d.Match)
			}
		})
	}
}

// took takes the match string of a chunk, "" if it could not be read.
func (s *starts) took(n library.Name, match string) {
	const most = 50_000 // more than rows that anybody has seen
	if len(s.known) >= most {
		clear(s.known)
	}
	s.known[n] = snippet(match)
	s.reading = false
	s.next()
	if !s.reading {
		s.refresh() // once for all rows
	}
}

// forget forgets all, for the library is another one.
func (s *starts) forget() {
	s.turn++
	clear(s.known)
	s.queue, s.reading = nil, false
}
