package llm

import (
	"regexp"
	"strings"
)

// PricesKnown is the day of the prices of [Price], as published by OpenAI at
// https://platform.openai.com/docs/pricing.
const PricesKnown = "2026-04-13"

// Price returns what a model of OpenAI costs, in US dollars for a million tokens
// sent and a million tokens received, at the standard rate without discounts. ok
// is false if it is not known, as for all other servers. A dated version, such
// as gpt-4o-2024-08-06, costs what the model does unless it has its own price.
func Price(model string) (in, out float64, ok bool) {
	model = strings.TrimPrefix(model, "openai/")
	p, ok := prices[model]
	if !ok {
		p, ok = prices[dated.ReplaceAllString(model, "")]
	}
	return p.in, p.out, ok
}

// dated matches the date of a version.
var dated = regexp.MustCompile(`-20\d\d-\d\d-\d\d$`)

var prices = map[string]struct{ in, out float64 }{
	"text-embedding-3-small": {0.02, 0},
	"text-embedding-3-large": {0.13, 0},
	"text-embedding-ada-002": {0.10, 0},

	"gpt-3.5-turbo":     {0.50, 1.50},
	"gpt-4":             {30, 60},
	"gpt-4-turbo":       {10, 30},
	"gpt-4o":            {2.50, 10},
	"gpt-4o-2024-05-13": {5, 15},
	"gpt-4o-mini":       {0.15, 0.60},
	"gpt-4.1":           {2, 8},
	"gpt-4.1-mini":      {0.40, 1.60},
	"gpt-4.1-nano":      {0.10, 0.40},

	"o1":      {15, 60},
	"o3":      {2, 8},
	"o3-mini": {1.10, 4.40},
	"o4-mini": {1.10, 4.40},

	"gpt-5":        {1.25, 10},
	"gpt-5-mini":   {0.25, 2},
	"gpt-5-nano":   {0.05, 0.40},
	"gpt-5.1":      {1.25, 10},
	"gpt-5.2":      {1.75, 14},
	"gpt-5.4":      {2.50, 15},
	"gpt-5.4-mini": {0.75, 4.50},
	"gpt-5.4-nano": {0.20, 1.25},
}
