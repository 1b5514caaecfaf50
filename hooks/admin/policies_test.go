package admin_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
)

// newTerms are the terms of the versions that these tests add.
var newTerms = map[string]any{
	"revisionDays": 5, "longRevisionDays": 6, "longRevisionWords": 5000, "refundRequestDays": 4, "refundMinBusinessDays": 5,
	"refundMaxBusinessDays": 9, "disputeHours": 48, "retentionDays": 90, "quoteRetentionDays": 90, "minimumAge": 18, "wordsPerPage": 275,
}

// addVersion stores a new version of the policies.
func addVersion(t *testing.T, app *testkit.App, version string, from time.Time) *core.Record {
	t.Helper()
	policies, err := app.FindCollectionByNameOrId(store.Policies)
	if err != nil {
		t.Fatal(err)
	}
	policy := core.NewRecord(policies)
	policy.Load(newTerms)
	policy.Set(store.Version, version)
	policy.Set(store.EffectiveFrom, from)
	app.MustSave(t, policy)
	return policy
}

// published returns the version that the site shows, and one of its terms.
func published(t *testing.T, app *testkit.App) (version string, revisionDays int) {
	t.Helper()
	var got struct {
		Policy struct {
			Version      string
			RevisionDays int
		}
	}
	app.Call(t, "GET", "/api/site", "", nil).Granted(t, 200, &got)
	return got.Policy.Version, got.Policy.RevisionDays
}

// versionOf returns the version that an assignment follows.
func versionOf(t *testing.T, app *testkit.App, id string) string {
	t.Helper()
	assignment, err := app.FindRecordById(store.Assignments, id)
	if err != nil {
		t.Fatal(err)
	}
	policy, err := app.FindRecordById(store.Policies, assignment.GetString(store.Policy))
	if err != nil {
		t.Fatal(err)
	}
	return policy.GetString(store.Version)
}

func TestNobodyCanChangeOrDeleteAPolicy(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	operator := app.Superuser(t)
	first, err := store.FindPolicy(app, clock.Now(app))
	if err != nil {
		t.Fatal(err)
	}
	path := "/api/collections/policies/records/" + first.Id
	later := addVersion(t, app, "2099-01-01", time.Date(2099, 1, 1, 0, 0, 0, 0, time.UTC)) // not yet in force
	const sentence = "Policies cannot be changed. Add a new version instead"
	for _, policy := range []*core.Record{first, later} {
		for field, value := range map[string]any{"revisionDays": 30, store.Version: "other", store.EffectiveFrom: "2020-01-01 00:00:00.000Z"} {
			changed, err := app.FindRecordById(store.Policies, policy.Id)
			if err != nil {
				t.Fatal(err)
			}
			changed.Set(field, value)
			if err := app.Save(changed); err == nil || err.Error() != sentence {
				t.Errorf("%s was changed: %v", field, err)
			}
			if answer := app.Call(t, "PATCH", "/api/collections/policies/records/"+policy.Id, operator, map[string]any{field: value}); answer.Status != http.StatusConflict {
				t.Errorf("an operator changes %s: got %d %s", field, answer.Status, answer.Body)
			}
		}
		if err := app.Delete(policy); err == nil || err.Error() != sentence {
			t.Errorf("a policy was deleted: %v", err)
		}
	}
	if answer := app.Call(t, "DELETE", path, operator, nil); answer.Status != http.StatusConflict {
		t.Errorf("an operator deletes a policy: got %d %s", answer.Status, answer.Body)
	}
	for _, person := range []testkit.Person{app.Person(t, domain.RoleAdmin, "Ada Quill"), {}} {
		app.Call(t, "PATCH", path, person.Token, map[string]any{"revisionDays": 30}).Granted(t, http.StatusNotFound, nil)
	}
	if version, days := published(t, app); version != "2024-07-01" || days != 2 {
		t.Errorf("the site shows %s with %d days", version, days)
	}
}

