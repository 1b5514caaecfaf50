package hooks_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
)

// The interface's tests decode the golden answers, which keeps both sides in step.
// After an intended change of the API, run: go test ./hooks -run Golden -update
var update = flag.Bool("update", false, "overwrite the golden answers")

func TestGoldenAnswers(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	admin := app.Person(t, domain.RoleAdmin, "Ada Quill")
	tutor := app.Person(t, domain.RoleTutor, "Kim Marsh")
	pdf := testkit.File{Field: "file", Name: "Tides, final.pdf", Content: testkit.PDF("Tides")}
	graded := app.HandIn(t, robin.Token, nil, pdf)
	app.HandIn(t, robin.Token, map[string]string{"title": "Lab report", "subject": "Chemistry", "priority": "Low"})
	app.HandIn(t, "", map[string]string{"title": "A visitor's essay", "email": "visitor@example.com"})
	app.Call(t, "PATCH", "/api/assignments/"+graded, admin.Token, map[string]any{
		"status": "graded", "grade": "A", "feedback": "Well argued.", "tutor": tutor.Id, "type": "Essay", "price": 120.5,
	}).Granted(t, 200, nil)

	brief := testkit.File{Field: "files", Name: "Brief, first.pdf", Content: testkit.PDF("Brief")}
	quote := app.AskForQuote(t, brief)
	tutor.Set("listed", true)
	app.MustSave(t, tutor.Record)
	notice := firstRecord(t, app, store.Notices, dbx.HashExp{store.UserField: robin.Id, store.Kind: "assignment.graded"})
	failed := firstRecord(t, app, store.Outbox, dbx.HashExp{store.UserField: robin.Id, store.Kind: "assignment.graded"})
	failed.Set(store.Status, "failed")
	failed.Set(store.Attempts, 5)
	failed.Set(store.Error, "550 5.1.1 No such mailbox")
	failed.Set(store.NextAt, nil)
	app.MustSave(t, failed)

	// The order matters: some answers reflect earlier calls.
	for _, call := range []struct {
		name, method, path, token string
		body                      any
	}{
		{"signup", "POST", "/api/auth/signup", "", domain.SignUp{Name: "Nia Frost", Email: "nia@example.com", Password: "quill-1"}},
		{"login", "POST", "/api/auth/login", "", domain.LogIn{Email: "robin.vale@example.com", Password: testkit.Password}},
		{"me", "GET", "/api/auth/me", robin.Token, nil},
		{"sessions", "GET", "/api/users/sessions", admin.Token, nil},
		{"sessions_ended", "DELETE", "/api/users/sessions", admin.Token, nil},
		{"user", "PATCH", "/api/users/" + robin.Id, admin.Token, map[string]string{"status": "active"}},
		{"assignments_student", "GET", "/api/assignments", robin.Token, nil},
		{"assignments_tutor", "GET", "/api/assignments", tutor.Token, nil},
		{"assignments_admin", "GET", "/api/assignments/all", admin.Token, nil},
		{"assignment", "GET", "/api/assignments/" + graded, robin.Token, nil},
		{"assignment_guest", "POST", "/api/assignments/public", "", testkit.NewAssignment()},
		{"link", "POST", "/api/assignments/" + graded + "/link", robin.Token, nil},
		{"stats", "GET", "/api/assignments/stats", admin.Token, nil},
		{"stats_student", "GET", "/api/assignments/stats", robin.Token, nil},
		{"rating", "POST", "/api/assignments/" + graded + "/rating", robin.Token, map[string]any{"rating": 4, "comment": "Clear and on time."}},
		{"rating_given", "GET", "/api/assignments/" + graded + "/rating", tutor.Token, nil},
		{"story", "GET", "/api/assignments/" + graded + "/story", robin.Token, nil},
		{"users", "GET", "/api/users?sort=name&role=admin", admin.Token, nil},
		{"users_stats", "GET", "/api/users/stats", admin.Token, nil},
		{"profile", "GET", "/api/users/profile", tutor.Token, nil},
		{"recent_activity", "GET", "/api/users/recent-activity", robin.Token, nil},
		{"site", "GET", "/api/site", "", nil},
		{"services", "GET", "/api/services", "", nil},
		{"service", "GET", "/api/services/essay-writing", "", nil},
		{"service_generic", "GET", "/api/services/poetry", "", nil},
		{"experts", "GET", "/api/experts", "", nil},
		{"quote_received", "POST", "/api/quotes", "", testkit.NewQuote()},
		{"quotes", "GET", "/api/quotes?sort=createdAt", admin.Token, nil},
		{"quote", "PATCH", "/api/quotes/" + quote.Id, admin.Token, map[string]any{
			"status": "quoted", "amount": 120.5, "note": "Two days.", "validUntil": "2031-11-30T12:59:59.999Z",
		}},
		{"offer_link", "POST", "/api/quotes/" + quote.Id + "/offer-link", admin.Token, nil},
		{"activities_quote", "GET", "/api/activities?quote=" + quote.Id, admin.Token, nil},
		{"failure", "POST", "/api/assignments", robin.Token, map[string]string{"priority": "Urgent"}},
		{"failure_without_field", "GET", "/api/assignments/" + graded + "x", robin.Token, nil},
		{"tutors", "GET", "/api/tutors", admin.Token, nil},
		{"tutor_assignments", "GET", "/api/assignments/tutor-assignments", tutor.Token, nil},
		{"tutor_stats", "GET", "/api/users/tutor-stats", tutor.Token, nil},
		{"bulk", "PATCH", "/api/assignments", admin.Token, domain.UpdateAssignments{IDs: []string{graded}, Status: "completed"}},
		{"bulk_refused", "PATCH", "/api/assignments", admin.Token, domain.UpdateAssignments{
			IDs: []string{graded}, Status: "graded", Expected: map[string]string{graded: "pending"},
		}},
		{"export_link", "POST", "/api/assignments/export.csv/link?status=completed,graded&sort=title", admin.Token, nil},
		{"notices", "GET", "/api/notices", robin.Token, nil},
		{"notice", "PATCH", "/api/notices/" + notice.Id, robin.Token, map[string]bool{"read": true}},
		{"notices_read", "POST", "/api/notices/read-all", robin.Token, nil},
		{"notice_settings", "GET", "/api/users/notice-settings", tutor.Token, nil},
		{"mails", "GET", "/api/mails?status=failed", admin.Token, nil},
		{"mails_state", "GET", "/api/mails/state", admin.Token, nil},
		{"mail", "POST", "/api/mails/" + failed.Id + "/send", admin.Token, nil},
		{"activities", "GET", "/api/activities?assignment=" + graded, admin.Token, nil},
		{"profile_changed", "PUT", "/api/users/profile", robin.Token, domain.ProfileChange{
			Profile: domain.Profile{FirstName: "Robin", LastName: "Vale", Email: "robin@example.com"}, CurrentPassword: testkit.Password,
		}},
		{"deleted", "DELETE", "/api/assignments/" + graded, admin.Token, nil},
		{"password_changed", "PUT", "/api/users/change-password", tutor.Token, domain.PasswordChange{CurrentPassword: testkit.Password, NewPassword: "another horse"}},
		{"account_deleted", "DELETE", "/api/users/delete-account", admin.Token, testkit.CurrentPassword},
	} {
		compareGolden(t, call.name, app.Call(t, call.method, call.path, call.token, call.body).Body)
	}
}

