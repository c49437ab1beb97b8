package text

// Program is the name of the program.
const Program = "RAG Manager"

// Names of buttons, which are also those of what they do.
const (
	SetRoot          = "Set_Root"
	SetKey           = "Set_Key"
	SourceURLs       = "Source_URLs"
	AssistantPrompts = "Assistant_Prompts"
	Configure        = "Configure"
	Help             = "Help"

	Chunk       = "Chunk"
	Embed       = "Embed"
	PurgeEmbeds = "Purge_Embeds"
	Delete      = "Delete"
	CheckAll    = "Check_All"

	Retrieve = "Retrieve"
	Submit   = "Submit"
	History  = "History"
	Clear    = "Clear"
	Abort    = "Abort"

	SayVectors        = "Vectors_Are"
	SaveConfiguration = "Save_Configuration"
)

// Names of switches.
const (
	Verbose     = "Verbose"
	Dump        = "Dump"
	ShowMatches = "Show_Matches"
)

// Names of views.
const (
	Chat      = "Chat"
	Retrieval = "Retrieval"
	Chunks    = "Chunks"
	Sources   = "Sources"
	Log       = "Log"
)

// Words for the state, besides the names of what runs.
const (
	StateIdle    = "Idle"
	StateOpening = "Opening"
)

// Other buttons and menu entries.
const (
	OK          = "OK"
	Cancel      = "Cancel"
	Close       = "Close"
	Copy        = "Copy"
	CopyAll     = "Copy all"
	CopyLink    = "Copy link address"
	SelectAll   = "Select all"
	CopyDetails = "Copy details"
	UseFolder   = "Use this folder"
	MakeFolder  = "Make this folder"
	Browse      = "Browse…"
	TrySample   = "Try the sample manual"
	OwnFolder   = "Choose a folder of your own…"
	OpenLink    = "Open link"
	ShowChunk   = "Show chunk"
	TryKey      = "Try the key"
)
