package history_test

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"deskmate/hooks/domain"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
)

func TestAdminsPageFilterAndSortTheHistory(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.Call(t, "GET", "/api/activities", "", nil).Refused(t, 401, "Please log in to continue")
	for _, person := range []testkit.Person{f.robin, f.kim} {
		f.Call(t, "GET", "/api/activities", person.Token, nil).Refused(t, 403, "You do not have permission to do this")
	}
	for query, sentence := range map[string]string{
		"page=0": "Invalid paging parameter", "perPage=501": "Invalid paging parameter", "page=x": "Invalid paging parameter",
		"kind=nosuch": "Invalid kind filter", "kind='+OR+1=1+--": "Invalid kind filter",
		"sort=title": "Unknown sort field", "sort=created": "Unknown sort field", "sort=-": "Unknown sort field",
	} {
		f.Call(t, "GET", "/api/activities?"+query, f.admin.Token, nil).Refused(t, 400, sentence)
	}
	id := f.HandIn(t, f.robin.Token, nil)
	f.patch(t, "assignments/"+id, map[string]any{"tutor": f.kim.Id})
	f.HandIn(t, "", nil)
	const all = "assignment.submitted assignment.tutor assignment.submitted account.opened account.opened account.opened"
	for query, c := range map[string][2]string{
		"":                      {all, "6"},
		"page=1&perPage=2":      {"assignment.submitted assignment.tutor", "6"},
		"page=3&perPage=2":      {"account.opened account.opened", "6"},
		"page=4&perPage=2":      {"", "6"},
		"perPage=1":             {"assignment.submitted", "6"},
		"sort=-timestamp":       {all, "6"},
		"sort=kind&page=1":      {"account.opened account.opened account.opened assignment.submitted assignment.submitted assignment.tutor", "6"},
		"kind=assignment.tutor": {"assignment.tutor", "1"},
		"actor=" + f.admin.Id:   {"assignment.tutor", "1"},
		"user=" + f.kim.Id:      {"assignment.tutor account.opened", "2"},
		"assignment=" + id:      {"assignment.tutor assignment.submitted", "2"},
		"actor=nobody":          {"", "0"},
		"user=" + f.robin.Id + "&kind=assignment.submitted&perPage=5": {"assignment.submitted", "1"},
	} {
		rows, total := f.list(t, "?"+query)
		kinds := []string{}
		for _, row := range rows {
			kinds = append(kinds, row.Kind)
		}
		if got := strings.Join(kinds, " "); got != c[0] || total != c[1] {
			t.Errorf("%q lists %s of %s, want %s of %s", query, got, total, c[0], c[1])
		}
	}
}

func TestTheHistoryIsFilteredByPersonAssignmentTextAndTime(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	start := clock.Now(f.App.TestApp)
	id := f.HandIn(t, f.robin.Token, map[string]string{"title": "100% of tides"})
	f.patch(t, "assignments/"+id, map[string]any{"tutor": f.kim.Id})
	f.patch(t, "assignments/"+id, map[string]any{"status": "graded"})
	f.HandIn(t, "", map[string]string{"title": "A visitor's"})
	all := "account.opened account.opened account.opened assignment.submitted assignment.tutor assignment.status assignment.submitted"
	stamp := func(after time.Duration) string { return url.QueryEscape(domain.FormatTime(start.Add(after))) }
	for query, want := range map[string]string{
		"":                                  all,
		"person=" + f.robin.Id:              "account.opened assignment.submitted assignment.status", // includes what was done to the person
		"person=" + f.kim.Id:                "account.opened assignment.tutor",
		"person=" + f.admin.Id:              "account.opened assignment.tutor assignment.status", // includes what the person did
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
		"person=" + f.robin.Id + "&kind=assignment.status&search=tides&from=1999-01-01": "assignment.status",
	} {
		if got := f.kinds(t, query); got != want {
			t.Errorf("%q finds %q, want %q", query, got, want)
		}
	}

	// from is inclusive and before is exclusive.
	rows, _ := f.list(t, "?kind=assignment.tutor")
	moment := url.QueryEscape(rows[0].Timestamp)
	if f.kinds(t, "kind=assignment.tutor&from="+moment) == "" || f.kinds(t, "kind=assignment.tutor&before="+moment) != "" {
		t.Error("from must include an entry of that very moment, and before must not")
	}
	for query, sentence := range map[string]string{
		"from=yesterday": "Invalid from filter", "before=": "Invalid before filter", "kind=lost": "Invalid kind filter", "person=": "Invalid person filter",
		"search=" + strings.Repeat("a", 201): "Search is too long (at most 200 characters)",
	} {
		f.Call(t, "GET", "/api/activities?"+query, f.admin.Token, nil).Refused(t, 400, sentence)
	}
}

func TestTheExportContainsTheFilteredHistory(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	id := f.HandIn(t, f.robin.Token, map[string]string{"title": "=HYPERLINK(1)"})
	f.HandIn(t, "", nil)
	rows := f.Call(t, "GET", "/api/activities/export.csv?kind=assignment.submitted&sort=timestamp", f.admin.Token, nil).Rows(t)
	if len(rows) != 3 {
		t.Fatalf("exported %q, want a header and two entries", rows)
	}
	if header := strings.Join(rows[0], ","); header != "id,time,kind,what,by,by id,person,person id,assignment,assignment id,quote,quote id" {
		t.Errorf("the header is %s", header)
	}
	want := "assignment.submitted|Handed in|Robin Vale|" + f.robin.Id + "|Robin Vale|" + f.robin.Id + "|'=HYPERLINK(1)|" + id + "||"
	if got := strings.Join(rows[1][2:], "|"); got != want {
		t.Errorf("exported %s, want %s", got, want)
	}
	if got := strings.Join(rows[2][4:8], "|"); got != "Guest|||" {
		t.Errorf("a guest is exported as %s", got)
	}
}
