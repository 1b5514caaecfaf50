package main

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// house is what each room may import of the program, the most particular room
// first. A room names folders; "stdlib" alone means no other module either.
var house = []struct {
	room string
	may  []string
}{
	{"rules", []string{"stdlib"}},
	{"records", []string{"rules"}},
	{"hooks/wire", []string{"records", "rules"}},
	{"hooks/*", []string{"hooks/wire", "records", "rules"}},
	{"hooks", []string{"hooks/*", "hooks/wire", "records", "rules"}},
	{"pb_migrations", nil},
	{"pb_public", []string{"stdlib"}},
	{"internal/command", nil},
	{"internal/database", nil},
	{"internal/demo", []string{"records", "rules"}},
	{"internal/testkit", []string{"hooks", "records", "rules", "pb_migrations", "internal/database"}},
	{"", []string{"hooks", "hooks/auth", "hooks/backups", "pb_migrations", "pb_public", "internal/*"}},
}

func TestImportsGoOneWay(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	err := filepath.WalkDir(".", func(file string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && (entry.Name() == "frontend" || entry.Name() == "audit" || entry.Name() == "testdata" || (file != "." && strings.HasPrefix(entry.Name(), "."))) {
			return fs.SkipDir
		}
		if !strings.HasSuffix(file, ".go") {
			return nil
		}
		source, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		folder := folderOf(file)
		seen[roomOf(folder)] = true
		for _, spec := range source.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			if wrong := judge(folder, imported, strings.HasSuffix(file, "_test.go")); wrong != "" {
				t.Errorf("%s imports %s: %s", file, imported, wrong)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, rule := range house {
		if !seen[rule.room] {
			t.Errorf("nothing lives in %q, which the house has a rule for", rule.room)
		}
	}
}

func TestABrokenDirectionIsSeen(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		folder, imported string
		test, allowed    bool
	}{
		{"rules", "strings", false, true},
		{"rules", "github.com/pocketbase/pocketbase/core", false, false},
		{"rules", "deskmate/records", false, false},
		{"records", "deskmate/rules", false, true},
		{"records", "deskmate/hooks/wire", false, false},
		{"hooks/wire", "deskmate/hooks/auth", false, false},
		{"hooks/wire", "deskmate/records", false, true},
		{"hooks/auth", "deskmate/hooks/wire", false, true},
		{"hooks/auth", "deskmate/hooks/users", false, false},
		{"hooks/auth", "deskmate/hooks", false, false},
		{"hooks/auth", "deskmate/internal/database", false, false},
		{"hooks/auth", "deskmate/internal/testkit", false, false},
		{"hooks/auth", "deskmate/internal/testkit", true, true},
		{"hooks/auth", "deskmate/internal/database", true, true},
		{"hooks/auth", "deskmate/internal/command", true, false},
		{"hooks/auth", "deskmate/hooks/users", true, false},
		{"hooks/auth", "deskmate/hooks/auth", true, true},
		{"hooks", "deskmate/hooks/auth", false, true},
		{"hooks", "deskmate", false, false},
		{"pb_migrations", "github.com/pocketbase/pocketbase/core", false, true},
		{"pb_migrations", "deskmate/rules", false, false},
		{"pb_public", "github.com/pocketbase/pocketbase/core", false, false},
		{"internal/testkit", "deskmate/hooks", false, true},
		{"internal/command", "deskmate/hooks", false, false},
		{"", "deskmate/hooks", false, true},
		{"", "deskmate/rules", false, false},
		{"", "deskmate/internal/testkit", false, false},
		{"cellar", "deskmate/rules", false, false},
	} {
		if wrong := judge(c.folder, c.imported, c.test); (wrong == "") != c.allowed {
			t.Errorf("%q imports %s (test: %v): %q", c.folder, c.imported, c.test, wrong)
		}
	}
}

func folderOf(file string) string {
	if folder := path.Dir(filepath.ToSlash(file)); folder != "." {
		return folder
	}
	return ""
}

// judge tells what is wrong with an import, or nothing. Tests may import the
// test kit, what opens a database as the program does, and, from outside their
// package, what they test; else they are bound like the rest of their room.
func judge(folder, imported string, test bool) string {
	target, ours := strings.CutPrefix(imported+"/", "deskmate/")
	target = strings.TrimSuffix(target, "/")
	if ours && target == "internal/testkit" {
		if test {
			return ""
		}
		return "the test kit is for tests"
	}
	if ours && test && (target == folder || target == "internal/database") {
		return ""
	}
	for _, rule := range house {
		if rule.room != roomOf(folder) {
			continue
		}
		for _, allowed := range rule.may {
			switch {
			case allowed == "stdlib" && !ours && strings.Contains(strings.Split(imported, "/")[0], "."):
				return "only the standard library is used here"
			case ours && matches(allowed, target):
				return ""
			}
		}
		if ours {
			return "that is not its direction"
		}
		return ""
	}
	return "the house has no such room"
}

// roomOf is the rule's name for a folder.
func roomOf(folder string) string {
	for _, rule := range house {
		if matches(rule.room, folder) {
			return rule.room
		}
	}
	return "?"
}

func matches(pattern, folder string) bool {
	matched, err := path.Match(pattern, folder)
	return err == nil && matched
}
