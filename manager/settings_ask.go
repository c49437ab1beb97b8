package manager

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/net/http/httpguts"
)

// The spaces that the setting space can name.
const (
	SpaceAuto    = "auto"    // openai if there is a key, else builtin
	SpaceOpenAI  = "openai"  // a server for embeddings
	SpaceBuiltin = "builtin" // what is fitted on the library itself; needs no key and no network
)

// The retrievers that the setting retrieve.retriever can name.
const (
	RetrieverAuto    = "auto"    // vector for openai, fused for builtin
	RetrieverVector  = "vector"  // by the vectors of the space
	RetrieverKeyword = "keyword" // by words
	RetrieverFused   = "fused"   // by both
)

// RetrieveSettings say how chunks are found.
type RetrieveSettings struct {
	Space      string  // SpaceAuto, SpaceOpenAI or SpaceBuiltin
	Model      string  // that makes the vectors of the space openai
	Dimensions int     // of its vectors; 0: as many as the model makes
	Retriever  string  // RetrieverAuto, RetrieverVector, RetrieverKeyword or RetrieverFused
	K          int     // damping of low ranks when rankings are fused
	High, Mid  float64 // relevance from which a question is of high and of mid relevance; 0: those of the space
	Language   string  // of the library, as en or de; empty: found from its texts
}

// A TierSettings says how questions of a tier are answered.
type TierSettings struct {
	Model  string // that answers
	Tokens int    // of contents to send; the chunk that passes this is the last
	Prompt string // system prompt; empty: that of the program
}

// AnswerSettings say how questions are answered.
type AnswerSettings struct {
	High, Mid, Low TierSettings
	Exchanges      int           // earlier ones to send along
	MaxQuestion    int           // longest question, in tokens
	Context        int           // tokens that fit into the model; 0: as known of the model
	MaxAnswer      int           // longest answer, in tokens; 0: as the model likes
	Timeout        time.Duration // longest time for an answer
	Diagnostic     string        // answer to give instead of asking a model; empty: ask it
}

// EndpointSettings say how the server of models is reached.
type EndpointSettings struct {
	BaseURL      string
	Organisation string
	KeyFile      string        // file with the key; empty: the environment or the keychain
	Headers      Secret        // further headers of requests, a line each
	Parallel     int           // requests at the same time
	Timeout      time.Duration // longest time for one request for embeddings
	MaxWait      time.Duration // longest time of trying again
}

// askSettings are the settings of a library that concern asking.
func askSettings() []setting[LibrarySettings] {
	list := []setting[LibrarySettings]{
		place("retrieve.space", "where vectors come from: a server, or what is fitted on the library itself",
			SpaceAuto, words(SpaceAuto, SpaceOpenAI, SpaceBuiltin),
			func(s *LibrarySettings) *string { return &s.Retrieve.Space }),
		place("retrieve.model", "model that makes the vectors of the space openai",
			"text-embedding-3-small", texts("the name of a model", func(text string) bool { return text != "" }),
			func(s *LibrarySettings) *string { return &s.Retrieve.Model }),
		place("retrieve.dimensions", "components of the vectors; 0: as many as the model makes",
			0, numbers("components", 0, 100_000),
			func(s *LibrarySettings) *int { return &s.Retrieve.Dimensions }),
		place("retrieve.retriever", "how chunks are found; auto: by vectors in the space openai, fused in builtin",
			RetrieverAuto, words(RetrieverAuto, RetrieverVector, RetrieverKeyword, RetrieverFused),
			func(s *LibrarySettings) *string { return &s.Retrieve.Retriever }),
		place("retrieve.k", "damping of low ranks when rankings are fused",
			60, numbers("ranks", 1, 1000),
			func(s *LibrarySettings) *int { return &s.Retrieve.K }),
		place("retrieve.high", "relevance from which a question is of high relevance; 0: that of the space",
			0, decimals(0, 1),
			func(s *LibrarySettings) *float64 { return &s.Retrieve.High }),
		place("retrieve.mid", "relevance from which a question is of mid relevance; 0: that of the space",
			0, decimals(0, 1),
			func(s *LibrarySettings) *float64 { return &s.Retrieve.Mid }),
		place("retrieve.language", "language of the library, as en or de; empty: found from its texts",
			"", texts("a language code of two letters, or nothing", func(text string) bool { return text == "" || len(text) == 2 }),
			func(s *LibrarySettings) *string { return &s.Retrieve.Language }),
	}
	list = append(list, tierSettings("high", "gpt-4o", 6000, func(s *LibrarySettings) *TierSettings { return &s.Answer.High })...)
	list = append(list, tierSettings("mid", "gpt-4o-mini", 12000, func(s *LibrarySettings) *TierSettings { return &s.Answer.Mid })...)
	list = append(list, tierSettings("low", "gpt-4o-mini", 0, func(s *LibrarySettings) *TierSettings { return &s.Answer.Low })...)
	return append(list,
		place("answer.exchanges", "earlier exchanges that are sent along",
			3, numbers("exchanges", 0, 100),
			func(s *LibrarySettings) *int { return &s.Answer.Exchanges }),
		place("answer.max_question", "longest question",
			300, numbers("tokens", 1, 100_000),
			func(s *LibrarySettings) *int { return &s.Answer.MaxQuestion }),
		place("answer.context", "tokens that fit into the model; 0: as known of the model",
			0, numbers("tokens", 0, 10_000_000),
			func(s *LibrarySettings) *int { return &s.Answer.Context }),
		place("answer.max_answer", "longest answer; 0: as the model likes",
			0, numbers("tokens", 0, 1_000_000),
			func(s *LibrarySettings) *int { return &s.Answer.MaxAnswer }),
		place("answer.timeout", "longest time for an answer",
			time.Minute, durations(time.Second, time.Hour),
			func(s *LibrarySettings) *time.Duration { return &s.Answer.Timeout }),
		place("answer.diagnostic", "answer to give instead of asking a model; empty: ask it",
			"", paragraphs(),
			func(s *LibrarySettings) *string { return &s.Answer.Diagnostic }),
	)
}

