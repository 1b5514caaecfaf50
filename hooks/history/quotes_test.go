package history_test

import (
	"strings"
	"testing"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

func TestOnlyAdminsReadTheHistoryOfAQuoteRequest(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	quote, other := f.AskForQuote(t), f.AskForQuote(t)
	reference := quote.GetString(store.Reference)
	quote.Set(store.Student, f.robin.Id) // only the console can do this
	if err := f.Save(quote); err != nil {
		t.Fatal(err)
	}
	former := f.Person(t, domain.RoleAdmin, "Bo Lane")
	f.Call(t, "PATCH", "/api/quotes/"+quote.Id, former.Token, map[string]any{"status": "quoted", "amount": 80, "validUntil": "2031-12-01"}).Granted(t, 200, nil)

	for query, want := range map[string]string{
		"quote=" + quote.Id: "quote.requested quote.updated",
		"quote=" + other.Id: "quote.requested",
		"quote=nosuch":      "",
		"quote=" + quote.Id + "&kind=quote.requested": "quote.requested",
		"search=" + strings.ToLower(reference):        "quote.requested quote.updated",
		"kind=quote.updated":                          "quote.updated",
	} {
		if got := f.kinds(t, query); got != want {
			t.Errorf("%q finds %q, want %q", query, got, want)
		}
	}
	rows, _ := f.list(t, "?quote="+quote.Id)
	if rows[0].Title != "Quote updated: "+reference || rows[0].Quote == nil || rows[0].Quote.ID != quote.Id || rows[0].Quote.Reference != reference || rows[0].User != nil {
		t.Errorf("an admin gets %+v", rows[0])
	}
	exported := f.Call(t, "GET", "/api/activities/export.csv?quote="+quote.Id, f.admin.Token, nil).Rows(t)
	if got := strings.Join(exported[1][8:], "|"); got != "||"+reference+"|"+quote.Id {
		t.Errorf("exported %s", got)
	}

	for _, person := range []testkit.Person{f.robin, f.kim} {
		f.Call(t, "GET", "/api/activities?quote="+quote.Id, person.Token, nil).Refused(t, 403, "You do not have permission to do this")
	}
	if recent := string(f.Call(t, "GET", "/api/users/recent-activity", f.robin.Token, nil).Body); strings.Contains(recent, "Quote") {
		t.Errorf("the student of the request gets %s", recent)
	}
	// A former admin still reads what they did, but not to which request.
	f.patch(t, "users/"+former.Id, map[string]any{"role": "student"})
	recent := string(f.Call(t, "GET", "/api/users/recent-activity", former.Token, nil).Body)
	if !strings.Contains(recent, `"Quote updated"`) || strings.Contains(recent, reference) {
		t.Errorf("a former admin gets %s", recent)
	}

	// Deleting the request removes its reference from the entries and keeps them.
	if err := f.Delete(quote); err != nil {
		t.Fatal(err)
	}
	if got := f.kinds(t, "kind=quote.deleted") + f.kinds(t, "quote="+quote.Id); got != "quote.deleted" {
		t.Errorf("the kinds after the deletion are %q, want quote.deleted", got)
	}
	rows, _ = f.list(t, "?kind=quote.updated")
	if len(rows) != 1 || rows[0].Title != "Quote updated" || rows[0].Quote != nil {
		t.Errorf("the entries of the deleted request are %+v", rows)
	}
}
