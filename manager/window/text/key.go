package text

// Words of setting the key.
const (
	KeepKey        = "Keep key"
	ChooseKeyFile  = "Choose a key file…"
	KeyPlaceholder = "Paste the key here"
	KeyAsking      = "Trying the key…"
	KeyNone        = "There is no key yet. Without one, the library can be asked in the builtin space, but no model writes answers."
	KeyWhere       = "It goes to the keychain of the system or, where there is none, to a file that only you can read. It is never shown."
	KeyNeedless    = "A server that needs no key, such as Ollama, is set by its address under Configure."
	SetServer      = "Set the address…"
)

// KeyIn says where the key is now.
func KeyIn(from string) string { return "There is a key, from " + from + "." }
