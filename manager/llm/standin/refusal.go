package standin

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
)

// A refusal is an error as the server tells it.
type refusal struct {
	status  int
	Message string  `json:"message"`
	Type    string  `json:"type"`
	Param   *string `json:"param"`
	Code    *string `json:"code"`
}

// refuse returns a refusal; code and param are null if they are empty.
func refuse(status int, code, param, format string, args ...any) *refusal {
	e := &refusal{status: status, Message: fmt.Sprintf(format, args...), Type: "invalid_request_error"}
	if status >= 500 {
		e.Type = "server_error"
	}
	if code != "" {
		e.Code = &code
	}
	if param != "" {
		e.Param = &param
	}
	return e
}

func (e *refusal) write(w http.ResponseWriter) {
	writeJSON(w, e.status, map[string]any{"error": e})
}

// A call is what requests have in common.
type call struct {
	Model string
	all   map[string]json.RawMessage
}

// parse reads the body of a request into v and checks what all requests have.
func (s *Server) parse(body []byte, c *call, v any) *refusal {
	if json.Unmarshal(body, v) != nil || json.Unmarshal(body, c) != nil || json.Unmarshal(body, &c.all) != nil {
		return refuse(http.StatusBadRequest, "", "", "We could not parse the JSON body of your request. "+
			"(HINT: This likely means you aren't using your HTTP library correctly. The OpenAI API expects a JSON payload, but what was sent was not valid JSON.)")
	}
	for _, name := range s.opts.Refuses {
		if c.all[name] != nil {
			return refuse(http.StatusBadRequest, "unsupported_parameter", name, "Unsupported parameter: '%s' is not supported with this model.", name)
		}
	}
	switch {
	case c.Model == "":
		return refuse(http.StatusBadRequest, "", "", "you must provide a model parameter")
	case s.opts.Models != nil && !slices.Contains(s.opts.Models, c.Model):
		return refuse(http.StatusNotFound, "model_not_found", "", "The model `%s` does not exist or you do not have access to it.", c.Model)
	}
	return nil
}

// thinking matches the models that think before they answer.
var thinking = regexp.MustCompile(`^(o[1-9]|gpt-5)`)

// checkThinking refuses what the models that think do not take.
func checkThinking(c *call) *refusal {
	if !thinking.MatchString(c.Model) || strings.Contains(c.Model, "-chat") {
		return nil
	}
	if c.all["max_tokens"] != nil {
		return refuse(http.StatusBadRequest, "unsupported_parameter", "max_tokens", "Unsupported parameter: 'max_tokens' is not "+
			"supported with this model. Use 'max_completion_tokens' instead.")
	}
	if t := c.all["temperature"]; t != nil && string(t) != "1" {
		return refuse(http.StatusBadRequest, "unsupported_value", "temperature", "Unsupported value: 'temperature' does not support "+
			"%s with this model. Only the default (1) value is supported.", t)
	}
	return nil
}
