package orders_test

import (
	"net/url"
	"strconv"
	"strings"
	"testing"

	"deskmate/hooks/domain"
	"deskmate/internal/testkit"
)

// list returns the titles of a list and its X-Total-Count.
func list(t *testing.T, app *testkit.App, token, path string) (titles []string, total string) {
	t.Helper()
	var got []assignment
	answer := app.Call(t, "GET", path, token, nil)
	answer.Granted(t, 200, &got)
	titles = []string{}
	for _, one := range got {
		titles = append(titles, one.Title)
	}
	return titles, answer.Header.Get("X-Total-Count")
}

func TestListsRefuseInvalidParameters(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin := app.Person(t, domain.RoleAdmin, "Ada Quill")
	for query, sentence := range map[string]string{
		"page=0": "Invalid paging parameter", "page=-1": "Invalid paging parameter", "page=": "Invalid paging parameter",
		"page=one": "Invalid paging parameter", "page=1.5": "Invalid paging parameter", "page=99999999999999999999": "Invalid paging parameter",
		"perPage=0": "Invalid paging parameter", "perPage=501": "Invalid paging parameter", "perPage=x": "Invalid paging parameter",
		"page=1&perPage=-1": "Invalid paging parameter",
		"sort=passwordHash": "Unknown sort field", "sort=-": "Unknown sort field", "sort=--createdAt": "Unknown sort field",
		"sort=a.title": "Unknown sort field", "sort=title;drop": "", "sort=created": "Unknown sort field", "sort=createdAt,title": "Unknown sort field",
		"status=lost": "Invalid status filter", "status=": "Invalid status filter", "status=graded'--": "Invalid status filter",
		"status=graded,": "Invalid status filter", "status=graded,lost": "Invalid status filter",
		"by=": "Invalid by filter", "by=you": "Invalid by filter", "by=me,me": "Invalid by filter",
		"due=": "Invalid due filter", "due=yesterday": "Invalid due filter",
		"priority=urgent": "Invalid priority filter", "priority=": "Invalid priority filter",
	} {
		t.Run(query, func(t *testing.T) {
			for _, path := range []string{"/api/assignments?", "/api/assignments/all?"} {
				answer := app.Call(t, "GET", path+query, admin.Token, nil)
				if sentence == "" { // Go drops a parameter with a semicolon
					answer.Granted(t, 200, nil)
					continue
				}
				answer.Refused(t, 400, sentence)
			}
		})
	}
}

func TestPeopleListTheirOwnAssignmentsAndAdminsListAll(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin, kim := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleTutor, "Kim Marsh")
	robin, nia := app.Person(t, domain.RoleStudent, "Robin Vale"), app.Person(t, domain.RoleStudent, "Nia Frost")
	first := app.HandIn(t, robin.Token, map[string]string{"title": "first"}, pdf("essay.pdf"))
	app.HandIn(t, robin.Token, map[string]string{"title": "second"})
	app.HandIn(t, "", map[string]string{"title": "third"})
	app.HandIn(t, admin.Token, map[string]string{"title": "fourth"})
	app.HandIn(t, kim.Token, map[string]string{"title": "fifth"})
	deleted := app.HandIn(t, robin.Token, map[string]string{"title": "gone"})
	app.Call(t, "DELETE", "/api/assignments/"+deleted, robin.Token, nil).Granted(t, 200, nil)
	patch(t, app, admin, first, map[string]any{"tutor": kim.Id, "status": "in_progress"})

	for _, c := range []struct {
		reader testkit.Person
		path   string
		titles string
	}{
		{nia, "/api/assignments", ""},
		{robin, "/api/assignments", "second first"},
		{kim, "/api/assignments", "first"},
		{admin, "/api/assignments", "fourth"},
		{admin, "/api/assignments/all", "fifth fourth third second first"},
		{kim, "/api/assignments?by=me", "fifth"},
		{kim, "/api/assignments?by=me&status=graded", ""},
		{robin, "/api/assignments?by=me", "second first"},
		{admin, "/api/assignments?by=me", "fourth"},
		{admin, "/api/assignments/all?by=me", "fourth"},
		{robin, "/api/assignments?sort=createdAt", "first second"},
	} {
		got, total := list(t, app, c.reader.Token, c.path)
		if strings.Join(got, " ") != c.titles || total != strconv.Itoa(len(got)) {
			t.Errorf("%s lists %q of %s, want %q", c.path, got, total, c.titles)
		}
	}
	if body := string(app.Call(t, "GET", "/api/assignments", nia.Token, nil).Body); body != "[]" {
		t.Errorf("an empty list has the body %q, want []", body)
	}
	for reader, want := range map[*testkit.Person]string{
		&robin: "In progress Robin Vale robin.vale@example.com",
		&kim:   "in_progress Robin ", // tutors know students by their first name
		&admin: "in_progress Robin Vale robin.vale@example.com",
	} {
		got := read(t, app, reader.Token, first)
		if shown := got.Status + " " + got.Student.Name + " " + got.Student.Email; shown != want || got.Tutor == nil || got.Tutor.Name != "Kim Marsh" {
			t.Errorf("a reader gets %+v, want %q", got, want)
		}
	}
}

