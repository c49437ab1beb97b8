package manager

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"ragmanager/manager/retrieve"
)

// Of an answer without a model: how many chunks it is made of, and how many
// sentences of each.
const (
	extractedChunks    = 5
	extractedSentences = 3
	extractedRows      = 8
)

// extract makes an answer of the best sentences of the best chunks, with their
// figures and links. The sources are these chunks.
func extract(found *Retrieval) (text string, sources []AnswerSource) {
	var b strings.Builder
	b.WriteString("*No language model was asked. These are the passages of the documentation that fit the question best.*\n")
	if found.Tier == retrieve.Low {
		b.WriteString("\n*The documentation does not seem to cover this question.*\n")
	}
	asked := wordsOf(found.Question)
	for _, h := range found.Hits[:min(extractedChunks, len(found.Hits))] {
		_, body := splitPosition(h.Content)
		fmt.Fprintf(&b, "\n**%s**\n\n%s\n", heading(h), passage(body, asked))
		sources = append(sources, h.source(true))
	}
	if len(found.Hits) == 0 {
		b.WriteString("\nNothing was found.\n")
	}
	return b.String(), sources
}

// heading writes where a hit stands, as a link if it has an address.
func heading(h Hit) string {
	var path []string
	for _, t := range []string{h.Document, h.Chapter, h.Section} {
		if t != "" {
			path = append(path, t)
		}
	}
	text := strings.Join(path, " › ")
	if text == "" {
		text = string(h.Name)
	}
	if h.URL == "" {
		return text
	}
	return "[" + text + "](" + h.URL + ")"
}

// passage returns what of a text fits the question best: of each paragraph its
// best sentences, of tables and lists their best rows; figures, listings and
// equations whole.
func passage(body string, asked map[string]bool) string {
	var parts []string
	for _, block := range blocksOf(body) {
		rows := rowsOf(block)
		switch {
		case strings.HasPrefix(block, "```"), strings.HasPrefix(block, "!["), strings.HasPrefix(block, "[!["), strings.HasPrefix(block, `\[`):
			parts = append(parts, block)
		case strings.HasPrefix(block, `"`):
			parts = append(parts, table(best(telling(rows, asked), asked, extractedRows)))
		case len(rows) > 0:
			parts = append(parts, strings.Join(best(rows, asked, extractedRows), "\n"))
		default:
			parts = append(parts, strings.Join(best(sentences(block), asked, extractedSentences), " "))
		}
	}
	return strings.Join(parts, "\n\n")
}

// rowStart is where a row of a table begins, or an item of a list.
var rowStart = regexp.MustCompile(`^("[^"]*": |\s*- |\s*\d+\. )`)

// rowsOf returns the rows or items of a block, each with the lines that go on with
// it; none if the block is neither a table nor a list. What stands before the first
// one is a row too.
func rowsOf(block string) []string {
	var rows []string
	any := false
	for line := range strings.SplitSeq(block, "\n") {
		starts := rowStart.MatchString(line)
		any = any || starts
		if starts || len(rows) == 0 {
			rows = append(rows, line)
		} else {
			rows[len(rows)-1] += "\n" + line
		}
	}
	if !any {
		return nil
	}
	return rows
}

// blocksOf parts a text at its blank lines, those in listings excepted.
func blocksOf(body string) []string {
	var blocks []string
	fence := ""
	for _, block := range strings.Split(body, "\n\n") {
		if fence != "" {
			blocks[len(blocks)-1] += "\n\n" + block
		} else {
			blocks = append(blocks, block)
		}
		for line := range strings.SplitSeq(block, "\n") {
			switch {
			case fence == "" && strings.HasPrefix(line, "```"):
				fence = line
			case fence != "" && line == fence:
				fence = ""
			}
		}
	}
	return blocks
}

// telling returns the rows of a table that share more words with the question
// than those that share least; all if they share equally many.
func telling(rows []string, asked map[string]bool) []string {
	least := math.MaxInt
	for _, r := range rows {
		least = min(least, shared(r, asked))
	}
	var more []string
	for _, r := range rows {
		if shared(r, asked) > least {
			more = append(more, r)
		}
	}
	if more == nil {
		return rows
	}
	return more
}

// shared counts the words that a piece shares with the question.
func shared(piece string, asked map[string]bool) (n int) {
	for w := range wordsOf(piece) {
		if asked[w] {
			n++
		}
	}
	return n
}

// best returns the n pieces that share most words with the question, in their
// order. Of pieces that share equally many, the first count.
func best(pieces []string, asked map[string]bool, n int) []string {
	type scored struct{ at, shared int }
	var order []scored
	for i, p := range pieces {
		order = append(order, scored{i, shared(p, asked)})
	}
	slices.SortStableFunc(order, func(a, b scored) int { return cmp.Compare(b.shared, a.shared) })
	order = order[:min(n, len(order))]
	slices.SortFunc(order, func(a, b scored) int { return cmp.Compare(a.at, b.at) })
	var chosen []string
	for _, s := range order {
		chosen = append(chosen, pieces[s.at])
	}
	return chosen
}

// sentenceEnd is where a sentence ends: after a full stop, a question mark or
// an exclamation mark, and what closes it, before white space and a capital or
// a digit.
var sentenceEnd = regexp.MustCompile(`[.?!][)"”]?(\s+)[\p{Lu}\d(\[]`)

// sentences parts a paragraph into sentences.
func sentences(paragraph string) []string {
	var list []string
	rest := paragraph
	for {
		at := sentenceEnd.FindStringSubmatchIndex(rest)
		if at == nil {
			return append(list, strings.TrimSpace(rest))
		}
		end := at[2]
		list = append(list, strings.TrimSpace(rest[:end]))
		rest = rest[end:]
	}
}

// wordsOf returns the words of a text in small letters, without their endings
// and without function words: enough to see what two texts have in common.
func wordsOf(text string) map[string]bool {
	const stem = 6 // letters that mostly tell words apart
	words := map[string]bool{}
	for w := range strings.FieldsFuncSeq(strings.ToLower(text), func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) }) {
		letters := []rune(w)
		if !strings.ContainsFunc(w, unicode.IsDigit) && (len(letters) < 3 || retrieve.IsFunctionWord(w)) {
			continue
		}
		words[string(letters[:min(stem, len(letters))])] = true
	}
	return words
}
