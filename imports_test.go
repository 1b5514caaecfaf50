package main

import (
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// importRules lists which folders of the program the folders that match a pattern
// may import. The first match applies, so narrower patterns come first. "stdlib"
// also forbids third-party modules, besides packages that stand before it.
var importRules = []struct {
	folders string
	may     []string
}{
	{"rules", []string{"golang.org/x/text/unicode/norm", "stdlib"}},
	{"records", []string{"rules"}},
	{"hooks/failures", []string{"rules"}},
	{"hooks/writes", below("hooks/failures")},
	{"hooks/jobs", below()},
	{"hooks/sessions", below("hooks/failures", "hooks/writes", "hooks/jobs")},
	{"hooks/files", below("hooks/failures", "hooks/writes", "hooks/sessions", "internal/disk")},
	{"hooks/routes", below("hooks/failures", "hooks/sessions", "hooks/files")},
	{"hooks/lists", below("hooks/failures", "hooks/sessions", "hooks/files", "hooks/routes")},
	{"hooks/nouns", below("hooks/routes")},
	{"hooks/tokens", below()},
	{"hooks/messages", below("hooks/failures", "hooks/writes", "hooks/tokens")},
	{"hooks/orders", below("hooks/failures", "hooks/writes", "hooks/sessions", "hooks/files")},
	{"hooks/held", below("hooks/writes")},
	{"hooks/adoption", below("hooks/writes", "hooks/jobs")},
	{"hooks/deliveries", below(append([]string{"internal/words"}, shared...)...)},
	{"hooks/scans", below(append([]string{"hooks/live", "internal/clamd"}, shared...)...)},
	{"hooks/integrity", below("hooks/jobs", "internal/database")},
	{"hooks/users", below(append([]string{"internal/database"}, shared...)...)},
	{"hooks/backups", below(append([]string{"hooks/integrity", "internal/command", "internal/database", "internal/disk"}, shared...)...)},
	{"hooks/status", below(append([]string{"internal/doctor", "internal/replica", "internal/version", "internal/watch"}, shared...)...)},
	{"hooks/*", below(shared...)},
	{"hooks", below("hooks/*")},
	{"pb_migrations", nil},
	{"pb_public", []string{"stdlib"}},
	{"internal/bench", []string{"internal/clock"}},
	{"internal/clamd", []string{"internal/clock"}},
	{"internal/clock", nil},
	{"internal/command", []string{"internal/preflight"}},
	{"internal/database", []string{"internal/clock", "internal/disk"}},
	{"internal/demo", []string{"hooks", "hooks/jobs", "hooks/sessions", "internal/clock", "internal/pdf", "records", "rules"}},
	{"internal/disk", []string{"stdlib"}},
	{"internal/doctor", []string{"hooks/console", "hooks/files", "hooks/integrity", "hooks/scans", "internal/clamd", "internal/clock", "internal/command", "internal/database", "internal/disk", "internal/ledger", "internal/replica", "internal/preflight", "internal/version", "records", "rules"}},
	{"internal/ledger", []string{"records", "rules"}},
	{"internal/pdf", []string{"stdlib"}},
	{"internal/replica", []string{"hooks/failures", "internal/clock", "internal/command", "internal/database", "internal/disk"}},
	{"internal/requests", []string{"stdlib"}},
	{"internal/search", []string{"records"}},
	{"internal/preflight", []string{"internal/database", "internal/disk"}},
	{"internal/tallies", []string{"records"}},
	{"internal/testkit", []string{"hooks", "hooks/sessions", "records", "rules", "pb_migrations", "internal/clock", "internal/database", "internal/pdf", "internal/watch", "internal/words"}},
	{"internal/version", []string{"internal/command"}},
	{"internal/watch", []string{"hooks/integrity", "hooks/jobs", "hooks/writes", "internal/clock", "internal/database", "internal/disk", "internal/replica", "internal/requests", "internal/version", "records", "rules"}},
	{"internal/words", []string{"rules"}},
	{"", []string{"hooks", "hooks/auth", "hooks/backups", "hooks/files", "hooks/integrity", "hooks/mail", "hooks/retention", "hooks/status", "hooks/web", "pb_migrations", "pb_public", "internal/*"}},
}

// shared are the folders that every feature may import. None of them imports a later one.
var shared = []string{
	"hooks/failures", "hooks/writes", "hooks/jobs", "hooks/sessions", "hooks/files", "hooks/routes", "hooks/lists", "hooks/nouns",
	"hooks/tokens", "hooks/messages", "hooks/orders", "hooks/held", "hooks/adoption",
}

// below adds the folders that everything in hooks may import.
func below(folders ...string) []string {
	return append([]string{"records", "rules", "internal/clock", "internal/requests"}, folders...)
}

func TestEveryFolderImportsOnlyWhatItsRuleAllows(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, file := range goFiles(t) {
		source, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		folder := folderOf(file)
		seen[ruleOf(folder)] = true
		for _, spec := range source.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			if problem := problemWith(folder, imported, strings.HasSuffix(file, "_test.go")); problem != "" {
				t.Errorf("%s imports %s: %s", file, imported, problem)
			}
		}
	}
	for _, rule := range importRules {
		if !seen[rule.folders] {
			t.Errorf("the rule for %q matches no folder", rule.folders)
		}
	}
}

