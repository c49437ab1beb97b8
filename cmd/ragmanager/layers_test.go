package main

import (
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

// layers holds every package of ours and which others it may import. Tests are
// bound by it too, but each package may import itself. A package that is not
// here, or is here and does not exist, fails the test.
var layers = map[string][]string{
	"assets":              {},
	"chunker":             {},
	"library":             {},
	"manager":             {"assets", "chunker", "library", "manager/eval", "manager/fetch", "manager/llm", "manager/llm/standin", "manager/retrieve"}, // standin in its tests
	"manager/eval":        {"assets", "chunker", "library", "manager/retrieve"},
	"manager/fetch":       {"manager/network"},
	"manager/llm":         {"manager/llm/standin", "manager/network"}, // the first in its tests
	"manager/llm/standin": {},
	"manager/network":     {},
	"manager/retrieve":    {},
	"manager/terminal":    {"manager"},

	"manager/window":                           {"assets", "library", "manager", "manager/llm/standin", "manager/retrieve", "manager/window/answer", "manager/window/controller", "manager/window/controller/controllertest", "manager/window/equation", "manager/window/keys", "manager/window/logview", "manager/window/selecting", "manager/window/text"},
	"manager/window/answer":                    {"manager/window/keys", "manager/window/markdown", "manager/window/selecting", "manager/window/text"},
	"manager/window/controller":                {"assets", "chunker", "library", "manager", "manager/llm", "manager/llm/standin", "manager/window/controller/controllertest", "manager/window/text"},
	"manager/window/controller/controllertest": {"manager", "manager/window/controller"},
	"manager/window/equation":                  {},
	"manager/window/displaytest":               {"assets", "library", "manager", "manager/llm/standin", "manager/window", "manager/window/controller", "manager/window/controller/controllertest", "manager/window/text"},
	"manager/window/keys":                      {},
	"manager/window/logview":                   {"manager/window/keys", "manager/window/selecting", "manager/window/text"},
	"manager/window/markdown":                  {},
	"manager/window/selecting":                 {},
	"manager/window/text":                      {},

	"cmd/ragmanager": {everything},
}

// A foreignRule says which of our files may import packages of others.
type foreignRule struct {
	names  []string // of packages; one that ends in a slash stands for all that begin so
	allows func(file string) bool
}

// foreign holds which packages of others only some of our files may import. Tests and
// what only tests use may import all.
var foreign = []foreignRule{
	// Fyne draws the window, and only cmd knows its driver, so that all else is tested
	// without a display. What stands behind the window has no widgets.
	{[]string{"fyne.io/fyne/v2/app"}, is("cmd/ragmanager/window.go")},
	{[]string{"fyne.io/"}, inside("cmd/ragmanager/window.go", "manager/window/")},
	{[]string{"fyne.io/"}, not(inside("manager/window/controller/", "manager/window/text/", "manager/window/markdown/", "manager/window/equation/"))},
	// The window asks manager for all that is on disks and networks.
	{[]string{"os", "os/exec", "io/fs", "io/ioutil", "net", "net/http"}, not(inside("manager/window/"))},
	// Chunking is pure.
	{[]string{"os", "os/exec", "io/fs", "net", "net/http", "log", "log/slog"}, not(inside("chunker/"))},
}

// is allows one file.
func is(file string) func(string) bool { return func(f string) bool { return f == file } }

// inside allows the files whose path begins with one of some.
func inside(paths ...string) func(string) bool {
	return func(file string) bool {
		return slices.ContainsFunc(paths, func(p string) bool { return strings.HasPrefix(file, p) })
	}
}

// not allows what another does not.
func not(allows func(string) bool) func(string) bool {
	return func(file string) bool { return !allows(file) }
}

// everything in place of a package allows them all.
const everything = "*"

// module is our module path, with the slash that follows it in imports.
const module = "ragmanager/"

// largest is the size in bytes of the largest file that may be in the tree.
const largest = 3e6

// root is the root of the module. Files are read through it with os.Open, so
// that "go test" knows that a cached result depends on them; the output of a
// child process such as "go list" would not count.
var root = os.DirFS("../..")

func TestLayers(t *testing.T) {
	for _, problem := range layerProblems(root, layers) {
		t.Error(problem)
	}
}

func TestForeign(t *testing.T) {
	for _, problem := range foreignProblems(root, foreign) {
		t.Error(problem)
	}
}

// foreignProblems returns what in the Go files of tree does not agree with rules. Test
// files, and packages whose names end in test, do not count.
func foreignProblems(tree fs.FS, rules []foreignRule) (problems []string) {
	err := eachGoFile(tree, func(file string) {
		data, err := fs.ReadFile(tree, file)
		if err == nil && scratch.Match(data) || strings.HasSuffix(file, "_test.go") || strings.HasSuffix(path.Dir(file), "test") {
			return
		}
		imports, err := importsOf(file, data)
		if err != nil {
			problems = append(problems, err.Error())
		}
		for _, r := range rules {
			for _, name := range imports {
				if r.covers(name) && !r.allows(file) {
					problems = append(problems, fmt.Sprintf("%s imports %s, which it may not", file, name))
				}
			}
		}
	})
	if err != nil {
		problems = append(problems, err.Error())
	}
	return problems
}

// covers reports whether a rule is about a package.
func (r foreignRule) covers(name string) bool {
	return slices.ContainsFunc(r.names, func(n string) bool {
		return n == name || strings.HasSuffix(n, "/") && strings.HasPrefix(name, n)
	})
}

func TestForeignProblems(t *testing.T) {
	tree := fstest.MapFS{
		"a/a.go":          goFile("os", "x.test/draw/app"),
		"a/a_test.go":     goFile("net"),
		"a/atest/b.go":    goFile("net"),
		"b/b.go":          goFile("net", "x.test/drawing"),
		"b/testdata/c.go": goFile("x.test/draw"),
	}
	rules := []foreignRule{
		{[]string{"net"}, not(inside("a/", "b/"))},
		{[]string{"x.test/draw/"}, inside("b/")},
		{[]string{"os"}, is("a/a.go")},
	}
	want := []string{"a/a.go imports x.test/draw/app, which it may not", "b/b.go imports net, which it may not"}
	if diff := cmp.Diff(want, foreignProblems(tree, rules)); diff != "" {
		t.Error(diff)
	}
}

func TestTree(t *testing.T) {
	for _, problem := range treeProblems(root) {
		t.Error(problem)
	}
}

// layerProblems returns what in the Go files of tree does not agree with may,
// sorted. Files of all systems and build tags count.
func layerProblems(tree fs.FS, may map[string][]string) []string {
	var problems []string
	report := func(format string, args ...any) { problems = append(problems, fmt.Sprintf(format, args...)) }
	packages := map[string]bool{}
	walkErr := eachGoFile(tree, func(file string) {
		here := path.Dir(file)
		data, err := fs.ReadFile(tree, file)
		if err == nil && scratch.Match(data) {
			return
		}
		packages[here] = true
		imports, parseErr := ourImports(file, data)
		if err := errors.Join(err, parseErr); err != nil {
			report("%v", err)
		}
		for _, there := range imports {
			if there != here && !slices.Contains(may[here], there) && !slices.Contains(may[here], everything) {
				report("%s imports %s, which %s may not", file, there, here)
			}
		}
	})
	if walkErr != nil {
		report("%v", walkErr)
	}
	for here := range packages {
		if may[here] == nil {
			report("package %s is not in the table", here)
		}
	}
	for here, others := range may {
		for _, name := range append([]string{here}, others...) {
			if !packages[name] && name != everything {
				report("package %s is in the table, under %s, and does not exist", name, here)
			}
		}
	}
	slices.Sort(problems)
	return problems
}

// eachGoFile calls do for each Go file that "go build ./..." could look at.
func eachGoFile(tree fs.FS, do func(file string)) error {
	return fs.WalkDir(tree, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		base := path.Base(name)
		if d.IsDir() && name != "." {
			_, err := fs.Stat(tree, path.Join(name, "go.mod")) // a module of its own
			if err == nil || base[0] == '.' || base[0] == '_' || base == "testdata" || base == "vendor" {
				return fs.SkipDir
			}
		}
		if !d.IsDir() && path.Ext(name) == ".go" && base[0] != '.' && base[0] != '_' {
			do(name)
		}
		return nil
	})
}

