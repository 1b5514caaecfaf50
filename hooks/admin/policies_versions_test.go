package admin_test

import (
	"fmt"
	"maps"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/pocketbase/dbx"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
)

// version is a version of the policies as GET /policies returns it.
type version struct {
	Version, EffectiveFrom   string
	RevisionDays, MinimumAge int
	OpenOrders               *int
}

// body is a request for a version that takes effect at a time.
func body(from string, changes map[string]any) map[string]any {
	body := maps.Clone(newTerms)
	body[store.EffectiveFrom] = from
	maps.Copy(body, changes)
	return body
}

// add adds a version as an admin and returns its name.
func add(t *testing.T, app *testkit.App, token, from string, changes map[string]any) string {
	t.Helper()
	var added version
	app.Call(t, "POST", "/api/policies", token, body(from, changes)).Granted(t, 201, &added)
	return added.Version
}

func listPolicies(t *testing.T, app *testkit.App, token string) (versions []version) {
	t.Helper()
	app.Call(t, "GET", "/api/policies", token, nil).Granted(t, 200, &versions)
	return versions
}

func TestAdminsAddVersionsThatTakeEffectAtTheirTime(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	start := time.Date(2030, 5, 1, 0, 0, 0, 0, time.UTC)
	clock.Set(app, start.Add(-time.Hour))
	admin, robin := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleStudent, "Robin Vale")
	old := app.HandIn(t, robin.Token, nil)
	if name := add(t, app, admin.Token, "2030-05-01", map[string]any{"version": "mine", "revisionDays": 9, "longRevisionDays": 9}); name != "2030-05-01" {
		t.Errorf("the version is called %s", name)
	}
	for _, c := range []struct {
		now     time.Time
		version string
		days    int
	}{
		{start.Add(-time.Hour), "2024-07-01", 2}, {start.Add(-time.Millisecond), "2024-07-01", 2}, {start, "2030-05-01", 9}, {start.Add(time.Hour), "2030-05-01", 9},
	} {
		clock.Set(app, c.now)
		if name, days := published(t, app); name != c.version || days != c.days {
			t.Errorf("at %v the site shows %s with %d days", c.now, name, days)
		}
	}
	var before, after struct{ PolicyVersion *string }
	app.Call(t, "GET", "/api/assignments/"+old, robin.Token, nil).Granted(t, 200, &before)
	app.Call(t, "GET", "/api/assignments/"+app.HandIn(t, robin.Token, nil), robin.Token, nil).Granted(t, 200, &after)
	if before.PolicyVersion == nil || *before.PolicyVersion != "2024-07-01" || after.PolicyVersion == nil || *after.PolicyVersion != "2030-05-01" {
		t.Errorf("old work follows %v, new work %v", before.PolicyVersion, after.PolicyVersion)
	}
}

func TestOfVersionsWithOneDateTheHighestWins(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	start := time.Date(2030, 5, 1, 0, 0, 0, 0, time.UTC)
	clock.Set(app, start.Add(-time.Hour))
	admin := app.Person(t, domain.RoleAdmin, "Ada Quill")
	var want []string
	for i := range 11 { // the last is called .11, which sorts before .2 as a text
		name := add(t, app, admin.Token, "2030-05-01T00:00:00Z", map[string]any{"revisionDays": i + 1, "longRevisionDays": i + 1})
		want = append([]string{name}, want...)
	}
	later := add(t, app, admin.Token, "2030-05-01T12:00:00Z", nil)
	if want[0] != "2030-05-01.11" || want[9] != "2030-05-01.2" || later != "2030-05-01.12" {
		t.Errorf("the versions are called %q and %s", want, later)
	}
	clock.Set(app, start)
	if name, days := published(t, app); name != want[0] || days != 11 {
		t.Errorf("in force is %s with %d days", name, days)
	}
	var got []string
	for _, version := range listPolicies(t, app, "") {
		got = append(got, version.Version)
	}
	if want = append(append([]string{later}, want...), "2024-07-01"); !slices.Equal(got, want) {
		t.Errorf("the history is %q, want %q", got, want)
	}
}

func TestVersionsThatAreAddedAtOnceAllCount(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	clock.Set(app, time.Date(2090, 12, 1, 10, 0, 0, 0, time.UTC))
	admin := app.Person(t, domain.RoleAdmin, "Ada Quill")
	var adding sync.WaitGroup
	for i := range 6 {
		adding.Go(func() {
			app.Call(t, "POST", "/api/policies", admin.Token, body("2091-05-01", map[string]any{"revisionDays": i + 1, "longRevisionDays": i + 1})).Granted(t, 201, nil)
		})
	}
	adding.Wait()
	versions, days := map[string]bool{}, map[int]bool{}
	for _, version := range listPolicies(t, app, admin.Token) {
		versions[version.Version], days[version.RevisionDays] = true, true
	}
	if len(versions) != 7 || len(days) != 6 { // the first version has 2 days as well
		t.Errorf("there are %v with %v days", versions, days)
	}
}

func TestAVersionThatIsSentTwiceIsAddedOnce(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	clock.Set(app, time.Date(2090, 12, 1, 10, 0, 0, 0, time.UTC))
	admin := app.Person(t, domain.RoleAdmin, "Ada Quill")
	first := body("2091-05-01", nil)
	app.Call(t, "POST", "/api/policies", admin.Token, first).Granted(t, 201, nil)
	app.Call(t, "POST", "/api/policies", admin.Token, first).Refused(t, 409, "This version has already been added")
	app.Call(t, "POST", "/api/policies", admin.Token, body("2091-05-01T00:00:00+00:00", nil)).Refused(t, 409, "This version has already been added")
	add(t, app, admin.Token, "2091-05-01", map[string]any{"revisionDays": 9, "longRevisionDays": 9})
	add(t, app, admin.Token, "2091-05-01", nil) // back to the first numbers
	add(t, app, admin.Token, "2091-05-02", nil) // the same numbers on another day
	if versions := listPolicies(t, app, ""); len(versions) != 5 {
		t.Errorf("there are %+v", versions)
	}
}

