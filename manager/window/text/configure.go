package text

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Topics of settings.
const (
	TopicPages    = "Reading pages"
	TopicChunks   = "Finding chunks"
	TopicAnswers  = "Answering"
	TopicServer   = "Model server"
	TopicComputer = "This computer"
	TopicHosts    = "Hosts"
)

// Words of the settings.
const (
	ConfigureTitle   = "Settings"
	SearchSettings   = "Search settings"
	UseFile          = "Use this file"
	ResetSetting     = "Reset"
	RestoreDefaults  = "Restore all defaults"
	Discard          = "Discard changes"
	SecretSet        = "is set; type to replace it"
	SecretUnset      = "is not set"
	RemoveSecret     = "Remove"
	On               = "On"
	Changed          = "changed"
	EditSources      = "Edit the list of sources…"
	HostPlaceholder  = "Host, such as www.example.org"
	AddHost          = "Add host"
	RemoveHost       = "Remove host"
	HostListed       = "It is among the hosts already."
	HostGone         = "will be removed"
	NoHosts          = "No host has a user and a password yet. Pages of the hosts listed here are read with them."
	SettingsLater    = "Those of a library are shown here while it is open."
	NothingFound     = "No setting contains these words."
	SourcesElsewhere = "The list of sources has its own view."
	RootElsewhere    = "It is chosen with Set_Root."
	NoRoot           = "none"
	DefaultsRestored = "All defaults are filled in, except for the root, the sources, secrets and hosts. Nothing is saved yet."
)

// AskDiscard says what is lost by leaving.
const AskDiscard = "What you have changed is not saved yet."

// Overridden says that a value counts in place of that of a file, because the
// environment variable env gives it or, if that is "", a flag.
func Overridden(env, value string) string {
	if value == "" {
		value = "nothing"
	}
	if env == "" {
		env = "A flag of the command line"
	}
	return fmt.Sprintf("%s gives %s, which is used instead.", env, value)
}

// OverriddenPrompt says that a prompt counts in place of that of the file, because the
// environment variable env gives it or, if that is "", a flag.
func OverriddenPrompt(env string) string {
	if env == "" {
		env = "A flag of the command line"
	}
	return env + " gives another prompt, which is used instead."
}

// Faulty says how many settings have values that are not allowed.
func Faulty(n int) string {
	if n == 1 {
		return "1 setting is faulty"
	}
	return Number(n) + " settings are faulty"
}

// Unsaved says how many settings have changed.
func Unsaved(n int) string { return Count(n, "change") }

// Default says what the default of a setting is.
func Default(value string) string {
	if value == "" {
		return "Default: none."
	}
	return "Default: " + value + "."
}

// settingLabels are what settings are called. Those of others come from their keys.
var settingLabels = map[string]string{
	"fetch.timeout":      "Longest time for a try",
	"fetch.idle_timeout": "Longest silence of a server",
	"fetch.max_wait":     "Longest pause before another try",
	"fetch.max_bytes":    "Largest page",
	"fetch.per_host":     "Requests to a host at once",
	"fetch.retries":      "Further tries",
	"fetch.user_agent":   "Name told to servers",
	"dump":               "Write all chunks to Log/dump.txt",

	"retrieve.space":      "Space of the vectors",
	"retrieve.model":      "Model of the vectors",
	"retrieve.dimensions": "Components of a vector",
	"retrieve.retriever":  "How chunks are found",
	"retrieve.k":          "Damping of low ranks",
	"retrieve.high":       "High relevance from",
	"retrieve.mid":        "Mid relevance from",
	"retrieve.language":   "Language of the library",

	"answer.high_model":   "High relevance: model",
	"answer.high_tokens":  "High relevance: documentation",
	"answer.high_prompt":  "High relevance: prompt",
	"answer.mid_model":    "Mid relevance: model",
	"answer.mid_tokens":   "Mid relevance: documentation",
	"answer.mid_prompt":   "Mid relevance: prompt",
	"answer.low_model":    "Low relevance: model",
	"answer.low_tokens":   "Low relevance: documentation",
	"answer.low_prompt":   "Low relevance: prompt",
	"answer.exchanges":    "Earlier exchanges sent along",
	"answer.max_question": "Longest question",
	"answer.context":      "Tokens that fit into the model",
	"answer.max_answer":   "Longest answer",
	"answer.timeout":      "Longest time for an answer",
	"answer.diagnostic":   "Answer in place of a model",

	"endpoint.base_url":     "Address",
	"endpoint.organisation": "Organisation",
	"endpoint.key_file":     "File of the key",
	"endpoint.headers":      "Further headers",
	"endpoint.parallel":     "Requests at once",
	"endpoint.timeout":      "Longest time for a request",
	"endpoint.max_wait":     "Longest time of trying again",

	"root":    "Root of the library",
	"proxy":   "Proxy for the web",
	"ca_file": "Further certificates",
}

// SettingLabel returns what the setting with a key is called.
func SettingLabel(key string) string {
	if label, ok := settingLabels[key]; ok {
		return label
	}
	label := strings.ReplaceAll(key[strings.LastIndexByte(key, '.')+1:], "_", " ")
	first, size := utf8.DecodeRuneInString(label)
	return string(unicode.ToUpper(first)) + label[size:]
}

// Words of the prompts.
const (
	PromptsTitle  = "Assistant prompts"
	ResetPrompt   = "Reset to the built-in prompt"
	PromptProgram = "This is the built-in prompt."
	PromptOwn     = "This is your own prompt."
	PromptEmpty   = "Empty: the built-in prompt is used."
	NotSaved      = "It is not saved yet."
	TierHigh      = "High relevance"
	TierMid       = "Mid relevance"
	TierLow       = "Low relevance"
)

// TierUse says when a tier is used. low and high are its bounds; those of 0 and 1 are
// none.
func TierUse(low, high float64) string {
	switch {
	case low == 0:
		return fmt.Sprintf("Used for a relevance below %.2f, when the library has little to say.", high)
	case high >= 1:
		return fmt.Sprintf("Used for a relevance of %.2f or more.", low)
	}
	return fmt.Sprintf("Used for a relevance from %.2f to %.2f.", low, high)
}

// TierUnknown says when a tier is used, while the bounds are not known.
func TierUnknown(name string) string {
	return "Used for questions of " + strings.ToLower(name) + "."
}

// TierAnswer says what answers the questions of a tier.
func TierAnswer(model, tokens string, asked bool) string {
	documentation := "with up to " + tokens + " tokens of documentation"
	if tokens == "0" {
		documentation = "without documentation"
	}
	if !asked {
		return fmt.Sprintf("With a key, %s answers, %s.", model, documentation)
	}
	return fmt.Sprintf("%s answers, %s.", model, documentation)
}

// PromptTokens says how long a prompt is.
func PromptTokens(n int) string { return Count(n, "token") }
