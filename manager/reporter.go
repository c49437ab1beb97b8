package manager

// A Reporter shows the progress of one job. A job calls it from one goroutine
// at a time, so that a Reporter needs no lock; it may be called from several
// one after the other. None of the methods may block for long, and none can
// stop the job: that is what its context is for.
type Reporter interface {
	Stage(name string, total int) // a new stage begins and the one before is over; total is 0 if unknown
	Step(done int, item string)   // done items of the stage are finished, item being the last of them
	Warn(err error)               // a problem the job survived
}

// A Detailer is a Reporter that also takes lines for those who want to know
// exactly what happens. Jobs call [Detail] instead of asking for one.
type Detailer interface {
	Reporter
	Detail(text string) // one line, without line end
}

// Detail passes text on to r if it is a [Detailer]; others do not hear of it.
func Detail(r Reporter, text string) {
	if d, ok := r.(Detailer); ok {
		d.Detail(text)
	}
}
