package manager

import "ragmanager/manager/fetch"

// Concerns returns the address of the page or source that an error of reading is
// about: a URL or a path. It returns "" if the error is about none.
func Concerns(err error) string { return fetch.Address(err) }
