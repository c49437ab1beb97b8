package controller_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ragmanager/manager/window/controller"
	"ragmanager/manager/window/controller/controllertest"
	"ragmanager/manager/window/text"
)

// A flood of lines comes in portions that the window can take, all of it before what
// the job says in the end.
func TestFloodOfLines(t *testing.T) {
	const flood, most = 10_000, 4000
	root := t.TempDir()
	page := filepath.Join(t.TempDir(), "page.html")
	var b strings.Builder
	b.WriteString("<title>Remarks</title><h1>Remarks</h1><p>Text.</p>")
	for i := range flood {
		fmt.Fprintf(&b, "<p hidden>Remark %d.</p>\n", i)
	}
	if err := os.WriteFile(page, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	d := controllertest.NewDesk(t)
	h := listen(d)
	largest := 0
	d.Lines.Connect(func(lines []controller.Line) { largest = max(largest, len(lines)) })
	d.Open(t, root)
	d.AddSources(page, func(error) {})
	d.Settle(t)
	d.CheckAll()
	d.Settle(t)
	if largest > most {
		t.Errorf("%d lines came at once", largest)
	}
	last := len(h.lines) - 1
	if len(h.lines) < flood || !strings.HasPrefix(h.lines[last], text.CheckAll+" is done") {
		t.Errorf("%d lines, the last %q", len(h.lines), h.lines[last])
	}
}
