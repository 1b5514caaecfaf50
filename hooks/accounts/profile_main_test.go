package accounts_test

import (
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

const (
	signInFirst     = "Please log in to continue"
	adminMustRemain = "At least one active admin must remain"
)

// saved is the answer to a changed profile or password.
type saved struct {
	domain.Profile
	Message, Token string
	User           struct {
		ID     string `json:"_id"`
		Status string
	}
}

// stored reads an account from the database.
func stored(t *testing.T, app *testkit.App, id string) *core.Record {
	t.Helper()
	user, err := app.FindRecordById(store.Users, id)
	if err != nil {
		t.Fatal(err)
	}
	return user
}

// isRevoked checks that a token is no longer accepted.
func isRevoked(t *testing.T, app *testkit.App, token string) {
	t.Helper()
	for _, call := range []string{"GET /auth/me", "GET /assignments", "GET /users/profile", "PUT /users/profile", "DELETE /users/delete-account"} {
		method, path, _ := strings.Cut(call, " ")
		app.Call(t, method, "/api"+path, token, nil).Refused(t, 401, signInFirst)
	}
}

// fileLink returns a link to the file of an assignment, made for one reader.
func fileLink(t *testing.T, app *testkit.App, token, id string) string {
	t.Helper()
	var link struct{ URL string }
	app.Call(t, "POST", "/api/assignments/"+id+"/link", token, nil).Granted(t, 200, &link)
	app.Call(t, "GET", link.URL, "", nil).Granted(t, 200, nil)
	return link.URL
}

func pdf(name string) testkit.File {
	return testkit.File{Field: "file", Name: name, Content: testkit.PDF(name)}
}