func TestOnlyAdminsReadHowManyOrdersFollowAVersion(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	clock.Set(app, time.Date(2030, 5, 1, 10, 0, 0, 0, time.UTC))
	admin, robin := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleStudent, "Robin Vale")
	kim := app.Person(t, domain.RoleTutor, "Kim Marsh")
	for _, columns := range []dbx.Params{
		{}, {store.Status: "in_progress"}, {store.Status: "revision"}, {store.Status: "graded"}, // open
		{store.Status: "graded", store.AcceptedAt: "2030-04-01 10:00:00.000Z"}, {store.Status: "cancelled"}, {store.DeletedAt: "2030-04-01 10:00:00.000Z"},
	} {
		id := app.HandIn(t, robin.Token, nil)
		if len(columns) > 0 {
			if _, err := app.DB().Update(store.Assignments, columns, dbx.HashExp{store.ID: id}).Execute(); err != nil {
				t.Fatal(err)
			}
		}
	}
	add(t, app, admin.Token, "2030-05-01T10:00:00Z", nil)
	app.HandIn(t, "", nil)
	add(t, app, admin.Token, "2031-01-01", nil)
	var got []string
	for _, version := range listPolicies(t, app, admin.Token) {
		got = append(got, fmt.Sprint(version.Version, " ", *version.OpenOrders))
	}
	if want := []string{"2031-01-01 0", "2030-05-01 1", "2024-07-01 4"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	for _, token := range []string{"", robin.Token, kim.Token, "garbage"} {
		for _, version := range listPolicies(t, app, token) {
			if version.OpenOrders != nil {
				t.Errorf("somebody else reads that %d orders follow %s", *version.OpenOrders, version.Version)
			}
		}
	}
}

func TestARefusedVersionChangesNothing(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	now := time.Date(2030, 5, 1, 10, 0, 0, 0, time.UTC)
	clock.Set(app, now)
	admin := app.Person(t, domain.RoleAdmin, "Ada Quill")
	for sentence, changes := range map[string]map[string]any{
		"Revision days must be a whole number of at least 1":      {"revisionDays": 0},
		"Words per page must be at most 3,650":                    {"wordsPerPage": 3651},
		"Minimum age must be a whole number of at least 13":       {"minimumAge": 12},
		"Dispute hours must be a whole number of at least 1":      {"disputeHours": nil},
		"Long revision days must not be fewer than revision days": {"longRevisionDays": 1},
		"Refund days must not end before they begin":              {"refundMinBusinessDays": 10},
		"Effective from must not be in the past":                  {"effectiveFrom": domain.FormatTime(now.Add(-time.Minute - time.Millisecond))},
		"Effective from must be within 5 years":                   {"effectiveFrom": domain.FormatTime(now.AddDate(5, 0, 0).Add(time.Millisecond))},
		"Effective from is required":                              {"effectiveFrom": nil},
		"Effective from is invalid":                               {"effectiveFrom": "9999-99-99"},
		"retentionDays must be a number":                          {"retentionDays": "180"},
		"effectiveFrom must be text":                              {"effectiveFrom": 20300501},
		"Retention days must be a whole number of at least 1":     {"retentionDays": 0.5},
	} {
		app.Call(t, "POST", "/api/policies", admin.Token, body("2031-01-01", changes)).Refused(t, 400, sentence)
	}
	for _, hostile := range []string{"", "null", "[]", "1", `{"revisionDays": 1e999}`, `{"revisionDays": NaN}`, "{"} {
		if answer := app.Call(t, "POST", "/api/policies", admin.Token, hostile); answer.Status != 400 {
			t.Errorf("%q: got %d %s", hostile, answer.Status, answer.Body)
		}
	}
	if versions := listPolicies(t, app, admin.Token); len(versions) != 1 {
		t.Errorf("there are %+v", versions)
	}
	add(t, app, admin.Token, domain.FormatTime(now.Add(-time.Minute)), nil) // the form was filled in a minute ago
	if name, _ := published(t, app); name != "2030-05-01" {
		t.Errorf("in force is %s", name)
	}
}

func TestTheConsoleKeepsTheLimitsToo(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	operator := app.Superuser(t)
	for field, value := range map[string]any{"minimumAge": 12, "retentionDays": 3651, "refundMaxBusinessDays": 4} {
		changed := body("2030-01-01 00:00:00.000Z", map[string]any{field: value, store.Version: "2030"})
		if answer := app.Call(t, "POST", "/api/collections/policies/records", operator, changed); answer.Status != 400 {
			t.Errorf("%s: got %d %s", field, answer.Status, answer.Body)
		}
	}
}

func TestTheHistorySaysWhoAddedAVersion(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	clock.Set(app, time.Date(2090, 12, 1, 10, 0, 0, 0, time.UTC))
	admin := app.Person(t, domain.RoleAdmin, "Ada Quill")
	add(t, app, admin.Token, "2091-01-01", nil)
	var entries []struct {
		Title string
		Actor struct{ Name string }
	}
	answer := app.Call(t, "GET", "/api/activities?kind=policy.created", admin.Token, nil)
	answer.Granted(t, 200, &entries)
	if len(entries) != 1 || entries[0].Title != "Policies 2091-01-01 added" || entries[0].Actor.Name != "Ada Quill" {
		t.Errorf("the history is %s", answer.Body)
	}
}