// scratch matches files that are run by name and belong to no package.
var scratch = regexp.MustCompile(`(?m)^//go:build ignore$`)

// ourImports returns the packages of ours that a file imports, by folder.
func ourImports(file string, data []byte) ([]string, error) {
	all, err := importsOf(file, data)
	var ours []string
	for _, name := range all {
		if there, ok := strings.CutPrefix(name+"/", module); ok {
			ours = append(ours, strings.TrimSuffix(there, "/"))
		}
	}
	return ours, err
}

// importsOf returns the packages that a file imports.
func importsOf(file string, data []byte) ([]string, error) {
	parsed, err := parser.ParseFile(token.NewFileSet(), file, data, parser.ImportsOnly)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, spec := range parsed.Imports {
		name, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return nil, err // unreachable: the parser has seen to it
		}
		names = append(names, name)
	}
	return names, nil
}

// machinePath finds paths that exist on the machine of one developer only. It
// is put together so that it does not find itself.
var machinePath = regexp.MustCompile(`(?:^|[^\w.$}-])(/(?:` + strings.Join([]string{"work", "root", "farm"}, "|") + `)/)`)

// treeProblems returns the files of tree that are too large or name a path of
// one machine, in order. Files that git ignores do not count.
func treeProblems(tree fs.FS) []string {
	var problems []string
	ignore, _ := fs.ReadFile(tree, ".gitignore") // without it nothing is ignored
	err := fs.WalkDir(tree, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (name == ".git" || ignored(string(ignore), name, true)):
			return fs.SkipDir
		case !d.Type().IsRegular() || ignored(string(ignore), name, false):
			return nil
		}
		problem, err := fileProblem(tree, name)
		if problem != "" {
			problems = append(problems, name+problem)
		}
		return err
	})
	if err != nil {
		problems = append(problems, err.Error())
	}
	return problems
}

