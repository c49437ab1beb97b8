package standin

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"math"
	"net/http"
)

// An embedding is one of an answer.
type embedding struct {
	Object    string `json:"object"`
	Index     int    `json:"index"`
	Embedding any    `json:"embedding"`
}

// embeddings answers a request for embeddings.
func (s *Server) embeddings(w http.ResponseWriter, body []byte) (any, *refusal) {
	var c call
	var r struct {
		Input      json.RawMessage
		Dimensions int
		Format     string `json:"encoding_format"`
	}
	if e := s.parse(body, &c, &r); e != nil {
		return nil, e
	}
	texts, tokens, e := s.input(r.Input)
	if e != nil {
		return nil, e
	}
	length := s.opts.Dimensions
	switch {
	case c.all["dimensions"] == nil:
	case c.Model == "text-embedding-ada-002":
		return nil, refuse(http.StatusBadRequest, "", "", "This model does not support specifying dimensions.")
	case r.Dimensions < 1 || r.Dimensions > length:
		return nil, refuse(http.StatusBadRequest, "", "", "Invalid value for 'dimensions' = %d. Must be less than or equal to %d.", r.Dimensions, length)
	default:
		length = r.Dimensions
	}
	if e := s.admit(w.Header(), c.Model, tokens); e != nil {
		return nil, e
	}
	list := make([]embedding, len(texts))
	for i, text := range texts {
		list[i] = embedding{"embedding", i, s.encode(Vector(text, length), r.Format)}
	}
	answer := map[string]any{"object": "list", "data": list, "model": c.Model}
	if !s.opts.NoUsage {
		answer["usage"] = map[string]int{"prompt_tokens": tokens, "total_tokens": tokens}
	}
	return answer, nil
}

// input returns the texts of a request and their tokens.
func (s *Server) input(raw json.RawMessage) (texts []string, tokens int, e *refusal) {
	var one string
	if json.Unmarshal(raw, &one) == nil {
		texts = []string{one}
	} else if json.Unmarshal(raw, &texts) != nil || len(texts) == 0 {
		return nil, 0, invalidInput()
	}
	if len(texts) > s.opts.MaxTexts {
		return nil, 0, refuse(http.StatusBadRequest, "array_above_max_length", "input", "Invalid 'input': array too long. Expected an "+
			"array with maximum length %d, but got an array with length %d instead.", s.opts.MaxTexts, len(texts))
	}
	for _, text := range texts {
		n := s.opts.Count(text)
		switch {
		case text == "":
			return nil, 0, invalidInput()
		case n > s.opts.MaxInput:
			return nil, 0, refuse(http.StatusBadRequest, "", "", "This model's maximum context length is %d tokens, however you requested "+
				"%d tokens (%d in your prompt; 0 for the completion). Please reduce your prompt; or completion length.", s.opts.MaxInput, n, n)
		}
		tokens += n
	}
	if tokens > s.opts.MaxTokens {
		e := refuse(http.StatusBadRequest, "max_tokens_per_request", "", "Requested %d tokens, max %d tokens per request", tokens, s.opts.MaxTokens)
		e.Type = "max_tokens_per_request"
		return nil, 0, e
	}
	return texts, tokens, nil
}

func invalidInput() *refusal {
	return refuse(http.StatusBadRequest, "", "", "'$.input' is invalid. Please check the API reference: https://platform.openai.com/docs/api-reference.")
}

// encode returns a vector as it is written.
func (s *Server) encode(vector []float32, format string) any {
	if format != "base64" || s.opts.Numbers {
		return vector
	}
	raw := make([]byte, 0, 4*len(vector))
	for _, x := range vector {
		raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(x))
	}
	return base64.StdEncoding.EncodeToString(raw)
}
