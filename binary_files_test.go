package main

import (
	"bytes"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"deskmate/internal/clock"
	"deskmate/internal/database"
	"deskmate/internal/testkit"
)

// largeEssay takes a moment to store.
var largeEssay = append(testkit.PDF("Tides"), bytes.Repeat([]byte("% filler\n"), 2_400_000)...)

// storedFiles returns the paths of everything in the store but the marks of comparisons.
func storedFiles(t *testing.T, dir string) (paths []string) {
	t.Helper()
	_ = filepath.WalkDir(filepath.Join(dir, "storage"), func(path string, entry os.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && !strings.Contains(path, "deskmate_sweeps") {
			paths = append(paths, path)
		}
		return nil // files come and go
	})
	return paths
}

// named returns how many of some files have the name that their row gives them.
func named(paths []string) (count int) {
	for _, path := range paths {
		if strings.HasSuffix(path, ".pdf") {
			count++
		}
	}
	return count
}

// A process that is killed in an upload leaves a file without a row, whole or in part, or
// nothing. It never leaves a row without its file. The job can delete what is left.
func TestAKilledUploadLeavesAFileWithoutARowAtMost(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	s, _ := openDesk(t, dir)
	_, student, _ := s.signUp(t, "robin@example.com", "student", "")
	kind, body := form(t, testkit.PDF("Tides"))
	var handedIn map[string]any
	if status := s.post(t, "/api/assignments", student, kind, body, &handedIn); status != http.StatusCreated {
		t.Fatalf("got %d", status)
	}
	check := func() (out string, code int) { return outcome(t, "files", "check", "--dir="+dir) }
	age := func() {
		t.Helper()
		for _, path := range storedFiles(t, dir) {
			old := clock.Deadline(-48 * time.Hour)
			if err := os.Chtimes(path, old, old); err != nil {
				t.Fatal(err)
			}
		}
	}
	left := 0
	for round := 0; round < 6 || left == 0 && round < 40; round++ {
		before := storedFiles(t, dir)
		kind, body := form(t, largeEssay)
		request, err := http.NewRequest(http.MethodPost, s.base+"/api/assignments", body)
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Authorization", "Bearer "+student)
		request.Header.Set("Content-Type", kind)
		sent := make(chan struct{})
		go func() {
			defer close(sent)
			if answer, err := http.DefaultClient.Do(request); err == nil {
				_ = answer.Body.Close()
			}
		}()
		// In turn: as soon as a file is being written, once it has its sidecar, and once it
		// has its name, when its row is being stored.
		isOver := false
		reached := []func() bool{
			func() bool { return len(storedFiles(t, dir)) > len(before) },
			func() bool { return len(storedFiles(t, dir)) > len(before)+1 },
			func() bool { return named(storedFiles(t, dir)) > named(before) },
		}[round%3]
		for !isOver && !reached() {
			select {
			case <-sent:
				isOver = true
			default:
			}
		}
		s.kill()
		<-sent
		age()
		out, code := check()
		if strings.Contains(out, "row without file") || strings.Contains(out, "unknown\t") || code > 1 {
			t.Fatalf("after kill %d: %d, %s", round, code, out)
		}
		left = strings.Count(out, "file without row")
		s = serve(t, dir)
	}
	if left == 0 {
		t.Fatal("no kill has left a file")
	}
	before := len(storedFiles(t, dir))
	sweep := func() {
		t.Helper()
		if status, answer := s.send(t, "POST", "/api/crons/sweepFiles", s.signInOperator(t), ""); status != http.StatusNoContent {
			t.Fatalf("got %d %s", status, answer)
		}
	}
	read := func(query string) (count int) {
		t.Helper()
		db, err := database.Connect(filepath.Join(dir, "data.db"))
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		if err := db.NewQuery(query).Row(&count); err != nil {
			t.Fatal(err)
		}
		return count
	}
	await := func(query string, want int) {
		t.Helper()
		for deadline := clock.Deadline(time.Minute); read(query) != want; {
			if clock.Left(deadline) < 0 {
				t.Fatalf("%s: %d instead of %d", query, read(query), want)
			}
		}
	}
	sweep()
	await("SELECT count(*) FROM orphans WHERE kind = 'file'", left)
	await("SELECT count(*) FROM sweeps WHERE ranAt != ''", 1)
	if now := len(storedFiles(t, dir)); now != before {
		t.Fatalf("the first run leaves %d of %d files", now, before)
	}
	s.kill()
	db, err := database.Connect(filepath.Join(dir, "data.db"))
	if err != nil {
		t.Fatal(err)
	}
	_, err = db.NewQuery("UPDATE orphans SET nights = 7, firstSeen = '2026-01-01 02:13:00.000Z', countedAt = '2026-01-08 02:13:00.000Z'").Execute()
	_ = db.Close()
	if err != nil {
		t.Fatal(err)
	}
	s = serveWith(t, dir, "DESKMATE_SWEEP=delete")
	sweep()
	await("SELECT swept FROM sweeps", left)
	if out, code := check(); code != 0 || !strings.HasPrefix(out, "0 files without a row (0 bytes), 0 rows without their file") {
		t.Errorf("in the end: %d, %s", code, out)
	}
}

func TestTheCheckOfFilesSaysWhatItCouldNotFindOut(t *testing.T) {
	t.Parallel()
	if out, code := outcome(t, "files", "check", "--dir="+t.TempDir()); code != 2 || !strings.Contains(out, "the data folder is empty or of an earlier version") {
		t.Errorf("with an empty folder, it exits with %d and prints %s", code, out)
	}
}
