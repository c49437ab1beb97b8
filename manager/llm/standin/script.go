package standin

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Script makes faults of a line of words, one for each request:
//
//	ok            it goes well
//	401 … 599     that status; 429:7 also asks to wait 7 seconds
//	nocredit      429 for want of money
//	webpage       a web page
//	silent        no answer
//	delay:MS      it goes well, after so many milliseconds
//	hangup:BYTES  the connection breaks after so many bytes of the body
//	end:BYTES     the answer ends after so many bytes
//	stall:BYTES   nothing more comes after so many bytes
//
// A word with *N behind it counts for N requests. The error names the word.
func Script(line string) ([]Fault, error) {
	var faults []Fault
	for _, word := range strings.Fields(line) {
		name, times, many := strings.Cut(word, "*")
		n := 1
		if many {
			var err error
			if n, err = strconv.Atoi(times); err != nil || n < 1 || n > 1e6 {
				return nil, fmt.Errorf("standin script: %q: not a number of times", word)
			}
		}
		fault, err := parseFault(name)
		if err != nil {
			return nil, fmt.Errorf("standin script: %q: %w", word, err)
		}
		for range n {
			faults = append(faults, fault)
		}
	}
	return faults, nil
}

// parseFault makes one fault, nil for none.
func parseFault(word string) (Fault, error) {
	name, number, given := strings.Cut(word, ":")
	n, err := strconv.Atoi(number)
	if given && (err != nil || n < 0) {
		return nil, fmt.Errorf("not a number")
	}
	counted := map[string]func(int) Fault{
		"hangup": HangUp, "end": End, "stall": Stall,
		"delay": func(ms int) Fault { return Delay(time.Duration(ms) * time.Millisecond) },
		"429":   func(seconds int) Fault { return RateLimit(time.Duration(seconds) * time.Second) },
	}
	plain := map[string]Fault{"ok": nil, "nocredit": NoCredit(), "webpage": WebPage(), "silent": Silent()}
	if make := counted[name]; make != nil && given {
		return make(n), nil
	}
	if fault, ok := plain[name]; ok && !given {
		return fault, nil
	}
	if status, err := strconv.Atoi(name); err == nil && status >= 400 && status <= 599 && !given {
		return Status(status), nil
	}
	return nil, fmt.Errorf("no such fault")
}
