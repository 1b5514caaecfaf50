package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// sourceRule is a rule that the source of the program follows.
type sourceRule struct {
	name    string
	message string
	exempt  []string // folders to which the rule does not apply
	tests   bool     // whether the rule also applies to tests
	find    func(*token.FileSet, *ast.File) []token.Pos
}

// maxLines is how many lines a Go file may have, except for tests.
const maxLines = 350

var sourceRules = []sourceRule{
	{
		name:    "clock",
		message: "read the time with clock.Now, or measure it with clock.Stopwatch",
		exempt:  []string{"internal/clock"},
		tests:   true,
		find:    findClockReads,
	},
	{
		// Tests may begin transactions directly, as the framework does.
		name:    "transaction",
		message: "use writes.Run or writes.InTransaction: RunInTransaction waits for the writer without a limit",
		exempt:  []string{"hooks/writes", "internal/demo", "internal/search", "internal/tallies", "internal/testkit"},
		find:    findTransactions,
	},
	{
		name:    "stage",
		message: "bind Execute events with Bind(writes.At(...)), so that the handler runs at a named stage",
		find:    findUnstagedHandlers,
	},
	{
		name:    "length",
		message: fmt.Sprintf("the file is longer than %d lines", maxLines),
		find:    findOverlongFile,
	},
}

func TestTheSourceFollowsTheRules(t *testing.T) {
	t.Parallel()
	fileSet := token.NewFileSet()
	usedExemptions := map[string]bool{}
	for _, file := range goFiles(t) {
		source, err := parser.ParseFile(fileSet, file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, rule := range sourceRules {
			for _, pos := range rule.violations(fileSet, source) {
				if folder := folderOf(file); slices.Contains(rule.exempt, folder) {
					usedExemptions[rule.name+" in "+folder] = true
					continue
				}
				t.Errorf("%s: %s", fileSet.Position(pos), rule.message)
			}
		}
	}
	for _, rule := range sourceRules {
		for _, folder := range rule.exempt {
			if exemption := rule.name + " in " + folder; !usedExemptions[exemption] {
				t.Errorf("nothing needs the exemption from %s", exemption)
			}
		}
	}
}

// In these sources, a comment at the end of a line names the rule that the line
// violates.
func TestEachSourceRuleCatchesItsViolations(t *testing.T) {
	t.Parallel()
	long := func(lines int, lastLine string) string {
		return "package made\n" + strings.Repeat("\n", lines-2) + lastLine + "\n"
	}
	for _, c := range []struct{ name, file, source string }{
		{"reads of the clock", "made.go", `package made
import "time"
var now = time.Now() // violates clock
var age = time.Since(now) // violates clock
var left = time.Until(now) // violates clock
var read = time.Now // violates clock
var wait = time.After(time.Second)
`},
		{"reads of the clock under another name", "made.go", `package made
import machine "time"
var now = machine.Now() // violates clock
`},
		{"an unqualified clock", "made.go", `package made
import . "time" // violates clock
var now = Now()
`},
		{"a test that reads the clock", "made_test.go", `package made
import "time"
var now = time.Now() // violates clock
`},
		{"other functions called Now", "made.go", `package made
import "deskmate/internal/clock"
import "example.com/made/time"
var now = clock.Now(app)
var then = time.Now()
`},
		{"transactions", "made.go", `package made
func change() error { return app.RunInTransaction(nil) } // violates transaction
func nested() error { return e.App.RunInTransaction(nil) } // violates transaction
var run = app.RunInTransaction // violates transaction
func queued() error { return writes.Run(nil, app, nil) }
`},
		{"a transaction in a test", "made_test.go", `package made
func hold() error { return app.RunInTransaction(nil) }
`},
		{"handlers without a stage", "made.go", `package made
import "deskmate/hooks/writes"
func Listen() {
	app.OnRecordCreateExecute("notes").BindFunc(handle) // violates stage
	app.OnRecordUpdateExecute().Bind(&hook.Handler[*core.RecordEvent]{Func: handle}) // violates stage
	app.OnRecordDeleteExecute("notes").Bind(unknown) // violates stage
	app.OnModelUpdateExecute().BindFunc(handle) // violates stage
	event := app.OnRecordUpdateExecute() // violates stage
	event.BindFunc(handle)
	bind := app.OnRecordUpdateExecute // violates stage
	plain := &hook.Handler[*core.RecordEvent]{Func: handle}
	app.OnRecordUpdateExecute().Bind(plain) // violates stage
	mixed := writes.At(writes.StageGuard, handle)
	mixed = plain
	app.OnRecordUpdateExecute().Bind(mixed) // violates stage
	app.OnRecordUpdateExecute().Bind(mine.At(writes.StageGuard, handle)) // violates stage
}
`},
		{"handlers with a stage", "made.go", `package made
import stages "deskmate/hooks/writes"
func Listen() {
	app.OnRecordCreateExecute("notes").Bind(stages.At(stages.StageGuard, handle))
	named := stages.At(stages.StageGuard, handle)
	app.OnRecordUpdateExecute().Bind(named)
	app.OnRecordCreate("notes").BindFunc(handle)
	app.OnRecordAfterCreateSuccess("notes").BindFunc(handle)
}
`},
		{"a handler of a test", "made_test.go", `package made
func handle() { app.OnRecordCreateExecute("notes").BindFunc(fail) }
`},
		{"a file at the limit", "made.go", long(maxLines, "// The end")},
		{"a file beyond the limit", "made.go", long(maxLines+1, "// violates length")},
		{"a long test file", "made_test.go", long(maxLines+1, "// The end")},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			fileSet := token.NewFileSet()
			source, err := parser.ParseFile(fileSet, c.file, c.source, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			var want, got []string
			for i, line := range strings.Split(c.source, "\n") {
				if _, rule, ok := strings.Cut(line, "// violates "); ok {
					want = append(want, fmt.Sprint(i+1, " ", rule))
				}
			}
			for _, rule := range sourceRules {
				for _, pos := range rule.violations(fileSet, source) {
					got = append(got, fmt.Sprint(fileSet.Position(pos).Line, " ", rule.name))
				}
			}
			if !slices.Equal(got, want) {
				t.Errorf("found %q, want %q", got, want)
			}
		})
	}
}

