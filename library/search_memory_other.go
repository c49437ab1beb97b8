//go:build !linux

package library

// useHugePages does nothing.
func useHugePages([]float32) {}
