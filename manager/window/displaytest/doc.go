// Package displaytest holds the tests that drive the real window with a real pointer
// and real keys, on a display of its own. They are built with the tag display, and
// need Xvfb, xdotool and ImageMagick; "make display" runs them.
//
// The window runs in the process of the tests, which find what to click by the words
// on it, as a person would.
package displaytest
