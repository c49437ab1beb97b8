package retrieve

import "strings"

// IsFunctionWord reports whether a word tells nothing of what a text is about:
// it is one letter, or a function word of one of the languages known, such as
// "the".
func IsFunctionWord(word string) bool { return isStop(strings.ToLower(word), ^uint32(0)) }
