package equation

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"strings"
	"sync"
	"time"
)

// What a Renderer refuses, and how much it keeps.
const (
	longestTeX = 32 << 10        // bytes
	largestEm  = 512             // pixels
	patience   = 2 * time.Second // with one equation

	pictureBytes = 64 << 20
	sheetBytes   = 24 << 20
	svgBytes     = 8 << 20
)

// errClosed is the error of every picture asked after Close.
var errClosed = errors.New("equations are no longer set")

// A Key says what the picture of an equation depends on.
type Key struct {
	TeX     string     // without the dollars around it
	Display bool       // set as in a paragraph of its own, rather than in a line
	Em      int        // pixels of an em, 1 to 512
	Color   color.RGBA // of all that has no colour in TeX; alpha-premultiplied
}

// A Picture is an equation drawn on nothing, or the reason why there is none.
type Picture struct {
	Image image.Image // nil if Err is not
	Depth float64     // pixels of the image that lie below the base line
	Err   error       // why the TeX cannot be set
}

// layoutKey is what MathJax must know.
type layoutKey struct {
	tex     string
	display bool
}

// sheetKey is what the masks of an equation depend on: all but the colour.
type sheetKey struct {
	layoutKey
	em int
}

// A Renderer makes pictures of equations, one after the other, and keeps those
// used last. It may be used from several goroutines.
type Renderer struct {
	patience time.Duration

	mu       sync.Mutex
	wake     *sync.Cond // queue or closed changed
	started  bool
	closed   bool
	queue    []sheetKey
	waiting  map[sheetKey][]func()
	pictures *cache[Key, *Picture]
	sheets   *cache[sheetKey, *sheet]
	engine   *engine // replaced by the worker alone, under mu for Close

	layouts *cache[layoutKey, layout] // of the worker alone
	done    chan struct{}             // closed when the worker has ended
}

// New returns a Renderer. It starts nothing until it is first asked.
func New() *Renderer {
	r := &Renderer{
		patience: patience,
		waiting:  make(map[sheetKey][]func()),
		pictures: newCache[Key, *Picture](pictureBytes),
		sheets:   newCache[sheetKey, *sheet](sheetBytes),
		layouts:  newCache[layoutKey, layout](svgBytes),
		done:     make(chan struct{}),
	}
	r.wake = sync.NewCond(&r.mu)
	return r
}

// Get returns the picture of k, or nil if it is not made yet. Then ready, which
// may be nil, is called once from another goroutine when Get would return it,
// unless the Renderer is closed before. Get does not wait for MathJax: an
// equation known in another colour is there at once.
func (r *Renderer) Get(k Key, ready func()) *Picture {
	if err := check(k); err != nil {
		return &Picture{Err: err}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return &Picture{Err: errClosed}
	}
	if p, ok := r.pictures.get(k); ok {
		return p
	}
	key := sheetKey{layoutKey{k.TeX, k.Display}, k.Em}
	if s, ok := r.sheets.get(key); ok {
		p := s.picture(k.Color)
		r.pictures.put(k, p, 4*s.pixels()+len(k.TeX))
		return p
	}
	r.ask(key, ready)
	return nil
}

// check returns why no picture of k is worth trying.
func check(k Key) error {
	switch {
	case strings.TrimSpace(k.TeX) == "":
		return errors.New("the equation is empty")
	case len(k.TeX) > longestTeX:
		return fmt.Errorf("the equation has %d bytes, more than %d", len(k.TeX), longestTeX)
	case k.Em < 1 || k.Em > largestEm:
		return fmt.Errorf("an em of %d pixels is not from 1 to %d", k.Em, largestEm)
	}
	return nil
}

// ask queues an equation unless it is queued. The caller holds r.mu.
func (r *Renderer) ask(key sheetKey, ready func()) {
	calls, queued := r.waiting[key]
	if ready != nil {
		calls = append(calls, ready)
	}
	r.waiting[key] = calls
	if queued {
		return
	}
	r.queue = append(r.queue, key)
	if !r.started {
		r.started = true
		go r.work()
	}
	r.wake.Signal()
}

// Close ends the work. It does not wait for its goroutine, which may be in a
// call of ready that needs the caller's.
func (r *Renderer) Close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.closed = true
	if r.engine != nil {
		r.engine.stop()
	}
	r.pictures, r.sheets = nil, nil
	r.queue, r.waiting = nil, nil
	r.wake.Broadcast()
}

// work sets the queued equations until r is closed. The interpreter belongs to
// this goroutine, as it may not be used by two.
func (r *Renderer) work() {
	defer close(r.done)
	for {
		key, ok := r.next()
		if !ok {
			return
		}
		s := r.sheet(key)
		for _, ready := range r.finish(key, s) {
			ready()
		}
	}
}

// next waits for an equation; ok is false when r is closed.
func (r *Renderer) next() (key sheetKey, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for len(r.queue) == 0 && !r.closed {
		r.wake.Wait()
	}
	if r.closed {
		return sheetKey{}, false
	}
	key, r.queue = r.queue[0], r.queue[1:]
	return key, true
}

// finish keeps a sheet and returns who waits for it.
func (r *Renderer) finish(key sheetKey, s *sheet) []func() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return nil
	}
	r.sheets.put(key, s, s.bytes()+len(key.tex))
	calls := r.waiting[key]
	delete(r.waiting, key)
	return calls
}

// sheet draws an equation.
func (r *Renderer) sheet(key sheetKey) *sheet {
	l := r.layout(key.layoutKey)
	if l.err != nil {
		return &sheet{err: l.err}
	}
	s, err := drawSVG(l.svg, float64(key.em))
	if err != nil {
		return &sheet{err: err}
	}
	return s
}

// A layout is MathJax's answer. It is kept so that another size costs no run.
type layout struct {
	svg string
	err error
}

// layout returns what MathJax makes of an equation.
func (r *Renderer) layout(key layoutKey) layout {
	if l, ok := r.layouts.get(key); ok {
		return l
	}
	var l layout
	if e, err := r.running(); err != nil {
		l.err = err
	} else {
		l.svg, l.err = e.typeset(key.tex, key.display, r.patience)
	}
	r.layouts.put(key, l, len(key.tex)+len(l.svg))
	return l
}

// running returns an engine that is fit for another equation.
func (r *Renderer) running() (*engine, error) {
	if r.engine != nil && !r.engine.worn() {
		return r.engine, nil
	}
	e, err := newEngine()
	if err != nil {
		return nil, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return nil, errClosed
	}
	r.engine = e
	return e, nil
}
