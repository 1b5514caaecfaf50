package orders_test

import (
	"net/url"
	"slices"
	"strings"
	"testing"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

// A contact detail that is typed as a subject reaches no tutor, who cannot find it out by
// filtering or searching either.
func TestThePoolShowsNoContactDetailsInSubjects(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin, robin := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleStudent, "Robin Vale")
	kim := app.Person(t, domain.RoleTutor, "Kim Marsh")
	for title, subject := range map[string]string{"One": "Law, robin@home.example", "Two": "Law, 0491 570 006", "Three": "Physics"} {
		id := app.HandIn(t, robin.Token, map[string]string{"title": title, "subject": subject})
		patchPooled(t, app, admin, id, map[string]any{"type": "Essay for robin@home.example"})
		offer(t, app, admin, id)
	}
	for _, path := range []string{"", "?subject=" + url.QueryEscape("Law, [hidden]"), "?search=law", "/summary"} {
		body := string(app.Call(t, "GET", "/api/assignments/pool"+path, kim.Token, nil).Body)
		if strings.Contains(body, "robin@") || strings.Contains(body, "0491") || !strings.Contains(body, "Law, [hidden]") {
			t.Errorf("%s: %s", path, body)
		}
	}
	for query, want := range map[string]int{
		"?subject=" + url.QueryEscape("Law, [hidden]"): 2, "?subject=" + url.QueryEscape("Law, robin@home.example"): 0, "?search=robin@home": 0, "?search=0491": 0,
		"?subject=" + url.QueryEscape("Law, [hidden]") + "&sort=earnings&page=1&perPage=1": 1,
	} {
		if got := titles(t, app, kim, query); len(got) != want {
			t.Errorf("%s finds %q", query, got)
		}
	}
	var summary struct{ Subjects []string }
	app.Call(t, "GET", "/api/assignments/pool/summary", kim.Token, nil).Granted(t, 200, &summary)
	if !slices.Equal(summary.Subjects, []string{"Law, [hidden]", "Physics"}) {
		t.Errorf("the subjects are %q", summary.Subjects)
	}
}

func TestWhatTutorsReadIsStoredWithTheBrief(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin, robin := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleStudent, "Robin Vale")
	kim := app.Person(t, domain.RoleTutor, "Kim Marsh")
	id := app.HandIn(t, robin.Token, map[string]string{"description": "Call 0491 570 006", "subject": "Physics"})
	offer(t, app, admin, id)
	stored := func() string {
		assignment, err := app.FindRecordById(store.Assignments, id)
		if err != nil {
			t.Fatal(err)
		}
		return assignment.GetString(store.ShownDescription) + assignment.GetString(store.ShownSubject)
	}
	if got := stored(); got != "Call [hidden]" {
		t.Errorf("stored is %q", got)
	}
	// What is read is what was stored, and is not searched again.
	if _, err := app.DB().NewQuery("UPDATE assignments SET shownDescription = 'Stored'").Execute(); err != nil {
		t.Fatal(err)
	}
	var pool []struct{ Description string }
	app.Call(t, "GET", "/api/assignments/pool", kim.Token, nil).Granted(t, 200, &pool)
	if len(pool) != 1 || pool[0].Description != "Stored" {
		t.Errorf("the pool shows %+v", pool)
	}
	patchPooled(t, app, admin, id, map[string]any{"tutor": kim.Id})
	var own struct{ Description string }
	app.Call(t, "GET", "/api/assignments/"+id, kim.Token, nil).Granted(t, 200, &own)
	if own.Description != "Stored" {
		t.Errorf("the tutor reads %q", own.Description)
	}
	// The console changes a text, and cannot change what is stored for tutors by itself.
	path, operator := "/api/collections/assignments/records/"+id, app.Superuser(t)
	for sent, want := range map[string]map[string]any{
		"Mail [hidden]": {"description": "Mail kim@home.example"}, "": {"description": "Nothing to hide", "shownDescription": "Call 0491 570 006"},
	} {
		app.Call(t, "PATCH", path, operator, want).Granted(t, 200, nil)
		if got := stored(); got != sent {
			t.Errorf("%v: stored is %q", want, got)
		}
	}
}
