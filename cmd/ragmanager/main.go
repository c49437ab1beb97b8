// Ragmanager makes documentation that is written by hand, in HTML, answer
// questions: it cuts pages into chunks and keeps them in a library. What it
// can do is told by "ragmanager help"; the manual is docs/manual.md.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second interrupt ends the program at once
	status := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(status)
}

// run runs the program with its arguments and returns its exit status.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	out := &output{w: stdout}
	a := &app{stdin: stdin, stdout: out, stderr: stderr}
	command := a.command()
	command.SetArgs(args)
	command.SetIn(stdin)
	command.SetOut(out)
	command.SetErr(stderr)
	err := command.ExecuteContext(ctx)
	if out.err != nil {
		err = fmt.Errorf("output: %w", out.err) // whatever else there is to say cannot be trusted to be read
	}
	return a.status(ctx, err)
}
