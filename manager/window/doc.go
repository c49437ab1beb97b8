// Package window is the desktop window, written with Fyne. It shows what the
// controller says and calls it for all that it does: it knows no disk, no network
// and no search. There is a file for each view.
//
// The window itself is made by cmd, which alone knows the driver, so that all of
// this package is tested without a display.
package window
