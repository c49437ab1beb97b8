package manager

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"time"

	"ragmanager/library"
	"ragmanager/manager/llm"
	"ragmanager/manager/retrieve"
)

// maxHits is how many chunks are ranked at most, as in the original.
const maxHits = 500

// ErrNoQuestion is a question without text.
var ErrNoQuestion = errors.New("the question is empty")

// A QuestionTooLongError is a question of more tokens than are allowed.
type QuestionTooLongError struct{ Tokens, Most int }

// Error says how long the question is.
func (e *QuestionTooLongError) Error() string {
	return fmt.Sprintf("the question has %d tokens, allowed are %d", e.Tokens, e.Most)
}

// Hint returns what the user can do.
func (e *QuestionTooLongError) Hint() string {
	return "ask in fewer words, or raise answer.max_question"
}

// A Retrieval is what was found for a question.
type Retrieval struct {
	Question  string
	Text      string // exactly what was searched for
	Space     string // "builtin", or the model of the vectors
	Retriever string // RetrieverVector, RetrieverKeyword or RetrieverFused

	Relevance  float64 // of the question: the highest of a chunk
	Tier       retrieve.Tier
	Thresholds retrieve.Thresholds
	Budget     int // tokens of contents for the tier
	Tokens     int // of the contents that are in it
	Model      string

	Hits      []Hit      // best first
	Exchanges []Exchange // that go along, oldest first
	Notes     []string   // what the user should know: what was trimmed, what has no vector
	Time      time.Duration
}

// A Hit is a chunk that was found.
type Hit struct {
	Rank      int // from 1
	Name      library.Name
	Relevance float64
	Page      string // address, "" if no heading has one
	URL       string // of the innermost heading
	Document  string
	Chapter   string
	Section   string
	Date      string
	Tokens    int    // of its content
	Total     int    // of the contents in the budget up to and with this one
	InBudget  bool   // it is sent with the question
	Why       string // it is not, "" if it is
	Match     string
	Content   string
}

// asked is what was retrieved last.
type asked struct {
	mu   sync.Mutex
	last *Retrieval
}

// Retrieve finds the chunks for a question: it ranks at most 500, takes the
// relevance of the best for that of the question, chooses the tier by it, and
// fills the tier's budget of tokens from the best down; the chunk that passes
// the budget is the last. For a question of high relevance, chunks below the
// lower threshold are left out. The last exchanges are added. What would not
// fit into the model is left out from the least relevant, and said in Notes.
//
// Errors are ErrNoQuestion, [*QuestionTooLongError], [ErrNoChunks],
// [ErrNotEmbedded], ErrNoKey, ctx's, and those of llm and the library. r hears
// of an index that has to be made first.
func (m *Manager) Retrieve(ctx context.Context, question string, r Reporter) (*Retrieval, error) {
	began := time.Now()
	question = strings.TrimSpace(question)
	if err := m.CheckQuestion(question); err != nil {
		return nil, err
	}
	m.warnOfKey(r)
	go llm.CountTokens(m.settings.Answer.High.Model, "a") // reading an encoding takes as long as all else here
	found, err := m.rank(ctx, question, r)
	if err != nil {
		return nil, err
	}
	t := m.tier(found.Tier)
	found.Budget, found.Model = t.Tokens, t.Model
	m.addExchanges(found)
	m.fill(found)
	m.trimToContext(found, t)
	found.Time = time.Since(began)
	m.asked.mu.Lock()
	m.asked.last = found
	m.asked.mu.Unlock()
	return found, nil
}

// CheckQuestion returns an error for a question that cannot be asked: ErrNoQuestion
// or a [*QuestionTooLongError]. White space round it does not count. A very long one
// is not counted to its end.
func (m *Manager) CheckQuestion(question string) error {
	question = strings.TrimSpace(question)
	if question == "" {
		return &hintError{ErrNoQuestion, "type one"}
	}
	most := m.settings.Answer.MaxQuestion
	const longestToken = 64 // bytes; longer ones are rare even in blanks
	if len(question) > most*longestToken {
		return &QuestionTooLongError{Tokens: len(question) / longestToken, Most: most}
	}
	if len(question) <= most {
		return nil // no token is shorter than a byte
	}
	if n := llm.CountTokens(m.settings.Answer.High.Model, question); n > most {
		return &QuestionTooLongError{Tokens: n, Most: most}
	}
	return nil
}