// violations returns where a file violates the rule. It ignores exemptions.
func (r sourceRule) violations(fileSet *token.FileSet, file *ast.File) []token.Pos {
	if !r.tests && strings.HasSuffix(fileSet.File(file.Pos()).Name(), "_test.go") {
		return nil
	}
	return r.find(fileSet, file)
}

// exception is how a finding of the security lint is excepted: with its rule and a reason.
var exception = regexp.MustCompile(`// #nosec G\d{3} -- \S.{9,}`)

func TestEveryExceptionFromTheSecurityLintHasAReason(t *testing.T) {
	t.Parallel()
	exceptions := 0
	for _, file := range goFiles(t) {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(content), "\n") {
			if !strings.Contains(line, "#"+"nosec") || file == "house_test.go" {
				continue
			}
			if exceptions++; !exception.MatchString(line) {
				t.Errorf("%s:%d has an exception without a rule or a reason: %s", file, i+1, line)
			}
		}
	}
	if exceptions == 0 {
		t.Error("there are no exceptions: this test reads nothing")
	}
}

func findClockReads(_ *token.FileSet, file *ast.File) (found []token.Pos) {
	for _, spec := range file.Imports {
		if spec.Name != nil && spec.Name.Name == "." && isImportOf(spec, "time") {
			found = append(found, spec.Pos())
		}
	}
	for node := range ast.Preorder(file) {
		for _, name := range []string{"Now", "Since", "Until"} {
			if isFunctionOf(file, node, "time", name) {
				found = append(found, node.Pos())
			}
		}
	}
	return found
}

func findTransactions(_ *token.FileSet, file *ast.File) (found []token.Pos) {
	for node := range ast.Preorder(file) {
		if selector, ok := node.(*ast.SelectorExpr); ok && selector.Sel.Name == "RunInTransaction" {
			found = append(found, selector.Pos())
		}
	}
	return found
}

