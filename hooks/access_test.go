package hooks_test

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"deskmate/hooks/domain"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
)

// callers are the columns of the access table. The column "no session" stands for
// each of withoutSession, and "other student" also for an admin who has to confirm the
// address first: they all get the same status.
var (
	callers        = []string{"no session", "owner", "other student", "assigned tutor", "other tutor", "admin"}
	withoutSession = []string{"anonymous", "superuser", "inactive", "garbage token", "deleted", "before a password change", "logged out"}
	newcomers      = []string{"other student", "unconfirmed admin"}
)

// access lists the status that each caller gets from each route, in the order of
// callers. {id} is a record of the owner's that the assigned tutor works on.
var access = []struct {
	route    string
	statuses string
	body     func(f *fixture, caller string) any
}{
	{"POST /auth/login", "200 200 200 200 200 200", func(f *fixture, _ string) any {
		return domain.LogIn{Email: f.people["owner"].Email(), Password: testkit.Password}
	}},
	{"POST /auth/signup", "201 201 201 201 201 201", func(_ *fixture, caller string) any {
		return domain.SignUp{Name: caller, Email: newAddress(caller), Password: testkit.Password}
	}},
	{"POST /auth/verify-email", "400 400 400 400 400 400", send(map[string]string{"token": "garbage", "newPassword": "new horse"})},
	{"POST /auth/undo-email", "400 400 400 400 400 400", send(map[string]string{"token": "garbage"})},
	{"GET /auth/me", "401 200 200 200 200 200", nil},
	{"POST /auth/logout", "401 200 200 200 200 200", nil},

	{"GET /site", "200 200 200 200 200 200", nil},
	{"GET /services", "200 200 200 200 200 200", nil},
	{"GET /services/{slug}", "200 200 200 200 200 200", nil},
	{"GET /experts", "200 200 200 200 200 200", nil},

	{"GET /policies", "200 200 200 200 200 200", nil},
	{"POST /policies", "401 403 403 403 403 201", policiesOfNextYear},

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
		return domain.ProfileChange{CurrentPassword: testkit.Password, Profile: domain.Profile{
			FirstName: "Nia", LastName: "Frost", Email: newAddress(caller), Specialization: "Physics", Experience: "Expert",
		}}
	}},
	{"PUT /users/change-password", "401 200 200 200 200 200", send(domain.PasswordChange{CurrentPassword: testkit.Password, NewPassword: "new horse"})},
	// The owner and the assigned tutor have delivered work that is not accepted yet.
	{"DELETE /users/delete-account", "401 409 200 409 200 200", send(testkit.CurrentPassword)},
	{"GET /users/sessions", "401 200 200 200 200 200", nil},
	{"DELETE /users/sessions", "401 200 200 200 200 200", nil},
	{"DELETE /users/sessions/{id}", "401 200 404 404 404 404", nil},
	{"GET /users/tutor-stats", "401 403 403 200 200 403", nil},
	{"GET /users/recent-activity", "401 200 200 200 200 200", nil},
	{"GET /users/earnings", "401 403 403 200 200 403", nil},
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
		return domain.UpdateAssignments{IDs: []string{f.assignment}, Status: "graded"}
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
	// The work is delivered: it can be accepted, but not started, handed back or taken.
	{"POST /assignments/{id}/start", "401 403 404 409 404 403", nil},
	{"POST /assignments/{id}/hand-back", "401 403 404 409 404 403", send(map[string]string{"reason": "No time"})},
	{"POST /assignments/{id}/accept", "401 200 404 403 404 403", nil},
	{"GET /assignments/pool", "401 403 403 200 200 403", nil},
	{"GET /assignments/pool/summary", "401 403 403 200 200 403", nil},
	{"PUT /assignments/pool", "401 403 403 403 403 200", func(f *fixture, _ string) any {
		return map[string]any{"ids": []string{f.assignment}, "open": false}
	}},
	{"PUT /assignments/{id}/pool", "401 403 403 403 403 200", send(map[string]bool{"open": false})},
	{"POST /assignments/{id}/claim", "401 403 403 404 404 403", nil},
	{"GET /assignments/{id}/revisions", "401 200 404 200 404 200", nil},
	{"POST /assignments/{id}/revisions", "401 201 404 403 404 403", send(map[string]string{"reason": "More sources"})},
	// The fixture's revision is closed.
	{"POST /assignments/{id}/revisions/{number}/withdraw", "401 409 404 403 404 403", nil},
	{"GET /texts", "401 403 403 403 403 200", nil},
	{"PATCH /texts/{id}", "401 403 403 403 403 200", send(map[string]string{"decision": "release"})},
	{"POST /assignments/{id}/materials/{file}/link", "401 200 404 200 404 200", nil},
	{"GET /assignments/{id}/materials/{file}", "404 200 404 200 404 200", nil},
	{"POST /assignments/{id}/materials-zip/link", "401 200 404 200 404 200", nil},
	{"GET /assignments/{id}/materials.zip", "404 200 404 200 404 200", nil},
	// This work is delivered, so its tutor cannot deliver it now.
	{"POST /assignments/{id}/deliveries", "401 403 404 409 404 403", nil},
	{"GET /assignments/{id}/deliveries", "401 200 404 200 404 200", nil},
	{"POST /assignments/{id}/deliveries/{version}/files/{file}/link", "401 200 404 200 404 200", nil},
	{"GET /assignments/{id}/deliveries/{version}/files/{file}", "404 200 404 200 404 200", nil},
	{"GET /assignments/{id}/deliveries/{version}/files/{file}/text", "401 200 404 200 404 200", nil},
	{"GET /receipts/{code}", "200 200 200 200 200 200", nil},
	{"POST /assignments/{id}/payments", "401 403 403 403 403 201", send(map[string]any{"amount": 100, "method": "Bank transfer", "reference": "TX 1"})},
	{"GET /assignments/{id}/payments", "401 200 404 403 404 200", nil},
	{"GET /assignments/{id}/invoice", "401 200 404 403 404 200", nil},
	{"GET /ledger", "401 403 403 403 403 200", nil},
	{"GET /ledger/export.csv", "401 403 403 403 403 200", nil},
	{"POST /ledger/export.csv/link", "401 403 403 403 403 200", nil},
	{"POST /ledger/adjustments", "401 403 403 403 403 201", func(f *fixture, _ string) any {
		return map[string]any{"tutor": f.people["assigned tutor"].Id, "amount": -12.5, "memo": "Correction"}
	}},
	// Nothing is accepted yet.
	{"POST /payouts", "401 403 403 403 403 409", send(map[string]any{"all": true, "method": "Bank transfer", "reference": "PO 1"})},
	{"GET /payouts", "401 403 403 403 403 200", nil},
	{"GET /payouts/preview", "401 403 403 403 403 200", nil},
	{"GET /payouts/{id}", "401 403 403 403 403 200", nil},
	{"GET /payouts/{id}/export.csv", "401 403 403 403 403 200", nil},
	{"POST /payouts/{id}/export.csv/link", "401 403 403 403 403 200", nil},
	{"GET /users/payouts", "401 403 403 200 200 403", nil},
	{"POST /assignments/{id}/claims", "401 201 404 201 404 403", send(map[string]string{"kind": "dispute", "reason": "Off topic"})},
	{"GET /assignments/{id}/claims", "401 200 404 200 404 200", nil},
	{"GET /claims", "401 403 403 403 403 200", nil},
	// The owner opened the claim.
	{"PATCH /claims/{id}", "401 403 403 403 403 200", send(map[string]string{"decision": "decline", "outcome": "It is on topic"})},
	{"POST /claims/{id}/withdraw", "401 200 404 403 404 403", nil},
	{"POST /claims/{id}/pay", "401 403 403 403 403 200", send(map[string]string{"method": "Bank transfer", "reference": "RT 1"})},
	{"GET /notices", "401 200 200 200 200 200", nil},
	{"PATCH /notices/{id}", "401 200 404 404 404 404", send(map[string]bool{"read": true})},
	{"POST /notices/read-all", "401 200 200 200 200 200", nil},
	{"GET /users/notice-settings", "401 200 200 200 200 200", nil},
	{"PUT /users/notice-settings", "401 200 200 200 200 200", send(map[string]any{"kinds": []any{}})},
	{"GET /users/calendar", "401 200 200 200 200 200", nil},
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
	{"GET /desk/board", "401 403 403 403 403 200", nil},
	{"GET /desk/board/counts", "401 403 403 403 403 200", nil},
	{"GET /desk/figures", "401 403 403 403 403 200", nil},
	{"GET /desk/status", "401 403 403 403 403 200", nil},
	{"GET /desk/figures.csv", "401 403 403 403 403 200", nil},
	{"POST /desk/figures.csv/link", "401 403 403 403 403 200", nil},
	{"GET /assignments/{id}/file", "404 200 404 200 404 200", nil},
}

