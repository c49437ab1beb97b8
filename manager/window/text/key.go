package text

// Words of setting the key.
const (
	KeepKey          = "Keep key"
	ChooseKeyFile    = "Choose a key file…"
	KeyPlaceholder   = "Paste the key here"
	KeyAsking        = "Asking …"
	KeyNone          = "There is no key yet. Without one the library is asked in the builtin space, and no model writes answers."
	KeyNeedless      = "A server that needs no key, such as Ollama, takes any word for one. Set its address under Configure:"
	SetServer        = "Address of the server"
	KeyWhere         = "The key goes to the keychain of the system or, where there is none, to a file that only you can read. It is shown nowhere."
	KeyFileUnlocated = "this is not a file of this computer"
)

// KeyIn says where the key is now.
func KeyIn(from string) string { return "The key is found in " + from + "." }
