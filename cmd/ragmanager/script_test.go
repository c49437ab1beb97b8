package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"ragmanager/manager/llm/standin"
)

// memory is a folder that Linux keeps in memory. The scripts force a lot of files
// to the disk, which they need not wait for.
const memory = "/dev/shm"

func TestMain(m *testing.M) { testscript.Main(tests{m}, map[string]func(){"ragmanager": main}) }

// tests are the tests of this package, in surroundings of their own.
type tests struct{ *testing.M }

// Run runs the tests and returns the exit status.
func (t tests) Run() int {
	if os.Getenv("GORACE") == "" {
		os.Setenv("GORACE", "atexit_sleep_ms=10") // the race detector would make each program wait a second at its end
	}
	if os.Getenv("GOTMPDIR") == "" {
		if dir, err := os.MkdirTemp(memory, "ragmanager-scripts"); err == nil { // else there is no such folder
			os.Setenv("GOTMPDIR", dir)
			defer os.RemoveAll(dir)
		}
	}
	return t.M.Run()
}

// TestScripts runs the scripts of testdata/script, which show what the program does
// and read as documentation. The first line of each says what it proves. Commands
// of ours, beside those of testscript:
//
//	exits STATUS COMMAND...     runs a command, which must end with this exit status
//	at PATH SIGNAL STATUS COMMAND...
//	                            runs a command, sends it a signal when it asks the
//	                            server for PATH, and wants it to end within a second
//	cmpjson FILE WANT           compares JSON, line by line; "*" in WANT is any value
//	snapshot DIR                remembers all files in and below DIR, and
//	untouched DIR               wants the same files with the same bytes, times and inodes
//	samechunks DIR1 DIR2        wants the same files in Match and Content of two roots
//	absent TEXT FILE...         wants no file, and none below a folder, to hold TEXT
//	manual DIR PAGES CHUNKS     writes a manual of so many pages with so many chunks each
//	trim FILE...                takes the last line end off each file, and of those in a folder
//	vector FILE COMPONENTS      writes an embed file with so many components
//	appears FILE                waits until there is a file, or a file in a folder
//	tmpfs DIR OPTIONS           mounts a file system in memory, see the condition [tmpfs]
//
// What serve, unserve, asked and requests do is told at [site]; what standin, sent,
// awaited and received do, at [startStandin].
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       os.Getenv("UPDATE") != "",
		Setup:               setup,
		Condition:           condition,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":      exits,
			"at":         at,
			"cmpjson":    cmpJSON,
			"snapshot":   snapshot,
			"untouched":  untouched,
			"samechunks": sameChunks,
			"absent":     absent,
			"manual":     makeManual,
			"trim":       trim,
			"vector":     makeVector,
			"appears":    appears,
			"tmpfs":      mount,
			"serve":      serve,
			"unserve":    unserve,
			"asked":      asked,
			"requests":   requests,
			"standin":    startStandin,
			"sent":       sent,
			"awaited":    awaited,
			"received":   received,
		},
	})
}

// setup gives a script a home of its own and a site to be served.
func setup(env *testscript.Env) error {
	home := filepath.Join(env.WorkDir, "home")
	env.Setenv("HOME", home)
	env.Setenv("USERPROFILE", home)
	env.Setenv("AppData", home)
	env.Values[standinKey{}] = new(*standin.Server)
	env.Values[siteKey{}] = &site{dir: env.WorkDir}
	env.Values[snapshotKey{}] = map[string]map[string]fileState{}
	return os.MkdirAll(home, 0o777)
}

// condition knows [tmpfs]: whether file systems can be mounted, which takes root.
func condition(name string) (bool, error) {
	if name == "tmpfs" {
		return canMount(), nil
	}
	return false, fmt.Errorf("unknown condition %q", name)
}

// want fails the script unless the number of arguments is at least n.
func want(ts *testscript.TestScript, neg bool, args []string, n int, usage string) {
	if neg || len(args) < n {
		ts.Fatalf("usage: %s", usage)
	}
}

func exits(ts *testscript.TestScript, neg bool, args []string) {
	want(ts, neg, args, 2, "exits STATUS COMMAND...")
	status, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	if got := exitStatus(err); got != status {
		ts.Fatalf("exit status is %d (%v), want %d", got, err, status)
	}
}

// exitStatus returns the exit status of a command that returned err, -1 if it did
// not run or was killed.
func exitStatus(err error) int {
	if err == nil {
		return 0
	}
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		return exit.ExitCode()
	}
	return -1
}

// signals are those that at can send.
var signals = map[string]os.Signal{"INT": os.Interrupt, "TERM": syscall.SIGTERM, "KILL": os.Kill}

func at(ts *testscript.TestScript, neg bool, args []string) {
	want(ts, neg, args, 4, "at PATH INT|TERM|KILL STATUS COMMAND...")
	status, err := strconv.Atoi(args[2])
	ts.Check(err)
	s := siteOf(ts)
	before := s.number(args[0])
	c, stdout, stderr := command(ts, args[3:])
	ts.Check(c.Start())
	if !s.awaitRequest(args[0], before) {
		_ = c.Process.Kill()
		ts.Fatalf("%s was never asked for", args[0])
	}
	ts.Check(c.Process.Signal(signals[args[1]]))
	sent := time.Now()
	err = c.Wait()
	_, _ = ts.Stdout().Write(stdout.Bytes())
	_, _ = ts.Stderr().Write(stderr.Bytes())
	if took := time.Since(sent); took > time.Second {
		ts.Fatalf("it took %v to end", took)
	}
	if got := exitStatus(err); got != status {
		ts.Fatalf("exit status is %d (%v), want %d", got, err, status)
	}
}

// command returns a command that runs as exec would run it, and its outputs.
func command(ts *testscript.TestScript, args []string) (c *exec.Cmd, stdout, stderr *bytes.Buffer) {
	program, err := exec.LookPath(args[0])
	ts.Check(err)
	c = exec.Command(program, args[1:]...)
	c.Dir = ts.MkAbs(".")
	for _, key := range []string{"WORK", "PATH", "HOME", "TMPDIR", "GOCOVERDIR", "GORACE", "RAGMANAGER_ROOT"} {
		if value := ts.Getenv(key); value != "" {
			c.Env = append(c.Env, key+"="+value)
		}
	}
	stdout, stderr = &bytes.Buffer{}, &bytes.Buffer{}
	c.Stdout, c.Stderr = stdout, stderr
	return c, stdout, stderr
}
