package main

import (
	"errors"
	"fmt"
	"net"
	"regexp"
	"strconv"
	"time"
)

// checkDisplay returns an error if no X server listens at the display x. wayland is the
// display of Wayland, "" for none: the window is drawn by X alone.
func checkDisplay(x, wayland string) error {
	const orCommands = "; or use the commands, see: ragmanager help"
	switch {
	case x == "" && wayland != "":
		return &hinted{errors.New("there is no display of X to open a window on"), "with Wayland the window needs XWayland: start it and set DISPLAY" + orCommands}
	case x == "":
		return &hinted{errors.New("there is no display to open a window on"), "use the commands, see: ragmanager help; or set DISPLAY"}
	}
	sockets := socketsOf(x)
	if len(sockets) == 0 {
		return &hinted{fmt.Errorf("DISPLAY is %q, which names no display", x), "set it to one such as :0" + orCommands}
	}
	for _, s := range sockets {
		if s.answers() {
			return nil
		}
	}
	return &hinted{fmt.Errorf("the display %s cannot be reached", x), "correct DISPLAY, and see that its X server runs" + orCommands}
}

// A socket is where an X server may listen.
type socket struct{ network, address string }

// answers reports whether anybody listens.
func (s socket) answers() bool {
	const patience = 3 * time.Second
	c, err := net.DialTimeout(s.network, s.address, patience)
	if err != nil {
		return false
	}
	_ = c.Close() // nothing was said
	return true
}

// displayForm is that of DISPLAY: [PROTOCOL/][HOST]:NUMBER[.SCREEN].
var displayForm = regexp.MustCompile(`^(?:(tcp|inet|inet6|unix|local)/)?([^/]*):(\d{1,5})(?:\.\d+)?$`)

// socketsOf returns where the X server of a display listens, in the order in which
// clients of X try; none if it is not the name of one.
func socketsOf(display string) []socket {
	if display != "" && display[0] == '/' { // a socket itself
		return []socket{{"unix", display}}
	}
	m := displayForm.FindStringSubmatch(display)
	if m == nil {
		return nil
	}
	protocol, host := m[1], m[2]
	number, err := strconv.Atoi(m[3])
	const first, last = 6000, 65535 // ports of TCP; the first is that of display 0
	if err != nil || first+number > last {
		return nil
	}
	if len(host) > 1 && host[0] == '[' && host[len(host)-1] == ']' {
		host = host[1 : len(host)-1]
	}
	path := fmt.Sprintf("/tmp/.X11-unix/X%d", number)
	local := []socket{{"unix", "@" + path}, {"unix", path}}
	tcp := func(host string) socket {
		return socket{"tcp", net.JoinHostPort(host, strconv.Itoa(first+number))}
	}
	switch {
	case protocol == "unix" || protocol == "local" || protocol == "" && host == "unix":
		return local
	case host == "" && protocol == "":
		return append(local, tcp("localhost"))
	case host == "":
		return []socket{tcp("localhost")}
	}
	return []socket{tcp(host)}
}
