package assignments_test

import (
	"testing"

	"deskmate/internal/testkit"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// assignment is what a client reads of one.
type assignment struct {
	ID                                     string `json:"_id"`
	Title, Description, DueDate, Subject   string
	Priority, Status, FileURL              string
	Student                                student
	Tutor                                  *tutor
	Grade, Feedback, Type                  string
	Price                                  float64
	CreatedAt, UpdatedAt, GuestEmail, File string
}

type student struct {
	ID          *string `json:"_id"`
	Name, Email string
}

type tutor struct {
	ID   string `json:"_id"`
	Name string
}

func read(t *testing.T, app *testkit.App, token, id string) (got assignment) {
	t.Helper()
	app.Call(t, "GET", "/api/assignments/"+id, token, nil).Granted(t, 200, &got)
	return got
}

func patch(t *testing.T, app *testkit.App, admin testkit.Person, id string, change map[string]any) (got assignment) {
	t.Helper()
	app.Call(t, "PATCH", "/api/assignments/"+id, admin.Token, change).Granted(t, 200, &got)
	return got
}

// pdf is a part of a form with a genuine PDF.
func pdf(name string) testkit.File {
	return testkit.File{Field: "file", Name: name, Content: testkit.PDF(name)}
}