func TestForbiddenImportsAreReported(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		folder, imported string
		test, allowed    bool
	}{
		{"rules", "strings", false, true},
		{"rules", "golang.org/x/text/unicode/norm", false, true},
		{"rules", "golang.org/x/text/language", false, false},
		{"rules", "github.com/pocketbase/pocketbase/core", false, false},
		{"rules", "deskmate/records", false, false},
		{"records", "deskmate/rules", false, true},
		{"records", "deskmate/hooks/failures", false, false},
		{"hooks/failures", "deskmate/hooks/sessions", false, false},
		{"hooks/sessions", "deskmate/hooks/failures", false, true},
		{"hooks/routes", "deskmate/hooks/auth", false, false},
		{"hooks/routes", "deskmate/hooks/lists", false, false},
		{"hooks/routes", "deskmate/records", false, true},
		{"hooks/auth", "deskmate/hooks/routes", false, true},
		{"hooks/auth", "deskmate/internal/clock", false, true},
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
		{"internal/bench", "deskmate/internal/clock", false, true},
		{"internal/bench", "deskmate/hooks", false, false},
		{"internal/command", "deskmate/hooks", false, false},
		{"internal/pdf", "github.com/pocketbase/pocketbase/core", false, false},
		{"internal/pdf", "deskmate/records", false, false},
		{"internal/demo", "deskmate/internal/pdf", false, true},
		{"internal/testkit", "deskmate/internal/pdf", false, true},
		{"hooks/quotes", "deskmate/internal/pdf", false, false},
		{"hooks/quotes", "deskmate/internal/pdf", true, false},
		{"hooks/deliveries", "deskmate/internal/words", false, true},
		{"hooks/quotes", "deskmate/internal/words", false, false},
		{"internal/words", "deskmate/records", false, false},
		{"", "deskmate/hooks", false, true},
		{"", "deskmate/rules", false, false},
		{"", "deskmate/internal/testkit", false, false},
		{"cellar", "deskmate/rules", false, false},
	} {
		if problem := problemWith(c.folder, c.imported, c.test); (problem == "") != c.allowed {
			t.Errorf("%q imports %s (in a test: %v): got %q, want allowed: %v", c.folder, c.imported, c.test, problem, c.allowed)
		}
	}
}

// folderOf returns the folder of a file, empty for the root.
func folderOf(file string) string {
	if folder := path.Dir(filepath.ToSlash(file)); folder != "." {
		return folder
	}
	return ""
}

// problemWith says why an import is forbidden, or returns an empty string. Tests
// may also import the test kit, internal/database and, from an external test
// package, the package under test.
func problemWith(folder, imported string, test bool) string {
	target, inModule := strings.CutPrefix(imported+"/", "deskmate/")
	target = strings.TrimSuffix(target, "/")
	if inModule && target == "internal/testkit" {
		if test {
			return ""
		}
		return "only tests may import the test kit"
	}
	if inModule && test && (target == folder || target == "internal/clock" || target == "internal/database") {
		return ""
	}
	for _, rule := range importRules {
		if rule.folders != ruleOf(folder) {
			continue
		}
		for _, allowed := range rule.may {
			switch {
			case allowed == imported:
				return ""
			case allowed == "stdlib" && !inModule && strings.Contains(strings.Split(imported, "/")[0], "."):
				return "this folder may import only the standard library"
			case inModule && matches(allowed, target):
				return ""
			}
		}
		if inModule {
			return "this folder may not import that one"
		}
		return ""
	}
	return "no rule matches this folder"
}

// ruleOf returns the pattern of the rule for a folder, or "?" if no rule matches.
func ruleOf(folder string) string {
	for _, rule := range importRules {
		if matches(rule.folders, folder) {
			return rule.folders
		}
	}
	return "?"
}

func matches(pattern, folder string) bool {
	matched, err := path.Match(pattern, folder)
	return err == nil && matched
}
