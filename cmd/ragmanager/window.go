//go:build !headless && cgo

package main

import (
	"net/url"
	"os"
	"runtime"

	"fyne.io/fyne/v2"
	fyneapp "fyne.io/fyne/v2/app"
	"github.com/spf13/cobra"

	"ragmanager/assets"
	"ragmanager/manager"
	"ragmanager/manager/window"
	"ragmanager/manager/window/controller"
	"ragmanager/manager/window/text"
)

// appID names the program to the desktop. What the window remembers of itself is
// kept under it.
const appID = "org.ragmanager.desktop"

// about without arguments tells of the window.
const withoutArguments = "Without arguments the window opens.\n\n"

// window opens the window, and returns when it is closed.
func (a *app) window(c *cobra.Command) error {
	if err := display(); err != nil {
		return err
	}
	personal, err := manager.PersonalFile()
	if err != nil {
		personal = "" // a person without a home, as in a container; nothing is remembered
	}
	sample, err := manager.SampleDir()
	if err != nil {
		sample = os.TempDir()
	}
	desktop := newDesktop()
	w := window.New(desktop, controller.New(controller.Options{
		PersonalFile: personal, Flags: c.Flags(), SampleDir: sample,
		Do: fyne.Do, OpenURL: func(u *url.URL) error { return desktop.OpenURL(u) },
	}))
	stop := make(chan struct{})
	go func() {
		select {
		case <-c.Context().Done():
			fyne.Do(w.Close)
		case <-stop:
		}
	}()
	w.Show()
	desktop.Run()
	close(stop)
	return nil
}

// newDesktop returns the app of the window.
func newDesktop() fyne.App {
	fyneapp.SetMetadata(fyne.AppMetadata{
		ID: appID, Name: text.Program, Version: version(), Icon: fyne.NewStaticResource("icon.png", assets.Icon),
		Migrations: map[string]bool{"fyneDo": true}, // all of the window runs on its own goroutine
	})
	return fyneapp.NewWithID(appID)
}

// display returns an error if there is no screen to open a window on, where that can
// be known.
func display() error {
	if runtime.GOOS != "linux" {
		return nil
	}
	return checkDisplay(os.Getenv("DISPLAY"), os.Getenv("WAYLAND_DISPLAY"))
}
