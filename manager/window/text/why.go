package text

import "fmt"

// Reasons why a button cannot be pressed.
const (
	WhyNoLibrary       = "No library is open: press Set_Root."
	WhyOpening         = "The library is being opened."
	WhyBroken          = "The library cannot be read; see the message."
	WhyGone            = "The folder of the library is gone: connect its disk, or press Set_Root."
	WhyIdle            = "Nothing is running."
	WhyNoSources       = "No source is switched on: press Source_URLs."
	WhyNoChunks        = "The library has no chunks yet: press Chunk."
	WhyNothingToDelete = "The library has neither chunks nor pages."
	WhyNoVectors       = "No chunk has a vector yet: press Embed."
	WhyAllEmbedded     = "Every chunk has its vector."
	WhyFitted          = "The builtin space is up to date and needs no vectors."
	WhyNoObsolete      = "There are no vectors of chunks that are gone."
	WhyUnknownVectors  = "Nobody knows of which model the vectors are: choose Vectors_Are in the menu Set up."
	WhyKnownVectors    = "There are no vectors of a model that nobody knows."
	WhyNoQuestion      = "Type a question first."
)

// WhyRunning is why nothing else can work on the library while a job runs, and no other
// question can be asked while one is.
func WhyRunning(word string) string {
	return word + " is running: wait until it has ended, or press Abort."
}

// Hints that name buttons where those of package manager name commands.
const (
	HintNoSources      = "Press Source_URLs and add a URL, a file or a folder."
	HintNothingRead    = "See the Log for each page, and correct the list under Source_URLs."
	HintNoKey          = "Press Set_Key; or set retrieve.space to builtin under Configure, which needs no key."
	HintNoChunks       = "Press Chunk."
	HintNotEmbedded    = "Press Embed."
	HintUnknownVectors = "Choose Vectors_Are in the menu Set up, and name the model."
	HintNoQuestion     = "Type one below."
	HintLocked         = "Wait until the other program has ended, then try again."
	HintNoRoot         = "Connect the disk it is on, or press Set_Root and choose another folder."
	HintKeyRefused     = "Check the key, or make a new one with your provider: press Set_Key."
	HintKeyHere        = "Check the key, or make a new one with your provider."
	HintLink           = "Only pages of the web (http, https) and mail addresses are opened from answers."
	LinkBroken         = "this is no address"
	LinkRelative       = "the address does not say which server it is on"
	NotCovered         = "The documentation does not seem to cover this question; none of it was sent to the model."
)

// LinkScheme says that links of a kind are not opened.
func LinkScheme(scheme string) string {
	return fmt.Sprintf("links that begin with %s: are not opened", scheme)
}

// Titles of problems.
const (
	TitleSettings = "Settings"
	TitleOpen     = "Open library"
	TitleGone     = "Library"
)

// RootGone says that the folder of the library is gone.
func RootGone(root string) string { return root + " is not there any more" }
