package library

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	fastjson "github.com/go-json-experiment/json"
)

// A Page is the record of one HTML document: what is in Page/HASH.json, where
// HASH is made of the address.
//
// All texts are UTF-8. Fields that are not known are zero. A record read from
// the disk has no empty slice but nil.
type Page struct {
	Address string `json:"address"`          // of the document, which identifies the page; not empty
	Source  string `json:"source,omitempty"` // from which of the sources it came
	Base    string `json:"base,omitempty"`   // what its relative links were resolved against
	Title   string `json:"title,omitempty"`

	// Read is when the page was read, in whole seconds. A record that would
	// differ in this alone is not written again: Read is then the time of the
	// first reading that gave what the record says.
	Read         time.Time `json:"read,omitzero"`
	ETag         string    `json:"etag,omitempty"`         // validator for the next request
	LastModified string    `json:"lastModified,omitempty"` // validator for the next request
	FinalURL     string    `json:"finalURL,omitempty"`     // that gave the validators, after redirects
	ContentType  string    `json:"contentType,omitempty"`  // as the server gave it
	Encoding     string    `json:"encoding,omitempty"`     // of the characters, as found
	SHA256       string    `json:"sha256,omitempty"`       // of the bytes of the document, in hex
	Rules        int       `json:"rules,omitempty"`        // version of the chunking rules

	Chunks  []PageChunk `json:"chunks,omitempty"`  // in page order
	Reports []Report    `json:"reports,omitempty"` // what its author should know, in page order
	Links   []string    `json:"links,omitempty"`   // where the page leads to, in page order
}

// A PageChunk is a chunk at one place of a page.
type PageChunk struct {
	Name      Name      `json:"name"`
	Kind      string    `json:"kind,omitempty"`     // of its first fragment, such as "table"
	Headings  []Heading `json:"headings,omitempty"` // above it, outermost first
	Date      string    `json:"date,omitempty"`
	FirstLine int       `json:"firstLine,omitempty"` // 1-based line of the document where it begins
	LastLine  int       `json:"lastLine,omitempty"`  // 1-based line where it ends
	Prompts   []string  `json:"prompts,omitempty"`   // questions that its author typed for it, in page order

	// Match is the match string. It goes to Apply, which stores it as a file;
	// in a page that was read from the disk it is empty.
	Match string `json:"-"`
	// Content is the content string of this place. In a page that was read from
	// the disk it is empty, and the content is that of the chunk, unless the
	// name stands in several places.
	Content string `json:"content,omitempty"`
}

// A Heading is a title above a chunk.
type Heading struct {
	Label string `json:"label"` // "Document", "Chapter", "Section" or "Subsection"
	Title string `json:"title"`
	Link  string `json:"link,omitempty"` // address that leads to it
}

// A Report tells the author of a page about one place of it.
type Report struct {
	Line     int    `json:"line,omitempty"`   // 1-based
	Column   int    `json:"column,omitempty"` // 1-based, in characters
	Severity string `json:"severity"`         // "error", "warning" or "info"
	ID       string `json:"id"`               // stable identifier such as "missing-caption"
	Message  string `json:"message"`
	Element  string `json:"element,omitempty"` // name of the HTML element concerned
	LeftOut  string `json:"leftOut,omitempty"` // text that no chunk holds because of this
}

// A Place is where a chunk stands.
type Place struct {
	Address   string // of the page
	Index     int    // in the chunks of the page, 0-based
	PageChunk        // as the page record has it
}

// encode returns the bytes of the record of p: equal pages give equal bytes.
func (p *Page) encode() ([]byte, error) {
	q := *p
	q.Read = q.Read.UTC().Truncate(time.Second)
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "\t")
	if err := enc.Encode(&q); err != nil {
		return nil, fmt.Errorf("page %s: %w", p.Address, err)
	}
	return text.Bytes(), nil
}

// decodePage reads the record raw, which is in the file path whose name is file.
func decodePage(path, file string, raw []byte) (Page, error) {
	var p Page
	err := fastjson.Unmarshal(raw, &p) // a third of the time, which is most of that of a job on few pages
	switch {
	case err != nil:
		err = fmt.Errorf("is no page record: %w", err)
	case p.Address == "":
		err = errors.New("names no page")
	case pageFile(p.Address) != file:
		err = fmt.Errorf("is the record of %s, and does not belong here", p.Address)
	default:
		return p, nil
	}
	return Page{}, &RecordError{path, err, "delete the file and chunk again, which makes the record anew"}
}
