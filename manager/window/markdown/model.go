package markdown

import "slices"

// A Kind tells what a block is, and which of its fields are used.
type Kind int

// The kinds of blocks.
const (
	Paragraph Kind = iota // Runs
	Heading               // Level and Runs
	Code                  // Language and Text
	Equation              // Text
	Quote                 // Blocks
	List                  // Blocks, all of them items, and Tight
	Item                  // Marker and Blocks, of a list
	Table                 // Rows and Align
	Rule                  // nothing
)

// A Block is a part of a document that stands on lines of its own.
type Block struct {
	Kind     Kind
	Level    int         // of a heading, from 1 to 6
	Language string      // of code, as it was given; often ""
	Text     string      // code, or the TeX of an equation, without the last line end
	Runs     []Run       // the text of a paragraph or heading
	Blocks   []Block     // what is inside of a quote, list or item
	Marker   string      // of an item: "•", "3.", "☐" or "☑"
	Tight    bool        // the items of a list are not set apart by blank lines
	Rows     [][]Cell    // of a table, the header first; all have as many cells as Align
	Align    []Alignment // of the columns of a table
}

// A Cell is the text of a cell of a table.
type Cell []Run

// An Alignment tells to which side a column of a table is aligned.
type Alignment int

// The alignments.
const (
	Left Alignment = iota
	Center
	Right
)

// A Role tells what a run is.
type Role int

// The roles of runs.
const (
	Words   Role = iota
	TeX          // Text is an equation
	Picture      // Text is said in its place; Image is its address
	Break        // a new line begins; there is no text
)

// A Run is text of one style.
type Run struct {
	Role    Role
	Text    string
	Bold    bool
	Italic  bool
	Code    bool
	Strike  bool
	Display bool   // of an equation: large, as on a line of its own
	Script  int    // 1 above the line, -1 below it
	Link    string // address; "" if it is none
	Image   string // address of a picture
}

// Equal reports whether two blocks are the same.
func (b Block) Equal(c Block) bool {
	return b.Kind == c.Kind && b.Level == c.Level && b.Language == c.Language && b.Text == c.Text &&
		b.Marker == c.Marker && b.Tight == c.Tight &&
		slices.Equal(b.Runs, c.Runs) &&
		slices.Equal(b.Align, c.Align) &&
		slices.EqualFunc(b.Blocks, c.Blocks, Block.Equal) &&
		slices.EqualFunc(b.Rows, c.Rows, equalRows)
}

func equalRows(a, b []Cell) bool {
	return slices.EqualFunc(a, b, func(x, y Cell) bool { return slices.Equal(x, y) })
}
