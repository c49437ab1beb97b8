// Package terminal shows jobs and their results where text goes: on a terminal,
// in a log or to another program.
//
// [Text] and [JSON] are reporters of a job, for people and for programs. Like
// every manager.Reporter they are called from one goroutine at a time and have
// no lock. Close them when the job has returned.
//
// Text from pages, addresses and servers is printed with its control characters
// made visible, so that no page can drive the terminal.
package terminal