func TestAnInvalidVersionIsRefused(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	operator := app.Superuser(t)
	for name, change := range map[string]map[string]any{
		"a duplicate version":      {store.Version: "2024-07-01"},
		"no version":               {store.Version: ""},
		"no start":                 {store.EffectiveFrom: ""},
		"no days":                  {"revisionDays": 0},
		"half a day":               {"revisionDays": 1.5},
		"fewer days for long work": {"longRevisionDays": 4},
		"negative days":            {"refundRequestDays": -1},
	} {
		body := map[string]any{store.Version: "2030", store.EffectiveFrom: "2030-01-01 00:00:00.000Z"}
		for _, values := range []map[string]any{newTerms, change} {
			for field, value := range values {
				body[field] = value
			}
		}
		if answer := app.Call(t, "POST", "/api/collections/policies/records", operator, body); answer.Status != http.StatusBadRequest {
			t.Errorf("%s: got %d %s", name, answer.Status, answer.Body)
		}
	}
}

func TestANewVersionTakesEffectAtItsStart(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	old := app.HandIn(t, robin.Token, nil)
	start := clock.Now(app).Add(time.Hour).Truncate(time.Millisecond)
	addVersion(t, app, "next", start)
	addVersion(t, app, "earlier", time.Date(2024, 6, 1, 0, 0, 0, 0, time.UTC)) // added late, but superseded by the version in force
	if version, days := published(t, app); version != "2024-07-01" || days != 2 {
		t.Errorf("before its start, the site shows %s with %d days", version, days)
	}
	before := app.HandIn(t, robin.Token, nil)
	for now, want := range map[time.Time]string{
		start.Add(-time.Millisecond): "2024-07-01", start: "next", start.Add(240 * time.Hour): "next",
		time.Date(2024, 6, 30, 23, 59, 59, 0, time.UTC): "earlier",
	} {
		for _, zone := range []*time.Location{time.UTC, time.FixedZone("east", 10*3600), time.FixedZone("west", -9*3600)} {
			if policy, err := store.FindPolicy(app, now.In(zone)); err != nil || policy.GetString(store.Version) != want {
				t.Errorf("at %v: got %v, %v, want %s", now.In(zone), policy, err, want)
			}
		}
	}
	if policy, err := store.FindPolicy(app, time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)); err == nil {
		t.Errorf("before the first version, %v is in force", policy)
	}

	addVersion(t, app, "current", clock.Now(app).Add(-time.Minute))
	if version, days := published(t, app); version != "current" || days != 5 {
		t.Errorf("after its start, the site shows %s with %d days", version, days)
	}
	after, guests := app.HandIn(t, robin.Token, nil), app.HandIn(t, "", nil)
	admin := app.Person(t, domain.RoleAdmin, "Ada Quill")
	app.Call(t, "PATCH", "/api/assignments/"+old, admin.Token, map[string]string{"status": "graded"}).Granted(t, 200, nil)
	for id, want := range map[string]string{old: "2024-07-01", before: "2024-07-01", after: "current", guests: "current"} {
		if got := versionOf(t, app, id); got != want {
			t.Errorf("an assignment follows %s, want %s", got, want)
		}
	}
}

func TestSignUpRecordsTheTermsInForce(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	for _, version := range []string{"2024-07-01", "current"} {
		if version == "current" {
			addVersion(t, app, version, clock.Now(app).Add(-time.Minute))
		}
		email := strings.ReplaceAll(version, "-", "") + "@example.com"
		earliest := clock.Now(app).Add(-time.Second)
		app.Call(t, "POST", "/api/auth/signup", "", domain.SignUp{Name: "Robin Vale", Email: email, Password: "quill-1"}).Granted(t, 201, nil)
		user, err := store.FindUserByEmail(app, email)
		if err != nil {
			t.Fatal(err)
		}
		if got := user.GetString(store.TermsVersion); got != version {
			t.Errorf("the recorded terms are %q, want %q", got, version)
		}
		if at := user.GetDateTime(store.TermsAcceptedAt).Time(); at.Before(earliest) || at.After(clock.Now(app).Add(time.Second)) {
			t.Errorf("the terms were accepted at %v", at)
		}
	}
	if tutor := app.Person(t, domain.RoleTutor, "Kim Marsh"); tutor.GetString(store.TermsVersion) != "" {
		t.Errorf("a tutor, who accepts no terms, has the terms %q", tutor.GetString(store.TermsVersion))
	}
}
