package assets

import "embed"

//go:embed prompts/*.txt
var prompts embed.FS

// Prompt returns the system prompt that comes with the program for questions of
// a tier: "high", "mid" or "low". It panics on any other name.
func Prompt(tier string) string {
	text, err := prompts.ReadFile("prompts/" + tier + ".txt")
	if err != nil {
		panic(err)
	}
	return string(text)
}
