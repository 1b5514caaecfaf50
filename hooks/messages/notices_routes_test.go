package messages_test

import (
	"strings"
	"testing"
	"time"

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/messages"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
)

func TestPeopleReadTheirNotices(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin, nia := app.Person(t, domain.RoleStudent, "Robin"), app.Person(t, domain.RoleStudent, "Nia")
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

func TestNoticesThatAnotherRoleGotAreLeftOut(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	ada, robin, kim := app.Person(t, domain.RoleAdmin, "Ada"), app.Person(t, domain.RoleStudent, "Robin"), app.Person(t, domain.RoleTutor, "Kim")
	own, id := app.HandIn(t, kim.Token, nil), app.HandIn(t, robin.Token, map[string]string{"title": "Tides"})
	app.Call(t, "PATCH", "/api/assignments/"+id, ada.Token, map[string]any{"tutor": kim.Id}).Granted(t, 200, nil)
	notices := read(t, app, kim, "")
	if len(notices) != 2 || notices[0].Title != "New work for you: Tides" {
		t.Fatalf("before the change the notices are %+v", notices)
	}
	app.Call(t, "PATCH", "/api/users/"+kim.Id, ada.Token, map[string]any{"role": domain.RoleStudent}).Granted(t, 200, nil)
	fresh, err := app.FindRecordById(store.Users, kim.Id)
	if err != nil {
		t.Fatal(err)
	}
	kim = app.LogIn(t, fresh)
	for _, query := range []string{"", "?unread=true"} {
		if got := read(t, app, kim, query); len(got) != 1 || got[0].Link != "/assignments/"+own {
			t.Errorf("%s: the notices are %+v", query, got)
		}
		page := app.Call(t, "GET", "/api/notices?page=1&perPage=1&"+strings.TrimPrefix(query, "?"), kim.Token, nil)
		if total := page.Header.Get("X-Total-Count"); total != "1" {
			t.Errorf("%s: the total is %s", query, total)
		}
	}
	app.Call(t, "PATCH", "/api/notices/"+notices[0].ID, kim.Token, map[string]bool{"read": true}).Refused(t, 404, "Notice not found")
	var all struct{ Updated int }
	app.Call(t, "POST", "/api/notices/read-all", kim.Token, nil).Granted(t, 200, &all)
	if all.Updated != 1 {
		t.Errorf("%d notices were marked, want 1", all.Updated)
	}
}

func TestNoticesDoNotNameWorkTheReaderCannotSee(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	ada, robin, kim := app.Person(t, domain.RoleAdmin, "Ada"), app.Person(t, domain.RoleStudent, "Robin"), app.Person(t, domain.RoleTutor, "Kim")
	id := app.HandIn(t, robin.Token, map[string]string{"title": "Tides"})
	for _, tutor := range []any{kim.Id, nil} {
		app.Call(t, "PATCH", "/api/assignments/"+id, ada.Token, map[string]any{"tutor": tutor}).Granted(t, 200, nil)
	}
	notices := read(t, app, kim, "")
	if len(notices) != 2 || notices[0].Title != "No longer yours" || notices[1].Title != "New work for you" ||
		notices[0].Link != "/tutor/dashboard" || notices[1].Link != "" {
		t.Errorf("the notices of the former tutor are %+v", notices)
	}
	var one notice
	app.Call(t, "PATCH", "/api/notices/"+notices[0].ID, kim.Token, map[string]bool{"read": true}).Granted(t, 200, &one)
	if one.Title != "No longer yours" {
		t.Errorf("one notice is %+v", one)
	}
	if got := read(t, app, robin, ""); len(got) != 2 || !strings.HasSuffix(got[0].Title, ": Tides") {
		t.Errorf("the notices of the student are %+v", got)
	}
}

func TestOnlyThoseWhoSeeANoticeHearOfIt(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	ada, robin, kim := app.Person(t, domain.RoleAdmin, "Ada"), app.Person(t, domain.RoleStudent, "Robin"), app.Person(t, domain.RoleTutor, "Kim")
	id := app.HandIn(t, robin.Token, nil)
	app.Call(t, "PATCH", "/api/assignments/"+id, ada.Token, map[string]any{"tutor": kim.Id}).Granted(t, 200, nil)
	given, err := app.FindFirstRecordByData(store.Notices, store.Kind, "work.given")
	if err != nil {
		t.Fatal(err)
	}
	for reader, want := range map[domain.Reader]bool{
		{ID: kim.Id, Role: domain.RoleTutor}: true, {ID: kim.Id, Role: domain.RoleStudent}: false, {ID: ada.Id, Role: domain.RoleAdmin}: false, {}: false,
	} {
		for _, announcement := range messages.Noun.Announce(app, given, api.Created) {
			if got := announcement.MayReceive(reader); got != want {
				t.Errorf("%+v hears of it: %v", reader, got)
			}
		}
	}
}

func TestNoticeSettingsListWhatARoleGets(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	for role, want := range map[string]string{
		domain.RoleStudent: "assignment.received assignment.tutor assignment.delivered assignment.graded assignment.feedback assignment.cancelled assignment.refund assignment.accepted assignment.accepts_itself " +
			"refund.approved refund.declined refund.paid assignment.dispute dispute.decided files.deleted",
		domain.RoleTutor: "assignment.received assignment.tutor assignment.delivered assignment.graded assignment.feedback work.given work.taken assignment.cancelled assignment.refund work.accepted assignment.accepted work.revision work.due work.revision_due assignment.accepts_itself " +
			"work.refund refund.approved refund.declined refund.paid assignment.dispute dispute.decided payout.sent files.deleted",
		domain.RoleAdmin: "quote.new assignment.received assignment.new assignment.tutor assignment.delivered assignment.graded assignment.feedback assignment.cancelled student.cancelled assignment.refund assignment.accepted revision.new work.handed_back assignment.accepts_itself week " +
			"claim.refund refund.approved refund.declined refund.paid claim.dispute assignment.dispute dispute.decided files.deleted",
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
	if domain.OwnerScope(domain.Reader{ID: "robin", Role: domain.RoleStudent}, "robin") != domain.ScopeAll {
		t.Error("the owner does not")
	}
	for _, other := range []domain.Reader{{}, {ID: "nia", Role: domain.RoleStudent}, {ID: "ada", Role: domain.RoleAdmin}} {
		if domain.OwnerScope(other, "robin") != domain.ScopeNone || domain.OwnerScope(other, "") != domain.ScopeNone {
			t.Errorf("%+v does", other)
		}
	}
}

func TestEachKindAppearsOnceInAChangeOfTheSettings(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	kinds := make([]map[string]any, 4_000)
	for i := range kinds {
		kinds[i] = map[string]any{"kind": "assignment.graded", "mail": i%2 == 0}
	}
	app.Call(t, "PUT", "/api/users/notice-settings", robin.Token, map[string]any{"kinds": kinds}).
		Refused(t, 400, "Each kind of notice may appear only once")
	app.Call(t, "PUT", "/api/users/notice-settings", robin.Token, map[string]any{"kinds": kinds[:1]}).Granted(t, 200, nil)
}
