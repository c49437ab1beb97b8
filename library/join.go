package library

import (
	"slices"
	"strings"
)

// headingPrefixes begin the heading lines that a content string may start with.
var headingPrefixes = []string{"Document: ", "Chapter: ", "Section: ", "Subsection: ", "Date: "}

// Join puts the content strings of chunks with equal names together, in the
// given order. A content is a block of heading lines, a blank line and a body;
// without a heading line at its start it is all body. Equal bodies appear once,
// under the heading blocks of all of them, each on lines of its own and equal
// ones once:
//
//	Document: Gauges
//	Document: Loggers
//
//	Allow two hours for charging.
//
// Different bodies, each with its headings, follow each other with a blank line
// between. Empty contents count as none. Join of one content is that content;
// Join of none is "".
func Join(contents []string) string {
	var parts []*part
	ofBody := map[string]*part{}
	for _, c := range contents {
		if c == "" {
			continue
		}
		headings, body := splitContent(c)
		if ofBody[body] == nil {
			ofBody[body] = &part{body: body, seen: map[string]bool{"": true}}
			parts = append(parts, ofBody[body])
		}
		ofBody[body].add(headings)
	}
	texts := make([]string, len(parts))
	for i, p := range parts {
		texts[i] = p.String()
	}
	return strings.Join(texts, "\n\n")
}

// A part is a body with the heading blocks above it.
type part struct {
	headings []string
	seen     map[string]bool // the blocks that need not be added
	body     string
}

func (p *part) add(headings string) {
	if !p.seen[headings] {
		p.seen[headings] = true
		p.headings = append(p.headings, headings)
	}
}

func (p *part) String() string {
	if len(p.headings) == 0 {
		return p.body
	}
	return strings.Join(p.headings, "\n") + "\n\n" + p.body
}

// splitContent cuts a content string at its first blank line, if every line
// before it is a heading line; else all of it is body.
func splitContent(content string) (headings, body string) {
	headings, body, ok := strings.Cut(content, "\n\n")
	if !ok {
		return "", content
	}
	for line := range strings.SplitSeq(headings, "\n") {
		if !isHeadingLine(line) {
			return "", content
		}
	}
	return headings, body
}

func isHeadingLine(line string) bool {
	return slices.ContainsFunc(headingPrefixes, func(prefix string) bool {
		return strings.HasPrefix(line, prefix)
	})
}
