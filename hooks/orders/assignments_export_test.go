package orders_test

import (
	"fmt"
	"strings"
	"testing"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

// export downloads the assignments as CSV and returns the rows below the header.
func export(t *testing.T, app *testkit.App, admin testkit.Person, query string) [][]string {
	t.Helper()
	answer := app.Call(t, "GET", "/api/assignments/export.csv"+query, admin.Token, nil)
	if answer.Status != 200 {
		t.Fatalf("%q: got %d %s", query, answer.Status, answer.Body)
	}
	if contentType, disposition := answer.Header.Get("Content-Type"), answer.Header.Get("Content-Disposition"); contentType != "text/csv; charset=utf-8" || disposition != "attachment; filename=assignments.csv" {
		t.Errorf("Content-Type is %s and Content-Disposition %s", contentType, disposition)
	}
	if cache := answer.Header.Get("Cache-Control"); cache != "private, no-store" {
		t.Errorf("Cache-Control is %s", cache)
	}
	rows := answer.Rows(t)
	const header = "id,title,subject,priority,status,due,student,student email,tutor,grade,type,price,created"
	if got := strings.Join(rows[0], ","); got != header {
		t.Errorf("the header is %s", got)
	}
	return rows[1:]
}

func TestTheExportRefusesWhatTheListRefuses(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin := app.Person(t, domain.RoleAdmin, "Ada Quill")
	app.Call(t, "GET", "/api/assignments/export.csv", "", nil).Refused(t, 401, "Please log in to continue")
	for _, role := range []string{domain.RoleStudent, domain.RoleTutor} {
		person := app.Person(t, role, "Robin "+role)
		app.Call(t, "GET", "/api/assignments/export.csv", person.Token, nil).Refused(t, 403, "You do not have permission to do this")
	}
	for query, sentence := range map[string]string{
		"status=lost": "Invalid status filter", "priority=": "Invalid priority filter", "sort=passwordHash": "Unknown sort field",
	} {
		answer := app.Call(t, "GET", "/api/assignments/export.csv?"+query, admin.Token, nil)
		answer.Refused(t, 400, sentence)
		if contentType := answer.Header.Get("Content-Type"); !strings.HasPrefix(contentType, "application/json") {
			t.Errorf("the Content-Type of a refusal is %s", contentType)
		}
	}
	if rows := export(t, app, admin, ""); len(rows) != 0 {
		t.Errorf("without assignments the rows are %q", rows)
	}
}

func TestTheExportContainsTheFilteredList(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin, kim := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleTutor, "Kim Marsh")
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	for person, name := range map[*testkit.Person]string{&kim: "=Kim Marsh", &robin: "Robin \"Bo\" Vale"} {
		person.Set(store.Name, name)
		app.MustSave(t, person.Record)
	}
	id := app.HandIn(t, robin.Token, map[string]string{"title": "Tides, \"high\"\nand low", "subject": "=1+1"})
	patch(t, app, admin, id, map[string]any{"tutor": kim.Id, "status": "graded", "grade": "-A", "type": "@Essay", "price": 120.5})
	app.HandIn(t, "", map[string]string{"title": "A visitor's", "email": "visitor@example.com", "priority": "Low"})
	deleted := app.HandIn(t, robin.Token, nil)
	app.Call(t, "DELETE", "/api/assignments/"+deleted, robin.Token, nil).Granted(t, 200, nil)

	rows := export(t, app, admin, "?status=graded")
	if len(rows) != 1 {
		t.Fatalf("exported %q, want one row", rows)
	}
	created := rows[0][12]
	want := []string{
		id, "Tides, \"high\"\nand low", "'=1+1", "High", "graded", "2031-12-01T10:00:00.000Z", "Robin \"Bo\" Vale", robin.Email(),
		"'=Kim Marsh", "'-A", "'@Essay", "120.50", created,
	}
	if _, ok := domain.ParseTime(created); !ok || fmt.Sprint(rows[0]) != fmt.Sprint(want) {
		t.Errorf("exported\n%q\nwant\n%q", rows[0], want)
	}
	for query, titles := range map[string]string{
		"": "A visitor's|Tides, \"high\"\nand low", "?sort=createdAt": "Tides, \"high\"\nand low|A visitor's",
		"?priority=low": "A visitor's", "?search=VISITOR%40": "A visitor's", "?subject=Physics&status=graded": "",
		"?page=2&perPage=1": "A visitor's|Tides, \"high\"\nand low", // an export is never paged
	} {
		got := []string{}
		for _, row := range export(t, app, admin, query) {
			got = append(got, row[1])
		}
		if strings.Join(got, "|") != titles {
			t.Errorf("%q exports %q", query, got)
		}
	}
	if guest := export(t, app, admin, "?priority=low")[0]; guest[6] != "Guest" || guest[7] != "visitor@example.com" || guest[11] != "0.00" {
		t.Errorf("the assignment of a guest is exported as %q", guest)
	}
}