// TestGoldenAnswersOfAnOrder follows an order from the offer to its cancellation.
func TestGoldenAnswersOfAnOrder(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin, admin := app.Person(t, domain.RoleStudent, "Robin Vale"), app.Person(t, domain.RoleAdmin, "Ada Quill")
	site, err := store.FindSite(app)
	if err != nil {
		t.Fatal(err)
	}
	site.Set(store.Seller, "Deskmate Pty Ltd\n1 Harbour Street")
	site.Set(store.Instructions, "Transfer the amount to 012-345 6789, with the reference {reference}.")
	app.MustSave(t, site)
	robin.SetVerified(true)
	app.MustSave(t, robin.Record)
	brief := testkit.File{Field: "files", Name: "Brief, first.pdf", Content: testkit.PDF("Brief")}
	quote := app.AskForQuote(t, brief)
	quote.Set(store.Email, robin.Email())
	app.MustSave(t, quote)
	app.Call(t, "PATCH", "/api/quotes/"+quote.Id, admin.Token, map[string]any{
		"status": "quoted", "amount": 120.5, "note": "Two days.", "validUntil": "2031-11-30T12:59:59.999Z",
	}).Granted(t, 200, nil)
	offer := "/api/offers/" + app.OfferToken(t, admin.Token, quote.Id)
	var accepted struct{ Assignment string }
	compare := func(name, method, path, token string, body any) testkit.Answer {
		t.Helper()
		answer := app.Call(t, method, path, token, body)
		compareGolden(t, name, answer.Body)
		return answer
	}
	compare("offer", "GET", offer, "", nil)
	compare("own_quotes", "GET", "/api/quotes/mine", robin.Token, nil)
	compare("offer_accepted", "POST", offer+"/accept", robin.Token, map[string]any{"version": 1, "acceptTerms": true}).Decode(t, &accepted)
	path := "/api/assignments/" + accepted.Assignment
	compare("order", "GET", path, robin.Token, nil)
	compare("payment", "POST", path+"/payments", admin.Token, map[string]any{"amount": 100, "method": "Bank transfer", "reference": "TX 1"})
	compare("payments", "GET", path+"/payments", robin.Token, nil)
	compare("invoice", "GET", path+"/invoice", robin.Token, nil)
	compare("order_cancelled", "POST", path+"/cancel", admin.Token, map[string]string{"reason": "Asked for twice"})

	_, token := app.Offer(t, admin.Token, nil)
	compare("offer_accepted_by_newcomer", "POST", "/api/offers/"+token+"/accept", "", map[string]any{"version": 1, "acceptTerms": true, "name": "Nia Frost", "password": "quill-1"})
	_, token = app.Offer(t, admin.Token, map[string]string{"email": "other@example.com"})
	compare("offer_declined", "POST", "/api/offers/"+token+"/decline", "", map[string]string{"reason": "Too late"})

	kim := app.Person(t, domain.RoleTutor, "Kim Marsh")
	finished := app.HandIn(t, robin.Token, nil)
	app.Call(t, "PATCH", "/api/assignments/"+finished, admin.Token, map[string]any{"status": "completed", "tutor": kim.Id, "price": 120.5}).Granted(t, 200, nil)
	compare("adjustment", "POST", "/api/ledger/adjustments", admin.Token, map[string]any{"tutor": kim.Id, "amount": -12.5, "memo": "Paid twice in October"})
	compare("earnings", "GET", "/api/users/earnings", kim.Token, nil)
	compare("ledger", "GET", "/api/ledger", admin.Token, nil)
}