// tier returns the settings of a tier.
func (m *Manager) tier(t retrieve.Tier) TierSettings {
	switch t {
	case retrieve.High:
		return m.settings.Answer.High
	case retrieve.Mid:
		return m.settings.Answer.Mid
	}
	return m.settings.Answer.Low
}

// rank finds and reads the chunks.
func (m *Manager) rank(ctx context.Context, question string, r Reporter) (*Retrieval, error) {
	found, hits, err := m.search(ctx, question, r)
	if err != nil {
		return nil, err
	}
	if hits, err = m.readHits(found, hits); err != nil {
		return nil, err
	}
	found.judge(hits) // without those that are gone
	return found, nil
}

// judge takes the relevance of the question for that of its most relevant chunk,
// wherever that stands in the order, and chooses the tier by it.
func (r *Retrieval) judge(hits []retrieve.Hit) {
	r.Relevance = retrieve.Relevance(hits)
	if r.Space != SpaceBuiltin && len(hits) > 0 {
		r.Relevance = slices.MaxFunc(hits, func(a, b retrieve.Hit) int { return cmp.Compare(a.Relevance, b.Relevance) }).Relevance
	}
	r.Tier = r.Thresholds.Tier(fourDecimals(r.Relevance))
}

// fourDecimals rounds a relevance as the original does before it compares it
// with a threshold: stored vectors are not more exact.
func fourDecimals(relevance float64) float64 { return math.Round(relevance*1e4) / 1e4 }

// search finds the chunks, best first, without reading them.
func (m *Manager) search(ctx context.Context, question string, r Reporter) (*Retrieval, []retrieve.Hit, error) {
	builtin, err := m.builtin()
	if err != nil {
		return nil, nil, err
	}
	found := &Retrieval{Question: question, Text: llm.Input(question), Retriever: m.settings.Retrieve.Retriever}
	if found.Retriever == RetrieverAuto {
		found.Retriever = RetrieverVector
		if builtin {
			found.Retriever = RetrieverFused
		}
	}
	var hits []retrieve.Hit
	if builtin || found.Retriever == RetrieverKeyword {
		found.Space = SpaceBuiltin
		found.Thresholds = m.thresholds(true)
		hits, err = m.rankBuiltin(ctx, found, r)
	} else {
		found.Thresholds = m.thresholds(false)
		hits, err = m.rankVectors(ctx, found, r)
	}
	if err != nil {
		return nil, nil, err
	}
	found.judge(hits)
	return found, hits, nil
}

// rankBuiltin ranks by what was fitted on the library itself.
func (m *Manager) rankBuiltin(ctx context.Context, found *Retrieval, r Reporter) ([]retrieve.Hit, error) {
	x, err := m.builtinIndex(ctx, r)
	if err != nil {
		return nil, err
	}
	var by retrieve.Retriever
	switch found.Retriever {
	case RetrieverKeyword:
		by = retrieve.Keyword{Index: x}
	case RetrieverVector:
		by = retrieve.Semantic{Index: x}
	default:
		by = retrieve.Builtin{Index: x}
	}
	return by.Retrieve(ctx, found.Text, maxHits)
}

// rankVectors ranks by vectors, and by words beside them if that is wanted.
func (m *Manager) rankVectors(ctx context.Context, found *Retrieval, r Reporter) ([]retrieve.Hit, error) {
	vectors, err := m.vectors(ctx, found)
	if err != nil {
		return nil, err
	}
	hits, err := vectors.Retrieve(ctx, found.Text, maxHits)
	if err != nil || found.Retriever != RetrieverFused {
		return hits, err
	}
	x, err := m.builtinIndex(ctx, r)
	if err != nil {
		return nil, err
	}
	words, err := retrieve.Keyword{Index: x}.Retrieve(ctx, found.Text, maxHits)
	if err != nil {
		return nil, err
	}
	fused, err := retrieve.Fuse{Retrievers: []retrieve.Retriever{ranked(hits), ranked(words)}, K: float64(m.settings.Retrieve.K), Depth: maxHits}.
		Retrieve(ctx, found.Text, maxHits)
	cosine := map[string]float64{}
	for _, h := range hits {
		cosine[h.Name] = h.Relevance
	}
	for i := range fused {
		fused[i].Relevance = cosine[fused[i].Name]
	}
	return fused, err
}

