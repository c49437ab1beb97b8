package llm

import (
	"context"
	"encoding/json"
	"slices"
)

// Models returns the names of the models that the server offers to the key,
// sorted; none is no error. It costs nothing, so that it also tells whether
// address and key are right.
func (c *Client) Models(ctx context.Context) ([]string, error) {
	var names []string
	x := &exchange{path: "models"}
	x.decode = func(data []byte) error {
		var a struct {
			Data  []struct{ ID string }
			Error json.RawMessage
		}
		if err := c.parse(x, data, &a, &a.Error); err != nil {
			return err
		}
		for _, m := range a.Data {
			names = append(names, m.ID)
		}
		return nil
	}
	if err := c.do(ctx, x); err != nil {
		return nil, err
	}
	slices.Sort(names)
	return slices.Compact(names), nil
}

// parse reads an answer of JSON into v, of which refused is the field that holds
// an error.
func (c *Client) parse(x *exchange, data []byte, v any, refused *json.RawMessage) error {
	if json.Unmarshal(data, v) != nil {
		return c.notJSON(x, data)
	}
	if len(*refused) > 0 && string(*refused) != "null" {
		return c.refusal(data, x.model)
	}
	return nil
}