// tierSettings are the settings of a tier. Models and budgets are those of the
// original.
func tierSettings(name, model string, tokens int, at func(*LibrarySettings) *TierSettings) []setting[LibrarySettings] {
	return []setting[LibrarySettings]{
		place("answer."+name+"_model", "model that answers questions of "+name+" relevance",
			model, texts("the name of a model", func(text string) bool { return text != "" }),
			func(s *LibrarySettings) *string { return &at(s).Model }),
		place("answer."+name+"_tokens", "documentation sent with questions of "+name+" relevance; the chunk that passes it is the last",
			tokens, numbers("tokens", 0, 10_000_000),
			func(s *LibrarySettings) *int { return &at(s).Tokens }),
		place("answer."+name+"_prompt", "system prompt for questions of "+name+" relevance; empty: that of the program",
			"", paragraphs(),
			func(s *LibrarySettings) *string { return &at(s).Prompt }),
	}
}

// endpointSettings are the settings of the server of models.
func endpointSettings() []setting[PersonalSettings] {
	return []setting[PersonalSettings]{
		baseSetting(),
		place("endpoint.organisation", "organisation that requests are billed to; empty: that of the key",
			"", texts("one line of text", func(string) bool { return true }),
			func(s *PersonalSettings) *string { return &s.Endpoint.Organisation }),
		place("endpoint.key_file", "file that holds the key; empty: OPENAI_API_KEY or the keychain of the system",
			"", paths(),
			func(s *PersonalSettings) *string { return &s.Endpoint.KeyFile }),
		headersSetting(),
		place("endpoint.parallel", "requests for embeddings at the same time",
			4, numbers("requests", 1, 64),
			func(s *PersonalSettings) *int { return &s.Endpoint.Parallel }),
		place("endpoint.timeout", "longest time for one request for embeddings",
			time.Minute, durations(time.Second, time.Hour),
			func(s *PersonalSettings) *time.Duration { return &s.Endpoint.Timeout }),
		place("endpoint.max_wait", "longest time of trying a request again",
			2*time.Minute, durations(time.Second, 24*time.Hour),
			func(s *PersonalSettings) *time.Duration { return &s.Endpoint.MaxWait }),
	}
}

// baseSetting makes the setting of the base URL. One that is refused may have a key
// in place of a user.
func baseSetting() setting[PersonalSettings] {
	s := place("endpoint.base_url", "address of an OpenAI-compatible server, such as http://localhost:11434/v1",
		"https://api.openai.com/v1", texts("a URL that begins with http:// or https://, without user and password, ? and #", isWebURL),
		func(s *PersonalSettings) *string { return &s.Endpoint.BaseURL })
	set, check := s.set, s.check
	s.set = func(p *PersonalSettings, text string) error { return hideUser(set(p, text)) }
	s.check = func(p *PersonalSettings) error { return hideUser(check(p)) }
	return s
}

