package equation

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/dop251/goja"
)

// How deep JavaScript may call, and after how many equations an interpreter is
// replaced. MathJax keeps a little of every equation, and what goja has
// allocated for a large one it gives back only with the interpreter.
const (
	deepest  = 4000
	lifetime = 1000
)

//go:embed mathjax/bundle.js.gz
var bundle []byte

// program returns MathJax compiled. That takes as long as starting it, so all
// engines share it.
var program = sync.OnceValues(func() (*goja.Program, error) {
	z, err := gzip.NewReader(bytes.NewReader(bundle))
	if err != nil {
		return nil, err
	}
	source, err := io.ReadAll(z)
	if err != nil {
		return nil, err
	}
	return goja.Compile("mathjax", string(source), false)
})

// An engine is a running MathJax. It belongs to one goroutine, but for stop.
type engine struct {
	vm     *goja.Runtime
	call   goja.Callable
	runs   int
	broken bool // an equation was broken off, in whatever state
}

// newEngine starts MathJax.
func newEngine() (*engine, error) {
	p, err := program()
	if err != nil {
		return nil, fmt.Errorf("mathjax: %w", err)
	}
	vm := goja.New()
	vm.SetMaxCallStackSize(deepest)
	if _, err := vm.RunProgram(p); err != nil {
		return nil, fmt.Errorf("mathjax: %w", err)
	}
	call, ok := goja.AssertFunction(vm.Get("typeset"))
	if !ok {
		return nil, errors.New("mathjax: the bundle has no function typeset")
	}
	return &engine{vm: vm, call: call}, nil
}

// worn reports whether another engine should take the next equation.
func (e *engine) worn() bool { return e.broken || e.runs >= lifetime }

// stop breaks off what the engine does. It may be called from any goroutine.
func (e *engine) stop() { e.vm.Interrupt(errClosed) }

// typeset returns the SVG of an equation. It takes no longer than patience.
func (e *engine) typeset(tex string, display bool, patience time.Duration) (svg string, err error) {
	e.runs++
	late := time.AfterFunc(patience, func() {
		e.vm.Interrupt(fmt.Errorf("the equation is not set after %v", patience))
	})
	answer, err := e.run(tex, display)
	if !late.Stop() {
		e.broken = true // else the interrupt might hit the next equation
	}
	if err != nil {
		e.broken = true
		return "", plain(err)
	}
	if complaint, ok := strings.CutPrefix(answer, "!"); ok {
		return "", errors.New(clean(complaint))
	}
	return answer, nil
}

// run calls MathJax.
func (e *engine) run(tex string, display bool) (answer string, err error) {
	// goja is an interpreter with its own optimiser, and TeX comes from a
	// language model: a fault in one may cost an equation, not the program.
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("mathjax: %v", fault)
		}
	}()
	v, err := e.call(goja.Undefined(), e.vm.ToValue(tex), e.vm.ToValue(display))
	if err != nil {
		return "", err
	}
	return v.String(), nil
}

// plain returns an error of goja without traces of the stack.
func plain(err error) error {
	var interrupted *goja.InterruptedError
	if errors.As(err, &interrupted) {
		if why, ok := interrupted.Value().(error); ok {
			return why
		}
	}
	var overflow *goja.StackOverflowError
	if errors.As(err, &overflow) {
		return errors.New("the equation is nested too deeply")
	}
	var thrown *goja.Exception
	if errors.As(err, &thrown) {
		return fmt.Errorf("mathjax: %s", thrown.Value())
	}
	return err
}

// clean returns a complaint of MathJax as we write errors.
func clean(complaint string) string {
	if name, ok := strings.CutPrefix(complaint, "Undefined control sequence "); ok {
		return "unknown command " + name
	}
	if complaint == "" {
		return "the equation cannot be set"
	}
	if strings.HasPrefix(complaint, "MathJax") {
		return complaint
	}
	return strings.ToLower(complaint[:1]) + complaint[1:]
}
