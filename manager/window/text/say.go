package text

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Sentence returns words that begin with a lower-case letter, as errors do, as a
// sentence. Addresses, paths and names of settings in several parts at the beginning
// stay as they are.
func Sentence(words string) string {
	words = strings.TrimSpace(words)
	if words == "" {
		return ""
	}
	first, _, _ := strings.Cut(words, " ")
	if r, size := utf8.DecodeRuneInString(words); !strings.ContainsAny(strings.TrimSuffix(first, ":"), ":/\\._@") {
		words = string(unicode.ToUpper(r)) + words[size:]
	}
	if last, _ := utf8.DecodeLastRuneInString(words); !strings.ContainsRune(".!?:;,…-–—", last) {
		words += "."
	}
	return words
}

// Count returns a number with what it counts.
func Count(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return Number(n) + " " + noun
}

// Number returns a number with its thousands parted.
func Number(n int) string {
	digits := fmt.Sprint(n)
	for i := len(digits) - 3; i > 0 && digits[i-1] != '-'; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

// Grouped returns words in which the thousands of numbers that stand alone are parted,
// as what a job says of itself has them together.
func Grouped(words string) string {
	return loneNumber.ReplaceAllStringFunc(words, func(digits string) string {
		before := len(digits) - len(strings.TrimLeft(digits, " ("))
		n, err := strconv.Atoi(digits[before:])
		if err != nil {
			return digits
		}
		return digits[:before] + Number(n)
	})
}

// loneNumber matches numbers at the beginning of words. What goes on, as a fraction
// does, begins behind a boundary all the same; it is of no thousands.
var loneNumber = regexp.MustCompile(`(?:^|[ (])[1-9]\d{3,8}\b`)

// Size returns a number of bytes.
func Size(n int64) string {
	const kilo = 1000
	switch {
	case n >= kilo*kilo*kilo:
		return fmt.Sprintf("%.1f GB", float64(n)/kilo/kilo/kilo)
	case n >= kilo*kilo:
		return fmt.Sprintf("%.1f MB", float64(n)/kilo/kilo)
	case n >= kilo:
		return fmt.Sprintf("%.1f kB", float64(n)/kilo)
	}
	return Count(int(n), "byte")
}

// Price returns a price in US dollars.
func Price(dollars float64) string {
	if dollars > 0 && dollars < 0.0001 {
		return "under $0.0001"
	}
	return fmt.Sprintf("$%.4f", dollars)
}
