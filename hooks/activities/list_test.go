package activities_test

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"deskmate/internal/clock"
	"deskmate/internal/testkit"
	"deskmate/records"
	"deskmate/rules"
)

// told reads the kinds of what the desk is told, in their order.
func (d desk) told(t *testing.T, query string) string {
	t.Helper()
	rows, _ := d.list(t, "?sort=timestamp&"+query)
	kinds := make([]string, len(rows))
	for i, row := range rows {
		kinds[i] = row.Kind
	}
	return strings.Join(kinds, " ")
}

func TestTheHistoryIsFilteredByPersonAssignmentWordAndTime(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	begun := clock.Now(d.App.TestApp)
	id := d.HandIn(t, d.robin.Token, map[string]string{"title": "100% of tides"})
	d.patch(t, "assignments/"+id, map[string]any{"tutor": d.kim.Id})
	d.patch(t, "assignments/"+id, map[string]any{"status": "graded"})
	d.HandIn(t, "", map[string]string{"title": "A visitor's"})
	all := "account.opened account.opened account.opened assignment.submitted assignment.tutor assignment.status assignment.submitted"
	stamp := func(after time.Duration) string { return url.QueryEscape(rules.FormatTime(begun.Add(after))) }
	for query, want := range map[string]string{
		"":                                  all,
		"person=" + d.robin.Id:              "account.opened assignment.submitted assignment.status", // what was done to the person too
		"person=" + d.kim.Id:                "account.opened assignment.tutor",
		"person=" + d.admin.Id:              "account.opened assignment.tutor assignment.status", // and what the person did
		"person=nobody":                     "",
		"assignment=" + id:                  "assignment.submitted assignment.tutor assignment.status",
		"kind=assignment.submitted":         "assignment.submitted assignment.submitted",
		"search=robin":                      "account.opened assignment.submitted assignment.status",
		"search=kim.marsh%40":               "account.opened assignment.tutor",
		"search=100%25":                     "assignment.submitted assignment.tutor assignment.status",
		"search=nothing":                    "",
		"from=" + stamp(-time.Hour):         all,
		"from=" + stamp(time.Hour):          "",
		"before=" + stamp(time.Hour):        all,
		"before=" + stamp(-time.Hour):       "",
		"from=1999-01-01&before=2000-01-01": "",
		"person=" + d.robin.Id + "&kind=assignment.status&search=tides&from=1999-01-01": "assignment.status",
	} {
		if got := d.told(t, query); got != want {
			t.Errorf("%q tells %q, want %q", query, got, want)
		}
	}

	// A time is its beginning: from keeps it, before does not.
	rows, _ := d.list(t, "?kind=assignment.tutor")
	moment := url.QueryEscape(rows[0].Timestamp)
	if d.told(t, "kind=assignment.tutor&from="+moment) == "" || d.told(t, "kind=assignment.tutor&before="+moment) != "" {
		t.Error("a span does not begin at its first and end before its last moment")
	}
	for query, sentence := range map[string]string{
		"from=yesterday": "Invalid from filter", "before=": "Invalid before filter", "kind=lost": "Invalid kind filter", "person=": "Invalid person filter",
		"search=" + strings.Repeat("a", 201): "Search is too long (at most 200 characters)",
	} {
		d.Call(t, "GET", "/api/activities?"+query, d.admin.Token, nil).Refused(t, 400, sentence)
	}
}

func TestTheHistoryIsTakenAwayAsFiltered(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	id := d.HandIn(t, d.robin.Token, map[string]string{"title": "=HYPERLINK(1)"})
	d.HandIn(t, "", nil)
	rows := d.Call(t, "GET", "/api/activities/export.csv?kind=assignment.submitted&sort=timestamp", d.admin.Token, nil).Rows(t)
	if len(rows) != 3 {
		t.Fatalf("exported are %q", rows)
	}
	if head := strings.Join(rows[0], ","); head != "id,time,kind,what,by,by id,person,person id,assignment,assignment id,quote,quote id" {
		t.Errorf("the head is %s", head)
	}
	want := "assignment.submitted|Handed in|Robin Vale|" + d.robin.Id + "|Robin Vale|" + d.robin.Id + "|'=HYPERLINK(1)|" + id + "||"
	if got := strings.Join(rows[1][2:], "|"); got != want {
		t.Errorf("exported is %s, want %s", got, want)
	}
	if got := strings.Join(rows[2][4:8], "|"); got != "Guest|||" {
		t.Errorf("a guest is exported as %s", got)
	}
}

func TestWhatHappensToAQuoteRequestIsForTheDeskAlone(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	asked, other := d.AskForQuote(t), d.AskForQuote(t)
	reference := asked.GetString(records.Reference)
	asked.Set(records.Student, d.robin.Id) // as an operator may
	if err := d.Save(asked); err != nil {
		t.Fatal(err)
	}
	former := d.Person(t, rules.RoleAdmin, "Bo Lane")
	d.Call(t, "PATCH", "/api/quotes/"+asked.Id, former.Token, map[string]any{"status": "quoted"}).Granted(t, 200, nil)

	for query, want := range map[string]string{
		"quote=" + asked.Id: "quote.requested quote.updated",
		"quote=" + other.Id: "quote.requested",
		"quote=nosuch":      "",
		"quote=" + asked.Id + "&kind=quote.requested": "quote.requested",
		"search=" + strings.ToLower(reference):        "quote.requested quote.updated",
		"kind=quote.updated":                          "quote.updated",
	} {
		if got := d.told(t, query); got != want {
			t.Errorf("%q tells %q, want %q", query, got, want)
		}
	}
	rows, _ := d.list(t, "?quote="+asked.Id)
	if rows[0].Title != "Quote updated: "+reference || rows[0].Quote == nil || rows[0].Quote.ID != asked.Id || rows[0].Quote.Reference != reference || rows[0].User != nil {
		t.Errorf("the desk reads %+v", rows[0])
	}
	exported := d.Call(t, "GET", "/api/activities/export.csv?quote="+asked.Id, d.admin.Token, nil).Rows(t)
	if got := strings.Join(exported[1][8:], "|"); got != "||"+reference+"|"+asked.Id {
		t.Errorf("exported is %s", got)
	}

	for _, person := range []testkit.Person{d.robin, d.kim} {
		d.Call(t, "GET", "/api/activities?quote="+asked.Id, person.Token, nil).Refused(t, 403, "You do not have permission to do this")
	}
	if recent := string(d.Call(t, "GET", "/api/users/recent-activity", d.robin.Token, nil).Body); strings.Contains(recent, "Quote") {
		t.Errorf("the student of the request reads %s", recent)
	}
	// Who is no admin any more reads what they did, not of which request.
	d.patch(t, "users/"+former.Id, map[string]any{"role": "student"})
	recent := string(d.Call(t, "GET", "/api/users/recent-activity", former.Token, nil).Body)
	if !strings.Contains(recent, `"Quote updated"`) || strings.Contains(recent, reference) {
		t.Errorf("a former admin reads %s", recent)
	}

	// With the request its reference is gone from the history, which stays.
	if err := d.Delete(asked); err != nil {
		t.Fatal(err)
	}
	if got := d.told(t, "kind=quote.deleted") + d.told(t, "quote="+asked.Id); got != "quote.deleted" {
		t.Errorf("of the deleted request is told %q", got)
	}
	rows, _ = d.list(t, "?kind=quote.updated")
	if len(rows) != 1 || rows[0].Title != "Quote updated" || rows[0].Quote != nil {
		t.Errorf("of the deleted request remains %+v", rows)
	}
}
