// Package answer shows the answers of models: Markdown with tables, code,
// pictures and equations, as one text that can be selected and copied.
//
// A [View] is a widget. It fetches and opens nothing itself: equations come from
// a [Typesetter], pictures from a [Loader], and links are told to OnLink. All of
// its methods are called on the goroutine of the window.
//
// # How it works
//
// Each block at the top of the document is a section, which is laid out on its
// own. While an answer comes in only sections that changed are laid out again.
// A section consists of pieces of text, each of one line and style, and of what
// is drawn behind them; positions in it are bytes of the text that is copied of
// it. So a selection outlives new widths, pictures and colours.
//
// Colours and sizes are those of the theme.
package answer
