// Package assets holds the files that the program carries inside itself: its
// icon, and a small manual of an invented maker of instruments, to chunk and to
// ask when there is nothing else yet.
package assets

import (
	"embed"
	"io/fs"
)

// Icon is the icon of the program, a PNG of 512 by 512 pixels.
//
//go:embed icon.png
var Icon []byte

// IconSVG is the same icon as a drawing, for places that scale it.
//
//go:embed icon.svg
var IconSVG []byte

//go:embed sample/*.html sample/*.css sample/*.js sample/*.jsonl sample/pictures/*.png
var sample embed.FS

// Sample returns the sample manual. In its root lie the pages, of which
// index.html is the first, their style sheet, and questions.jsonl; the pictures
// lie in the folder pictures. All pages but draft.html are without fault.
// draft.html, to which no page leads, holds common mistakes of authors and
// explains them.
//
// A line of questions.jsonl is an object with the members id, question, file,
// heading, kind, answer and evidence. The evidence is text of the file, white
// space and tags aside; it is empty, like file and heading, if the manual does
// not answer the question.
func Sample() fs.FS {
	root, err := fs.Sub(sample, "sample")
	if err != nil {
		panic(err) // unreachable: the name is valid
	}
	return root
}
