package llm

import (
	"errors"
	"sync"
)

// An item is a text as it is sent.
type item struct {
	index int
	text  string
	whole int // tokens of all of the text if only its beginning is sent, else 0
}

// A batch is what one request embeds.
type batch []item

// texts returns what is sent.
func (b batch) texts() []string {
	texts := make([]string, len(b))
	for n, i := range b {
		texts[n] = i.text
	}
	return texts
}

// guess returns about how many tokens a batch has, by the rule of thumb of four
// characters each.
func (b batch) guess() int {
	size := 0
	for _, i := range b {
		size += len(i.text)
	}
	return size / 4
}

// name replaces the place of a text in the batch, in an error, by its index.
func (b batch) name(err error) error {
	if e, ok := errors.AsType[*VectorError](err); ok && e.Text >= 0 {
		return &VectorError{Model: e.Model, Text: b[e.Text].index, Reason: e.Reason}
	}
	return err
}

// A plan divides texts into batches as they are asked for, so that the first
// request need not wait until all texts are counted.
type plan struct {
	r     EmbedRequest
	texts []string

	mu      sync.Mutex
	at      int           // texts before it are in batches
	most    int           // texts per request
	largest int           // batch that the server took
	blank   []RefusedText // texts that are in no batch
}

func newPlan(r EmbedRequest, texts []string) *plan {
	return &plan{r: r, texts: texts, most: r.MaxTexts}
}

// next returns the next batch, empty at the end.
func (p *plan) next() batch {
	p.mu.Lock()
	defer p.mu.Unlock()
	var b batch
	load := load{model: p.r.Model, limit: p.r.MaxTokens}
	for ; p.at < len(p.texts) && len(b) < p.most; p.at++ {
		i, ok := p.item(p.at)
		if !ok {
			p.blank = append(p.blank, RefusedText{p.at, ErrBlank})
			continue
		}
		if !load.add(b, i) {
			break
		}
		b = append(b, i)
	}
	return b
}

// item returns a text as it is sent; ok is false if it is blank.
func (p *plan) item(index int) (i item, ok bool) {
	i = item{index: index, text: Input(p.texts[index])}
	if isBlank(i.text) {
		return i, false
	}
	if len(i.text) <= p.r.MaxInput { // a token has a byte at least
		return i, true
	}
	if tokens := CountTokens(p.r.Model, i.text); tokens > p.r.MaxInput {
		i.whole, i.text = tokens, FirstTokens(p.r.Model, i.text, p.r.MaxInput)
	}
	return i, true
}

// A load is the tokens of a batch. Bytes stand for them, as there are no more
// tokens than bytes, until that would end the batch: counting takes time.
type load struct {
	model   string
	limit   int
	size    int
	counted bool
}

// add adds an item to the load of a batch. It reports false if it is too much; a
// single item never is.
func (l *load) add(b batch, i item) bool {
	more := l.of(i)
	if l.size+more > l.limit && !l.counted {
		l.counted, l.size = true, 0
		for _, other := range b {
			l.size += l.of(other)
		}
		more = l.of(i)
	}
	l.size += more
	return l.size <= l.limit || len(b) == 0
}

func (l *load) of(i item) int {
	if l.counted {
		return CountTokens(l.model, i.text)
	}
	return len(i.text)
}

// mostTexts returns how many texts may be in a request.
func (p *plan) mostTexts() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.most
}

// accepted notes that the server took a batch of n texts.
func (p *plan) accepted(n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.largest = max(p.largest, n)
}

// shrink makes later batches no larger than n texts, unless the server has taken
// larger ones: then it is not the number that it objects to.
func (p *plan) shrink(n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.most = min(p.most, max(n, p.largest))
}
