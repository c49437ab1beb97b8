package manager

import (
	"os"
	"testing"

	"github.com/zalando/go-keyring"
)

// The tests know neither the key nor the keychain of who runs them.
func TestMain(m *testing.M) {
	os.Unsetenv(keyVariable)
	keyring.MockInit()
	os.Exit(m.Run())
}
