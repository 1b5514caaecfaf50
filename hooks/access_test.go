package hooks_test

import (
	"strconv"
	"strings"
	"testing"

	"deskmate/internal/testkit"
	"deskmate/rules"
)

// callers are the columns of the access table. The column "no session" stands for
// each of withoutSession: they all get the same status.
var (
	callers        = []string{"no session", "owner", "other student", "assigned tutor", "other tutor", "admin"}
	withoutSession = []string{"anonymous", "superuser", "inactive", "garbage token", "deleted", "before a password change"}
)

// access lists the status that each caller gets from each route, in the order of
// callers. {id} is a record of the owner's that the assigned tutor works on.
var access = []struct {
	route    string
	statuses string
	body     func(f *fixture, caller string) any
}{
	{"POST /auth/login", "200 200 200 200 200 200", func(f *fixture, _ string) any {
		return rules.LogIn{Email: f.people["owner"].Email(), Password: testkit.Password}
	}},
	{"POST /auth/signup", "201 201 201 201 201 201", func(_ *fixture, caller string) any {
		return rules.SignUp{Name: caller, Email: newAddress(caller), Password: testkit.Password}
	}},
	{"POST /auth/verify-email", "400 400 400 400 400 400", send(map[string]string{"token": "garbage", "newPassword": "new horse"})},
	{"POST /auth/undo-email", "400 400 400 400 400 400", send(map[string]string{"token": "garbage"})},
	{"GET /auth/me", "401 200 200 200 200 200", nil},

	{"GET /site", "200 200 200 200 200 200", nil},
	{"GET /services", "200 200 200 200 200 200", nil},
	{"GET /services/{slug}", "200 200 200 200 200 200", nil},
	{"GET /experts", "200 200 200 200 200 200", nil},

	{"POST /quotes", "201 201 201 201 201 201", send(testkit.NewQuote())},
	{"GET /quotes", "401 403 403 403 403 200", nil},
	{"GET /quotes/export.csv", "401 403 403 403 403 200", nil},
	{"POST /quotes/export.csv/link", "401 403 403 403 403 200", nil},
	{"GET /quotes/{id}", "401 403 403 403 403 200", nil},
	{"PATCH /quotes/{id}", "401 403 403 403 403 200", send(map[string]string{"status": "closed"})},
	{"GET /quotes/{id}/files/{file}", "404 404 404 404 404 200", nil},
	{"POST /quotes/{id}/offer-link", "401 403 403 403 403 201", nil},
	{"GET /quotes/mine", "401 200 200 200 200 200", nil},
	// The offer was sent to the owner.
	{"GET /offers/{token}", "200 200 200 200 200 200", nil},
	{"POST /offers/{token}/accept", "401 201 403 403 403 403", send(map[string]any{"version": 1, "acceptTerms": true})},
	{"POST /offers/{token}/decline", "200 200 200 200 200 200", send(map[string]string{})},

	{"GET /users", "401 403 403 403 403 200", nil},
	{"GET /users/export.csv", "401 403 403 403 403 200", nil},
	{"POST /users/export.csv/link", "401 403 403 403 403 200", nil},
	{"GET /users/stats", "401 403 403 403 403 200", nil},
	{"PATCH /users/{id}", "401 403 403 403 403 200", send(map[string]string{"status": "inactive"})},

	{"GET /users/profile", "401 200 200 200 200 200", nil},
	{"PUT /users/profile", "401 200 200 200 200 200", func(_ *fixture, caller string) any {
		return rules.Profile{FirstName: "Nia", LastName: "Frost", Email: newAddress(caller), Specialization: "Physics", Experience: "Expert"}
	}},
	{"PUT /users/change-password", "401 200 200 200 200 200", send(rules.PasswordChange{CurrentPassword: testkit.Password, NewPassword: "new horse"})},
	// The owner and the assigned tutor have work that is not accepted yet, but only the
	// tutor waits for money.
	{"DELETE /users/delete-account", "401 200 200 409 200 200", nil},
	{"GET /users/tutor-stats", "401 403 403 200 200 403", nil},
	{"GET /users/recent-activity", "401 200 200 200 200 200", nil},
	{"GET /tutors", "401 403 403 403 403 200", nil},
	{"GET /activities", "401 403 403 403 403 200", nil},
	{"GET /activities/export.csv", "401 403 403 403 403 200", nil},
	{"POST /activities/export.csv/link", "401 403 403 403 403 200", nil},

	{"GET /assignments", "401 200 200 200 200 200", nil},
	{"GET /assignments/all", "401 403 403 403 403 200", nil},
	{"GET /assignments/export.csv", "401 403 403 403 403 200", nil},
	{"POST /assignments/export.csv/link", "401 403 403 403 403 200", nil},
	{"GET /assignments/tutor-assignments", "401 403 403 200 200 403", nil},
	{"PATCH /assignments", "401 403 403 403 403 200", func(f *fixture, _ string) any {
		return rules.UpdateAssignments{IDs: []string{f.assignment}, Status: "graded"}
	}},
	{"GET /assignments/stats", "401 200 200 200 200 200", nil},
	{"POST /assignments", "401 201 201 201 201 201", send(testkit.NewAssignment())},
	{"POST /assignments/public", "201 201 201 201 201 201", send(testkit.NewAssignment())},
	{"GET /assignments/{id}", "401 200 404 200 404 200", nil},
	{"PATCH /assignments/{id}", "401 403 403 403 403 200", send(map[string]string{"status": "graded"})},
	{"DELETE /assignments/{id}", "401 200 404 403 404 200", nil},
	{"POST /assignments/{id}/link", "401 200 404 200 404 200", nil},
	{"GET /assignments/{id}/story", "401 200 404 200 404 200", nil},
	{"GET /assignments/{id}/rating", "401 200 404 200 404 200", nil},
	{"POST /assignments/{id}/rating", "401 201 404 403 404 403", send(map[string]int{"rating": 5})},
	// The work is finished, so only an admin can still cancel it.
	{"POST /assignments/{id}/cancel", "401 409 404 403 404 200", send(map[string]string{"reason": "No longer needed"})},
	{"POST /assignments/{id}/materials/{file}/link", "401 200 404 200 404 200", nil},
	{"GET /assignments/{id}/materials/{file}", "404 200 404 200 404 200", nil},
	{"POST /assignments/{id}/payments", "401 403 403 403 403 201", send(map[string]any{"amount": 100, "method": "Bank transfer", "reference": "TX 1"})},
	{"GET /assignments/{id}/payments", "401 200 404 403 404 200", nil},
	{"GET /assignments/{id}/invoice", "401 200 404 403 404 200", nil},
	{"GET /notices", "401 200 200 200 200 200", nil},
	{"PATCH /notices/{id}", "401 200 404 404 404 404", send(map[string]bool{"read": true})},
	{"POST /notices/read-all", "401 200 200 200 200 200", nil},
	{"GET /users/notice-settings", "401 200 200 200 200 200", nil},
	{"PUT /users/notice-settings", "401 200 200 200 200 200", send(map[string]any{"kinds": []any{}})},
	{"GET /users/calendar", "401 200 404 404 404 404", nil},
	{"DELETE /users/calendar", "401 200 404 404 404 404", nil},
	{"POST /users/calendar", "401 201 201 201 201 201", nil},
	{"GET /calendar/{file}", "200 200 200 200 200 200", nil},
	{"GET /mails", "401 403 403 403 403 200", nil},
	{"GET /mails/state", "401 403 403 403 403 200", nil},
	{"POST /mails/send-failed", "401 403 403 403 403 200", nil},
	{"POST /mails/{id}/send", "401 403 403 403 403 200", nil},
	{"DELETE /mails/{id}", "401 403 403 403 403 200", nil},
	{"GET /unsubscribe/{token}", "200 200 200 200 200 200", nil},
	{"POST /unsubscribe/{token}", "200 200 200 200 200 200", nil},
	{"GET /assignments/{id}/file", "404 200 404 200 404 200", nil},
}

