package chunker

import (
	"strings"
	"time"
)

// stampLength is the length of a date stamp such as [25-JUN-25].
const stampLength = len("[25-JUN-25]")

// stampForm reports whether s begins with something of the form of a date
// stamp: two digits, three letters, two digits, in brackets.
func stampForm(s string) bool {
	if len(s) < stampLength {
		return false
	}
	for i, c := range []byte(s[:stampLength]) {
		ok := false
		switch i {
		case 0:
			ok = c == '['
		case 3, 7:
			ok = c == '-'
		case 10:
			ok = c == ']'
		case 4, 5, 6:
			ok = 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z'
		default:
			ok = '0' <= c && c <= '9'
		}
		if !ok {
			return false
		}
	}
	return true
}

// stampDate returns the date of a stamp in capitals, or "" if it is none: the
// form must be right and the day in the calendar.
func stampDate(s string) string {
	if !stampForm(s) {
		return ""
	}
	date := strings.ToUpper(s[1 : stampLength-1])
	month := date[:4] + strings.ToLower(date[4:6]) + date[6:]
	if _, err := time.Parse("02-Jan-06", month); err != nil {
		return ""
	}
	return date
}

// takeDate takes a date stamp off the start of a text and returns its date, ""
// if there is none.
func takeDate(s string) (date, rest string) {
	trimmed := trim(s)
	if date = stampDate(trimmed); date == "" {
		return "", s
	}
	return date, trimmed[stampLength:]
}

// dropStamps takes all date stamps out of a match string, each with the blanks
// after it. What only has their form goes too: it means nothing to a reader.
func dropStamps(s string) string {
	if !strings.Contains(s, "[") {
		return s
	}
	var b strings.Builder
	for {
		i := strings.IndexByte(s, '[')
		if i < 0 {
			b.WriteString(s)
			return b.String()
		}
		b.WriteString(s[:i])
		if s = s[i:]; stampForm(s) {
			s = strings.TrimLeft(s[stampLength:], " ")
		} else {
			b.WriteByte('[')
			s = s[1:]
		}
	}
}

// almostStamp reports whether s begins with what an author must have meant as
// a date stamp: digits, a month, digits in brackets, or a stamp whose day is
// in no calendar.
func almostStamp(s string) bool {
	if stampForm(s) {
		return stampDate(s) == ""
	}
	end := strings.IndexByte(s, ']')
	if !strings.HasPrefix(s, "[") || end < 0 || end > len("[30 September 2025]") {
		return false
	}
	words := strings.FieldsFunc(s[1:end], func(c rune) bool { return strings.ContainsRune(" -./,", c) })
	return len(words) == 3 && digits(words[0], 2) && isMonth(words[1]) && digits(words[2], 4)
}

// digits reports whether s is one to n decimal digits.
func digits(s string, n int) bool {
	return s != "" && len(s) <= n && strings.Trim(s, "0123456789") == ""
}

// isMonth reports whether s is the name of a month, whole or its first letters.
func isMonth(s string) bool {
	if len(s) < 3 {
		return false
	}
	for m := time.January; m <= time.December; m++ {
		if name := m.String(); len(s) <= len(name) && strings.EqualFold(name[:len(s)], s) {
			return true
		}
	}
	return false
}
