package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// A screen is a terminal that the program runs on, as seen by who sits before it.
type screen struct {
	t       *testing.T
	master  *os.File
	command *exec.Cmd
	mu      sync.Mutex
	shown   bytes.Buffer
	ended   chan error
}

// onTerminal runs the program on a terminal with so many columns.
func onTerminal(t *testing.T, columns int, env []string, args ...string) *screen {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { master.Close() })
	fd := int(master.Fd())
	number, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0)
	}
	if err == nil {
		err = unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: uint16(columns)})
	}
	if err != nil {
		t.Fatal(err)
	}
	slave, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer slave.Close()
	program, err := exec.LookPath("ragmanager")
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(program, args...)
	c.Env = append([]string{"HOME=" + t.TempDir(), "TERM=xterm", "GORACE=" + os.Getenv("GORACE")}, env...)
	c.Stdin, c.Stdout, c.Stderr = slave, slave, slave
	c.SysProcAttr = &unix.SysProcAttr{Setsid: true, Setctty: true}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	x := &screen{t: t, master: master, command: c, ended: make(chan error, 1)}
	go func() {
		_, _ = io.Copy(x, master) // ends with an error when the program does
		x.ended <- c.Wait()
	}()
	return x
}

// Write takes what the program shows.
func (x *screen) Write(p []byte) (int, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.shown.Write(p)
}

// text returns what was shown so far.
func (x *screen) text() string {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.shown.String()
}

