package main

import (
	"bytes"
	"encoding/pem"
	"fmt"
	"io"
	"log"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"ragmanager/manager/llm/standin"
)

// startStandin starts a server of models that stands in for a real one, on this
// computer, in place of the one before. $STANDIN is its host and port; its base URL
// becomes that of the program. Commands:
//
//	standin [OPTION|FAULT...]   starts it
//	sent PATH N                 wants that there were N requests for PATH so far
//	awaited PATH                waits until there was a request for PATH
//	received TEXT               wants that the body of a request had TEXT
//
// Options are key=KEY, which requests must carry; models=NAME,NAME, which there
// are; texts=N, how many it embeds in one request; and tls, with which it has a
// certificate that $WORK/ca.pem alone vouches for. Faults are those of
// [standin.Script], for one request each, and file:NAME, which answers with a file
// whose first line has the status and the type. always=FAULT is for all requests
// that follow.
func startStandin(ts *testscript.TestScript, neg bool, args []string) {
	want(ts, neg, args, 0, "standin [OPTION|FAULT...]")
	var o standin.Options
	encrypted := false
	for _, arg := range args {
		name, value, given := strings.Cut(arg, "=")
		var err error
		switch {
		case name == "tls":
			encrypted = true
		case !given:
			o.Faults = append(o.Faults, faults(ts, arg)...)
		case name == "key":
			o.Key = value
		case name == "models":
			o.Models = strings.Split(value, ",")
		case name == "texts":
			o.MaxTexts, err = strconv.Atoi(value)
		case name == "always":
			o.Always = faults(ts, value)[0]
		default:
			err = fmt.Errorf("no option %s", name)
		}
		ts.Check(err)
	}
	s := standin.New(o)
	var server *httptest.Server
	if encrypted {
		server = httptest.NewUnstartedServer(s)
		server.Config.ErrorLog = log.New(io.Discard, "", 0)
		server.StartTLS()
		ca := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})
		ts.Check(os.WriteFile(ts.MkAbs("ca.pem"), ca, 0o666))
	} else {
		server = httptest.NewServer(s)
	}
	ts.Defer(func() {
		server.CloseClientConnections() // else it waits for those that are silent
		server.Close()
	})
	*ts.Value(standinKey{}).(**standin.Server) = s
	ts.Setenv("STANDIN", server.Listener.Addr().String())
	ts.Setenv("RAGMANAGER_ENDPOINT_BASE_URL", server.URL+"/v1")
}

// faults makes the faults of one word.
func faults(ts *testscript.TestScript, word string) []standin.Fault {
	name, ok := strings.CutPrefix(word, "file:")
	if !ok {
		list, err := standin.Script(word)
		ts.Check(err)
		return list
	}
	head, body, _ := strings.Cut(ts.ReadFile(filepath.FromSlash(name)), "\n")
	status, kind, _ := strings.Cut(head, " ")
	code, err := strconv.Atoi(status)
	ts.Check(err)
	return []standin.Fault{standin.Body(code, kind, body)}
}

func sent(ts *testscript.TestScript, neg bool, args []string) {
	want(ts, neg, args, 2, "sent PATH N")
	if have := strconv.Itoa(number(ts, args[0])); have != args[1] {
		ts.Fatalf("%s was asked for %s times, not %s", args[0], have, args[1])
	}
}

// number returns how many requests there were for a path.
func number(ts *testscript.TestScript, path string) (n int) {
	for _, r := range standinOf(ts).Requests() {
		if r.Path == path {
			n++
		}
	}
	return n
}

func awaited(ts *testscript.TestScript, neg bool, args []string) {
	want(ts, neg, args, 1, "awaited PATH")
	for range 6000 {
		if number(ts, args[0]) > 0 {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	ts.Fatalf("%s was never asked for", args[0])
}

func received(ts *testscript.TestScript, neg bool, args []string) {
	want(ts, false, args, 1, "received TEXT")
	found := false
	for _, r := range standinOf(ts).Requests() {
		found = found || bytes.Contains(r.Body, []byte(args[0]))
	}
	if found == neg {
		ts.Fatalf("requests have %q: %v", args[0], found)
	}
}

// standinKey is where a script keeps its stand-in.
type standinKey struct{}

func standinOf(ts *testscript.TestScript) *standin.Server {
	return *ts.Value(standinKey{}).(**standin.Server)
}
