package controller

// A Signal tells views of something that happened. Views that want to know are
// told in the order in which they were connected, on the goroutine of the window.
type Signal[T any] struct{ receivers []func(T) }

// Connect makes receive be called from now on.
func (s *Signal[T]) Connect(receive func(T)) { s.receivers = append(s.receivers, receive) }

// emit tells all receivers.
func (s *Signal[T]) emit(value T) {
	for _, receive := range s.receivers {
		receive(value)
	}
}
