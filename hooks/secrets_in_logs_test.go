package hooks_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks"
	secrets "deskmate/hooks/sessions"
	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

// What people are called here, and what they write. The words occur nowhere else.
const (
	oddName     = "Zephyrine Quagmire"
	oddEmail    = "zephyrine.quagmire@obscura.example"
	oddPhone    = "+61 491 570 156"
	oddPassword = "Xylophonist7"
	oddText     = "Borborygmus in the quandary"
	oddFile     = "flibbertigibbet notes.pdf"
	oddAgent    = "Quizzacious/7"
	oddIP       = "203.0.113.77"
)

// oddFields are the fields of bodies in which people write what they like.
var oddFields = map[string]string{
	"title": oddText, "description": oddText, "reason": oddText, "outcome": oddText, "memo": oddText, "reference": oddText, "comment": oddText, "bio": oddText,
	"name": oddName, "firstName": "Zephyrine", "lastName": "Quagmire", "phone": oddPhone, "subject": oddText, "method": "Flimflam transfer",
}

// capture keeps what is written to a log.
type capture struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (c *capture) Write(line []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.text.Write(line)
}

// oddBody puts the words into a body.
func oddBody(t *testing.T, body any) any {
	t.Helper()
	encoded, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	var fields map[string]any
	if json.Unmarshal(encoded, &fields) != nil || fields == nil {
		return string(encoded)
	}
	for name, text := range oddFields {
		if _, has := fields[name]; has {
			fields[name] = text
		}
	}
	return fields
}

// oddCall sends a request that has the words wherever it can.
func oddCall(t *testing.T, app *testkit.App, method, address, token string, body any) testkit.Answer {
	t.Helper()
	var content []byte
	kind := "application/json"
	switch body := body.(type) {
	case nil:
	case testkit.Form:
		return app.Call(t, method, address, token, body)
	case string:
		content = []byte(body)
	default:
		var err error
		if content, err = json.Marshal(body); err != nil {
			t.Fatal(err)
		}
	}
	separator := "?"
	if strings.Contains(address, "?") {
		separator = "&"
	}
	request := httptest.NewRequest(method, address+separator+url.Values{"search": {oddName}, "email": {oddEmail}}.Encode(), bytes.NewReader(content))
	request.Header.Set("Content-Type", kind)
	request.Header.Set("User-Agent", oddAgent)
	request.Header.Set("Referer", "https://deskmate.example/offers/"+oddText)
	request.Header.Set("X-Forwarded-For", oddIP)
	request.Header.Set("X-Request-Id", "Zephyrine-Quagmire")
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	return app.Send(request)
}

