package window

import (
	"sort"

	"fyne.io/fyne/v2"

	"ragmanager/manager/window/selecting"
)

// ellipsis stands for what was cut off.
const ellipsis = "…"

// cut returns a text that fits into a width, without its end if need be.
func cut(s string, width, size float32, style fyne.TextStyle) string {
	return fit(s, width, size, style, func(ends []int, n int) string { return s[:ends[n]] + ellipsis })
}

// cutStart returns a text that fits into a width, without its beginning if need be.
func cutStart(s string, width, size float32) string {
	return fit(s, width, size, fyne.TextStyle{}, func(ends []int, n int) string {
		return ellipsis + s[ends[len(ends)-1-n]:]
	})
}

// cutMiddle returns a text that fits into a width, without a part of its middle if need
// be: of addresses, beginning and end say most.
func cutMiddle(s string, width, size float32) string {
	return fit(s, width, size, fyne.TextStyle{}, func(ends []int, n int) string {
		head := n / 3
		return s[:ends[head]] + ellipsis + s[ends[len(ends)-1-(n-head)]:]
	})
}

// fit returns a text or, if it is wider than width, as many of its characters as fit:
// those that part returns of n characters, which end where ends has it. It returns ""
// if not even one fits.
func fit(s string, width, size float32, style fyne.TextStyle, part func(ends []int, n int) string) string {
	wide := func(s string) bool { return fyne.MeasureText(s, size, style).Width > width }
	const most = 1000 // characters; nobody sees more, and measuring takes time
	if s == "" || len(s) <= most && !wide(s) {
		return s
	}
	ends := append([]int{0}, selecting.Characters(s)...)
	n := sort.Search(min(len(ends)-1, most), func(i int) bool { return wide(part(ends, i+1)) })
	if n == 0 {
		return ""
	}
	return part(ends, n)
}
