package orders_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

const deletedSentence = "Assignment deleted successfully"

func TestOnlyTheStudentAndAdminsDeleteAnAssignment(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin, kim := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleTutor, "Kim Marsh")
	robin, nia := app.Person(t, domain.RoleStudent, "Robin Vale"), app.Person(t, domain.RoleStudent, "Nia Frost")
	id := app.HandIn(t, robin.Token, nil)
	path := "/api/assignments/" + id
	patch(t, app, admin, id, map[string]any{"tutor": kim.Id})
	app.Call(t, "DELETE", path, "", nil).Refused(t, 401, "Please log in to continue")
	app.Call(t, "DELETE", path, nia.Token, nil).Refused(t, 404, "Assignment not found")
	app.Call(t, "DELETE", path, kim.Token, nil).Refused(t, 403, "You do not have permission to do this")
	app.Call(t, "DELETE", "/api/assignments/nosuch000000000", admin.Token, nil).Refused(t, 404, "Assignment not found")
	guests := app.HandIn(t, "", nil)
	app.Call(t, "DELETE", "/api/assignments/"+guests, robin.Token, nil).Refused(t, 404, "Assignment not found")
	for who, id := range map[*testkit.Person]string{&robin: id, &admin: guests} {
		var got struct{ Message string }
		app.Call(t, "DELETE", "/api/assignments/"+id, who.Token, nil).Granted(t, 200, &got)
		if got.Message != deletedSentence {
			t.Errorf("the answer says %q", got.Message)
		}
		app.Call(t, "DELETE", "/api/assignments/"+id, who.Token, nil).Refused(t, 404, "Assignment not found")
	}
}

func TestDeletingAnAssignmentDeletesItsFile(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	id := app.HandIn(t, robin.Token, nil, pdf("essay.pdf"))
	file := storedFile(t, app, id)
	app.Call(t, "DELETE", "/api/assignments/"+id, robin.Token, nil).Granted(t, 200, nil)
	if _, err := app.FindRecordById(store.Assignments, id); err == nil {
		t.Error("the row is still there")
	}
	waitGone(t, file)
}

func TestDeletingFinishedWorkLeavesAStubForTheTutor(t *testing.T) {
	t.Parallel()
	for name, remove := range map[string]func(t *testing.T, app *testkit.App, robin testkit.Person, id string){
		"when the assignment is deleted": func(t *testing.T, app *testkit.App, robin testkit.Person, id string) {
			app.Call(t, "DELETE", "/api/assignments/"+id, robin.Token, nil).Granted(t, 200, nil)
		},
		"when the account is deleted": func(t *testing.T, app *testkit.App, robin testkit.Person, _ string) {
			if err := app.Delete(robin.Record); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			app := testkit.New(t)
			admin, robin, kim := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleStudent, "Robin Vale"), app.Person(t, domain.RoleTutor, "Kim Marsh")
			id, open := app.HandIn(t, robin.Token, nil, pdf("essay.pdf")), app.HandIn(t, robin.Token, nil, pdf("open.pdf"))
			patch(t, app, admin, id, map[string]any{"tutor": kim.Id, "status": "graded", "price": 120.5, "grade": "A", "feedback": "Well argued.", "type": "Essay"})
			patch(t, app, admin, open, map[string]any{"tutor": kim.Id, "status": "in_progress"})
			file := storedFile(t, app, id)
			remove(t, app, robin, id)

			stub, err := app.FindRecordById(store.Assignments, id)
			if err != nil {
				t.Fatal(err)
			}
			for _, field := range []string{store.Title, store.Description, store.Subject, store.File, store.FileName, store.Student, store.GuestEmail, store.Grade, store.Feedback} {
				if left := stub.GetString(field); left != "" {
					t.Errorf("%s is still %q", field, left)
				}
			}
			if stub.GetString(store.Tutor) != kim.Id || stub.GetInt(store.PriceCents) != 12050 || stub.GetString(store.Status) != "graded" || stub.GetDateTime(store.DeletedAt).IsZero() {
				t.Errorf("the stub is %v", stub.FieldsData())
			}
			waitGone(t, file)
			for _, who := range []testkit.Person{admin, kim} {
				app.Call(t, "GET", "/api/assignments/"+id, who.Token, nil).Refused(t, 404, "Assignment not found")
			}
			app.Call(t, "PATCH", "/api/assignments/"+id, admin.Token, map[string]string{"grade": "B"}).Refused(t, 404, "Assignment not found")
			if titles, _ := list(t, app, admin.Token, "/api/assignments/all"); slices.Contains(titles, "") {
				t.Errorf("the list still holds %q", titles)
			}
		})
	}
}

func TestDeletingAStudentDeletesTheirAssignments(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin, nia := app.Person(t, domain.RoleStudent, "Robin Vale"), app.Person(t, domain.RoleStudent, "Nia Frost")
	gone, stays := app.HandIn(t, robin.Token, nil, pdf("essay.pdf")), app.HandIn(t, nia.Token, nil)
	file := storedFile(t, app, gone)
	if err := app.Delete(robin.Record); err != nil {
		t.Fatal(err)
	}
	if _, err := app.FindRecordById(store.Assignments, gone); err == nil {
		t.Error("the assignment is still there")
	}
	waitGone(t, file)
	read(t, app, nia.Token, stays)
}

func TestDeletingATutorKeepsTheStudentsAssignments(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin, robin, kim := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleStudent, "Robin Vale"), app.Person(t, domain.RoleTutor, "Kim Marsh")
	id := app.HandIn(t, robin.Token, nil, pdf("essay.pdf"))
	patch(t, app, admin, id, map[string]any{"tutor": kim.Id, "status": "graded", "grade": "A"})
	app.AcceptWork(t)
	if err := app.Delete(kim.Record); err != nil {
		t.Fatal(err)
	}
	if got := read(t, app, robin.Token, id); got.Tutor != nil || got.Grade != "A" || got.FileURL == "" || got.Status != "Graded" {
		t.Errorf("the student now reads %+v", got)
	}
}

// storedFile returns the path of an assignment's file.
func storedFile(t *testing.T, app *testkit.App, id string) string {
	t.Helper()
	record, err := app.FindRecordById(store.Assignments, id)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(app.DataDir(), "storage", record.BaseFilesPath(), record.GetString(store.File))
	if _, err := os.Stat(path); err != nil {
		t.Fatal(err)
	}
	return path
}

// waitGone waits until a file is gone: PocketBase deletes it after the answer.
func waitGone(t *testing.T, path string) {
	t.Helper()
	testkit.Eventually(t, filepath.Base(path)+" is gone", func() bool {
		_, err := os.Stat(path)
		return os.IsNotExist(err)
	})
}
