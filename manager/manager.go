package manager

import (
	"sync"

	"ragmanager/library"
	"ragmanager/manager/fetch"
)

// A Manager runs the jobs of one library. Make it with [Open]. It is safe for
// concurrent use; of jobs that write, the second one is told that the library
// is in use.
type Manager struct {
	library  *library.Library
	settings LibrarySettings
	personal PersonalSettings

	indexes  indexes
	asked    asked
	pictures pictures
	exposed  sync.Once // it was told that others can read the key
}

// Open returns the manager of the library in the existing directory root, with
// the settings that count. Errors are those of [library.Open].
func Open(root string, settings LibrarySettings, personal PersonalSettings) (*Manager, error) {
	l, err := library.Open(root)
	if err != nil {
		return nil, err
	}
	return &Manager{library: l, settings: settings, personal: personal}, nil
}

// Library returns the library, for reading.
func (m *Manager) Library() *library.Library { return m.library }

// newFetcher returns a fetcher with the given settings. The error is a
// [*fetch.SettingError].
func newFetcher(s FetchSettings, p PersonalSettings) (*fetch.Fetcher, error) {
	retries := s.Retries
	if retries == 0 {
		retries = -1 // to fetch, zero means its default
	}
	return fetch.New(fetch.Options{
		UserAgent: s.UserAgent, Proxy: p.Proxy, CAFile: p.CAFile,
		Timeout: s.Timeout, IdleTimeout: s.IdleTimeout, MaxWait: s.MaxWait,
		MaxBytes: int64(s.MaxBytes), PerHost: s.PerHost, Retries: retries,
		Credentials: p.Credentials,
	})
}
