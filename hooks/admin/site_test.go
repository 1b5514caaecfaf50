package admin_test

import (
	"encoding/json"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

// readSite returns the public settings of the site.
func readSite(t *testing.T, app *testkit.App, token string) (got map[string]any) {
	t.Helper()
	app.Call(t, "GET", "/api/site", token, nil).Granted(t, 200, &got)
	return got
}

func TestAnyoneCanReadThePublicSettings(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	want := map[string]any{}
	err := json.Unmarshal([]byte(`{
		"name": "Deskmate", "demoMode": false, "supportEmail": "", "currency": "AUD", "analyticsId": "", "requirePayment": false, "timeZone": "UTC",
		"policy": {
			"version": "2024-07-01", "effectiveFrom": "2024-07-01T00:00:00.000Z", "revisionDays": 2, "longRevisionDays": 3,
			"longRevisionWords": 6000, "refundRequestDays": 3, "refundMinBusinessDays": 7, "refundMaxBusinessDays": 10,
			"disputeHours": 72, "retentionDays": 180, "quoteRetentionDays": 90, "minimumAge": 18, "wordsPerPage": 250
		}
	}`), &want)
	if err != nil {
		t.Fatal(err)
	}
	for _, token := range []string{"", "garbage", app.Person(t, domain.RoleStudent, "Robin Vale").Token, app.Superuser(t)} {
		if got := readSite(t, app, token); !reflect.DeepEqual(got, want) {
			t.Errorf("the site is\n%v\nwant\n%v", got, want)
		}
	}
}

func TestOperatorsChangeTheSettingsAndSecretsStayPrivate(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	site, err := store.FindSite(app)
	if err != nil {
		t.Fatal(err)
	}
	change := map[string]any{
		"name": "Night Owl", "demoMode": true, "supportEmail": "help@example.com", "currency": "EUR", "analyticsId": "G-AB12CD34EF",
		"requirePayment": true, "timeZone": "Australia/Sydney", "legalEntity": "Owl Pty Ltd", "adminKeyHash": "$2a$10$secret",
	}
	app.Call(t, "PATCH", "/api/collections/site/records/"+site.Id, app.Superuser(t), change).Granted(t, 200, nil)
	got := readSite(t, app, "")
	delete(got, "policy")
	want := map[string]any{"name": "Night Owl", "demoMode": true, "supportEmail": "help@example.com", "currency": "EUR", "analyticsId": "G-AB12CD34EF", "requirePayment": true, "timeZone": "Australia/Sydney"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("the site is %v, want %v", got, want)
	}
}

func TestAnAnalyticsIDIsValidOrEmpty(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	operator := app.Superuser(t)
	site, err := store.FindSite(app)
	if err != nil {
		t.Fatal(err)
	}
	change := func(id string) testkit.Answer {
		return app.Call(t, "PATCH", "/api/collections/site/records/"+site.Id, operator, map[string]string{"analyticsId": id})
	}
	for _, id := range []string{"G-1", "UA-12345-1", `G-AB12"><script>`} {
		answer := change(id)
		if answer.Status != http.StatusBadRequest || !strings.Contains(string(answer.Body), "Analytics id must look like G-XXXXXXXXXX") {
			t.Errorf("%q: got %d %s", id, answer.Status, answer.Body)
		}
	}
	for _, id := range []string{"G-AB12CD34EF", ""} {
		change(id).Granted(t, 200, nil)
		if got := readSite(t, app, "")["analyticsId"]; got != id {
			t.Errorf("the site has %q, want %q", got, id)
		}
	}
}

func TestTheSiteCanBeNeitherDuplicatedNorDeleted(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	operator := app.Superuser(t)
	site, err := store.FindSite(app)
	if err != nil {
		t.Fatal(err)
	}
	const sentence = "There is only one site record. Edit it instead"
	second := core.NewRecord(site.Collection())
	second.Set(store.Name, "Second")
	second.Set(store.Currency, "AUD")
	if err := app.Save(second); err == nil || err.Error() != sentence {
		t.Errorf("creating a second row: %v", err)
	}
	if err := app.Delete(site); err == nil || err.Error() != sentence {
		t.Errorf("deleting the only row: %v", err)
	}
	for call, body := range map[string]any{
		"POST /api/collections/site/records":              map[string]string{"name": "Second", "currency": "AUD"},
		"DELETE /api/collections/site/records/" + site.Id: nil,
	} {
		method, path, _ := strings.Cut(call, " ")
		if answer := app.Call(t, method, path, operator, body); answer.Status != http.StatusConflict {
			t.Errorf("%s: got %d %s", call, answer.Status, answer.Body)
		}
	}
	if count, err := app.CountRecords(store.Site); err != nil || count != 1 || readSite(t, app, "")["name"] != "Deskmate" {
		t.Errorf("got %d rows, %v, want the original one", count, err)
	}
}

func TestTheTimeZoneIsAPlaceAndHolidaysAreDays(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	site, err := store.FindSite(app)
	if err != nil {
		t.Fatal(err)
	}
	operator := app.Superuser(t)
	for _, c := range []struct {
		field string
		value any
		isOK  bool
	}{
		{store.TimeZone, "Australia/Sydney", true}, {store.TimeZone, "", true}, {store.TimeZone, "UTC", true},
		{store.TimeZone, "Local", false}, {store.TimeZone, "Mars/Olympus", false},
		{store.Holidays, []string{"2026-12-25", "2027-01-01"}, true}, {store.Holidays, []string{}, true},
		{store.Holidays, []string{"25 December"}, false}, {store.Holidays, "2026-12-25", false}, {store.Holidays, []string{"2026-02-30"}, false},
	} {
		answer := app.Call(t, "PATCH", "/api/collections/site/records/"+site.Id, operator, map[string]any{c.field: c.value})
		if (answer.Status == 200) != c.isOK {
			t.Errorf("%s %v: got %d %s", c.field, c.value, answer.Status, answer.Body)
		}
	}
}
