package activities_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/internal/testkit"
	"deskmate/records"
	"deskmate/rules"
)

const unchangeable = "The history cannot be changed"

func TestTheHistoryCannotBeChangedByAnyHand(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	operator := d.Superuser(t)
	id := d.HandIn(t, d.robin.Token, nil)
	row, err := d.FindFirstRecordByData(records.Activities, records.Assignment, id)
	if err != nil {
		t.Fatal(err)
	}
	guests, asked := d.HandIn(t, "", nil), d.AskForQuote(t).Id
	before := d.dump(t)
	path := "/api/collections/activities/records/" + row.Id
	for field, value := range map[string]string{
		records.Kind: "account.opened", records.Title: "Nothing happened", records.ViaField: "system",
		records.UserField: d.kim.Id, records.ActorField: d.admin.Id, records.Assignment: guests, records.Quote: asked,
	} {
		changed := d.find(t, records.Activities, row.Id)
		changed.Set(field, value)
		if err := d.Save(changed); err == nil || !strings.Contains(err.Error(), unchangeable) {
			t.Errorf("%s was changed: %v", field, err)
		}
		if answer := d.Call(t, "PATCH", path, operator, map[string]string{field: value}); answer.Status != http.StatusConflict {
			t.Errorf("an operator who changes %s is answered %d %s", field, answer.Status, answer.Body)
		}
		for _, token := range []string{"", d.admin.Token, d.robin.Token} {
			d.Call(t, "PATCH", path, token, map[string]string{field: value}).Granted(t, http.StatusNotFound, nil)
		}
	}
	if err := d.Delete(d.find(t, records.Activities, row.Id)); err == nil || !strings.Contains(err.Error(), unchangeable) {
		t.Errorf("a row was deleted: %v", err)
	}
	for _, token := range []string{"", d.admin.Token, operator} {
		if answer := d.Call(t, "DELETE", path, token, nil); answer.Status < 400 {
			t.Errorf("deleting is answered %d", answer.Status)
		}
	}
	forged := map[string]string{records.Kind: "account.opened", records.Title: "Forged", records.ViaField: "person", records.ActorField: d.robin.Id}
	if answer := d.Call(t, "POST", "/api/collections/activities/records", operator, forged); answer.Status != http.StatusConflict {
		t.Errorf("an operator who forges a row is answered %d %s", answer.Status, answer.Body)
	}
	if answer := d.Call(t, "PATCH", path, operator, map[string]string{records.UserField: ""}); answer.Status != http.StatusConflict {
		t.Errorf("an operator who blanks a row is answered %d %s", answer.Status, answer.Body)
	}
	if err := d.RunInTransaction(func(tx core.App) error { return tx.Delete(d.find(t, records.Activities, row.Id)) }); err == nil {
		t.Error("a row was deleted in a transaction")
	}
	if after := d.dump(t); after != before {
		t.Errorf("the history was\n%s\nand is\n%s", before, after)
	}
}

func TestNoTitleOrNameIsCopiedIntoTheHistory(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	id := d.HandIn(t, d.robin.Token, map[string]string{"title": "A limerick"})
	d.patch(t, "assignments/"+id, map[string]any{"tutor": d.kim.Id, "status": "graded", "grade": "A limerick", "feedback": "A limerick", "type": "A limerick"})
	d.Call(t, "POST", "/api/assignments/"+id+"/rating", d.robin.Token, map[string]any{"rating": 5, "comment": "A limerick"}).Granted(t, 201, nil)
	rows, err := d.FindAllRecords(records.Activities)
	if err != nil || len(rows) < 8 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	for _, row := range rows {
		for field, value := range row.FieldsData() {
			for _, word := range []string{"limerick", "Robin", "Kim", "Ada", "@"} {
				if strings.Contains(fmt.Sprint(value), word) {
					t.Errorf("%s holds %v", field, value)
				}
			}
		}
	}
	// Lists read the title where it lives: with the assignment it is gone from them too.
	told, _ := d.list(t, "?assignment="+id)
	if len(told) == 0 || told[0].Title != "Rated the work: A limerick" || told[0].Assignment.Title != "A limerick" {
		t.Fatalf("before the deletion it reads %+v", told)
	}
	d.Call(t, "DELETE", "/api/assignments/"+id, d.robin.Token, nil).Granted(t, 200, nil)
	for _, path := range []string{"/api/activities", "/api/users/recent-activity"} {
		for _, person := range []testkit.Person{d.admin, d.robin} {
			if answer := d.Call(t, "GET", path, person.Token, nil); strings.Contains(string(answer.Body), "limerick") {
				t.Errorf("%s still says %s", path, answer.Body)
			}
		}
	}
}

func TestTheHistoryOfADeletedAccountStaysWithoutTheName(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	id := d.HandIn(t, d.robin.Token, nil)
	d.patch(t, "assignments/"+id, map[string]any{"tutor": d.kim.Id, "status": "graded", "price": 10})
	other := d.Person(t, rules.RoleAdmin, "Bo Lane")
	d.Call(t, "PATCH", "/api/assignments/"+id, other.Token, map[string]any{"grade": "A"}).Granted(t, 200, nil)
	before := d.count(t)
	for _, person := range []testkit.Person{d.robin, other} {
		d.Call(t, "DELETE", "/api/users/delete-account", person.Token, nil).Granted(t, 200, nil)
	}
	rows, total := d.list(t, "")
	if len(rows) != before+3 || total != fmt.Sprint(before+3) { // two accounts and an assignment were deleted
		t.Errorf("%d rows of %s, there were %d", len(rows), total, before)
	}
	nameless, gone := 0, map[string]bool{}
	for _, row := range rows {
		if strings.Contains(fmt.Sprintf("%+v", row), "Robin") || strings.Contains(fmt.Sprintf("%+v", row), "Bo Lane") {
			t.Errorf("a row still says %+v", row)
		}
		if row.Actor.Name == "Deleted account" && row.Actor.ID == nil {
			nameless++
			gone[row.Kind] = true
		}
		if row.User != nil && (row.User.ID == d.robin.Id || row.User.ID == other.Id) {
			t.Errorf("a row still points to %s", row.User.ID)
		}
	}
	if nameless != 5 || !gone["account.deleted"] || !gone["assignment.submitted"] || !gone["assignment.grade"] || !gone["assignment.deleted"] {
		t.Errorf("%d rows of deleted accounts, of kinds %v", nameless, gone)
	}
	if rows[0].Kind != "account.deleted" || rows[0].Title != "Account deleted" || rows[0].User != nil {
		t.Errorf("the last thing that happened is %+v", rows[0])
	}
}

