package orders_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	ics "github.com/arran4/golang-ical"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
)

// create makes a calendar and returns its path.
func create(t *testing.T, app *testkit.App, person testkit.Person) string {
	t.Helper()
	var created struct{ URL string }
	app.Call(t, "POST", "/api/users/calendar", person.Token, nil).Granted(t, 201, &created)
	path, ok := strings.CutPrefix(created.URL, "http://example.com")
	if !ok || !strings.HasPrefix(path, "/api/calendar/") || !strings.HasSuffix(path, ".ics") {
		t.Fatalf("the address is %s", created.URL)
	}
	return path
}

// readCalendar returns what the events of a calendar say, sorted.
func readCalendar(t *testing.T, app *testkit.App, path string) (events []string) {
	t.Helper()
	answer := app.Call(t, "GET", path, "", nil)
	if answer.Status != 200 || answer.Header.Get("Content-Type") != "text/calendar; charset=utf-8" {
		t.Fatalf("got %d %s", answer.Status, answer.Body)
	}
	if strings.Count(string(answer.Body), "\n") != strings.Count(string(answer.Body), "\r\n") {
		t.Error("lines do not end as the standard wants")
	}
	for line := range strings.SplitSeq(string(answer.Body), "\r\n") {
		if len(line) > 75 {
			t.Errorf("a line has %d bytes: %s", len(line), line)
		}
	}
	calendar, err := ics.ParseCalendar(strings.NewReader(string(answer.Body)))
	if err != nil {
		t.Fatal(err)
	}
	for _, event := range calendar.Events() {
		events = append(events, event.GetProperty(ics.ComponentPropertySummary).Value+" "+event.GetProperty(ics.ComponentPropertyDtStart).Value)
	}
	slices.Sort(events)
	return events
}

func TestACalendarShowsTheDeadlinesOfItsOwner(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	clock.Set(app, time.Date(2031, 11, 1, 0, 0, 0, 0, time.UTC))
	robin, nia, kim := app.Person(t, domain.RoleStudent, "Robin"), app.Person(t, domain.RoleStudent, "Nia"), app.Person(t, domain.RoleTutor, "Kim")
	const title = "Tides, waves; and \\ the sea 日本日本日本日本日本日本日本日本日本日本日本日本日本"
	id := app.HandIn(t, robin.Token, map[string]string{"title": title, "dueDate": "2031-12-01T10:00:00+11:00"})
	app.HandIn(t, robin.Token, map[string]string{"title": "Long ago", "dueDate": "2031-01-01"})
	deleted := app.HandIn(t, robin.Token, map[string]string{"title": "Deleted"})
	app.Call(t, "DELETE", "/api/assignments/"+deleted, robin.Token, nil).Granted(t, 200, nil)
	app.HandIn(t, nia.Token, map[string]string{"title": "Somebody else's"})
	app.HandIn(t, kim.Token, map[string]string{"title": "The tutor's own"})
	assignment, err := app.FindRecordById(store.Assignments, id)
	if err != nil {
		t.Fatal(err)
	}
	assignment.Set(store.Tutor, kim.Id)
	app.MustSave(t, assignment)

	due := "Due: " + title + " 20311130T230000Z"
	if got := readCalendar(t, app, create(t, app, robin)); !slices.Equal(got, []string{due}) {
		t.Errorf("the student's calendar has %q", got)
	}
	tutors := create(t, app, kim)
	if got := readCalendar(t, app, tutors); !slices.Equal(got, []string{"Due: The tutor's own 20311201T100000Z", due}) {
		t.Errorf("the tutor's calendar has %q", got)
	}
	kim.Set(store.Role, domain.RoleStudent)
	app.MustSave(t, kim.Record)
	if got := readCalendar(t, app, tutors); !slices.Equal(got, []string{"Due: The tutor's own 20311201T100000Z"}) {
		t.Errorf("a former tutor's calendar has %q", got)
	}
}

func TestACalendarsAddressIsSecretAndCanBeRevoked(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin, nia := app.Person(t, domain.RoleStudent, "Robin"), app.Person(t, domain.RoleStudent, "Nia")
	shown := struct{ URL string }{"unknown"}
	app.Call(t, "GET", "/api/users/calendar", robin.Token, nil).Granted(t, 200, &shown)
	if shown.URL != "" {
		t.Errorf("at first, the address is %q", shown.URL)
	}
	app.Call(t, "DELETE", "/api/users/calendar", robin.Token, nil).Refused(t, 404, "Calendar not found")
	first := create(t, app, robin)
	app.Call(t, "GET", "/api/users/calendar", robin.Token, nil).Granted(t, 200, &shown)
	if !strings.HasSuffix(shown.URL, first) {
		t.Errorf("the address is shown as %s", shown.URL)
	}
	other := create(t, app, nia)
	refused := func(paths ...string) {
		t.Helper()
		for _, path := range paths {
			app.Call(t, "GET", path, "", nil).Refused(t, 404, "Calendar not found")
		}
	}
	id, _, _ := strings.Cut(first, ".")
	refused(strings.TrimSuffix(first, ".ics"), strings.Replace(first, ".ics", "A.ics", 1), id+".ics", id+strings.TrimPrefix(other, strings.Split(other, ".")[0]), "/api/calendar/garbage.ics")
	second := create(t, app, robin)
	refused(first)
	readCalendar(t, app, second)
	app.Call(t, "DELETE", "/api/users/calendar", robin.Token, nil).Granted(t, 200, nil)
	refused(second)
	nia.Set(store.Status, domain.StatusInactive)
	app.MustSave(t, nia.Record)
	refused(other)
}
