package lifecycle_test

import (
	"bytes"
	"net/http"
	"testing"
	"time"

	"github.com/pocketbase/dbx"

	"deskmate/hooks/domain"
	"deskmate/hooks/lifecycle"
	"deskmate/hooks/store"
	"deskmate/internal/clamd"
	"deskmate/internal/testkit"
)

// scanDesk is an app whose files are scanned, with people and an assignment in progress.
type scanDesk struct {
	*testkit.App
	clamd                 *testkit.Clamd
	student, tutor, admin testkit.Person
	id                    string
}

// newScanDesk returns a desk whose clamd scans files of up to 1 MB.
func newScanDesk(t *testing.T, acceptsUnscanned bool) scanDesk {
	t.Helper()
	d := scanDesk{App: testkit.New(t), clamd: testkit.StartClamd(t, 1<<20)}
	d.use(t, acceptsUnscanned)
	d.student, d.tutor = d.Person(t, domain.RoleStudent, "Robin Vale"), d.Person(t, domain.RoleTutor, "Kim Marsh")
	d.admin = d.Person(t, domain.RoleAdmin, "Ada Quill")
	d.id = d.HandIn(t, d.student.Token, nil)
	d.Call(t, "PATCH", d.path(""), d.admin.Token, map[string]string{"status": domain.StatusInProgress, "tutor": d.tutor.Id}).Granted(t, 200, nil)
	return d
}

func (d scanDesk) use(t *testing.T, acceptsUnscanned bool) {
	t.Helper()
	d.useFor(t, acceptsUnscanned, 5*time.Minute)
}

// useFor has uploads wait for the scanner for some time.
func (d scanDesk) useFor(t *testing.T, acceptsUnscanned bool, patience time.Duration) {
	t.Helper()
	daemon := clamd.Daemon{Network: "unix", Address: d.clamd.Socket}
	if err := lifecycle.UseScanner(d, lifecycle.ScanSettings{Daemon: daemon, IsOn: true, Patience: patience, JobPatience: 5 * time.Minute, AcceptsUnscanned: acceptsUnscanned}); err != nil {
		t.Fatal(err)
	}
}

func (d scanDesk) path(rest string) string { return "/api/assignments/" + d.id + rest }

const clean = "Two thousand words on the tides."

func brief(content []byte) testkit.File {
	return testkit.File{Field: "file", Name: "brief.txt", Content: content}
}

func attached(name string, content []byte) testkit.File {
	return testkit.File{Field: "files", Name: name, Content: content}
}

// handIn hands in an assignment with a file, and returns what its student reads.
func (d scanDesk) handIn(t *testing.T, content []byte) (id string, view assignment) {
	t.Helper()
	id = d.HandIn(t, d.student.Token, nil, brief(content))
	return id, d.read(t, id, d.student)
}

// scannedFile is a file as readers see it.
type scannedFile struct {
	ID          string `json:"_id"`
	URL         string
	State       string
	Comparable  bool
	PurgedAt    *string
	Name        string
	Size        int
	Description string
}

type assignment struct {
	FileURL, FileName string
	Materials         []scannedFile
}

func (d scanDesk) read(t *testing.T, id string, reader testkit.Person) (view assignment) {
	t.Helper()
	d.Call(t, "GET", "/api/assignments/"+id, reader.Token, nil).Granted(t, 200, &view)
	return view
}

func (d scanDesk) deliver(t *testing.T, files ...testkit.File) testkit.Answer {
	t.Helper()
	return d.Call(t, "POST", d.path("/deliveries"), d.tutor.Token, testkit.Form{Files: files})
}

func (d scanDesk) counts(t *testing.T) store.FileScanCounts {
	t.Helper()
	counts, err := store.CountFileScans(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	return counts
}

func (d scanDesk) scan(t *testing.T) { d.RunJob(t, "scanFiles") }

// stored returns how many files the store holds.
func (d scanDesk) stored(t *testing.T) int {
	t.Helper()
	store, err := d.NewFilesystem()
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	found, err := store.List("")
	if err != nil {
		t.Fatal(err)
	}
	return len(found)
}

// opens asks for a link to a file of a brief and opens it.
func (d scanDesk) opens(t *testing.T, id, file string, reader testkit.Person) testkit.Answer {
	t.Helper()
	var link struct{ URL string }
	d.Call(t, "POST", "/api/assignments/"+id+"/materials/"+file+"/link", reader.Token, nil).Granted(t, http.StatusOK, &link)
	return d.Call(t, "GET", link.URL, "", nil)
}

// tooLarge is a file that the clamd of the tests refuses to scan.
func tooLarge() []byte { return bytes.Repeat([]byte("tide "), 1<<20) }

// hash are the values that a row must have.
type hash map[string]any

func (h hash) is() dbx.Expression { return dbx.HashExp(h) }
