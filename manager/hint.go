package manager

// Hint returns what the user can do about err: the first text that is not
// empty among the Hint() string methods of err and of all that it wraps,
// outermost first and joined errors in their order. It returns "" if there is
// none, also for a nil error.
func Hint(err error) string {
	if h, ok := err.(interface{ Hint() string }); ok {
		if text := h.Hint(); text != "" {
			return text
		}
	}
	switch e := err.(type) {
	case interface{ Unwrap() error }:
		return Hint(e.Unwrap())
	case interface{ Unwrap() []error }:
		return firstHint(e.Unwrap())
	}
	return ""
}

// firstHint returns the first hint of several errors, "" if none has one.
func firstHint(errs []error) string {
	for _, err := range errs {
		if text := Hint(err); text != "" {
			return text
		}
	}
	return ""
}

// A hintError is an error with what the user can do about it.
type hintError struct {
	error
	hint string
}

// Hint returns what the user can do.
func (e *hintError) Hint() string { return e.hint }

// Unwrap returns the error without the hint.
func (e *hintError) Unwrap() error { return e.error }