// findUnstagedHandlers reports every mention of an Execute event that is not
// OnRecord...Execute(...).Bind(writes.At(...)). The handler may be a variable that
// is only ever set to writes.At(...).
func findUnstagedHandlers(_ *token.FileSet, file *ast.File) (found []token.Pos) {
	staged := map[ast.Node]bool{}
	for node := range ast.Preorder(file) {
		call, ok := node.(*ast.CallExpr)
		if !ok {
			continue
		}
		bind, ok := call.Fun.(*ast.SelectorExpr)
		if !ok || bind.Sel.Name != "Bind" {
			continue
		}
		if event, ok := bind.X.(*ast.CallExpr); ok && isStaged(file, call.Args...) {
			staged[event.Fun] = true
		}
	}
	for node := range ast.Preorder(file) {
		selector, ok := node.(*ast.SelectorExpr)
		if !ok || staged[selector] || !strings.HasSuffix(selector.Sel.Name, "Execute") {
			continue
		}
		if strings.HasPrefix(selector.Sel.Name, "OnRecord") || strings.HasPrefix(selector.Sel.Name, "OnModel") {
			found = append(found, selector.Pos())
		}
	}
	return found
}

// isStaged reports whether all handlers come from writes.At.
func isStaged(file *ast.File, handlers ...ast.Expr) bool {
	for _, handler := range handlers {
		values := []ast.Expr{handler}
		if variable, ok := handler.(*ast.Ident); ok {
			values = valuesOf(file, variable.Name)
		}
		for _, value := range values {
			call, ok := value.(*ast.CallExpr)
			if !ok || !isFunctionOf(file, call.Fun, "deskmate/hooks/writes", "At") && !isOwnAt(file, call.Fun) {
				return false
			}
		}
		if len(values) == 0 {
			return false
		}
	}
	return true
}

// isOwnAt reports whether a function is At within the package writes itself.
func isOwnAt(file *ast.File, function ast.Expr) bool {
	name, ok := function.(*ast.Ident)
	return ok && name.Name == "At" && file.Name.Name == "writes"
}

// valuesOf returns what a file assigns to variables of a name.
func valuesOf(file *ast.File, name string) (values []ast.Expr) {
	for node := range ast.Preorder(file) {
		assignment, ok := node.(*ast.AssignStmt)
		if !ok || len(assignment.Lhs) != len(assignment.Rhs) {
			continue
		}
		for i, variable := range assignment.Lhs {
			if variable, ok := variable.(*ast.Ident); ok && variable.Name == name {
				values = append(values, assignment.Rhs[i])
			}
		}
	}
	return values
}

func findOverlongFile(fileSet *token.FileSet, file *ast.File) []token.Pos {
	if fileSet.File(file.Pos()).LineCount() > maxLines {
		return []token.Pos{file.FileEnd}
	}
	return nil
}

// isFunctionOf reports whether a node is a function of an imported package,
// under whatever name the file imports it.
func isFunctionOf(file *ast.File, node ast.Node, imported, function string) bool {
	selector, ok := node.(*ast.SelectorExpr)
	if !ok || selector.Sel.Name != function {
		return false
	}
	name, ok := selector.X.(*ast.Ident)
	return ok && slices.ContainsFunc(file.Imports, func(spec *ast.ImportSpec) bool {
		if !isImportOf(spec, imported) {
			return false
		}
		if spec.Name != nil {
			return spec.Name.Name == name.Name
		}
		return path.Base(imported) == name.Name
	})
}

func isImportOf(spec *ast.ImportSpec, imported string) bool {
	value, err := strconv.Unquote(spec.Path.Value)
	return err == nil && value == imported
}

// goFiles returns the paths of the program's Go files, tests included.
func goFiles(t *testing.T) (files []string) {
	t.Helper()
	err := filepath.WalkDir(".", func(file string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && (entry.Name() == "frontend" || entry.Name() == "audit" || entry.Name() == "testdata" || (file != "." && strings.HasPrefix(entry.Name(), "."))) {
			return fs.SkipDir
		}
		if strings.HasSuffix(file, ".go") {
			files = append(files, file)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
