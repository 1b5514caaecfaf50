package e2e

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
	"deskmate/internal/disk"
	"deskmate/internal/testkit"
)

// largeEssay takes a moment to store.
var largeEssay = append(testkit.PDF("Tides"), bytes.Repeat([]byte("% filler\n"), 2_400_000)...)

// storedFiles returns the paths of everything in the store.
func storedFiles(t *testing.T, dir string) (paths []string) {
	t.Helper()
	_ = filepath.WalkDir(filepath.Join(dir, "storage"), func(path string, entry os.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
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

// unnamed returns those files in the store that no row names and that belong to no such file.
// It fails if a row names a file that is not there.
func unnamed(t *testing.T, dir string) (left []string) {
	t.Helper()
	db, err := database.Connect(filepath.Join(dir, "data.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var names []string
	if err := db.NewQuery("SELECT id || '/' || file FROM assignments WHERE file != ''").Column(&names); err != nil {
		t.Fatal(err)
	}
	expected := map[string]bool{}
	for _, name := range names {
		expected[name] = false
	}
	for _, path := range storedFiles(t, dir) {
		name := filepath.Base(filepath.Dir(path)) + "/" + filepath.Base(path)
		if _, ok := expected[strings.TrimSuffix(name, ".attrs")]; !ok {
			left = append(left, name)
		} else if !strings.HasSuffix(name, ".attrs") {
			expected[name] = true
		}
	}
	for name, isThere := range expected {
		if !isThere {
			t.Errorf("the row of %s has no file", name)
		}
	}
	return left
}

// cutUpload sends work with a large file, and kills the server once the upload has come to a
// stage: its file is being written, has its sidecar, or has its name while its row is stored.
func (s *server) cutUpload(t *testing.T, dir, token string, stage int) {
	t.Helper()
	before := storedFiles(t, dir)
	kind, body := form(t, largeEssay)
	request, err := http.NewRequest(http.MethodPost, s.base+"/api/assignments", body)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+token)
	request.Header.Set("Content-Type", kind)
	sent := make(chan struct{})
	go func() {
		defer close(sent)
		if answer, err := http.DefaultClient.Do(request); err == nil {
			_ = answer.Body.Close()
		}
	}()
	reached := []func() bool{
		func() bool { return len(storedFiles(t, dir)) > len(before) },
		func() bool { return len(storedFiles(t, dir)) > len(before)+1 },
		func() bool { return named(storedFiles(t, dir)) > named(before) },
	}[stage]
	for isOver := false; !isOver && !reached(); {
		select {
		case <-sent:
			isOver = true
		default:
		}
	}
	s.kill()
	<-sent
}

// A process that is killed in an upload leaves a file without a row, whole or in part, or
// nothing. It never leaves a row without its file. The next start removes what is left.
func TestAKilledUploadLeavesNothingAfterTheNextStart(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	s, _ := openDesk(t, dir)
	_, student, _ := s.signUp(t, "robin@example.com", "student", "")
	kind, body := form(t, testkit.PDF("Tides"))
	var handedIn map[string]any
	if status := s.post(t, "/api/assignments", student, kind, body, &handedIn); status != http.StatusCreated {
		t.Fatalf("got %d", status)
	}
	left := 0
	for round := 0; round < 6 || left == 0 && round < 40; round++ {
		s.cutUpload(t, dir, student, round%3)
		left += min(1, len(unnamed(t, dir)))
		s = serve(t, dir)
		s.awaitNotes(t, dir)
		if still := unnamed(t, dir); len(still) > 0 {
			t.Fatalf("after kill %d, the start leaves %q", round, still)
		}
	}
	if left == 0 {
		t.Error("no kill has left a file")
	}
	// What the program does not know to be its own leftover goes only if the operator wants it.
	path := filepath.Join(filepath.Dir(storedFiles(t, dir)[0]), "file_left.pdf")
	old := clock.Deadline(-48 * time.Hour)
	if err := os.WriteFile(path, []byte("left"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(path, old, old); err != nil {
		t.Fatal(err)
	}
	clean := prepare(t, "files", "clean", "--dir="+dir)
	clean.Stdin = strings.NewReader("y\n")
	if out, err := clean.CombinedOutput(); err != nil || !strings.Contains(string(out), "Delete 1 file (4 B) without a row?") || len(unnamed(t, dir)) > 0 {
		t.Errorf("it prints %s, %v, and leaves %q", out, err, unnamed(t, dir))
	}
}

// awaitNotes waits until the server has dealt with what the last run noted.
func (s *server) awaitNotes(t *testing.T, dir string) {
	t.Helper()
	testkit.Eventually(t, "no notes are left", func() bool {
		return len(kept(t, filepath.Join(dir, disk.Uploads))) == 0
	})
}

func TestFilesOfAnEmptyFolderAreNotCleaned(t *testing.T) {
	t.Parallel()
	if out, code := outcome(t, "files", "clean", "--dir="+t.TempDir()); code != 1 || !strings.Contains(out, "the data folder is empty") {
		t.Errorf("it exits with %d and prints %s", code, out)
	}
}
