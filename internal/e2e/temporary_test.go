package e2e

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"deskmate/internal/disk"
	"deskmate/internal/testkit"
)

// beginUpload sends the first part of a file, and waits until the program keeps it.
func (s *server) beginUpload(t *testing.T, dir string) {
	t.Helper()
	connection, err := net.Dial("tcp", strings.TrimPrefix(s.base, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = connection.Close() })
	_, err = fmt.Fprintf(connection, "POST /api/assignments/public HTTP/1.1\r\nHost: desk\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 5000000\r\n\r\n"+
		"--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.pdf\"\r\n\r\n%s", strings.Repeat("x", 1<<20))
	if err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, "the data folder has a file of the upload", func() bool {
		return len(kept(t, filepath.Join(dir, disk.Temporary))) > 0
	})
}

// kept returns what is in a folder, which need not exist.
func kept(t *testing.T, folder string) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestAnUploadThatIsCutOffLeavesNothingBehind(t *testing.T) {
	t.Parallel()
	dir, system := t.TempDir(), t.TempDir()
	begin := func() *server {
		program := prepare(t)
		program.Env = append(program.Env, "TMPDIR="+system)
		s := serveBy(t, dir, program)
		if left := kept(t, filepath.Join(dir, disk.Temporary)); len(left) > 0 {
			t.Errorf("the start leaves %v", left)
		}
		s.beginUpload(t, dir)
		return s
	}
	begin().kill()
	if len(kept(t, filepath.Join(dir, disk.Temporary))) == 0 {
		t.Error("a killed program has cleaned up")
	}
	s := begin()
	if err := s.process.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := s.process.Wait(); err != nil {
		t.Errorf("the program exited with %v", err)
	}
	if _, err := os.Stat(filepath.Join(dir, disk.Temporary)); !os.IsNotExist(err) {
		t.Errorf("the folder of the stopped program: %v", err)
	}
	if left := kept(t, system); len(left) > 0 {
		t.Errorf("the system's folder holds %v", left)
	}
}