func newAddress(caller string) string { return strings.ReplaceAll(caller, " ", ".") + "@example.org" }

func send(body any) func(*fixture, string) any { return func(*fixture, string) any { return body } }

func TestEveryRouteGivesEveryCallerTheStatusInTheTable(t *testing.T) {
	t.Parallel()
	for _, row := range access {
		t.Run(row.route, func(t *testing.T) {
			t.Parallel()
			method, path, _ := strings.Cut(row.route, " ")
			statuses := strings.Fields(row.statuses)
			if len(statuses) != len(callers) {
				t.Fatalf("%d statuses for %d callers", len(statuses), len(callers))
			}
			shared := newFixture(t)
			for i, column := range callers {
				want, err := strconv.Atoi(statuses[i])
				if err != nil {
					t.Fatal(err)
				}
				group := []string{column}
				if column == "no session" {
					group = withoutSession
				}
				for _, caller := range group {
					f := shared
					if want < 300 && method != "GET" && (method != "POST" || strings.HasPrefix(path, "/offers/")) {
						f = newFixture(t) // a change needs a record that nobody has changed yet
					}
					var body any
					if row.body != nil {
						body = row.body(f, caller)
					}
					answer := f.app.Call(t, method, f.address(path, caller), f.tokens[caller], body)
					if answer.Status != want {
						t.Errorf("%s: got %d %s, want %d", caller, answer.Status, answer.Body, want)
					}
				}
			}
		})
	}
}