// A ranked is a list that was made already, as a [retrieve.Retriever].
type ranked []retrieve.Hit

// Retrieve returns the beginning of the list.
func (l ranked) Retrieve(_ context.Context, _ string, n int) ([]retrieve.Hit, error) {
	return l[:min(n, len(l))], nil
}

// vectors returns the retriever of the space openai.
func (m *Manager) vectors(ctx context.Context, found *Retrieval) (retrieve.Retriever, error) {
	space, err := m.space()
	if err != nil {
		return nil, err
	}
	found.Space = space.Model
	missing, err := m.missing(space)
	if err != nil {
		return nil, err
	}
	if space.Dimensions == 0 {
		return nil, notEmbedded(space.Model)
	}
	index, err := m.vectorIndex(ctx, space)
	if err != nil {
		return nil, err
	}
	for _, bad := range index.Bad() {
		found.Notes = append(found.Notes, bad.Error())
	}
	if index.Len() == 0 {
		return nil, notEmbedded(space.Model)
	}
	if len(missing) > 0 {
		found.Notes = append(found.Notes, fmt.Sprintf("%d chunks have no vector and cannot be found; embed them", len(missing)))
	}
	client, err := m.mustClient()
	if err != nil {
		return nil, err
	}
	request := llm.EmbedRequest{Model: space.Model, Dimensions: m.settings.Retrieve.Dimensions}
	return vectorRetriever{index, func(ctx context.Context, text string) ([]float32, error) {
		vector, _, err := client.EmbedText(ctx, request, text)
		return vector, err
	}}, nil
}

func notEmbedded(model string) error {
	return &hintError{fmt.Errorf("%w of %s", ErrNotEmbedded, model), "make them with: ragmanager embed"}
}

// readHits reads the chunks that were found and returns them without those that
// have gone in the meantime.
func (m *Manager) readHits(found *Retrieval, hits []retrieve.Hit) ([]retrieve.Hit, error) {
	var there []retrieve.Hit
	for _, h := range hits {
		c, err := m.library.Chunk(library.Name(h.Name))
		if errors.Is(err, library.ErrNoChunk) {
			continue
		}
		if err != nil {
			return nil, err
		}
		there = append(there, h)
		p, _ := splitPosition(c.Content)
		found.Hits = append(found.Hits, Hit{
			Rank: len(found.Hits) + 1, Name: c.Name, Relevance: h.Relevance, Page: p.page(), URL: p.url(),
			Document: p.document.text, Chapter: p.chapter.text, Section: p.section.text, Date: p.date, Match: c.Match, Content: c.Content,
		})
	}
	return there, nil
}

// addExchanges adds the last exchanges of the history. One that cannot be read
// keeps nobody from asking.
func (m *Manager) addExchanges(found *Retrieval) {
	n := m.settings.Answer.Exchanges
	if n == 0 {
		return
	}
	history, err := m.History()
	found.Exchanges = history[max(0, len(history)-n):]
	if err != nil && len(history) == 0 {
		found.Notes = append(found.Notes, "no earlier exchange is sent along: "+err.Error())
	}
}

// countedBeyond is how many hits beyond the budget have their tokens counted.
// Those of the others are guessed, for counting takes longer than searching.
const countedBeyond = 20

