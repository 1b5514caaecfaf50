package notices_test

import (
	"strings"
	"testing"
	"time"

	"deskmate/internal/clock"
	"deskmate/internal/testkit"
	"deskmate/rules"
)

func TestPeopleReadTheirNotices(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin, nia := app.Person(t, rules.RoleStudent, "Robin"), app.Person(t, rules.RoleStudent, "Nia")
	id := app.HandIn(t, robin.Token, map[string]string{"title": "Tides"})
	clock.Advance(app, time.Minute)
	app.HandIn(t, robin.Token, nil)
	notices := read(t, app, robin, "")
	if len(notices) != 2 || notices[1].Title != "Your assignment was handed in: Tides" || notices[1].Link != "/assignments/"+id ||
		notices[1].Kind != "assignment.received" || notices[1].Body == "" || notices[1].ReadAt != nil {
		t.Fatalf("the notices are %+v", notices)
	}
	if got := read(t, app, nia, ""); len(got) != 0 {
		t.Errorf("somebody else reads %+v", got)
	}

	path := "/api/notices/" + notices[1].ID
	var changed notice
	app.Call(t, "PATCH", path, robin.Token, map[string]bool{"read": true}).Granted(t, 200, &changed)
	if changed.ReadAt == nil || changed.Title != notices[1].Title {
		t.Errorf("the notice is %+v", changed)
	}
	clock.Advance(app, time.Minute)
	app.Call(t, "PATCH", path, robin.Token, map[string]bool{"read": true}).Granted(t, 200, &notices[1])
	if *notices[1].ReadAt != *changed.ReadAt {
		t.Error("reading it again changes the time")
	}
	if got := read(t, app, robin, "?unread=true"); len(got) != 1 || got[0].ID != notices[0].ID {
		t.Errorf("unread: %+v", got)
	}
	page := app.Call(t, "GET", "/api/notices?page=1&perPage=1&unread=true", robin.Token, nil)
	if total := page.Header.Get("X-Total-Count"); total != "1" {
		t.Errorf("%s are unread", total)
	}
	app.Call(t, "PATCH", path, robin.Token, map[string]bool{"read": false}).Granted(t, 200, &changed)
	if changed.ReadAt != nil {
		t.Error("it is still read")
	}
	var all struct{ Updated int }
	app.Call(t, "POST", "/api/notices/read-all", robin.Token, nil).Granted(t, 200, &all)
	if unread := read(t, app, robin, "?unread=true"); all.Updated != 2 || len(unread) != 0 {
		t.Errorf("%d were marked, %d are unread", all.Updated, len(unread))
	}
	app.Call(t, "PATCH", path, nia.Token, map[string]bool{"read": true}).Refused(t, 404, "Notice not found")
	app.Call(t, "PATCH", path, robin.Token, map[string]any{}).Refused(t, 400, "Read must be true or false")
	app.Call(t, "GET", "/api/notices?unread=maybe", robin.Token, nil).Refused(t, 400, "Invalid unread filter")
}

func TestNoticeSettingsListWhatARoleGets(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	for role, want := range map[string]string{
		rules.RoleStudent: "assignment.received assignment.tutor assignment.delivered assignment.graded assignment.feedback",
		rules.RoleTutor:   "assignment.received assignment.tutor assignment.delivered assignment.graded assignment.feedback work.given work.taken work.due",
		rules.RoleAdmin:   "quote.new assignment.received assignment.new assignment.tutor assignment.delivered assignment.graded assignment.feedback week",
	} {
		person := app.Person(t, role, role)
		var settings struct {
			Kinds []struct {
				Kind, Title         string
				App, Mail, Required bool
			}
		}
		app.Call(t, "GET", "/api/users/notice-settings", person.Token, nil).Granted(t, 200, &settings)
		var kinds []string
		for _, kind := range settings.Kinds {
			if kind.Title == "" || !kind.Mail {
				t.Errorf("%+v", kind)
			}
			if !kind.Required {
				kinds = append(kinds, kind.Kind)
			}
		}
		if got := strings.Join(kinds, " "); got != want {
			t.Errorf("a %s chooses among %s, want %s", role, got, want)
		}
		for _, unknown := range []string{"nosuch", "", "quote.received"} {
			app.Call(t, "PUT", "/api/users/notice-settings", person.Token, map[string]any{"kinds": []map[string]any{{"kind": unknown}}}).
				Refused(t, 400, "Unknown kind of notice")
		}
	}
}

func TestOnlyTheOwnerHearsOfANotice(t *testing.T) {
	t.Parallel()
	if rules.OwnerScope(rules.Reader{ID: "robin", Role: rules.RoleStudent}, "robin") != rules.ScopeAll {
		t.Error("the owner does not")
	}
	for _, other := range []rules.Reader{{}, {ID: "nia", Role: rules.RoleStudent}, {ID: "ada", Role: rules.RoleAdmin}} {
		if rules.OwnerScope(other, "robin") != rules.ScopeNone || rules.OwnerScope(other, "") != rules.ScopeNone {
			t.Errorf("%+v does", other)
		}
	}
}
