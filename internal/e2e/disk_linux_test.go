package e2e

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"deskmate/internal/testkit"
)

// A limit on the size of files has the same effect as a full disk, needs no rights, and
// can be lifted again while the process runs.
func (s *server) limitFiles(t *testing.T, bytes uint64) {
	t.Helper()
	limit := syscall.Rlimit{Cur: bytes, Max: ^uint64(0)}
	_, _, failure := syscall.RawSyscall6(syscall.SYS_PRLIMIT64, uintptr(s.process.Process.Pid), syscall.RLIMIT_FSIZE,
		uintptr(unsafe.Pointer(&limit)), 0, 0, 0)
	if failure != 0 {
		t.Fatal(failure)
	}
}

func TestAFullDiskIsReportedAndLosesNothing(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s, admin := openDesk(t, dir)
	_, student, _ := s.signUp(t, "robin@example.com", "", "")
	small := testkit.PDF("Tides")
	submit := func(file []byte) (status int, message, id string) {
		kind, body := form(t, file)
		var got struct {
			Message string
			ID      string `json:"_id"`
		}
		status = s.post(t, "/api/assignments", student, kind, body, &got)
		return status, got.Message, got.ID
	}
	titles := func() (found []string) {
		status, answer := s.get(t, "/api/assignments?perPage=50", student)
		var rows []struct {
			ID string `json:"_id"`
		}
		if err := json.Unmarshal(answer, &rows); err != nil || status != http.StatusOK {
			t.Fatalf("reading: got %d %s", status, answer)
		}
		for _, row := range rows {
			found = append(found, row.ID)
		}
		return found
	}
	status, message, first := submit(small)
	if status != http.StatusCreated {
		t.Fatalf("got %d %s", status, message)
	}

	const noRoom = "This site cannot store anything right now. Nothing was changed. Please try again later"
	log, err := os.Stat(filepath.Join(dir, "data.db-wal"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		what  string
		limit int64
		file  []byte
	}{
		{"no room for rows", log.Size() / 2, small},
		{"no room for the file", 4 << 20, bytes.Repeat(small, 5<<20/len(small))},
	} {
		s.limitFiles(t, uint64(c.limit))
		for range 3 {
			if status, message, _ := submit(c.file); status != http.StatusServiceUnavailable || message != noRoom {
				t.Errorf("%s: got %d %s", c.what, status, message)
			}
		}
		if found := titles(); len(found) != 1 || found[0] != first {
			t.Errorf("%s: the list shows %v", c.what, found)
		}
		if status, answer := s.get(t, "/api/assignments/all?page=1", admin); status != http.StatusOK {
			t.Errorf("%s: the admin got %d %s", c.what, status, answer)
		}
		s.limitFiles(t, ^uint64(0))
		if status, message, _ := submit(small); status != http.StatusCreated {
			t.Errorf("%s: once there was room again: got %d %s", c.what, status, message)
		}
		if found := titles(); len(found) != 2 {
			t.Errorf("%s: the list shows %v", c.what, found)
		} else if status, answer := s.send(t, "DELETE", "/api/assignments/"+found[0], student, ""); status != http.StatusOK {
			t.Errorf("deleting: got %d %s", status, answer)
		}
		first = titles()[0]
	}

	s.kill()
	db, err := sql.Open("sqlite", filepath.Join(dir, "data.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var intact string
	if err := db.QueryRow("PRAGMA integrity_check").Scan(&intact); err != nil || intact != "ok" {
		t.Errorf("the database is not intact: %s, %v", intact, err)
	}
	stored, err := filepath.Glob(filepath.Join(dir, "storage", "*", "*", "*"))
	if err != nil {
		t.Fatal(err)
	}
	var files []string
	for _, name := range stored {
		if !strings.HasSuffix(name, ".attrs") {
			files = append(files, name)
		}
	}
	if len(files) != 1 {
		t.Errorf("the store holds %v, want the file of the one assignment that is left", files)
	}
}