// TestGoldenAnswersOfADelivery delivers work in two versions.
func TestGoldenAnswersOfADelivery(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin, admin, tutor := app.Person(t, domain.RoleStudent, "Robin Vale"), app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleTutor, "Kim Marsh")
	path := "/api/assignments/" + app.HandIn(t, robin.Token, nil, testkit.File{Field: "file", Name: "Brief.pdf", Content: testkit.PDF("Brief")})
	text := testkit.File{Field: "files", Name: "Tides, first.txt", Content: []byte("The tides of the sea.")}
	var made struct {
		Receipt string
		Files   []struct {
			ID string `json:"_id"`
		}
	}
	for _, name := range []string{"", "delivery"} {
		app.Call(t, "PATCH", path, admin.Token, map[string]string{"status": "in_progress", "tutor": tutor.Id}).Granted(t, 200, nil)
		answer := app.Call(t, "POST", path+"/deliveries", tutor.Token, testkit.Form{
			Texts: map[string]string{"note": "The sources are at the end."},
			Files: []testkit.File{text, {Field: "files", Name: "Tides.doc", Content: testkit.DOC()}},
		})
		answer.Granted(t, 201, &made)
		if name != "" {
			compareGolden(t, name, answer.Body)
		}
	}
	for _, call := range []struct{ name, method, path, token string }{
		{"deliveries", "GET", path + "/deliveries", robin.Token},
		{"delivered_order", "GET", path, robin.Token},
		{"delivered_link", "POST", path + "/deliveries/2/files/" + made.Files[0].ID + "/link", robin.Token},
		{"delivered_text", "GET", path + "/deliveries/2/files/" + made.Files[0].ID + "/text", robin.Token},
		{"materials_link", "POST", path + "/materials-zip/link", robin.Token},
		{"receipt", "GET", "/api/receipts/" + made.Receipt, ""},
	} {
		compareGolden(t, call.name, app.Call(t, call.method, call.path, call.token, nil).Body)
	}
}

// TestGoldenAnswersOfTheDesk shows what waits at a fixed time, and new policies.
func TestGoldenAnswersOfTheDesk(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	start := time.Date(2031, 11, 28, 10, 0, 0, 0, time.UTC)
	clock.Set(app, start)
	admin, robin, kim := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleStudent, "Robin Vale"), app.Person(t, domain.RoleTutor, "Kim Marsh")
	app.AskForQuote(t)
	given := app.HandIn(t, robin.Token, nil) // due on 1 December
	app.HandIn(t, "", map[string]string{"title": "A visitor's essay", "email": "visitor@example.com", "dueDate": "2032-02-01T10:00:00Z"})
	app.Call(t, "PATCH", "/api/assignments/"+given, admin.Token, map[string]any{"status": "in_progress", "tutor": kim.Id}).Granted(t, 200, nil)
	failed := firstRecord(t, app, store.Outbox, dbx.HashExp{store.UserField: robin.Id})
	failed.Set(store.Status, "failed")
	app.MustSave(t, failed)
	clock.Set(app, start.Add(30*time.Hour))
	for _, call := range []struct {
		name, method, path string
		token              string
		body               any
	}{
		{"board", "GET", "/api/desk/board", admin.Token, nil},
		{"board_counts", "GET", "/api/desk/board/counts", admin.Token, nil},
		{"policy_created", "POST", "/api/policies", admin.Token, newPolicies},
		{"policies", "GET", "/api/policies", "", nil},
		{"policies_admin", "GET", "/api/policies", admin.Token, nil},
	} {
		compareGolden(t, call.name, app.Call(t, call.method, call.path, call.token, call.body).Body)
	}
}

