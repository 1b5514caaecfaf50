package orders_test

import (
	"net/http"
	"testing"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/hooks/transaction"
	"deskmate/internal/testkit"
)

// deliveryDesk is an app with an assignment that is in progress.
type deliveryDesk struct {
	*testkit.App
	student, tutor, admin testkit.Person
	id                    string
}

func newDeliveryDesk(t *testing.T) deliveryDesk {
	t.Helper()
	d := deliveryDesk{App: testkit.New(t)}
	d.student, d.tutor = d.Person(t, domain.RoleStudent, "Robin Vale"), d.Person(t, domain.RoleTutor, "Kim Marsh")
	d.admin = d.Person(t, domain.RoleAdmin, "Ada Quill")
	d.id = d.HandIn(t, d.student.Token, nil)
	d.set(t, domain.StatusInProgress)
	return d
}

// set gives the assignment to the tutor, with a status.
func (d deliveryDesk) set(t *testing.T, status string) {
	t.Helper()
	d.Call(t, "PATCH", d.path(""), d.admin.Token, map[string]string{"status": status, "tutor": d.tutor.Id}).Granted(t, 200, nil)
}

func (d deliveryDesk) path(rest string) string { return "/api/assignments/" + d.id + rest }

// assignment returns the row of the assignment as it is stored.
func (d deliveryDesk) assignment(t *testing.T) store.AssignmentRow {
	t.Helper()
	row, err := store.FindAssignmentRow(t.Context(), d, d.id)
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

func (d deliveryDesk) send(t testing.TB, note string, files ...testkit.File) testkit.Answer {
	t.Helper()
	return d.Call(t, "POST", d.path("/deliveries"), d.tutor.Token, testkit.Form{Texts: map[string]string{"note": note}, Files: files})
}

func (d deliveryDesk) deliver(t testing.TB, note string, files ...testkit.File) (made delivery) {
	t.Helper()
	d.send(t, note, files...).Granted(t, http.StatusCreated, &made)
	return made
}

// storedFiles returns the paths of all files in the local store.
func (d deliveryDesk) storedFiles(t *testing.T) (paths []string) {
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
func (d deliveryDesk) askForRevision(t *testing.T, number int) {
	t.Helper()
	assignment, err := d.FindRecordById(store.Assignments, d.id)
	if err != nil {
		t.Fatal(err)
	}
	assignment.Set(store.Status, domain.StatusRevision)
	assignment.Set(store.OpenRevision, number)
	if err := transaction.SaveNested(t.Context(), d, assignment); err != nil {
		t.Fatal(err)
	}
}
