package preflight

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var root = filepath.Join("..", "..")

func TestTheTableOfTheDocsListsEveryKnownVariable(t *testing.T) {
	t.Parallel()
	docs, err := os.ReadFile(filepath.Join(root, "docs", "operations.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(docs), "\n## Environment\n")
	section, _, _ = strings.Cut(section, "\n## ")
	var listed []string
	for line := range strings.Lines(section) {
		if cells := strings.Split(line, "|"); len(cells) > 1 {
			listed = append(listed, regexp.MustCompile(`DESKMATE_[A-Z0-9_]+`).FindAllString(cells[1], -1)...)
		}
	}
	slices.Sort(listed)
	if !slices.Equal(listed, variables) {
		t.Errorf("the table lists\n%v, known are\n%v", listed, variables)
	}
}

func TestTheSourceReadsExactlyTheKnownVariables(t *testing.T) {
	t.Parallel()
	name := regexp.MustCompile(`^DESKMATE_[A-Z0-9_]+$`)
	read := map[string]bool{}
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && slices.Contains([]string{"frontend", "preflight", ".git"}, entry.Name()):
			return fs.SkipDir
		case filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		source, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(source, func(node ast.Node) bool {
			if literal, is := node.(*ast.BasicLit); is && literal.Kind == token.STRING {
				if text, err := strconv.Unquote(literal.Value); err == nil && name.MatchString(text) {
					read[text] = true
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for variable := range read {
		if !slices.Contains(variables, variable) && !slices.Contains(hidden, variable) {
			t.Errorf("%s is read but not known", variable)
		}
	}
	for _, variable := range variables {
		if !read[variable] {
			t.Errorf("%s is known but never read", variable)
		}
	}
}

func TestAnUnknownVariableIsRefusedWithTheNearestName(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ variable, says string }{
		{"DESKMATE_ADMIN_KEY=x", ""},
		{"DESKMATE_COUNT_WORDS=1", ""},
		{"PATH=/bin", ""},
		{"DESKMATE_ADMINKEY=x", "DESKMATE_ADMINKEY is no variable of this program. Did you mean DESKMATE_ADMIN_KEY?"},
		{"DESKMATE_REPLICA_URI=", "Did you mean DESKMATE_REPLICA_URL?"},
		{"DESKMATE_S3_ACESS_KEY=x", "Did you mean DESKMATE_S3_ACCESS_KEY?"},
		{"DESKMATE_FOO=x", "DESKMATE_FOO is no variable of this program: docs/operations.md lists them all"},
		{"DESKMATE_ENTIRELY_SOMETHING=x", "DESKMATE_ENTIRELY_SOMETHING is no variable of this program: docs/operations.md lists them all"},
	} {
		err := CheckVariables([]string{"HOME=/", c.variable})
		if (err == nil) != (c.says == "") || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", c.variable, err)
		}
	}
}
