package manager

import "strings"

// nearest returns the key of fields, or the beginning that several have in
// common, that key was most likely meant to be, or "" if it is like none. The
// last part of a key may stand for the whole.
func nearest(key string, fields []Field) string {
	best, least := "", len(key)/3+2
	try := func(name, meant string) {
		if d := distance(key, name); d < least {
			best, least = meant, d
		}
	}
	for _, f := range fields {
		try(f.Key, f.Key)
		if dot := strings.LastIndexByte(f.Key, '.'); dot >= 0 {
			try(f.Key[:dot], f.Key[:dot])
			try(f.Key[dot+1:], f.Key)
		}
	}
	return best
}

// distance returns how many letters must be put in, taken out or replaced to
// make b of a; upper and lower case count as equal (Levenshtein, 1965).
func distance(a, b string) int {
	s, t := []rune(strings.ToLower(a)), []rune(strings.ToLower(b))
	row := make([]int, len(t)+1)
	for j := range row {
		row[j] = j
	}
	for i, c := range s {
		diagonal := row[0]
		row[0] = i + 1
		for j, d := range t {
			replaced := diagonal
			if c != d {
				replaced++
			}
			diagonal = row[j+1]
			row[j+1] = min(replaced, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(t)]
}
