package api_test

import (
	"strings"
	"testing"

	"deskmate/hooks/domain"
	"deskmate/internal/testkit"
)

func TestSearchTextHasAMaximumLength(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin := app.Person(t, domain.RoleAdmin, "Ada Quill")
	for _, path := range []string{"assignments", "assignments/all", "assignments/export.csv", "users", "users/export.csv", "quotes", "quotes/export.csv", "tutors"} {
		app.Call(t, "GET", "/api/"+path+"?search="+strings.Repeat("%C3%A9", 200), admin.Token, nil).Granted(t, 200, nil)
		app.Call(t, "GET", "/api/"+path+"?search="+strings.Repeat("a", 201), admin.Token, nil).
			Refused(t, 400, "Search is too long (at most 200 characters)")
	}
}