// fill puts hits into the budget, from the best down.
func (m *Manager) fill(found *Retrieval) {
	beyond := 0
	for i := range found.Hits {
		h := &found.Hits[i]
		switch {
		case found.Budget == 0:
			h.Why = "questions of " + found.Tier.String() + " relevance get no documentation"
		case found.Tokens >= found.Budget:
			h.Why = fmt.Sprintf("the budget of %d tokens is used up", found.Budget)
		case found.Tier == retrieve.High && fourDecimals(h.Relevance) < found.Thresholds.Mid:
			h.Why = fmt.Sprintf("below the lower threshold, %.2f", found.Thresholds.Mid)
		default:
			h.InBudget = true
		}
		if !h.InBudget {
			beyond++
		}
		if h.InBudget || beyond <= countedBeyond {
			h.Tokens = llm.CountTokens(found.Model, h.Content)
		} else {
			h.Tokens = len(h.Content) / bytesPerToken
		}
		if h.InBudget {
			found.Tokens += h.Tokens
		}
		h.Total = found.Tokens
	}
}

// bytesPerToken is what English text has on the average.
const bytesPerToken = 4

// trimToContext takes hits out, from the least relevant, and then exchanges,
// from the oldest, until all that is sent fits into the model.
func (m *Manager) trimToContext(found *Retrieval, t TierSettings) {
	context := m.contextOf(t.Model)
	room := context - m.answerRoom(context)
	none := llm.CountMessages(t.Model, nil)
	size := none
	var sizes []int // of the prompt, the chunks, the exchanges and the question
	for _, message := range m.messages(found) {
		n := llm.CountMessages(t.Model, []llm.Message{message}) - none
		size, sizes = size+n, append(sizes, n)
	}
	trimmed, forgotten := 0, 0
	for chunks := len(sizes) - 2 - 2*len(found.Exchanges); size > room; {
		if i := lastInBudget(found.Hits); i >= 0 {
			found.Hits[i].InBudget, found.Hits[i].Why = false, fmt.Sprintf("does not fit into the context of %s", t.Model)
			size -= sizes[chunks-trimmed]
			trimmed++
		} else if len(found.Exchanges) > 0 {
			found.Exchanges = found.Exchanges[1:]
			at := 1 + chunks + 2*forgotten
			size -= sizes[at] + sizes[at+1]
			forgotten++
		} else {
			found.Notes = append(found.Notes, fmt.Sprintf("prompt and question alone leave no room for an answer in the context of %s, %d tokens", t.Model, context))
			break
		}
	}
	if trimmed+forgotten > 0 {
		found.Notes = append(found.Notes, fmt.Sprintf("%d chunks and %d exchanges were left out to fit into the context of %s", trimmed, forgotten, t.Model))
		found.total()
	}
}

// total counts the tokens of the contents that are sent.
func (r *Retrieval) total() {
	r.Tokens = 0
	for i := range r.Hits {
		if r.Hits[i].InBudget {
			r.Tokens += r.Hits[i].Tokens
		}
		r.Hits[i].Total = r.Tokens
	}
}

// lastInBudget returns the index of the last hit that is sent, -1 if none is.
func lastInBudget(hits []Hit) int {
	for i, h := range slices.Backward(hits) {
		if h.InBudget {
			return i
		}
	}
	return -1
}

// answerRoom is how many tokens of a context are kept free for the answer.
func (m *Manager) answerRoom(context int) int {
	const usual = 2000 // more than answers to questions about manuals have
	if n := m.settings.Answer.MaxAnswer; n > 0 {
		return n
	}
	return min(usual, context/4) // a small one has to hold the question, too
}

// contextOf returns how many tokens fit into a model: what is set, else what
// its maker says, else what is safe to assume.
func (m *Manager) contextOf(model string) int {
	if n := m.settings.Answer.Context; n > 0 {
		return n
	}
	for _, known := range contexts {
		if strings.HasPrefix(model, known.prefix) {
			return known.tokens
		}
	}
	const safe = 8192 // most servers of open models offer at least this
	return safe
}

// contexts holds the context of models as OpenAI states them, by the beginning
// of their names.
var contexts = []struct {
	prefix string
	tokens int
}{
	{"gpt-4.1", 1_000_000},
	{"gpt-4o", 128_000},
	{"gpt-4-turbo", 128_000},
	{"gpt-4", 8_192},
	{"gpt-3.5", 16_385},
	{"gpt-5", 272_000},
	{"o1", 200_000},
	{"o3", 200_000},
	{"o4", 200_000},
}
