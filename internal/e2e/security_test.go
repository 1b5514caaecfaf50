package e2e

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

func TestEveryTestInTheThreatModelExists(t *testing.T) {
	t.Parallel()
	model, err := os.ReadFile("SECURITY.md")
	if err != nil {
		t.Fatal(err)
	}
	var tests strings.Builder
	for _, file := range goFiles(t) {
		if !strings.HasSuffix(file, "_test.go") {
			continue
		}
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		tests.Write(content)
	}
	named := regexp.MustCompile("`(Test[A-Za-z0-9]+)`").FindAllStringSubmatch(string(model), -1)
	if len(named) < 30 {
		t.Errorf("only %d tests are named", len(named))
	}
	for _, name := range named {
		if !strings.Contains(tests.String(), "\nfunc "+name[1]+"(t *testing.T)") {
			t.Errorf("there is no %s", name[1])
		}
	}
	rows := 0
	for _, line := range strings.Split(string(model), "\n") {
		if strings.HasPrefix(line, "| ") && !strings.HasPrefix(line, "| what") {
			if rows++; strings.Count(line, "|") != 5 || !strings.Contains(line, "`Test") {
				t.Errorf("a threat without a test: %s", line)
			}
		}
	}
	if rows < 10 {
		t.Errorf("the table has %d rows", rows)
	}
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
