package text

// Titles and entries of menus, besides the names of buttons.
const (
	MenuLibrary  = "Library"
	MenuAsk      = "Ask"
	MenuSetUp    = "Set up"
	MenuView     = "View"
	Quit         = "Quit"
	TypeQuestion = "Type a question"
	AsSystem     = "As the desktop"
	InLight      = "Light"
	InDark       = "Dark"
	Larger       = "Larger"
	Smaller      = "Smaller"
	UsualSize    = "Usual size"
)
