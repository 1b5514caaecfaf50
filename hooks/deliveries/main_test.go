package deliveries_test

import (
	"net/http"
	"testing"

	"deskmate/hooks/writes"
	"deskmate/internal/testkit"
	"deskmate/records"
	"deskmate/rules"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// desk is an app with an assignment that is in progress.
type desk struct {
	*testkit.App
	student, tutor, admin testkit.Person
	id                    string
}

func newDesk(t *testing.T) desk {
	t.Helper()
	d := desk{App: testkit.New(t)}
	d.student, d.tutor = d.Person(t, rules.RoleStudent, "Robin Vale"), d.Person(t, rules.RoleTutor, "Kim Marsh")
	d.admin = d.Person(t, rules.RoleAdmin, "Ada Quill")
	d.id = d.HandIn(t, d.student.Token, nil)
	d.set(t, rules.StatusInProgress)
	return d
}

// set gives the assignment to the tutor, with a status.
func (d desk) set(t *testing.T, status string) {
	t.Helper()
	d.Call(t, "PATCH", d.path(""), d.admin.Token, map[string]string{"status": status, "tutor": d.tutor.Id}).Granted(t, 200, nil)
}

func (d desk) path(rest string) string { return "/api/assignments/" + d.id + rest }

// assignment returns the row of the assignment as it is stored.
func (d desk) assignment(t *testing.T) records.AssignmentRow {
	t.Helper()
	row, err := records.FindAssignmentRow(t.Context(), d, d.id)
	if err != nil {
		t.Fatal(err)
	}
	return row
}

// delivery is the answer to a delivery.
type delivery struct {
	ID      string `json:"_id"`
	Version int
	Note    string
	Words   *int
	Files   []struct {
		ID         string `json:"_id"`
		Name       string
		Size       int64
		SHA256     string
		Words      *int
		URL        string
		PurgedAt   *string
		Comparable bool
	}
	Receipt         string
	DeliveredAt     string
	Tutor           *struct{ Name string }
	AnswersRevision *int
}

func text(name, content string) testkit.File {
	return testkit.File{Field: "files", Name: name, Content: []byte(content)}
}

func (d desk) send(t testing.TB, note string, files ...testkit.File) testkit.Answer {
	t.Helper()
	return d.Call(t, "POST", d.path("/deliveries"), d.tutor.Token, testkit.Form{Texts: map[string]string{"note": note}, Files: files})
}

func (d desk) deliver(t testing.TB, note string, files ...testkit.File) (made delivery) {
	t.Helper()
	d.send(t, note, files...).Granted(t, http.StatusCreated, &made)
	return made
}

// storedFiles returns the paths of all files in the local store.
func (d desk) storedFiles(t *testing.T) (paths []string) {
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
	for _, file := range found {
		paths = append(paths, file.Key)
	}
	return paths
}

// askForRevision puts the work into revision, with a number.
func (d desk) askForRevision(t *testing.T, number int) {
	t.Helper()
	assignment, err := d.FindRecordById(records.Assignments, d.id)
	if err != nil {
		t.Fatal(err)
	}
	assignment.Set(records.Status, rules.StatusRevision)
	assignment.Set(records.OpenRevision, number)
	if err := writes.SaveNested(t.Context(), d, assignment); err != nil {
		t.Fatal(err)
	}
}