func TestLogsAndMetricsHoldNothingPersonalAndNoSecret(t *testing.T) {
	t.Parallel()
	log := &capture{}
	app := testkit.NewLogged(t, log)
	f := newFixtureOn(t, app)
	settings := app.Settings()
	settings.Logs.MaxDays, settings.Logs.MinLevel, settings.Logs.LogIP = 1, -8, true
	if err := app.Save(settings); err != nil {
		t.Fatal(err)
	}
	owner := f.people["owner"]
	_, err := app.DB().NewQuery("UPDATE users SET name = {:name}, [[firstName]] = 'Zephyrine', [[lastName]] = 'Quagmire', email = {:email}, phone = {:phone}, bio = {:bio} WHERE id = {:id}").
		Bind(dbx.Params{"name": oddName, "email": oddEmail, "phone": oddPhone, "bio": oddText, "id": owner.Id}).Execute()
	if err != nil {
		t.Fatal(err)
	}
	reset, err := owner.NewPasswordResetToken()
	if err != nil {
		t.Fatal(err)
	}
	unsubscribe, err := secrets.JoinToken(app, "unsubscribe", "user~"+owner.Id+"~assignment.graded")
	if err != nil {
		t.Fatal(err)
	}
	succeeded, refused := useEveryRoute(t, f)
	usePages(t, f, reset, unsubscribe)
	breakThings(t, f, reset)
	metrics := app.Call(t, "GET", "/api/metrics", testkit.MetricsToken, nil)
	metrics.Granted(t, 200, nil)

	if routes := len(hooks.Routes()); succeeded < routes*3/4 || refused < routes*3/4 {
		t.Errorf("of %d routes, %d have succeeded and %d have refused", routes, succeeded, refused)
	}
	lines := strings.Count(log.text.String(), "\n")
	for _, message := range []string{"slow statement", "request failed", "job failed", `"msg":"request"`} {
		if !strings.Contains(log.text.String(), message) {
			t.Errorf("none of the %d lines has %s", lines, message)
		}
	}
	forbidden := []string{
		"zephyrine", "quagmire", "obscura", "491 570", "491570", oddPassword, "borborygmus", "quandary", "flibbertigibbet", "quizzacious", "flimflam", "%40", "@",
		oddIP, "192.0.2.1", "127.0.0.1", f.offer, strings.TrimPrefix(f.calendar, "/api/calendar/"), reset, unsubscribe, testkit.MetricsToken, testkit.AdminKey, "sign=",
		"visitor@", f.delivered.receipt,
	}
	for _, token := range f.tokens {
		forbidden = append(forbidden, token)
		if signature := token[strings.LastIndex(token, ".")+1:]; len(signature) > 20 {
			forbidden = append(forbidden, signature)
		}
	}
	for source, text := range map[string]string{"log": log.text.String(), "metrics": string(metrics.Body)} {
		for line := range strings.Lines(text) {
			for _, word := range forbidden {
				if word != "" && strings.Contains(strings.ToLower(line), strings.ToLower(word)) {
					t.Errorf("the %s has %q in %s", source, word, line)
				}
			}
		}
	}
}

// useEveryRoute calls each route as different people, and those that delete last. It
// returns how many routes have succeeded, and how many have refused a caller.
func useEveryRoute(t *testing.T, f *fixture) (succeeded, refused int) {
	t.Helper()
	rows := slices.Clone(access)
	slices.SortStableFunc(rows, func(a, b struct {
		route    string
		statuses string
		body     func(f *fixture, caller string) any
	}) int {
		return isFinal(a.route) - isFinal(b.route)
	})
	for _, row := range rows {
		method, path, _ := strings.Cut(row.route, " ")
		outcomes := map[bool]bool{}
		for _, caller := range []string{"anonymous", "garbage token", "other student", "other tutor", "assigned tutor", "owner", "admin"} {
			var body any
			if row.body != nil {
				body = oddBody(t, row.body(f, caller))
			}
			if path == "/assignments" && method == "POST" {
				texts := testkit.NewAssignment()
				texts["title"] = oddText
				body = testkit.Form{Texts: texts, Files: []testkit.File{{Field: "file", Name: oddFile, Content: testkit.PDF(oddText)}}}
			}
			address := f.address(path, caller)
			outcomes[oddCall(t, f.app, method, address, f.tokens[caller], body).Status < 400] = true
			outcomes[oddCall(t, f.app, method, address+oddName[:9], f.tokens[caller], `{"name": "`+oddText).Status < 400] = true
		}
		if outcomes[true] {
			succeeded++
		}
		if outcomes[false] {
			refused++
		}
	}
	return succeeded, refused
}

// isFinal is 1 for routes after which others would find nothing, or whose callers have to
// sign in again, and 0 for all others.
func isFinal(route string) int {
	if strings.Contains(route, "/auth/logout") || strings.Contains(route, "/users/sessions/") {
		return 2 // their callers have no session any more
	}
	for _, part := range []string{"DELETE", "change-password", "PUT /users/profile", "PATCH /users/", "/cancel", "/decline", "/withdraw", "/calendar"} {
		if strings.Contains(route, part) {
			return 1
		}
	}
	return 0
}

