package e2e

import (
	"archive/zip"
	"bufio"
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"deskmate/internal/testkit"
)

func TestTheConsoleRestoresABackupMadeDuringWrites(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if _, stderr, code := run(t, "superuser", "upsert", "operator@example.com", "secret secret", "--dir="+dir); code != 0 {
		t.Fatal(stderr)
	}
	s := serve(t, dir)
	_, student, _ := s.signUp(t, "robin@example.com", "", "")
	operator := s.signInOperator(t)
	file := bytes.Repeat(testkit.PDF("Tides"), 2000)
	kind, body := form(t, file)
	var made struct {
		ID string `json:"_id"`
	}
	if status := s.post(t, "/api/assignments", student, kind, body, &made); status != 201 {
		t.Fatalf("creating an assignment: got %d", status)
	}
	record := "/api/collections/assignments/records/" + made.ID

	ended := make(chan int)
	go func() {
		status, _ := s.send(t, "POST", "/api/backups", operator, `{"name":"before.zip"}`)
		ended <- status
	}()
	for done := false; !done; {
		if status, body := s.send(t, "PATCH", record, operator, `{"subject":"Physics"}`); status != 200 {
			t.Errorf("a write during the backup: got %d %s", status, body)
		}
		select {
		case status := <-ended:
			if done = true; status != 204 {
				t.Fatalf("the backup: got %d", status)
			}
		default:
		}
	}
	if archive, err := zip.OpenReader(filepath.Join(dir, "backups", "before.zip")); err != nil {
		t.Fatal(err)
	} else if err := archive.Close(); err != nil {
		t.Fatal(err)
	}

	if status, body := s.send(t, "DELETE", record, operator, ""); status != 204 {
		t.Fatalf("deleting: got %d %s", status, body)
	}
	if status, _ := s.get(t, "/api/assignments/"+made.ID, student); status != 404 {
		t.Fatalf("the deleted assignment: got %d", status)
	}
	if status, body := s.send(t, "POST", "/api/backups/before.zip/restore", operator, ""); status != 204 {
		t.Fatalf("restoring: got %d %s", status, body)
	}
	s.waitForStatus(t, "/api/auth/me", student, 401) // a restore logs everybody out
	if status, back := s.firstFile(t, "robin@example.com"); status != 200 || !bytes.Equal(back, file) {
		t.Errorf("the file: got %d with %d bytes of %d", status, len(back), len(file))
	}
	if status, body := s.send(t, "PATCH", record, s.signInOperator(t), `{"subject":"Oceanography"}`); status != 200 {
		t.Errorf("a write after the restore: got %d %s", status, body)
	}
}

func TestTheBackupCommandWorksWhileAServerRuns(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := serve(t, dir)
	stdout, stderr, code := run(t, "backup", "create", "beside.zip", "--dir="+dir)
	if code != 0 || !strings.HasSuffix(stdout, "Wrote "+filepath.Join(dir, "backups", "beside.zip")+"\n") {
		t.Errorf("it exited with %d and printed %q %q", code, stdout, stderr)
	}
	if status, _, message := s.signUp(t, "robin@example.com", "", ""); status != 201 {
		t.Errorf("signing up afterwards: got %d %s", status, message)
	}
}

func TestABackupCommandOnAFullDiskLeavesNothingBehind(t *testing.T) {
	t.Parallel()
	dir := folderWithData(t)
	call := prepare(t, "backup", "create", "--dir="+dir)
	// Limiting files to 32 MB has the same effect as a full disk.
	call.Args = append([]string{"sh", "-c", `ulimit -f 65536; exec "$0" "$@"`, call.Path}, call.Args[1:]...)
	call.Path = "/bin/sh"
	out, err := call.CombinedOutput()
	if err == nil || call.ProcessState.ExitCode() != 1 || !strings.Contains(string(out), "copying the files") || !strings.Contains(string(out), "file too large") {
		t.Errorf("it returned %v and printed %q", err, out)
	}
	checkNoBackup(t, dir)
}

func TestABackupOfAFolderWithoutDataIsRefused(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if _, stderr, code := run(t, "backup", "create", "--dir="+dir); code != 1 || !strings.Contains(stderr, "contains no Deskmate data") {
		t.Errorf("it exited with %d and printed %q", code, stderr)
	}
	checkNoBackup(t, dir)
}

func TestAnInterruptedBackupCommandLeavesNothingBehind(t *testing.T) {
	t.Parallel()
	dir := folderWithData(t)
	call := prepare(t, "backup", "create", "--dir="+dir)
	var stderr bytes.Buffer
	call.Stderr = &stderr
	stdout, err := call.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := call.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(stdout)
	for line := ""; !strings.HasPrefix(line, "Packing auxiliary.db"); {
		if line, err = lines.ReadString('\n'); err != nil {
			t.Fatal(err)
		}
	}
	if err := call.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	_, _ = io.Copy(io.Discard, lines)
	_ = call.Wait()
	if code := call.ProcessState.ExitCode(); code != 1 || !strings.Contains(stderr.String(), "the backup was interrupted") {
		t.Errorf("it exited with %d and printed %q", code, stderr.String())
	}
	checkNoBackup(t, dir)
}

func TestMigrateDownIsRefusedAndChangesNothing(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if _, stderr, code := run(t, "migrate", "up", "--dir="+dir); code != 0 {
		t.Fatal(stderr)
	}
	before := contentsOf(t, dir)
	for _, args := range [][]string{{"migrate", "down"}, {"migrate", "down", "1"}, {"migrate", "down", "99"}, {"migrate", "down", "-1"}} {
		_, stderr, code := run(t, append(args, "--dir="+dir)...)
		if code != 1 || !strings.Contains(stderr, "restore a backup that was made before the upgrade") {
			t.Errorf("%q exited with %d and printed %q", args, code, stderr)
		}
	}
	after := contentsOf(t, dir)
	if len(after) != len(before) {
		t.Errorf("the folder has %d files, want %d", len(after), len(before))
	}
	for path, content := range before {
		if after[path] != content {
			t.Errorf("%s has changed", path)
		}
	}
	if stdout, stderr, code := run(t, "migrate", "up", "--dir="+dir); code != 0 || !strings.Contains(stdout, "No new migrations") {
		t.Errorf("migrate up exited with %d and printed %q %q", code, stdout, stderr)
	}
	serve(t, dir)
}

// folderWithData creates a data folder with a sparse file of 2 GB, which takes a
// while to archive.
func folderWithData(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if _, stderr, code := run(t, "migrate", "up", "--dir="+dir); code != 0 {
		t.Fatal(stderr)
	}
	large := filepath.Join(dir, "large.pdf")
	if err := os.WriteFile(large, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(large, 2<<30); err != nil {
		t.Fatal(err)
	}
	return dir
}

// checkNoBackup checks that a failed backup left nothing behind.
func checkNoBackup(t *testing.T, dir string) {
	t.Helper()
	for _, folder := range []string{"backups", ".pb_temp_to_delete"} {
		if found, err := os.ReadDir(filepath.Join(dir, folder)); !errors.Is(err, fs.ErrNotExist) && (err != nil || len(found) > 0) {
			t.Errorf("%s contains %v, %v", folder, found, err)
		}
	}
}

// contentsOf returns the contents of all files below a folder, by path.
func contentsOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	contents := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		contents[path] = string(content)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return contents
}
