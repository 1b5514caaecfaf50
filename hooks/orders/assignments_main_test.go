package orders_test

import (
	"testing"

	"deskmate/internal/testkit"
)

// assignment is an assignment as the API returns it. GuestEmail and File are never sent.
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

// read returns an assignment as the holder of a token sees it.
func read(t *testing.T, app *testkit.App, token, id string) (got assignment) {
	t.Helper()
	app.Call(t, "GET", "/api/assignments/"+id, token, nil).Granted(t, 200, &got)
	return got
}

// patch updates an assignment as the admin.
func patch(t *testing.T, app *testkit.App, admin testkit.Person, id string, change map[string]any) (got assignment) {
	t.Helper()
	app.Call(t, "PATCH", "/api/assignments/"+id, admin.Token, change).Granted(t, 200, &got)
	return got
}

// pdf returns a genuine PDF to upload.
func pdf(name string) testkit.File {
	return testkit.File{Field: "file", Name: name, Content: testkit.PDF(name)}
}
