package controller

import (
	"context"
	"net/url"
	"sync"
	"time"

	"github.com/spf13/pflag"

	"ragmanager/manager"
	"ragmanager/manager/window/text"
)

// Options say what a Controller works with.
type Options struct {
	PersonalFile string         // settings of the person; "": none are read or kept
	Flags        *pflag.FlagSet // settings that count before those of files; may be nil
	SampleDir    string         // where the sample library goes

	// Do runs a function on the goroutine of the window, in the order of the calls.
	Do func(func())
	// OpenURL opens an address in the browser of the person.
	OpenURL func(*url.URL) error
	// WatchEvery is how often the library is looked at for changes that other
	// programs made; 0 stands for two seconds.
	WatchEvery time.Duration
	// Dear is from what price on, in US dollars, the user is asked before vectors are
	// made; 0 stands for 0.50.
	Dear float64
}

// A Controller is what stands behind the window. Make it with New, connect the
// views to its signals, then call Start. Its methods are called on the goroutine
// of the window, unless they say otherwise, and return at once.
type Controller struct {
	States        Signal[State]              // something of the state is another one
	Progresses    Signal[Progress]           // how far the job is, often
	Outcomes      Signal[Outcome]            // a job or a question has ended
	Problems      Signal[*Problem]           // something did not work
	Questions     Signal[Question]           // something must be confirmed
	Lines         Signal[[]Line]             // for the log
	Exchanges     Signal[*Exchange]          // an exchange is new or has changed
	Conversations Signal[[]*Exchange]        // there are these exchanges now, oldest first, and no others
	Retrievals    Signal[*manager.Retrieval] // what was found for the last question; nil if nothing is known
	Pages         Signal[*Pages]             // the pages of the library are known, or have changed
	Sources       Signal[[]SourceItem]       // the sources or what is known of them have changed
	Shows         Signal[Place]              // a view is to show something
	Notices       Signal[string]             // something short was done, in a sentence

	o Options
	// ctx ends with the controller; all that runs in the background hangs on it.
	ctx    context.Context
	cancel context.CancelFunc
	work   sync.WaitGroup // what runs in the background
	busy   int            // of it, how much a view may wait for

	m        *manager.Manager // nil unless the library is open; it stays while the phase is Gone
	personal manager.PersonalSettings
	settings manager.LibrarySettings // that count for the library
	state    State
	opened   time.Time
	opening  int // counts openings, so that a late one does not count
	reading  int // counts readings of the library and its settings, likewise
	unwatch  context.CancelFunc

	job, asking *activity // what runs in the two lanes, nil if nothing does
	log         logger
	chat        chat
	pages       *Pages
	loads       loads
	checks      map[string]sourceCheck // by address of the source
	figures     figures
	kept        string // what the last Chunk kept though nothing lists it, and why; "" if nothing
}

// New returns a Controller.
func New(o Options) *Controller {
	if o.WatchEvery == 0 {
		o.WatchEvery = 2 * time.Second
	}
	if o.Dear == 0 {
		o.Dear = usuallyDear
	}
	c := &Controller{o: o, checks: map[string]sourceCheck{}}
	c.ctx, c.cancel = context.WithCancel(context.Background())
	c.unwatch = func() {}
	c.log.batch = batch{do: c.Do, flush: c.flushLog}
	c.state.why = c.state.reasons()
	return c
}

// Start reads the settings of the person and opens their library, if one is set.
func (c *Controller) Start() {
	personal, err := manager.LoadPersonalSettings(c.o.PersonalFile, c.o.Flags, func(err error) { c.warn(err) })
	if err != nil {
		c.fail(text.TitleSettings, err)
		personal = manager.DefaultPersonalSettings()
	}
	c.personal = personal
	c.open(personal.Root)
}

// Close aborts what runs and waits until it has ended, at most a few seconds. No
// signal comes afterwards that was not under way.
func (c *Controller) Close() {
	c.cancel()
	c.unwatch()
	ended := make(chan struct{})
	go func() {
		c.work.Wait()
		close(ended)
	}()
	const patience = 3 * time.Second // jobs stop within a second
	select {
	case <-ended:
	case <-time.After(patience):
	}
	c.log.close()
}

// State returns the state as it is now.
func (c *Controller) State() State { return c.state }

// background runs work in the background, and then what it returns on the goroutine
// of the window.
func (c *Controller) background(work func() (then func())) {
	c.busy++
	c.work.Add(1)
	go func() {
		defer c.work.Done()
		then := work()
		c.Do(func() {
			c.busy--
			then()
		})
	}()
}

// Busy reports whether anything runs in the background that will end by itself.
func (c *Controller) Busy() bool { return c.busy > 0 }

// change changes the state and tells the views.
func (c *Controller) change(edit func(*State)) {
	edit(&c.state)
	c.state.why = c.state.reasons()
	c.States.emit(c.state)
}

// fail tells of something that did not work.
func (c *Controller) fail(title string, err error) {
	p := problem(title, err)
	c.logProblem(p)
	c.Problems.emit(p)
}
