package main

import (
	"bytes"
	"database/sql"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	vegeta "github.com/tsenart/vegeta/v12/lib"
)

// The measurement starts its own program as a server; here that is this test binary.
func TestMain(m *testing.M) {
	if slices.ContainsFunc(os.Args, func(arg string) bool { return strings.HasPrefix(arg, "-serve=") }) {
		main()
		return
	}
	code := m.Run()
	if program, _ := built(); program != "" {
		_ = os.RemoveAll(filepath.Dir(program))
	}
	os.Exit(code)
}

// built is the path of Deskmate, compiled once for all tests.
var built = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "deskmate_bench_*")
	if err != nil {
		return "", err
	}
	program := filepath.Join(dir, "deskmate")
	if out, err := exec.Command("go", "build", "-o", program, "deskmate").CombinedOutput(); err != nil {
		return program, fmt.Errorf("%w: %s", err, out)
	}
	return program, nil
})

func buildDeskmate(t *testing.T) string {
	t.Helper()
	program, err := built()
	if err != nil {
		t.Fatal(err)
	}
	return program
}

func TestAQuickRunMeasuresAllThreeServers(t *testing.T) {
	t.Parallel()
	cache := t.TempDir()
	program := buildDeskmate(t)
	args := []string{"-quick", "-rows=200", "-dir=" + cache, "-program=" + program}
	var table bytes.Buffer
	if err := run(t.Context(), args, &table); err != nil {
		t.Fatalf("%v\n%s", err, table.String())
	}
	cells := map[string][]string{}
	for line := range strings.Lines(table.String()) {
		row := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		if len(row) != 7 {
			t.Errorf("%q has %d cells, want 7", line, len(row))
		}
		cells[strings.TrimSpace(row[0])] = row
	}
	for _, name := range []string{
		"start to the first answer", "memory when idle", "student's list, 20", "admin's list, first 50", "page 4 of 50",
		"hand in, with a file of 1 kB", "memory at its peak",
	} {
		for i, server := range []string{"floor", "PocketBase", "Deskmate"} {
			if len(cells[name]) != 7 || strings.TrimSpace(cells[name][2+i]) == "" {
				t.Errorf("%q has no figure for %s in\n%s", name, server, table.String())
			}
		}
	}
	if got := cells["search activities, no hit"]; len(got) != 7 || !strings.Contains(got[6], "times the first page") {
		t.Errorf("the search is not compared with the first page in\n%s", table.String())
	}
	folders := entries(t, cache)
	if len(folders) != 1 || !strings.HasPrefix(folders[0], "rows-200-") {
		t.Fatalf("the run leaves %q", folders)
	}

	// The second run finds the data set.
	before, err := os.Stat(filepath.Join(cache, folders[0]))
	if err != nil {
		t.Fatal(err)
	}
	if err := run(t.Context(), append(args, "-only=first 50"), &table); err != nil {
		t.Fatal(err)
	}
	after, err := os.Stat(filepath.Join(cache, folders[0]))
	if err != nil || !os.SameFile(before, after) {
		t.Errorf("the second run built the data set again (%v)", err)
	}
}

func TestTheSameSizeGivesTheSameRows(t *testing.T) {
	t.Parallel()
	program := buildDeskmate(t)
	contents := make([]string, 2)
	for i := range contents {
		dir, err := pristine(t.Context(), program, t.TempDir(), 200)
		if err != nil {
			t.Fatal(err)
		}
		contents[i] = dump(t, dir)
	}
	if contents[0] != contents[1] {
		t.Error("two data sets of the same size differ")
	}
	if count := strings.Count(contents[0], "\n"); count < 200+680+100 {
		t.Errorf("the data set has only %d rows", count)
	}
}

// dump returns all filled rows of a data folder as text.
func dump(t *testing.T, dir string) string {
	t.Helper()
	db, err := openReadOnly(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	var dumped strings.Builder
	for _, table := range []string{"users", "assignments", "reviews", "activities", "quotes"} {
		dumpTable(t, db, table, &dumped)
	}
	return dumped.String()
}

func dumpTable(t *testing.T, db *sql.DB, table string, to *strings.Builder) {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), "SELECT * FROM "+table+" ORDER BY id")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	values := make([]any, len(columns))
	for i := range values {
		values[i] = new(any)
	}
	for rows.Next() {
		if err := rows.Scan(values...); err != nil {
			t.Fatal(err)
		}
		for _, value := range values {
			fmt.Fprint(to, *value.(*any), "|")
		}
		to.WriteString("\n")
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
}

func entries(t *testing.T, dir string) (names []string) {
	t.Helper()
	found, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range found {
		names = append(names, entry.Name())
	}
	return names
}

func TestARefusedRequestEndsTheMeasurement(t *testing.T) {
	t.Parallel()
	var sent atomic.Int64
	target := serveHandler(t, func(w http.ResponseWriter, _ *http.Request) {
		if sent.Add(1) > 3 {
			w.WriteHeader(http.StatusTooManyRequests)
		}
	})
	_, err := drive(t.Context(), atOnce, time.Minute, target)
	if err == nil || !strings.Contains(err.Error(), "429") {
		t.Errorf("the error is %v", err)
	}
}

func TestAnAnswerWithTheWrongRowsIsReported(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name          string
		body, counted string
		right         bool
	}{
		{"all as expected", `[{},{}]`, "7", true},
		{"too few rows", `[{}]`, "7", false},
		{"another total", `[{},{}]`, "8", false},
		{"an object", `{}`, "7", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			target := serveHandler(t, func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("X-Total-Count", c.counted)
				_, _ = w.Write([]byte(c.body))
			})
			err := check(t.Context(), workload{}, deskmateServer, target, 7, 2)
			if (err == nil) != c.right {
				t.Errorf("the check returned %v", err)
			}
		})
	}
}

func serveHandler(t *testing.T, handler http.HandlerFunc) vegeta.Target {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return vegeta.Target{Method: http.MethodGet, URL: server.URL}
}
