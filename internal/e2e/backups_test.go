package e2e

import (
	"archive/zip"
	"bytes"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"deskmate/internal/testkit"
)

// rewritten writes a backup again with its database changed, and without its files if
// change is nil. Some files may be added again.
func rewritten(t *testing.T, dir, from, to string, change func(path string), again ...string) {
	t.Helper()
	reader, err := zip.OpenReader(filepath.Join(dir, "backups", from))
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	var out bytes.Buffer
	writer := zip.NewWriter(&out)
	for _, entry := range reader.File {
		if change == nil && strings.HasPrefix(entry.Name, "storage/") {
			continue
		}
		file, err := entry.Open()
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(file)
		if err != nil {
			t.Fatal(err)
		}
		if entry.Name == "data.db" && change != nil {
			path := filepath.Join(t.TempDir(), "data.db")
			if err := os.WriteFile(path, content, 0o600); err != nil {
				t.Fatal(err)
			}
			change(path)
			if content, err = os.ReadFile(path); err != nil {
				t.Fatal(err)
			}
		}
		entry, err := writer.Create(entry.Name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := entry.Write(content); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range again {
		if _, err := writer.Create(name); err != nil {
			t.Fatal(err)
		}
	}
	if err := writer.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "backups", to), out.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
}

// overwrite damages some pages in the middle of a database.
func overwrite(t *testing.T, path string) {
	t.Helper()
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range []int64{info.Size() / 4096 / 3, info.Size() / 4096 / 2} {
		if _, err := file.WriteAt(bytes.Repeat([]byte{0xA5}, 4096), page*4096); err != nil {
			t.Fatal(err)
		}
	}
}

func fromTheFuture(t *testing.T) func(path string) {
	return func(path string) {
		edit(t, path, "INSERT INTO _migrations (file, applied) VALUES ('2796900001_from_the_future.go', 1)")
	}
}

// siteWithAFile serves a new folder with one assignment and makes the backup good.zip.
func siteWithAFile(t *testing.T) (s *server, dir, fileURL string) {
	t.Helper()
	dir = t.TempDir()
	if _, stderr, code := run(t, "superuser", "upsert", "operator@example.com", "secret secret", "--dir="+dir); code != 0 {
		t.Fatal(stderr)
	}
	s = serve(t, dir)
	_, student, _ := s.signUp(t, "robin@example.com", "", "")
	kind, body := form(t, testkit.PDF("Tides"))
	var made struct{ FileURL string }
	if status := s.post(t, "/api/assignments", student, kind, body, &made); status != http.StatusCreated {
		t.Fatalf("handing in: got %d", status)
	}
	if _, stderr, code := run(t, "backup", "create", "good.zip", "--dir="+dir); code != 0 {
		t.Fatal(stderr)
	}
	return s, dir, made.FileURL
}

func TestABackupThatWouldDestroyTheSiteIsRefused(t *testing.T) {
	t.Parallel()
	s, dir, fileURL := siteWithAFile(t)
	operator := s.signInOperator(t)
	rewritten(t, dir, "good.zip", "newer.zip", fromTheFuture(t))
	rewritten(t, dir, "good.zip", "older.zip", func(path string) {
		unsquash(t, path)
		missMigration(t, path)
	})
	rewritten(t, dir, "good.zip", "broken.zip", func(path string) { overwrite(t, path) })
	rewritten(t, dir, "good.zip", "empty.zip", func(path string) { _ = os.Truncate(path, 0) })
	rewritten(t, dir, "good.zip", "bare.zip", nil)
	rewritten(t, dir, "good.zip", "twice.zip", func(string) {}, "data.db")
	if err := os.WriteFile(filepath.Join(dir, "backups", "cut.zip"), []byte("PK"), 0o600); err != nil {
		t.Fatal(err)
	}
	refused := map[string]string{
		"newer.zip":  "a newer version of this program has upgraded this database",
		"older.zip":  "this database was last upgraded before commit 32647ef: run `deskmate migrate up` of that commit on it",
		"broken.zip": "the database is damaged",
		"empty.zip":  "it has no data.db",
		"bare.zip":   "it lacks 1 of the 1 files that its rows name",
		"twice.zip":  "data.db is in it twice",
		"cut.zip":    "not a valid zip file",
		"none.zip":   "there is no backup named none.zip",
	}
	for name, says := range refused {
		if status, body := s.send(t, "POST", "/api/backups/"+name+"/restore", operator, ""); status != http.StatusBadRequest || !strings.Contains(string(body), says) || !strings.Contains(string(body), "The backup "+name) {
			t.Errorf("restoring %s in the console: got %d %s", name, status, body)
		}
		if _, stderr, code := run(t, "backup", "verify", name, "--dir="+dir); code != 1 || !strings.Contains(stderr, says) {
			t.Errorf("verifying %s exits with %d and prints %s", name, code, stderr)
		}
	}
	if status, _ := s.get(t, fileURL, ""); status != http.StatusOK {
		t.Errorf("the file afterwards: got %d", status)
	}
	if _, stderr, code := run(t, "backup", "restore", "good.zip", "--dir="+dir); code != 1 || !strings.Contains(stderr, "another process on this machine is using this data folder") {
		t.Errorf("while the server runs, restoring exits with %d and prints %s", code, stderr)
	}
	s.terminate(t)
	for name, says := range refused {
		if _, stderr, code := run(t, "backup", "restore", name, "--dir="+dir); code != 1 || !strings.Contains(stderr, says) {
			t.Errorf("restoring %s exits with %d and prints %s", name, code, stderr)
		}
	}
	if found, _ := os.ReadDir(filepath.Join(dir, ".restore")); len(found) > 0 {
		t.Errorf("left behind are %v", found)
	}
}

func TestTheCommandRestoresABackupOverABrokenDatabase(t *testing.T) {
	t.Parallel()
	s, dir, _ := siteWithAFile(t)
	rewritten(t, dir, "good.zip", "squashed.zip", func(path string) { unsquash(t, path) })
	for _, name := range []string{"good.zip", "squashed.zip"} {
		if stdout, stderr, code := run(t, "backup", "verify", name, "--dir="+dir); code != 0 || !strings.Contains(stdout, name+" can be restored: its database is intact and of this version; all 1 files that its rows name are there.") {
			t.Errorf("verifying %s exits with %d and prints %s%s", name, code, stdout, stderr)
		}
	}
	s.terminate(t)
	if err := os.WriteFile(filepath.Join(dir, "data.db"), []byte("this is no database"), 0o600); err != nil {
		t.Fatal(err)
	}
	if stdout, stderr, code := run(t, "backup", "list", "--dir="+dir); code != 0 || !strings.HasSuffix(stdout, "\tgood.zip\n") {
		t.Errorf("listing exits with %d and prints %s%s", code, stdout, stderr)
	}
	stdout, stderr, code := run(t, "backup", "restore", "squashed.zip", "--dir="+dir)
	kept, _ := filepath.Glob(filepath.Join(dir, ".restore", "former-*", "data.db"))
	if code != 0 || !strings.Contains(stdout, "Restored squashed.zip") || len(kept) != 1 {
		t.Fatalf("restoring exits with %d, keeps %v and prints %s%s", code, kept, stdout, stderr)
	}
	again := serve(t, dir)
	if status, _ := again.firstFile(t, "robin@example.com"); status != http.StatusOK {
		t.Errorf("the file afterwards: got %d", status)
	}
	again.terminate(t)
	serve(t, dir).terminate(t) // what the first start has not removed, the second has
	if kept, _ := filepath.Glob(filepath.Join(dir, ".restore", "former-*")); len(kept) > 0 {
		t.Errorf("after good starts, there is still %v", kept)
	}
}

func TestABackupThatLacksFilesIsRestoredOnlyOnRequest(t *testing.T) {
	t.Parallel()
	s, dir, fileURL := siteWithAFile(t)
	s.terminate(t)
	rewritten(t, dir, "good.zip", "bare.zip", nil)
	if _, stderr, code := run(t, "backup", "restore", "bare.zip", "--dir="+dir); code != 1 || !strings.Contains(stderr, "--allow-missing-files takes it nevertheless") {
		t.Errorf("it exits with %d and prints %s", code, stderr)
	}
	if stdout, stderr, code := run(t, "backup", "restore", "bare.zip", "--allow-missing-files", "--dir="+dir); code != 0 || !strings.Contains(stdout, "until you delete it, because the backup lacks files") {
		t.Errorf("with the flag, it exits with %d and prints %s%s", code, stdout, stderr)
	}
	again := serve(t, dir)
	if status, _ := again.get(t, fileURL, ""); status == http.StatusOK {
		t.Error("the file is there")
	}
	again.terminate(t)
	serve(t, dir).terminate(t)
	if kept, _ := filepath.Glob(filepath.Join(dir, ".restore", "former-*", "storage", "*", "*", "*.pdf")); len(kept) != 1 {
		t.Errorf("after good starts, kept are %v", kept)
	}
}

func TestFormerDataIsKeptUntilTheRestoredDataStarts(t *testing.T) {
	t.Parallel()
	s, dir, _ := siteWithAFile(t)
	s.terminate(t)
	if _, stderr, code := run(t, "backup", "restore", "good.zip", "--dir="+dir); code != 0 {
		t.Fatal(stderr)
	}
	fromTheFuture(t)(filepath.Join(dir, "data.db"))
	for range 2 {
		refused, output := start(t, dir)
		if code := refused.refusal(t); code != 1 || !strings.Contains(output.String(), "the data from before the last restore is in "+filepath.Join(dir, ".restore", "former-")) {
			t.Errorf("it exited with %d and printed %s", code, output)
		}
	}
	if kept, _ := filepath.Glob(filepath.Join(dir, ".restore", "former-*", "storage", "*", "*", "*.pdf")); len(kept) != 1 {
		t.Errorf("kept are %v", kept)
	}
}

func TestASecondServerOnTheSameFolderIsRefused(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	serve(t, dir)
	second, output := start(t, dir)
	if code := second.refusal(t); code != 1 || !strings.Contains(output.String(), "another process on this machine is using this data folder") {
		t.Errorf("it exited with %d and printed %s", code, output)
	}
}
