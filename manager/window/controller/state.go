package controller

import (
	"errors"

	"ragmanager/library"
	"ragmanager/manager"
	"ragmanager/manager/window/text"
)

// An Action is something that the panel has a button for.
type Action string

// The actions, by the names of their buttons.
const (
	SetRoot          Action = text.SetRoot
	SetKey           Action = text.SetKey
	SourceURLs       Action = text.SourceURLs
	AssistantPrompts Action = text.AssistantPrompts
	Configure        Action = text.Configure
	Help             Action = text.Help

	Chunk       Action = text.Chunk
	Embed       Action = text.Embed
	PurgeEmbeds Action = text.PurgeEmbeds
	Delete      Action = text.Delete
	CheckAll    Action = text.CheckAll

	Retrieve Action = text.Retrieve
	Submit   Action = text.Submit
	History  Action = text.History
	Clear    Action = text.Clear
	Abort    Action = text.Abort

	// SampleElsewhere is offered if the sample cannot be made.
	SampleElsewhere Action = text.SampleElsewhere

	// SayVectors is offered only where it is needed, and has no button in the panel.
	SayVectors Action = text.SayVectors
)

// Actions returns all actions of the panel, in the order in which they are usually
// taken.
func Actions() []Action {
	return []Action{
		SetRoot, SetKey, SourceURLs, AssistantPrompts, Configure, Help,
		Chunk, Embed, PurgeEmbeds, Delete, CheckAll,
		Retrieve, Submit, History, Clear, Abort,
	}
}

// A Phase says how far it is with the library.
type Phase int

// The phases of a library.
const (
	NoLibrary Phase = iota // no root is set
	Opening                // it is being read
	Ready                  // it can be worked with
	Broken                 // its settings or its folder cannot be read, see State.Trouble
	Gone                   // its folder is not there any more
)

// A State is what the panel shows.
type State struct {
	Root    string // of the library, "" if none is set
	Phase   Phase
	Trouble *Problem // of the phase Broken or Gone, else nil

	Job    string // word for the job that runs, "" if none does
	Asking string // word for what is done with a question, "" if nothing is

	Overview manager.Overview // zero until it is known
	Known    bool             // Overview is known
	Unknown  int              // components of the vectors of which nobody knows the model, 0 if there are none
	Sources  int              // in the list
	On       int              // of them, that are read

	Verbose, Dump, ShowMatches bool

	why map[Action]string
}

// Word returns the state in a word, such as Idle or Embed.
func (s State) Word() string {
	switch {
	case s.Job != "" && s.Asking != "":
		return s.Job + " · " + s.Asking
	case s.Job != "":
		return s.Job
	case s.Asking != "":
		return s.Asking
	case s.Phase == Opening:
		return text.StateOpening
	}
	return text.StateIdle
}

// Why returns why an action cannot be taken, "" if it can.
func (s State) Why(a Action) string { return s.why[a] }

// reasons says which actions cannot be taken and why.
func (s State) reasons() map[Action]string {
	why := map[Action]string{}
	refuse := func(reason string, actions ...Action) {
		for _, a := range actions {
			if why[a] == "" {
				why[a] = reason
			}
		}
	}
	onLibrary := []Action{SourceURLs, AssistantPrompts, Chunk, Embed, PurgeEmbeds, Delete, CheckAll, Retrieve, Submit, History, Clear, SayVectors}
	switch s.Phase {
	case NoLibrary:
		refuse(text.WhyNoLibrary, onLibrary...)
	case Opening:
		refuse(text.WhyOpening, onLibrary...)
	case Broken:
		refuse(text.WhyBroken, onLibrary...)
	case Gone:
		refuse(text.WhyGone, onLibrary...)
	}
	if s.Job != "" {
		refuse(text.WhyRunning(s.Job), Chunk, Embed, PurgeEmbeds, Delete, CheckAll, SetRoot, SayVectors)
	}
	if s.Asking != "" {
		refuse(text.WhyRunning(s.Asking), Retrieve, Submit, Clear, SetRoot)
	}
	if s.Job == "" && s.Asking == "" {
		refuse(text.WhyIdle, Abort)
	}
	if s.On == 0 {
		refuse(text.WhyNoSources, Chunk, CheckAll)
	}
	if s.Unknown == 0 {
		refuse(text.WhyKnownVectors, SayVectors)
	}
	s.refuseEmpty(refuse)
	return why
}

// refuseEmpty refuses what needs chunks or vectors that are not there.
func (s State) refuseEmpty(refuse func(reason string, actions ...Action)) {
	if !s.Known {
		return // what is wrong shows when it is tried
	}
	o := s.Overview
	if o.Status.Chunks == 0 {
		refuse(text.WhyNoChunks, Embed, Retrieve, Submit)
		if o.Status.Pages == 0 {
			refuse(text.WhyNothingToDelete, Delete)
		}
	}
	if s.Unsaid() {
		refuse(text.WhyUnknownVectors, Embed, Retrieve, Submit)
	}
	if !o.Builtin && len(o.Missing) >= o.Status.Chunks {
		refuse(text.WhyNoVectors, Retrieve, Submit)
	}
	if !o.Builtin && len(o.Missing) == 0 && o.Trouble == nil {
		refuse(text.WhyAllEmbedded, Embed)
	}
	if o.Builtin && o.Fitted {
		refuse(text.WhyFitted, Embed)
	}
	if o.Obsolete == 0 {
		refuse(text.WhyNoObsolete, PurgeEmbeds)
	}
}

// Unsaid reports whether the vectors of the library could be those that questions are
// asked in, and nobody knows of which model they are.
func (s State) Unsaid() bool {
	trouble := s.Overview.Trouble
	return s.Unknown > 0 && (errors.Is(trouble, manager.ErrUnknownSpace) || errors.Is(trouble, library.ErrSpace))
}
