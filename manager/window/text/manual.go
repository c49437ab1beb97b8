package text

import _ "embed"

// Manual tells how the program works, in Markdown.
//
//go:embed manual.md
var Manual string
