package chunker

// A role says what a fragment does when chunks are put together.
type role int

const (
	text        role = iota // it has a match string and a content
	headline                // it opens a chapter, section or subsection
	termOpen                // it opens the definition of a term
	termClose               // it closes it
	promptsOnly             // prompts for the chunk before or after
	dateOnly                // a date stamp alone
	rule                    // a horizontal rule
	boundary                // what follows is not joined to what is before
	object                  // a table or images without caption
	caption                 // a caption that has not met what it is under
	paired                  // a table or images with a caption
	taken                   // an object that has become part of a caption
)

// A fragment is a piece of the page on its way from the walk to the chunks.
type fragment struct {
	kind           Kind
	role           role
	match, content string
	prompts        []string
	links          []Link
	date           string // of the stamp that it begins with

	title, anchor string // of a heading or term
	level         int    // of a heading, 1 to 6

	images []string // Markdown of the images of a figure
	body   string   // text of the table of a caption
	notes  string   // text beside a caption

	first, last int    // offsets of its first and last piece of text
	newlines    int    // line ends in the last piece
	offset      int    // of the tag of a table or image
	group       int    // number of the center or figure around it, 0 if none
	grouped     bool   // it stood in a center or figure
	bare        bool   // it stood outside of a paragraph element
	lone        string // its text, if that is one link and nothing else
	inList      bool
	video       bool
	label       bool   // a line all in bold that names what follows
	untitled    bool   // a table without titles for its columns
	element     string // name of the element that it came from
}