func TestTheDesksHistoryIsPagedFilteredAndOrdered(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.Call(t, "GET", "/api/activities", "", nil).Refused(t, 401, "Please sign in to continue")
	for _, person := range []testkit.Person{d.robin, d.kim} {
		d.Call(t, "GET", "/api/activities", person.Token, nil).Refused(t, 403, "You do not have permission to do this")
	}
	for query, sentence := range map[string]string{
		"page=0": "Invalid paging parameter", "perPage=501": "Invalid paging parameter", "page=x": "Invalid paging parameter",
		"kind=nosuch": "Invalid kind filter", "kind='+OR+1=1+--": "Invalid kind filter",
		"sort=title": "Unknown sort field", "sort=created": "Unknown sort field", "sort=-": "Unknown sort field",
	} {
		d.Call(t, "GET", "/api/activities?"+query, d.admin.Token, nil).Refused(t, 400, sentence)
	}
	id := d.HandIn(t, d.robin.Token, nil)
	d.patch(t, "assignments/"+id, map[string]any{"tutor": d.kim.Id})
	d.HandIn(t, "", nil)
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
		"actor=" + d.admin.Id:   {"assignment.tutor", "1"},
		"user=" + d.kim.Id:      {"assignment.tutor account.opened", "2"},
		"assignment=" + id:      {"assignment.tutor assignment.submitted", "2"},
		"actor=nobody":          {"", "0"},
		"user=" + d.robin.Id + "&kind=assignment.submitted&perPage=5": {"assignment.submitted", "1"},
	} {
		rows, total := d.list(t, "?"+query)
		kinds := []string{}
		for _, row := range rows {
			kinds = append(kinds, row.Kind)
		}
		if got := strings.Join(kinds, " "); got != c[0] || total != c[1] {
			t.Errorf("%q lists %s of %s, want %s of %s", query, got, total, c[0], c[1])
		}
	}
}

func TestPeopleReadTheLastTwentyThingsThatConcernThem(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	nia := d.Person(t, rules.RoleStudent, "Nia Frost")
	d.Call(t, "GET", "/api/users/recent-activity", "", nil).Refused(t, 401, "Please sign in to continue")
	recent := func(person testkit.Person) (titles []string) {
		t.Helper()
		var got []struct{ Title, Timestamp string }
		d.Call(t, "GET", "/api/users/recent-activity", person.Token, nil).Granted(t, 200, &got)
		last := "9999"
		for _, one := range got {
			if _, ok := rules.ParseTime(one.Timestamp); !ok || one.Timestamp > last {
				t.Errorf("%q at %q comes behind %q", one.Title, one.Timestamp, last)
			}
			last = one.Timestamp
			titles = append(titles, one.Title)
		}
		return titles
	}
	id := d.HandIn(t, d.robin.Token, map[string]string{"title": "Tides"})
	d.HandIn(t, nia.Token, map[string]string{"title": "Secret"})
	d.HandIn(t, "", map[string]string{"title": "Secret", "email": d.robin.Email()})
	d.patch(t, "assignments/"+id, map[string]any{"tutor": d.kim.Id, "status": "in_progress"})
	d.patch(t, "users/"+nia.Id, map[string]any{"role": "tutor"})
	if got := recent(d.robin); !slices.Equal(got, []string{"Given to a tutor: Tides", "Status changed to In progress: Tides", "Handed in: Tides", "Account opened"}) {
		t.Errorf("the student reads %q", got)
	}
	if got := recent(d.kim); !slices.Equal(got, []string{"Given to a tutor: Tides", "Status changed to In progress: Tides", "Handed in: Tides", "Account opened"}) {
		t.Errorf("the tutor reads %q", got)
	}
	if got := recent(d.admin); !slices.Equal(got, []string{"Role changed to tutor", "Given to a tutor: Tides", "Status changed to In progress: Tides", "Account opened"}) {
		t.Errorf("the admin reads %q", got)
	}
	for i := range 25 {
		d.patch(t, "assignments/"+id, map[string]any{"status": rules.AssignmentStatuses[i%2]})
	}
	for _, person := range []testkit.Person{d.robin, d.kim, d.admin} {
		got := recent(person)
		if len(got) != 20 || got[0] != "Status changed to Pending: Tides" || got[1] != "Status changed to Submitted: Tides" {
			t.Errorf("%s reads %d: %q", person.GetString(records.Name), len(got), got)
		}
	}
	if got := recent(nia); !slices.Equal(got, []string{"Role changed to tutor", "Handed in: Secret", "Account opened"}) {
		t.Errorf("who has no part in it reads %q", got)
	}
	d.patch(t, "assignments/"+id, map[string]any{"tutor": nil})
	if got := recent(d.kim); !slices.Equal(got, []string{"Given to a tutor", "Account opened"}) {
		t.Errorf("a tutor who was taken off reads %q", got)
	}
}