// fileProblem returns what is wrong with one file, "" if nothing is.
func fileProblem(tree fs.FS, name string) (string, error) {
	data, err := fs.ReadFile(tree, name)
	if err != nil {
		return "", err
	}
	if len(data) > largest {
		return fmt.Sprintf(" has %d bytes, more than %d", len(data), int(largest)), nil
	}
	number := 0
	for line := range strings.Lines(string(data)) {
		number++
		if found := machinePath.FindStringSubmatch(line); found != nil {
			return fmt.Sprintf(":%d: names a path of one machine: %s", number, found[1]), nil
		}
	}
	return "", nil
}

// ignored reports whether one of the patterns, as in a .gitignore at the root
// without ! and **, matches name.
func ignored(patterns, name string, dir bool) bool {
	for line := range strings.Lines(patterns) {
		pattern := strings.TrimSpace(line)
		if pattern == "" || pattern[0] == '#' || strings.HasSuffix(pattern, "/") && !dir {
			continue
		}
		subject := path.Base(name)
		if strings.Contains(strings.TrimSuffix(pattern, "/"), "/") {
			subject = name
		}
		if ok, _ := path.Match(strings.Trim(pattern, "/"), subject); ok {
			return true
		}
	}
	return false
}

// goFile is a Go file with the given imports.
func goFile(imports ...string) *fstest.MapFile {
	text := "package x\n"
	for _, name := range imports {
		text += "import _ " + strconv.Quote(name) + "\n"
	}
	return &fstest.MapFile{Data: []byte(text)}
}

