package llm

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
)

// An embedAnswer is the answer to a request for embeddings.
type embedAnswer struct {
	Data []struct {
		Index     *int
		Embedding vector
	}
	Usage struct {
		Prompt int `json:"prompt_tokens"`
		Total  int `json:"total_tokens"`
	}
	Error json.RawMessage
}

// A vector is an embedding as numbers or as base64 of little-endian 32-bit
// floats, whatever was asked for: servers do as they like.
type vector struct {
	values []float32
	wrong  string // what is wrong with it; "" if nothing
}

// UnmarshalJSON takes any JSON: what is wrong with it is kept for the caller,
// who knows which text it is about.
func (v *vector) UnmarshalJSON(data []byte) error {
	switch data[0] {
	case '"':
		v.decode(data[1 : len(data)-1])
	case '[':
		v.parse(data[1 : len(data)-1])
	default:
		v.wrong = "no vector"
	}
	return nil
}

// decode takes base64, which JSON may write with "\/".
func (v *vector) decode(data []byte) {
	data = bytes.ReplaceAll(data, []byte(`\/`), []byte("/"))
	raw, err := base64.StdEncoding.AppendDecode(nil, data)
	if err != nil || len(raw)%4 != 0 {
		v.wrong = "not the base64 of 32-bit floats"
		return
	}
	v.values = make([]float32, len(raw)/4)
	for i := range v.values {
		v.values[i] = math.Float32frombits(binary.LittleEndian.Uint32(raw[4*i:]))
	}
	v.check()
}

// parse takes the numbers of an array, between its brackets.
func (v *vector) parse(data []byte) {
	v.values = make([]float32, 0, bytes.Count(data, []byte{','})+1)
	for len(bytes.TrimSpace(data)) > 0 {
		number, rest, _ := bytes.Cut(data, []byte{','})
		x, err := strconv.ParseFloat(string(bytes.TrimSpace(number)), 32)
		if err != nil {
			v.wrong = fmt.Sprintf("component %d is no finite number", len(v.values))
			return
		}
		v.values = append(v.values, float32(x))
		data = rest
	}
	v.check()
}

// check notes components that are not finite.
func (v *vector) check() {
	for i, x := range v.values {
		if x != x || math.IsInf(float64(x), 0) {
			v.wrong = fmt.Sprintf("component %d is no finite number", i)
			return
		}
	}
	if len(v.values) == 0 {
		v.wrong = "empty vector"
	}
}

// vectors returns the vectors of an answer in the order of the texts, of which
// there are n. The error is a *VectorError that counts them from 0.
func (a *embedAnswer) vectors(model string, n int) ([][]float32, error) {
	wrong := func(text int, format string, args ...any) error {
		return &VectorError{Model: model, Text: text, Reason: fmt.Sprintf(format, args...)}
	}
	if len(a.Data) != n {
		return nil, wrong(-1, "%d vectors for %d texts", len(a.Data), n)
	}
	all := make([][]float32, n)
	for i, d := range a.Data {
		at := i // servers that name no index keep the order
		if d.Index != nil {
			at = *d.Index
		}
		switch {
		case at < 0 || at >= n:
			return nil, wrong(-1, "vector with index %d for %d texts", at, n)
		case all[at] != nil:
			return nil, wrong(-1, "two vectors with index %d", at)
		case d.Embedding.wrong != "":
			return nil, wrong(at, "%s", d.Embedding.wrong)
		case d.Embedding.values == nil:
			return nil, wrong(at, "no vector")
		}
		all[at] = d.Embedding.values
	}
	return all, nil
}

// tokens returns how many tokens the server counted, 0 if it does not say.
func (a *embedAnswer) tokens() int { return max(a.Usage.Prompt, a.Usage.Total) }
