package history_test

import (
	"fmt"
	"strings"
	"testing"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

func TestTheHistoryStoresNoTitlesOrNames(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	id := f.HandIn(t, f.robin.Token, map[string]string{"title": "A limerick"})
	f.patch(t, "assignments/"+id, map[string]any{"tutor": f.kim.Id, "status": "graded", "grade": "A limerick", "feedback": "A limerick", "type": "A limerick"})
	f.Call(t, "POST", "/api/assignments/"+id+"/rating", f.robin.Token, map[string]any{"rating": 5, "comment": "A limerick"}).Granted(t, 201, nil)
	rows, err := f.FindAllRecords(store.Activities)
	if err != nil || len(rows) < 8 {
		t.Fatalf("%d entries are stored, want at least 8, %v", len(rows), err)
	}
	for _, row := range rows {
		for field, value := range row.FieldsData() {
			for _, word := range []string{"limerick", "Robin", "Kim", "Ada", "@"} {
				if strings.Contains(fmt.Sprint(value), word) {
					t.Errorf("the field %s contains %v", field, value)
				}
			}
		}
	}
	// Lists join the title from the assignment, so it disappears with the assignment.
	entries, _ := f.list(t, "?assignment="+id)
	if len(entries) == 0 || entries[0].Title != "Work rated: A limerick" || entries[0].Assignment.Title != "A limerick" {
		t.Fatalf("before the deletion the entries are %+v", entries)
	}
	f.Call(t, "DELETE", "/api/assignments/"+id, f.robin.Token, nil).Granted(t, 200, nil)
	for _, path := range []string{"/api/activities", "/api/users/recent-activity"} {
		for _, person := range []testkit.Person{f.admin, f.robin} {
			if answer := f.Call(t, "GET", path, person.Token, nil); strings.Contains(string(answer.Body), "limerick") {
				t.Errorf("%s still contains the title: %s", path, answer.Body)
			}
		}
	}
}

func TestDeletingAnAccountAnonymizesItsHistory(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	id := f.HandIn(t, f.robin.Token, nil)
	f.patch(t, "assignments/"+id, map[string]any{"tutor": f.kim.Id, "status": "graded", "price": 10})
	other := f.Person(t, domain.RoleAdmin, "Bo Lane")
	f.Call(t, "PATCH", "/api/assignments/"+id, other.Token, map[string]any{"grade": "A"}).Granted(t, 200, nil)
	before := f.count(t)
	for _, person := range []testkit.Person{f.robin, other} {
		f.Call(t, "DELETE", "/api/users/delete-account", person.Token, testkit.CurrentPassword).Granted(t, 200, nil)
	}
	rows, total := f.list(t, "")
	if len(rows) != before+3 || total != fmt.Sprint(before+3) { // the deletions of two accounts and an assignment
		t.Errorf("%d entries of %s are listed, want %d", len(rows), total, before+3)
	}
	anonymous, kinds := 0, map[string]bool{}
	for _, row := range rows {
		if strings.Contains(fmt.Sprintf("%+v", row), "Robin") || strings.Contains(fmt.Sprintf("%+v", row), "Bo Lane") {
			t.Errorf("an entry still contains a name: %+v", row)
		}
		if row.Actor.Name == "Deleted account" && row.Actor.ID == nil {
			anonymous++
			kinds[row.Kind] = true
		}
		if row.User != nil && (row.User.ID == f.robin.Id || row.User.ID == other.Id) {
			t.Errorf("an entry still refers to the account %s", row.User.ID)
		}
	}
	if anonymous != 5 || !kinds["account.deleted"] || !kinds["assignment.submitted"] || !kinds["assignment.grade"] || !kinds["assignment.deleted"] {
		t.Errorf("%d entries by deleted accounts of the kinds %v, want 5", anonymous, kinds)
	}
	if rows[0].Kind != "account.deleted" || rows[0].Title != "Account deleted" || rows[0].User != nil {
		t.Errorf("the newest entry is %+v", rows[0])
	}
}
