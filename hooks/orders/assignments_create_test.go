package orders_test

import (
	"maps"
	"strings"
	"testing"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

// texts returns the fields of a valid assignment, some of them changed.
func texts(changed map[string]string) map[string]string {
	all := testkit.NewAssignment()
	maps.Copy(all, changed)
	return all
}

func TestInvalidSubmissionsAreRefusedWithEachProblem(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	for _, c := range []struct {
		changed  map[string]string
		sentence string
	}{
		{map[string]string{"title": ""}, "Title is required"},
		{map[string]string{"title": " \t\n"}, "Title is required"},
		{map[string]string{"title": strings.Repeat("é", 201)}, "Title is too long (at most 200 characters)"},
		{map[string]string{"description": ""}, "Description is required"},
		{map[string]string{"description": strings.Repeat("d", 20_001)}, "Description is too long (at most 20,000 characters)"},
		{map[string]string{"dueDate": " "}, "Due date is required"},
		{map[string]string{"dueDate": "tomorrow"}, "Due date is invalid"},
		{map[string]string{"dueDate": "2031-13-01"}, "Due date is invalid"},
		{map[string]string{"subject": ""}, "Subject is required"},
		{map[string]string{"subject": strings.Repeat("s", 121)}, "Subject is too long (at most 120 characters)"},
		{map[string]string{"priority": "Urgent"}, "Priority must be Low, Medium or High"},
	} {
		t.Run(c.sentence, func(t *testing.T) {
			for path, token := range map[string]string{"/api/assignments": robin.Token, "/api/assignments/public": ""} {
				app.Call(t, "POST", path, token, texts(c.changed)).Refused(t, 400, c.sentence)
				app.Call(t, "POST", path, token, testkit.Form{Texts: texts(c.changed)}).Refused(t, 400, c.sentence)
			}
		})
	}
	app.Call(t, "POST", "/api/assignments/public", "", texts(map[string]string{"email": "nonsense"})).Refused(t, 400, "Email is invalid")

	empty := app.Call(t, "POST", "/api/assignments", robin.Token, nil).Refused(t, 400, "Title is required")
	want := []string{"Title is required", "Description is required", "Due date is required", "Subject is required"}
	if strings.Join(empty.Errors, ", ") != strings.Join(want, ", ") {
		t.Errorf("an empty body: got %q, want %q", empty.Errors, want)
	}
	if empty.Data["dueDate"].Message != "Due date is required" || empty.Data["dueDate"].Code != "required" {
		t.Errorf("the problems by field are %v", empty.Data)
	}
	if count, err := app.CountRecords(store.Assignments); err != nil || count != 0 {
		t.Errorf("refused submissions stored %d assignments, %v", count, err)
	}
}

func TestASubmissionReturnsTheAssignment(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	sent := texts(map[string]string{
		"title": "  Tides & <b>moons</b> 潮  ", "dueDate": "2031-12-01T21:00:00+11:00", "priority": "",
		"status": "graded", "grade": "A", "price": "5", "student": "x", "tutor": robin.Id, "deletedAt": "2020-01-01",
	})
	for name, body := range map[string]any{"JSON": sent, "a form": testkit.Form{Texts: sent, Files: []testkit.File{pdf("essay.pdf")}}} {
		t.Run(name, func(t *testing.T) {
			var got assignment
			app.Call(t, "POST", "/api/assignments", robin.Token, body).Granted(t, 201, &got)
			if got.Title != "Tides & <b>moons</b> 潮" || got.DueDate != "2031-12-01T10:00:00.000Z" || got.Priority != "Medium" || got.Status != "Submitted" {
				t.Errorf("the answer is %+v", got)
			}
			if got.Grade != "" || got.Price != 0 || got.Tutor != nil || got.Student.ID == nil || *got.Student.ID != robin.Id || got.Student.Name != "Robin Vale" {
				t.Errorf("the body set fields that it must not: %+v", got)
			}
			if (got.FileURL == "") != (name == "JSON") {
				t.Errorf("the link to the file is %q", got.FileURL)
			}
		})
	}
}

func TestDueDatesAreAcceptedInEveryFormat(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	for sent, want := range map[string]string{
		"2031-12-01":                    "2031-12-01T00:00:00.000Z",
		"2031-12-01T10:00":              "2031-12-01T10:00:00.000Z",
		"2031-12-01T10:00:30":           "2031-12-01T10:00:30.000Z",
		"2031-12-01T10:00:30.1239Z":     "2031-12-01T10:00:30.123Z",
		" 2031-12-01T10:00:00-02:30 ":   "2031-12-01T12:30:00.000Z",
		"2031-12-01T10:00:00.000+00:00": "2031-12-01T10:00:00.000Z",
	} {
		var got assignment
		app.Call(t, "POST", "/api/assignments/public", "", texts(map[string]string{"dueDate": sent})).Granted(t, 201, &got)
		if got.DueDate != want {
			t.Errorf("the due date %q became %s, want %s", sent, got.DueDate, want)
		}
	}
}

func TestTextsMayHaveTheirMaximumLength(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	var got assignment
	app.Call(t, "POST", "/api/assignments/public", "", texts(map[string]string{
		"title": strings.Repeat("é", 200), "subject": strings.Repeat("潮", 120), "description": strings.Repeat("𝒑", 20_000),
	})).Granted(t, 201, &got)
	if len([]rune(got.Title)) != 200 || len([]rune(got.Subject)) != 120 || len([]rune(got.Description)) != 20_000 {
		t.Errorf("title, subject and description have %d, %d and %d characters", len([]rune(got.Title)), len([]rune(got.Subject)), len([]rune(got.Description)))
	}
}

func TestAPublicSubmissionBelongsToAGuestWhoeverSendsIt(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	admin := app.Person(t, domain.RoleAdmin, "Ada Quill")
	for _, token := range []string{"", robin.Token, admin.Token, "garbage"} {
		var got assignment
		form := testkit.Form{Texts: texts(map[string]string{"email": " Visitor@Example.com "}), Files: []testkit.File{pdf("essay.pdf")}}
		app.Call(t, "POST", "/api/assignments/public", token, form).Granted(t, 201, &got)
		if got.Student.ID != nil || got.Student.Name != "Guest" || got.Student.Email != "" || got.FileURL != "" || got.Status != "Submitted" {
			t.Errorf("the answer is %+v", got)
		}
		if seen := read(t, app, admin.Token, got.ID); seen.Student.Email != "visitor@example.com" || seen.FileURL == "" || seen.Status != "submitted" {
			t.Errorf("an admin reads %+v", seen)
		}
		app.Call(t, "GET", "/api/assignments/"+got.ID, robin.Token, nil).Refused(t, 404, "Assignment not found")
		app.Call(t, "GET", "/api/assignments/"+got.ID, "", nil).Refused(t, 401, "Please log in to continue")
	}
	var own []assignment
	app.Call(t, "GET", "/api/assignments", robin.Token, nil).Granted(t, 200, &own)
	if len(own) != 0 {
		t.Errorf("the student's list has %d assignments of guests", len(own))
	}
}

func TestOnlyAdminsReadAGuestsEmailAddress(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin := app.Person(t, domain.RoleAdmin, "Ada Quill")
	kim := app.Person(t, domain.RoleTutor, "Kim Marsh")
	id := app.HandIn(t, "", map[string]string{"email": "visitor@example.com"})
	patch(t, app, admin, id, map[string]any{"tutor": kim.Id})
	for _, path := range []string{"/api/assignments", "/api/assignments/" + id, "/api/assignments?search=visitor@example.com"} {
		if answer := app.Call(t, "GET", path, kim.Token, nil); answer.Status != 200 || strings.Contains(string(answer.Body), "visitor@") {
			t.Errorf("%s answers the tutor %d %s", path, answer.Status, answer.Body)
		}
	}
}

func TestTheSameRulesApplyInTheConsole(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	id := app.HandIn(t, "", nil)
	for _, c := range []struct {
		field    string
		value    any
		sentence string
	}{
		{store.Title, "  ", "Title is required"},
		{store.DueDate, nil, "Due date is required"},
		{store.Subject, strings.Repeat("s", 121), "Subject is too long (at most 120 characters)"},
		{store.Status, "lost", ""},
		{store.PriceCents, -1, ""},
		{store.Tutor, "nosuchtutor0000", "Tutor not found"},
		{store.File, testkit.UnsavedFile(t, "essay.pdf", testkit.EXE()), "Only .pdf, .doc, .docx and .txt files are accepted"},
		{store.File, testkit.UnsavedFile(t, "essay.exe", testkit.EXE()), "Only .pdf, .doc, .docx and .txt files are accepted"},
	} {
		record, err := app.FindRecordById(store.Assignments, id)
		if err != nil {
			t.Fatal(err)
		}
		record.Set(c.field, c.value)
		if err := app.Save(record); err == nil || !strings.Contains(err.Error(), c.sentence) {
			t.Errorf("saving %s = %v gives %v, want %q", c.field, c.value, err, c.sentence)
		}
	}
	record, err := app.FindRecordById(store.Assignments, id)
	if err != nil {
		t.Fatal(err)
	}
	record.Set(store.File, testkit.UnsavedFile(t, "from the console.pdf", testkit.PDF("Tides")))
	app.MustSave(t, record)
	if name := record.GetString(store.FileName); name != "from the console.pdf" {
		t.Errorf("the stored file name is %q", name)
	}
	for _, c := range []struct {
		file any
		name string
	}{
		{testkit.UnsavedFile(t, "another.pdf", testkit.PDF("Tides")), "another.pdf"},
		{nil, ""},
	} { // a replacement comes with its own name
		record, err := app.FindRecordById(store.Assignments, id)
		if err != nil {
			t.Fatal(err)
		}
		record.Set(store.File, c.file)
		app.MustSave(t, record)
		if name := record.GetString(store.FileName); name != c.name {
			t.Errorf("the stored file name is %q, want %q", name, c.name)
		}
	}
}
