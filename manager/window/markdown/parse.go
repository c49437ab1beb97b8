package markdown

import (
	"strings"

	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// Parse reads a document. It never fails, and can be called from several
// goroutines.
func Parse(source string) (blocks []Block) {
	source = clean(source)
	// The text comes from outside: no fault of the parser may end the program.
	defer func() {
		if recover() != nil {
			blocks = []Block{{Kind: Paragraph, Runs: plain(source)}}
		}
	}()
	return parse(source)
}

// parse reads a clean document.
func parse(source string) []Block {
	s := []byte(source)
	root := reader.Parse(text.NewReader(s))
	return converter{s}.blocks(root)
}

// clean makes line ends "\n", and takes away what is no text.
func clean(source string) string {
	source = strings.ReplaceAll(strings.ToValidUTF8(source, "\uFFFD"), "\r\n", "\n")
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\r':
			return '\n'
		case r < ' ' && r != '\n' && r != '\t', r == 0x7F:
			return -1
		}
		return r
	}, source)
}

// plain returns runs that show text line by line.
func plain(text string) []Run {
	var runs []Run
	for i, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		if i > 0 {
			runs = append(runs, Run{Role: Break})
		}
		runs = append(runs, Run{Text: line})
	}
	return runs
}

// reader is the parser of goldmark. It has none for blocks of HTML: their tags
// are text here, and what is between them is Markdown.
var reader = parser.NewParser(
	parser.WithBlockParsers(
		util.Prioritized(equationParser{}, 50),
		util.Prioritized(parser.NewSetextHeadingParser(), 100),
		util.Prioritized(parser.NewThematicBreakParser(), 200),
		util.Prioritized(shallow{parser.NewListParser()}, 300),
		util.Prioritized(parser.NewListItemParser(), 400),
		util.Prioritized(parser.NewCodeBlockParser(), 500),
		util.Prioritized(parser.NewATXHeadingParser(), 600),
		util.Prioritized(parser.NewFencedCodeBlockParser(), 700),
		util.Prioritized(shallow{parser.NewBlockquoteParser()}, 800),
		util.Prioritized(parser.NewParagraphParser(), 1000),
	),
	parser.WithInlineParsers(append(
		parser.DefaultInlineParsers(),
		util.Prioritized(extension.NewTaskCheckBoxParser(), 0),
		util.Prioritized(texParser{}, 50),
		util.Prioritized(extension.NewStrikethroughParser(), 500),
		util.Prioritized(extension.NewLinkifyParser(), 999),
	)...),
	parser.WithParagraphTransformers(append(
		parser.DefaultParagraphTransformers(),
		util.Prioritized(small{extension.NewTableParagraphTransformer()}, 200),
	)...),
)