// hideUser takes what may be a user or a password out of the value that a
// [*FieldError] names.
func hideUser(err error) error {
	e, ok := errors.AsType[*FieldError](err)
	if !ok {
		return err
	}
	value := e.Value
	if end := strings.LastIndexByte(value, '@'); end >= 0 {
		start := 0
		if i := strings.Index(value[:end], "://"); i >= 0 {
			start = i + len("://")
		}
		value = value[:start] + Mask + value[end:]
	}
	return &FieldError{Field: e.Field, Value: value, Want: e.Want}
}

// isWebURL reports whether text is a URL of the web without user and password.
func isWebURL(text string) bool {
	rest, ok := strings.CutPrefix(text, "http://")
	if !ok {
		rest, ok = strings.CutPrefix(text, "https://")
	}
	return ok && rest != "" && !strings.Contains(rest, "@") && !strings.ContainsAny(rest, " ?#")
}

// words are one of some words.
func words(allowed ...string) kind[string] {
	k := texts(strings.Join(allowed[:len(allowed)-1], ", ")+" or "+allowed[len(allowed)-1],
		func(text string) bool { return slices.Contains(allowed, text) })
	k.parse = func(text string) (string, bool) { return strings.ToLower(strings.TrimSpace(text)), true }
	k.words = strings.Join(allowed, " ")
	return k
}

// decimals are numbers with a fraction.
func decimals(low, high float64) kind[float64] {
	k := kind[float64]{Type: NumberType, format: func(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }}
	k.parse = func(text string) (float64, bool) {
		v, err := strconv.ParseFloat(text, 64)
		return v, err == nil
	}
	return ranged(k, "a number", low, high)
}

// headersSetting makes the setting of further headers, which may hold a key.
func headersSetting() setting[PersonalSettings] {
	s := place("endpoint.headers", "further headers of requests, a line each, as some servers want them for their key",
		"", headerLines(),
		func(s *PersonalSettings) *Secret { return &s.Endpoint.Headers })
	set, check := s.set, s.check
	s.Secret = true
	s.text = func(p *PersonalSettings) string { return p.Endpoint.Headers.String() }
	s.set = func(p *PersonalSettings, text string) error { return maskValue(set(p, text)) }
	s.check = func(p *PersonalSettings) error { return maskValue(check(p)) }
	return s
}

// maskValue takes the value out of a [*FieldError].
func maskValue(err error) error {
	if e, ok := errors.AsType[*FieldError](err); ok {
		return &FieldError{Field: e.Field, Value: Mask, Want: e.Want}
	}
	return err
}

// headerLines are headers of requests as HTTP writes them, a line each.
func headerLines() kind[Secret] {
	return kind[Secret]{
		Type: ParagraphsType, want: "lines such as api-key: VALUE, or nothing",
		parse:  func(text string) (Secret, bool) { return Secret(strings.TrimSpace(text)), true },
		format: func(s Secret) string { return string(s) },
		allowed: func(s Secret) bool {
			for line := range strings.Lines(string(s)) {
				name, value, ok := strings.Cut(line, ":")
				if !ok || !httpguts.ValidHeaderFieldName(name) || !httpguts.ValidHeaderFieldValue(strings.TrimSpace(value)) {
					return false
				}
			}
			return true
		},
	}
}

// headers returns the further headers of requests.
func (s EndpointSettings) headers() map[string]string {
	headers := map[string]string{}
	for line := range strings.Lines(string(s.Headers)) {
		name, value, _ := strings.Cut(line, ":")
		headers[name] = strings.TrimSpace(value)
	}
	return headers
}

// paragraphs are texts of any number of lines.
func paragraphs() kind[string] {
	const most = 100_000
	return kind[string]{
		Type: ParagraphsType, want: fmt.Sprintf("a text of up to %d characters", most),
		parse:  func(text string) (string, bool) { return strings.TrimRight(text, "\n"), true },
		format: func(text string) string { return text },
		allowed: func(text string) bool {
			return utf8.ValidString(text) && utf8.RuneCountInString(text) <= most
		},
	}
}
