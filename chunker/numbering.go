package chunker

import (
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// A numbering counts the items of a list.
type numbering struct {
	ordered bool
	style   string
	value   int
	step    int
}

func newNumbering(list *html.Node, items []*html.Node) *numbering {
	n := &numbering{ordered: list.DataAtom == atom.Ol, style: attr(list, "type"), value: 1, step: 1}
	if _, reversed := attrValue(list, "reversed"); reversed {
		n.value, n.step = len(items), -1
	}
	if start, err := strconv.Atoi(attr(list, "start")); err == nil {
		n.value = start
	}
	return n
}

// next returns the marker of an item. What is in a list but no item has none.
func (n *numbering) next(item *html.Node) string {
	switch {
	case item.DataAtom != atom.Li:
		return ""
	case !n.ordered:
		return "- "
	}
	if v, err := strconv.Atoi(attr(item, "value")); err == nil {
		n.value = v
	}
	marker := numeral(n.value, n.style) + ". "
	n.value += n.step
	return marker
}

// numeral writes a number in the style of an ordered list: 1, a, A, i or I.
func numeral(n int, style string) string {
	switch {
	case (style == "a" || style == "A") && n > 0:
		s := ""
		for ; n > 0; n = (n - 1) / 26 {
			s = string(rune(style[0])+rune((n-1)%26)) + s
		}
		return s
	case style == "i" && n > 0 && n < 4000:
		return strings.ToLower(roman(n))
	case style == "I" && n > 0 && n < 4000:
		return roman(n)
	}
	return strconv.Itoa(n)
}

func roman(n int) string {
	signs := []struct {
		value int
		sign  string
	}{
		{1000, "M"},
		{900, "CM"},
		{500, "D"},
		{400, "CD"},
		{100, "C"},
		{90, "XC"},
		{50, "L"},
		{40, "XL"},
		{10, "X"},
		{9, "IX"},
		{5, "V"},
		{4, "IV"},
		{1, "I"},
	}
	var b strings.Builder
	for _, s := range signs {
		for ; n >= s.value; n -= s.value {
			b.WriteString(s.sign)
		}
	}
	return b.String()
}
