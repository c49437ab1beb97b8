//go:build display

package displaytest

import (
	"errors"
	"os"
	"runtime"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/app"
	"github.com/zalando/go-keyring"

	"ragmanager/manager/window/controller/controllertest"
)

func init() {
	runtime.LockOSThread() // the driver wants the first thread for itself
}

// desktop is the app that all tests share: a process can have but one.
var desktop fyne.App

// TestMain runs the loop of the window on the first thread, and the tests beside it.
func TestMain(m *testing.M) {
	app.SetMetadata(fyne.AppMetadata{ID: "org.ragmanager.displaytest", Name: "displaytest", Migrations: map[string]bool{"fyneDo": true}})
	keyring.MockInitWithError(errors.New("there is no keychain")) // that of who runs the tests is not for them
	desktop = app.NewWithID("org.ragmanager.displaytest")
	started := make(chan struct{})
	desktop.Lifecycle().SetOnStarted(func() { close(started) })
	status := 1
	go func() {
		<-started
		status = m.Run()
		controllertest.Remove()
		fyne.Do(desktop.Quit)
	}()
	desktop.NewWindow("") // never shown: it keeps the app alive between the tests
	desktop.Run()
	os.Exit(status)
}