// newPolicies is a valid version of the policies.
var newPolicies = map[string]any{
	"effectiveFrom": "2032-01-01", "revisionDays": 5, "longRevisionDays": 6, "longRevisionWords": 5000, "refundRequestDays": 4, "refundMinBusinessDays": 5,
	"refundMaxBusinessDays": 9, "disputeHours": 48, "retentionDays": 90, "quoteRetentionDays": 90, "minimumAge": 16, "wordsPerPage": 275,
}

// policiesOfNextYear is the same version, with a start that every clock allows.
func policiesOfNextYear(f *fixture, _ string) any {
	policies := maps.Clone(newPolicies)
	policies["effectiveFrom"] = domain.FormatTime(clock.Now(f.app).AddDate(1, 0, 0))
	return policies
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
				switch column {
				case "no session":
					group = withoutSession
				case "other student":
					group = newcomers
				}
				for _, caller := range group {
					f := shared
					if want < 300 && method != "GET" && (method != "POST" || strings.HasPrefix(path, "/offers/") || strings.HasSuffix(path, "/claims")) {
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

// moments are when the accounts were opened.
var moments = regexp.MustCompile(`\d{4}-\d\d-\d\dT[\d:.]+Z`)

// Neither has anything on the site, so any difference in the answers comes from other people.
func TestAnUnconfirmedAdminReadsWhatANewStudentReads(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for _, row := range access {
		method, path, _ := strings.Cut(row.route, " ")
		// Their own account, role and sessions are in these.
		isOwn := slices.Contains([]string{"/auth/me", "/users/profile", "/users/notice-settings", "/users/sessions"}, path)
		if method != "GET" || strings.Fields(row.statuses)[2] != "200" || isOwn {
			continue
		}
		student := f.app.Call(t, method, f.address(path, "other student"), f.tokens["other student"], nil)
		admin := f.app.Call(t, method, f.address(path, "unconfirmed admin"), f.tokens["unconfirmed admin"], nil)
		if got, want := moments.ReplaceAllString(string(admin.Body), ""), moments.ReplaceAllString(string(student.Body), ""); got != want {
			t.Errorf("%s: got %s, want %s", row.route, got, want)
		}
	}
}
