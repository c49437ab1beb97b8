package chunker

// Rules is the version of the chunking rules. It rises whenever the same page
// would give other chunks, so that a library knows which pages to chunk anew.
const Rules = 1

// Options say where a page came from. The zero value is a page of unknown
// address and encoding.
type Options struct {
	// Base is the absolute URL of the page; relative links are resolved
	// against it and headings link to it. Empty: links stay as typed.
	Base string
	// ContentType is the Content-Type header that came with the page. Of it
	// only the charset counts. Empty: the page itself tells, see Page.
	ContentType string
}

// A Chunk is a piece of a page that is retrieved as one.
type Chunk struct {
	Name    string // twelve lower-case hex digits made of Match, see Name
	Match   string // the text that is embedded; never empty
	Content string // the text that is sent to the model; never empty, heading lines first
	Kind    Kind   // of its first fragment

	Document    Title   // the h1, else the title of the page; zero if there is neither
	Chapter     Title   // zero above the first chapter
	Section     Title   // zero above the first section of a chapter
	Subsections []Title // deeper headings and defined terms, outermost first
	Date        string  // DD-MMM-YY in capitals, "" if unknown

	FirstLine int // 1-based line of the page where the chunk begins
	LastLine  int // 1-based line where it ends, ≥ FirstLine

	Prompts   []string   // bodies of the prompt fields it owns, in page order
	Links     []Link     // links and images in its content, in page order
	Fragments []Fragment // the pieces it was joined from, in page order; never empty
}

// A Title is a heading with the address that leads to it.
type Title struct {
	Text string // plain text on one line
	Link string // absolute if the page's address is known, else the bare fragment
}

// A Link is a hyperlink or an image of a chunk.
type Link struct {
	Text  string // link text or alt text; may be empty
	URL   string
	Image bool
}

// A Fragment is a piece of a page found by its tag.
type Fragment struct {
	Kind      Kind
	FirstLine int // 1-based
	LastLine  int // 1-based, ≥ FirstLine
}

// A Kind tells what a fragment is.
type Kind string

// The kinds of fragments.
const (
	Paragraph   Kind = "paragraph"
	List        Kind = "list"
	Definitions Kind = "definitions" // short entries of a definition list
	Preformat   Kind = "pre"
	Equation    Kind = "equation"
	Table       Kind = "table"
	Figure      Kind = "figure"
	Video       Kind = "video"
)

// A Severity says how much a report matters.
type Severity string

// The severities, worst first.
const (
	Error   Severity = "error"   // text was lost or misread
	Warning Severity = "warning" // the author should look
	Info    Severity = "info"    // what was left out on purpose
)

// A Report tells the author about one place of a page.
type Report struct {
	Line     int      // 1-based
	Column   int      // 1-based, in characters
	Severity Severity //
	ID       string   // stable identifier such as "missing-caption"
	Message  string   // what is wrong and what the author can do
	Element  string   // name of the element concerned, "" for plain text
	LeftOut  string   // the visible text that no chunk holds because of this, "" if none
}