func TestLayerProblems(t *testing.T) {
	tree := fstest.MapFS{
		"low/a.go":             goFile("fmt", "ragmanager.test/x", "ragmanagers/x"),
		"low/a_test.go":        goFile("ragmanager/low"),
		"top/a.go":             goFile("ragmanager/low"),
		"cmd/x/main.go":        goFile("ragmanager/top", "ragmanager/low"),
		"low/testdata/bad.go":  goFile("ragmanager/top"),
		".hidden/a.go":         goFile("ragmanager/top"),
		"_off/a.go":            goFile("ragmanager/top"),
		"low/draw/generate.go": {Data: []byte("//go:build ignore\n\npackage main\n\nimport _ \"ragmanager/top\"\n")},
		"other/go.mod":         {},
		"other/a.go":           goFile("ragmanager/top"),
		"low/README":           {},
		"low/sub/only_text.md": {},
	}
	table := func() map[string][]string {
		return map[string][]string{"low": {}, "top": {"low"}, "cmd/x": {everything}}
	}
	if problems := layerProblems(tree, table()); len(problems) > 0 {
		t.Fatal("a tree that keeps to the table:", problems)
	}
	for name, c := range map[string]struct {
		file *fstest.MapFile
		at   string
		edit func(map[string][]string)
		want string
	}{
		"upwards":      {file: goFile("ragmanager/top"), at: "low/b.go", want: "low/b.go imports top, which low may not"},
		"in a test":    {file: goFile("ragmanager/top"), at: "low/b_test.go", want: "low/b_test.go imports top, which low may not"},
		"other system": {file: goFile("ragmanager/top"), at: "low/b_plan9.go", want: "low/b_plan9.go imports top, which low may not"},
		"build tag": {
			file: &fstest.MapFile{Data: []byte("//go:build never\n\npackage x\n\nimport \"ragmanager/cmd/x\"\n")},
			at:   "top/b.go", want: "top/b.go imports cmd/x, which top may not",
		},
		"unlisted":         {file: goFile(), at: "new/a.go", want: "package new is not in the table"},
		"root is unlisted": {file: goFile(), at: "a.go", want: "package . is not in the table"},
		"stale":            {edit: func(m map[string][]string) { m["gone"] = []string{} }, want: "package gone is in the table, under gone, and does not exist"},
		"stale import":     {edit: func(m map[string][]string) { m["top"] = []string{"low", "gone"} }, want: "package gone is in the table, under top, and does not exist"},
		"not Go":           {file: &fstest.MapFile{Data: []byte("import\n")}, at: "low/b.go", want: "low/b.go:1:1: expected 'package', found 'import'"},
	} {
		t.Run(name, func(t *testing.T) {
			broken, may := fstest.MapFS{}, table()
			for file, f := range tree {
				broken[file] = f
			}
			if c.file != nil {
				broken[c.at] = c.file
			}
			if c.edit != nil {
				c.edit(may)
			}
			if diff := cmp.Diff([]string{c.want}, layerProblems(broken, may)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestTreeProblems(t *testing.T) {
	text := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	big := text(strings.Repeat("x", largest+1))
	there := "/" + "root" + "/x"
	tree := fstest.MapFS{
		".gitignore":    text("# built\n/bin/\n/program\n*.prof\n"),
		".git/config":   text(there),
		"bin/program":   big,
		"program":       big,
		"deep/cpu.prof": big,
		"deep/program":  text("fine"),
		"large":         text(strings.Repeat("x", largest)),
		"page.html":     text("<a href='http://a.test" + there + "'> $HOME" + there + " ../.." + there),
		"a.txt":         text("fine\nsee " + there + "\n" + there),
		"deep/bin/b.sh": text("cd " + strings.Replace(there, "root", "work", 1)),
		"z":             big,
	}
	want := []string{
		"a.txt:2: names a path of one machine: /" + "root" + "/",
		"deep/bin/b.sh:1: names a path of one machine: /" + "work" + "/",
		"z has 3000001 bytes, more than 3000000",
	}
	if diff := cmp.Diff(want, treeProblems(tree)); diff != "" {
		t.Error(diff)
	}
}
