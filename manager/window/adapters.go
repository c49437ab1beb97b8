package window

import (
	"image"

	"ragmanager/manager/window/answer"
	"ragmanager/manager/window/controller"
	"ragmanager/manager/window/equation"
)

// A typesetter sets the equations of answers.
type typesetter struct{ r *equation.Renderer }

// Typeset implements [answer.Typesetter].
func (t typesetter) Typeset(e answer.Equation, ready func()) *answer.Picture {
	return (*answer.Picture)(t.r.Get(equation.Key(e), ready))
}

// A loader loads the pictures of answers.
type loader struct{ c *controller.Controller }

// Load implements [answer.Loader].
func (l loader) Load(address string, done func(image.Image, error)) {
	l.c.Picture(address, done)
}