// firstRecord finds a record of a collection that a condition holds for.
func firstRecord(t *testing.T, app *testkit.App, collection string, condition dbx.HashExp) *core.Record {
	t.Helper()
	record := &core.Record{}
	if err := app.RecordQuery(collection).AndWhere(condition).Limit(1).One(record); err != nil {
		t.Fatal(err)
	}
	return record
}

func compareGolden(t *testing.T, name string, body []byte) {
	t.Helper()
	var indented bytes.Buffer
	if err := json.Indent(&indented, bytes.TrimSpace(body), "", "  "); err != nil {
		t.Fatalf("%s: %v in %s", name, err, body)
	}
	got := append(normalize(indented.Bytes()), '\n')
	path := filepath.Join("testdata", "wire", name+".json")
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
	}
}

var (
	times      = regexp.MustCompile(`"(at|createdAt|lastSeenAt|updatedAt|timestamp|readAt|nextAt|sentAt|deliveredAt|revisionUntil|refundUntil|acceptedAt|openedAt|until|closedAt)": "\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"`)
	signatures = regexp.MustCompile(`sign=[\w-]+`)
	deadlines  = regexp.MustCompile(`until=\d+`)
	references = regexp.MustCompile(`\b([AQ])-[2-9A-Z]{6}\b`)
	filePaths  = regexp.MustCompile(`/(files|materials)/[\w.-]+\?`)
	weeks      = regexp.MustCompile(`"week": "\d{4}-\d\d-\d\d"`)
	tokens     = regexp.MustCompile(`"token": "[\w-]+\.[\w-]+\.[\w-]+"`)
	storedIDs  = regexp.MustCompile(`"_id": "[\w-]+\.(?:pdf|txt|doc)"`)
	receipts   = regexp.MustCompile(`[2-9A-Z]{5}(-[2-9A-Z]{5}){3}`)
	offerLinks = regexp.MustCompile(`/offers/[\w.~-]+`)
	days       = regexp.MustCompile(`"(issuedOn|receivedOn)": "\d{4}-\d\d-\d\d"`)
	documents  = regexp.MustCompile(`"([A-Z]{3})-\d{4}-(\d{4})"`)
	hashes     = regexp.MustCompile(`"[0-9a-f]{64}"`)
	ids        = regexp.MustCompile(`\b(?:[a-z0-9]{15}|[a-z2-7]{26})\b`)
)

// normalize replaces whatever differs from run to run with fixed values. Ids are
// numbered in order of appearance, so equal ids stay equal.
func normalize(body []byte) []byte {
	body = times.ReplaceAll(body, []byte(`"$1": "2026-01-02T03:04:05.678Z"`))
	body = signatures.ReplaceAll(body, []byte("sign=signature"))
	body = deadlines.ReplaceAll(body, []byte("until=1767323945"))
	body = tokens.ReplaceAll(body, []byte(`"token": "header.payload.signature"`))
	body = weeks.ReplaceAll(body, []byte(`"week": "2026-01-05"`))
	body = references.ReplaceAll(body, []byte("$1-7F3K2M"))
	body = filePaths.ReplaceAll(body, []byte("/$1/stored.pdf?"))
	body = storedIDs.ReplaceAll(body, []byte(`"_id": "stored.pdf"`))
	body = receipts.ReplaceAll(body, []byte("7F3K2-M4XWT-9Q2PA-HJ6RB"))
	body = offerLinks.ReplaceAll(body, []byte("/offers/token"))
	body = days.ReplaceAll(body, []byte(`"$1": "2026-01-02"`))
	body = documents.ReplaceAll(body, []byte(`"$1-2026-$2"`))
	body = hashes.ReplaceAll(body, []byte(`"`+strings.Repeat("0f", 32)+`"`))
	numbered := map[string]string{}
	return ids.ReplaceAllFunc(body, func(id []byte) []byte {
		if numbered[string(id)] == "" {
			numbered[string(id)] = "id" + strconv.Itoa(len(numbered)+1)
		}
		return []byte(numbered[string(id)])
	})
}
