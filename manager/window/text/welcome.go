package text

// What is said where there is nothing yet.
const (
	NoLibrary    = "no library open"
	WelcomeTitle = "Make your documentation answer questions"
	WelcomeWords = "A library is a folder that holds what is read of your pages. Begin with the sample manual, which needs no key and no network, or choose a folder for a library of your own."
	WelcomeKey   = "With a key for a model server, answers are written in sentences. You can set it now or at any time."

	ChatEmpty      = "Ask what the documentation can answer. The answer appears here, with the chunks it is based on."
	ChatTry        = "For example:"
	ChatNothing    = "The library has no chunks yet."
	ChatNoSources  = "Add a URL, a file or a folder of pages under Source_URLs, then press Chunk."
	ChatToChunk    = "Press Chunk to read the sources."
	LoadingLibrary = "Reading the library…"
	LibraryTrouble = "The library cannot be used"
	NoteWithoutKey = "Without a key, answers are passages of the documentation. For answers written by a model, press Set_Key."
	AskAgain       = "Ask again"
	Stop           = "Stop"
	CopyMarkdown   = "Copy as Markdown"
	SourcesTitle   = "Sources"
	RemovedSource  = "no longer in the library"
	Searching      = "Looking for chunks…"
	Answering      = "Answering…"
	WasStopped     = "Stopped; the answer is not complete."
)