// usePages opens the pages of the program, and PocketBase's endpoints that accounts need.
func usePages(t *testing.T, f *fixture, reset, unsubscribe string) {
	t.Helper()
	content, err := os.ReadFile("web/pages.json")
	if err != nil {
		t.Fatal(err)
	}
	var pages []struct{ Path string }
	if err := json.Unmarshal(content, &pages); err != nil || len(pages) < 20 {
		t.Fatal(len(pages), err)
	}
	for _, page := range pages {
		path := strings.NewReplacer(":token", f.offer, ":code", f.delivered.receipt, ":id", oddText, ":", "", "*", "/zephyrine").Replace(page.Path)
		oddCall(t, f.app, "GET", strings.ReplaceAll(path, " ", "%20"), "", nil)
	}
	for _, path := range []string{
		"/reset-password?token=" + reset, "/api/unsubscribe/" + unsubscribe, "/API/Offers/" + f.offer, "/api/api/offers/" + f.offer, "/api/offers//" + f.offer,
		f.calendar, "/assets/flibbertigibbet.js", "/flibbertigibbet.pdf", "/_/zephyrine", "/api/collections/zephyrine/records/quagmire", "/api/files/zephyrine/quagmire/flibbertigibbet.pdf",
	} {
		oddCall(t, f.app, "GET", path, "", nil)
		oddCall(t, f.app, "GET", path, f.tokens["superuser"], nil)
	}
	for path, body := range map[string]map[string]string{
		"/api/auth/login": {"email": oddEmail, "password": oddPassword},
		"/api/collections/_superusers/auth-with-password":   {"identity": oddEmail, "password": oddPassword},
		"/api/collections/users/auth-with-password":         {"identity": oddEmail, "password": oddPassword},
		"/api/collections/users/request-password-reset":     {"email": oddEmail},
		"/api/collections/users/request-verification":       {"email": oddEmail},
		"/api/collections/users/confirm-password-reset":     {"token": reset, "password": oddPassword, "passwordConfirm": oddPassword},
		"/api/collections/zephyrine/confirm-password-reset": {"token": reset, "password": oddPassword},
		"/api/sql": {"query": "SELECT '" + oddName + "' FROM nosuch"},
	} {
		oddCall(t, f.app, "POST", path, "", body)
		oddCall(t, f.app, "POST", path, f.tokens["superuser"], body)
	}
}

// breakThings makes the program fail: its store, its mail server, its jobs and its
// database.
func breakThings(t *testing.T, f *fixture, reset string) {
	t.Helper()
	app := f.app
	fresh := app.Person(t, "student", oddName)
	f.tokens["fresh"] = fresh.Token
	fileStore := app.UseStore(t)
	fileStore.Take <- http.StatusInternalServerError
	form := testkit.Form{Texts: testkit.NewAssignment(), Files: []testkit.File{{Field: "file", Name: oddFile, Content: testkit.PDF(oddText)}}}
	if answer := oddCall(t, app, "POST", "/api/assignments", fresh.Token, form); answer.Status != 500 {
		t.Errorf("with a broken store: got %d %s", answer.Status, answer.Body)
	}
	app.UseMailServer(t, core.SMTPConfig{Host: "127.0.0.1", Port: 1})
	for _, job := range app.Cron().Jobs() {
		job.Run()
	}
	for _, message := range []string{oddEmail + " was refused", `"` + oddName + `" is not known`, "the link https://deskmate.example/reset-password?token=" + reset, "from " + oddIP + ": reset"} {
		app.Logger().Warn("planted", "error", message, "name", oddName, "details", map[string]any{"email": oddEmail})
	}
	for _, table := range []string{store.Activities, store.Notices, store.Outbox} {
		if _, err := app.DB().NewQuery("DROP TABLE " + table).Execute(); err != nil {
			t.Fatal(err)
		}
	}
	oddCall(t, app, "GET", "/api/notices", fresh.Token, nil)
	oddCall(t, app, "POST", "/api/quotes", "", oddBody(t, testkit.NewQuote()))
	oddCall(t, app, "PUT", "/api/users/profile", fresh.Token, map[string]string{"firstName": "Zephyrine", "lastName": "Quagmire", "email": oddEmail})
	for _, job := range app.Cron().Jobs() {
		job.Run()
	}
}
