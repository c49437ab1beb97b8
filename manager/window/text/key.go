package text

import "fmt"

// Words of setting the key.
const (
	KeepKey        = "Keep key"
	ChooseKeyFile  = "Choose a key file…"
	KeyPlaceholder = "Paste the key here"
	KeyAsking      = "Trying the key…"
	KeyNone        = "There is no key yet. Without one, the library can be asked in the builtin space, but no model writes answers."
	KeyWhere       = "It goes to the keychain of the system or, where there is none, to a file that only you can read. It is never shown."
	KeyNeedless    = "A server that needs no key, such as Ollama, is set by its address under Configure."
	KeepAnyway     = "Keep it all the same"
	KeyNotKept     = "It is not kept yet."
	StayBuiltin    = "Stay with builtin"
	BuiltinStays   = "Questions are asked in the builtin space, which needs no vectors."
	SetServer      = "Set the address…"
)

// KeyIn says where the key is now.
func KeyIn(from string) string { return "There is a key, from " + from + "." }

// KeyVectors says which vectors have to be made now that there is a key.
func KeyVectors(n int, space string) string {
	return fmt.Sprintf("With the key, questions are asked with vectors of %s, which %s of the library %s not have yet. "+
		"Embed makes them. The builtin space needs none.", space, Count(n, "chunk"), does(n))
}

func does(n int) string {
	if n == 1 {
		return "does"
	}
	return "do"
}
