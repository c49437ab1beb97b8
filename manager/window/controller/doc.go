// Package controller is what stands behind the window: which library is open,
// what runs, what can be done now and why the rest cannot, what was asked and
// found. It knows no widgets, so that all of it is tested without a display.
//
// A Controller is used from one goroutine, that of the window. What takes long
// runs in the background and comes back to that goroutine through Options.Do.
// Views learn of changes by its signals, and hold no state of their own but what
// is selected and scrolled.
//
// There are two lanes: one job that works on the library, such as Chunk, and one
// question. They run side by side, so that a question can be asked while the
// library is rebuilt; a second job or question has to wait until the first has
// ended or was aborted.
package controller