func TestListsArePagedFilteredAndSearched(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin := app.Person(t, domain.RoleAdmin, "Ada Quill")
	robin := app.Person(t, domain.RoleStudent, "Robin O'Vale")
	for i, title := range []string{"100% tides", "a_b", `back\slash`, `"quoted"`, "plain"} {
		id := app.HandIn(t, robin.Token, map[string]string{"title": title, "subject": []string{"Physics", "Chemistry"}[i%2], "priority": domain.Priorities[i%3]})
		patch(t, app, admin, id, map[string]any{"status": domain.AssignmentStatuses[i]})
	}
	app.HandIn(t, "", map[string]string{"title": "guest", "email": "visitor@example.com"})
	for _, c := range []struct{ query, titles, total string }{
		{"page=1&perPage=2", `guest,plain`, "6"},
		{"perPage=2", `guest,plain`, "6"},
		{"page=3&perPage=2", `a_b,100% tides`, "6"},
		{"page=4&perPage=2", ``, "6"},
		{"page=2147483647&perPage=500", ``, "6"},
		{"page=1", `guest,plain,"quoted",back\slash,a_b,100% tides`, "6"},
		{"status=GRADED", ``, "0"},
		{"status=Pending", `100% tides`, "1"},
		{"status=in_progress", `back\slash`, "1"},
		{"status=completed,graded", `plain`, "1"},
		{"status=Pending,in_progress,PENDING,revision&perPage=2", `"quoted",back\slash`, "3"},
		{"status=" + strings.Repeat("pending,", 40_000) + "pending", `100% tides`, "1"},
		{"due=upcoming&perPage=1", `guest`, "6"},
		{"priority=low&subject=Chemistry", `"quoted"`, "1"},
		{"subject=Phys", ``, "0"},
		{"subject=Chemistry&page=1&perPage=1", `"quoted"`, "2"},
		{"search=%25", `100% tides`, "1"},
		{"search=_", `a_b`, "1"},
		{"search=" + url.QueryEscape(`\`), `back\slash`, "1"},
		{"search=" + url.QueryEscape(`"`), `"quoted"`, "1"},
		{"search=PLAIN", `plain`, "1"},
		{"search=chem&sort=title", `"quoted",a_b`, "2"},
		{"search=o%27vale&perPage=1", `plain`, "5"},
		{"search=VISITOR%40", `guest`, "1"},
		{"search=" + url.QueryEscape("' OR 1=1 --"), ``, "0"},
		{"search=%00", ``, "0"},
		{"search=+", `guest,plain,"quoted",back\slash,a_b,100% tides`, "6"},
		{"sort=&search=plain", `plain`, "1"},
		{"sort=-priority&status=pending", `100% tides`, "1"},
	} {
		t.Run(c.query, func(t *testing.T) {
			got, total := list(t, app, admin.Token, "/api/assignments/all?"+c.query)
			if strings.Join(got, ",") != c.titles || total != c.total {
				t.Errorf("lists %s of %s, want %s of %s", strings.Join(got, ","), total, c.titles, c.total)
			}
		})
	}
	// A search covers only what the reader may see.
	if got, _ := list(t, app, robin.Token, "/api/assignments?search=visitor"); len(got) != 0 {
		t.Errorf("a student finds %q", got)
	}
}