// await waits until text is shown.
func (x *screen) await(text string) {
	x.t.Helper()
	for range 2000 {
		if strings.Contains(x.text(), text) {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	x.t.Fatalf("%q is not shown, but:\n%s", text, x.text())
}

// keys types keys.
func (x *screen) keys(keys string) {
	x.t.Helper()
	if _, err := io.WriteString(x.master, keys); err != nil {
		x.t.Fatal(err)
	}
}

// wantEnd waits for the end of the program, which is to come in a moment.
func (x *screen) wantEnd(status int) {
	x.t.Helper()
	select {
	case err := <-x.ended:
		if have := exitStatus(err); have != status {
			x.t.Fatalf("exit status is %d, want %d; shown is:\n%s", have, status, x.text())
		}
	case <-time.After(5 * time.Second):
		_ = x.command.Process.Kill()
		x.t.Fatalf("the program does not end; shown is:\n%s", x.text())
	}
}

// control matches what moves the cursor or colours text, but for the carriage
// returns of the bar.
var control = regexp.MustCompile(`[\x00-\x09\x0b\x0c\x0e-\x1f\x7f]`)

// libraryOf makes a library with a manual of so many pages as its source.
func libraryOf(t *testing.T, pages int) string {
	t.Helper()
	dir := t.TempDir()
	for i := range pages {
		page := fmt.Sprintf("<title>Page %d</title><p>Valve %[1]d opens at two bar.</p>", i)
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("a_page_with_a_rather_long_name_%d.html", i)), []byte(page), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	lib := t.TempDir()
	settings := "sources:\n  - " + dir + "\n"
	if err := os.WriteFile(filepath.Join(lib, "settings.yaml"), []byte(settings), 0o600); err != nil {
		t.Fatal(err)
	}
	return lib
}

// On a terminal there is a bar while a job runs, and no trace of it afterwards. It
// fits, however narrow the terminal is.
func TestBarOnTerminal(t *testing.T) {
	for _, columns := range []int{200, 80, 30, 10} {
		x := onTerminal(t, columns, nil, "--root", libraryOf(t, 20), "chunk")
		x.wantEnd(0)
		shown := x.text()
		if !strings.Contains(shown, "chunk   0%"[:min(10, columns-2)]) || !strings.Contains(shown, "\rchunk: 20 of 20") {
			t.Errorf("%d columns: neither bar nor its end is shown:\n%q", columns, shown)
		}
		if found := control.FindString(shown); found != "" {
			t.Errorf("%d columns: %q is shown", columns, found)
		}
		for line := range strings.Lines(shown) {
			parts := strings.Split(strings.TrimRight(line, "\r\n"), "\r")
			for _, drawn := range parts[:len(parts)-1] {
				if width := len([]rune(drawn)); width >= columns {
					t.Errorf("%d columns: a line of %d is redrawn: %q", columns, width, drawn)
				}
			}
		}
	}
}

// A terminal that can do nothing gets lines.
func TestDumbTerminal(t *testing.T) {
	x := onTerminal(t, 80, []string{"TERM=dumb"}, "--root", libraryOf(t, 20), "chunk")
	x.wantEnd(0)
	const want = "chunk: 20 of 20\r\npages: 20 read, 0 unchanged, 0 failed; chunks: 20 added, 0 changed in content, 0 gone, 0 unchanged; vectors to make: 20\r\n"
	if shown := regexp.MustCompile(` \([0-9.]+m?s\)|store: .*\n`).ReplaceAllString(x.text(), ""); shown != want {
		t.Errorf("shown is:\n%s", x.text())
	}
}

// What is typed as a password is not shown, and arrives.
func TestPasswordOnTerminal(t *testing.T) {
	file := filepath.Join(t.TempDir(), "settings.yaml")
	env := []string{"RAGMANAGER_CONFIG=" + file}
	x := onTerminal(t, 80, env, "config", "set", "hosts.www.example.com.password")
	x.await("hosts.www.example.com.password: ")
	time.Sleep(100 * time.Millisecond) // the echo is off only after that
	x.keys("tr0ub4dor&3\n")
	x.wantEnd(0)
	if strings.Contains(x.text(), "tr0ub") {
		t.Errorf("the password is shown:\n%s", x.text())
	}
	if data, err := os.ReadFile(file); err != nil || !strings.Contains(string(data), "tr0ub4dor&3") {
		t.Errorf("the password is not saved: %v\n%s", err, data)
	}
}

// Who is asked for a value can think better of it, and gets the terminal back as
// it was.
func TestInterruptAtPrompt(t *testing.T) {
	for _, key := range []string{"hosts.www.example.com.password", "proxy"} {
		file := filepath.Join(t.TempDir(), "settings.yaml")
		x := onTerminal(t, 80, []string{"RAGMANAGER_CONFIG=" + file}, "config", "set", key)
		x.await(key + ": ")
		time.Sleep(100 * time.Millisecond)
		x.keys("\x03")
		x.wantEnd(130)
		state, err := unix.IoctlGetTermios(int(x.master.Fd()), unix.TCGETS)
		if err != nil || state.Lflag&unix.ECHO == 0 {
			t.Errorf("%s: the terminal does not show any more what is typed (%v)", key, err)
		}
		if _, err := os.Stat(file); err == nil {
			t.Errorf("%s: something was saved", key)
		}
	}
}

// The first interrupt ends a job with what it has stored, a second one at once.
func TestInterruptOnTerminal(t *testing.T) {
	s := &site{dir: t.TempDir()}
	if err := os.WriteFile(filepath.Join(s.dir, "site.txt"), []byte("/silent.html silent\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := s.start(context.Background()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.server.Close() })
	x := onTerminal(t, 80, nil, "--root", t.TempDir(), "chunk", "http://"+s.address+"/silent.html")
	if !s.awaitRequest("/silent.html", 0) {
		t.Fatal("nothing was asked for")
	}
	x.keys("\x03")
	x.wantEnd(130)
	if want := "ragmanager: interrupted; what was stored until now is kept"; !strings.Contains(x.text(), want) {
		t.Errorf("%q is not shown, but:\n%s", want, x.text())
	}
}

// On a terminal the line of a question can be edited and called up again, an
// answer is rendered, and the end of the input ends the program.
func TestChatOnTerminal(t *testing.T) {
	lib := libraryOf(t, 3)
	onTerminal(t, 80, nil, "--root", lib, "chunk", "--quiet").wantEnd(0)
	env := []string{"RAGMANAGER_RETRIEVE_HIGH=0.02", "RAGMANAGER_RETRIEVE_MID=0.01"}
	x := onTerminal(t, 80, env, "--root", lib, "ask")
	x.await("ask a question; /retrieve shows")
	x.await("? ")
	x.keys("When does valve 1 oxen\x7f\x7f\x7fpen?\r")
	x.await("No language model was asked")
	x.await("high relevance")
	if shown := x.text(); strings.Contains(shown, "*No language") || strings.Contains(shown, "\x1b]") || strings.Contains(shown, " \r\n") {
		t.Errorf("the answer is not rendered, the terminal is asked something, or lines end with blanks:\n%q", shown)
	}
	x.awaitRaw()
	x.keys("\x1b[A\r") // the line before
	x.awaitTimes("high relevance", 2)
	x.awaitRaw()
	x.keys("/nonsense\r")
	x.await("ragmanager: there is no command /nonsense")
	x.awaitRaw()
	x.keys("/history\r")
	x.awaitTimes("? When does valve 1 open?\r\n", 2)
	x.awaitRaw()
	x.keys("/clear\r")
	x.await("forgotten: 2 exchanges")
	x.awaitRaw()
	x.keys("\x04")
	x.wantEnd(0)
	x.wantEcho()
}

// Who is amid a question can leave, and gets the terminal back as it was.
func TestLeavingChatOnTerminal(t *testing.T) {
	for _, test := range []struct {
		name   string
		leave  func(*screen)
		status int
	}{
		{"Ctrl-C", func(x *screen) { x.keys("\x03") }, 0},
		{"signal", func(x *screen) { _ = x.command.Process.Signal(unix.SIGTERM) }, 130},
	} {
		x := onTerminal(t, 80, nil, "--root", libraryOf(t, 1), "ask")
		x.awaitRaw()
		x.keys("Half a ques")
		x.await("Half a ques")
		test.leave(x)
		x.wantEnd(test.status)
		x.wantEcho()
	}
}

// awaitTimes waits until text is shown so many times.
func (x *screen) awaitTimes(text string, times int) {
	x.t.Helper()
	for range 2000 {
		if strings.Count(x.text(), text) >= times {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	x.t.Fatalf("%q is not shown %d times, but:\n%s", text, times, x.text())
}

// awaitRaw waits until the program edits a line.
func (x *screen) awaitRaw() {
	x.t.Helper()
	for range 2000 {
		if state, err := unix.IoctlGetTermios(int(x.master.Fd()), unix.TCGETS); err == nil && state.Lflag&unix.ICANON == 0 {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	x.t.Fatalf("no line is edited; shown is:\n%s", x.text())
}

// wantEcho wants that the terminal shows again what is typed.
func (x *screen) wantEcho() {
	x.t.Helper()
	state, err := unix.IoctlGetTermios(int(x.master.Fd()), unix.TCGETS)
	if err != nil || state.Lflag&unix.ECHO == 0 {
		x.t.Errorf("the terminal does not show any more what is typed (%v)", err)
	}
}
