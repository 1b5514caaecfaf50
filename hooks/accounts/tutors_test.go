package accounts_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/tools/types"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
)

const day = 24 * time.Hour

type tutor struct {
	ID                           string `json:"_id"`
	Name, Specialization         string
	AverageRating                float64
	RatingCount, OpenAssignments int
}

// stats is the response of the stats of a tutor.
type stats struct {
	TotalAssignments, CompletedAssignments int
	AverageRating, TotalEarnings           float64
	Trends                                 struct {
		TotalAssignments, CompletedAssignments, TotalEarnings *float64
	}
}

func statsOf(t *testing.T, app *testkit.App, person testkit.Person) (got stats) {
	t.Helper()
	app.Call(t, "GET", "/api/users/tutor-stats", person.Token, nil).Granted(t, 200, &got)
	return got
}

// assignTutor creates an assignment of a student's and assigns it to a tutor.
func assignTutor(t *testing.T, app *testkit.App, admin, student, tutor testkit.Person, change map[string]any) string {
	t.Helper()
	id := app.HandIn(t, student.Token, nil)
	change["tutor"] = tutor.Id
	app.Call(t, "PATCH", "/api/assignments/"+id, admin.Token, change).Granted(t, 200, nil)
	return id
}

// setDates changes when an assignment was created and finished.
func setDates(t *testing.T, app *testkit.App, id string, created, finished time.Time) {
	t.Helper()
	_, err := app.NonconcurrentDB().Update(store.Assignments, dbx.Params{
		store.Created: created.UTC().Format(types.DefaultDateLayout), store.DeliveredAt: finished.UTC().Format(types.DefaultDateLayout),
	}, dbx.HashExp{store.ID: id}).Execute()
	if err != nil {
		t.Fatal(err)
	}
}

// listTutors returns the names on a page of tutors, and the total count.
func listTutors(t *testing.T, app *testkit.App, admin testkit.Person, query string) (names string, total string) {
	t.Helper()
	var got []tutor
	answer := app.Call(t, "GET", "/api/tutors"+query, admin.Token, nil)
	answer.Granted(t, 200, &got)
	var list []string
	for _, tutor := range got {
		list = append(list, tutor.Name)
	}
	return strings.Join(list, ","), answer.Header.Get("X-Total-Count")
}

func TestAdminsChooseFromTheActiveTutors(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin, robin := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleStudent, "Robin Vale")
	if body := string(app.Call(t, "GET", "/api/tutors", admin.Token, nil).Body); body != "[]" {
		t.Errorf("with no tutors: got %q", body)
	}
	kim, lou, inactive := app.Person(t, domain.RoleTutor, "kim Marsh"), app.Person(t, domain.RoleTutor, "Lou Reed"), app.Person(t, domain.RoleTutor, "Sam Inactive")
	app.Person(t, domain.RoleTutor, "Bo 50%")
	for caller, person := range map[string]testkit.Person{"student": robin, "tutor": kim} {
		if answer := app.Call(t, "GET", "/api/tutors", person.Token, nil); answer.Status != 403 {
			t.Errorf("a %s: got %d", caller, answer.Status)
		}
	}
	kim.Set(store.Specialization, "Fluid dynamics")
	app.MustSave(t, kim.Record)
	for status, rating := range map[string]int{"graded": 5, "completed": 4, "revision": 0, "submitted": 0} {
		id := assignTutor(t, app, admin, robin, kim, map[string]any{"status": status})
		if rating > 0 {
			app.Call(t, "POST", "/api/assignments/"+id+"/rating", robin.Token, map[string]int{"rating": rating}).Granted(t, 201, nil)
		}
	}
	deleted := assignTutor(t, app, admin, robin, kim, map[string]any{"status": "graded"})
	app.Call(t, "POST", "/api/assignments/"+deleted+"/rating", robin.Token, map[string]int{"rating": 2}).Granted(t, 201, nil)
	app.Call(t, "DELETE", "/api/assignments/"+deleted, robin.Token, nil).Granted(t, 200, nil)
	assignTutor(t, app, admin, robin, inactive, map[string]any{})
	app.Call(t, "PATCH", "/api/users/"+inactive.Id, admin.Token, map[string]string{"status": "inactive"}).Granted(t, 200, nil)

	var got []tutor
	app.Call(t, "GET", "/api/tutors", admin.Token, nil).Granted(t, 200, &got)
	if len(got) != 3 {
		t.Fatalf("got %+v, want 3 tutors", got)
	}
	got[0].ID = ""
	want := []tutor{
		{"", "Bo 50%", "", 0, 0, 0},
		{kim.Id, "kim Marsh", "Fluid dynamics", (5 + 4 + 2) / 3.0, 3, 2},
		{lou.Id, "Lou Reed", "", 0, 0, 0},
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%+v\nwant\n%+v", got, want)
	}
	for query, c := range map[string][2]string{
		"?page=1&perPage=2": {"Bo 50%,kim Marsh", "3"},
		"?page=2&perPage=2": {"Lou Reed", "3"},
		"?page=3&perPage=2": {"", "3"},
		"?perPage=1":        {"Bo 50%", "3"},
		"?search=LOU":       {"Lou Reed", "1"},
		"?search=dynamics":  {"kim Marsh", "1"},
		"?search=%25":       {"Bo 50%", "1"},
		"?search=+":         {"Bo 50%,kim Marsh,Lou Reed", "3"},
		"?search=inactive":  {"", "0"},
	} {
		if names, total := listTutors(t, app, admin, query); names != c[0] || total != c[1] {
			t.Errorf("%s: got %s of %s, want %s of %s", query, names, total, c[0], c[1])
		}
	}
	for _, query := range []string{"?page=0", "?perPage=501", "?page=x"} {
		app.Call(t, "GET", "/api/tutors"+query, admin.Token, nil).Refused(t, 400, "Invalid paging parameter")
	}
}

func TestStatsShowTutorsTheirOwnWorkOnly(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin, robin := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleStudent, "Robin Vale")
	kim, lou := app.Person(t, domain.RoleTutor, "Kim Marsh"), app.Person(t, domain.RoleTutor, "Lou Reed")
	for _, path := range []string{"/api/users/tutor-stats", "/api/assignments/tutor-assignments"} {
		app.Call(t, "GET", path, "", nil).Refused(t, 401, "Please log in to continue")
		for _, person := range []testkit.Person{admin, robin} {
			app.Call(t, "GET", path, person.Token, nil).Refused(t, 403, "You do not have permission to do this")
		}
	}
	if got := statsOf(t, app, kim); got != (stats{}) {
		t.Errorf("the stats of a new tutor are %+v", got)
	}

	// A sum of floating-point numbers would get these prices wrong.
	cents := 0
	for i, price := range []float64{0.1, 0.2, 0.7, 19.99, 1000000, 0.29} {
		assignTutor(t, app, admin, robin, kim, map[string]any{"status": []string{"completed", "graded"}[i%2], "price": price})
		cents += domain.Cents(price)
	}
	for _, status := range []string{"pending", "submitted", "in_progress", "revision"} {
		assignTutor(t, app, admin, robin, kim, map[string]any{"status": status, "price": 1000})
	}
	assignTutor(t, app, admin, robin, lou, map[string]any{"status": "graded", "price": 7.5})
	kimStats, louStats := statsOf(t, app, kim), statsOf(t, app, lou)
	if cents != 100_002_128 || kimStats.TotalEarnings != 1000021.28 || kimStats.TotalAssignments != 10 || kimStats.CompletedAssignments != 6 || kimStats.AverageRating != 0 {
		t.Errorf("after %d cents of work the stats are %+v", cents, kimStats)
	}
	if louStats.TotalEarnings != 7.5 || louStats.TotalAssignments != 1 {
		t.Errorf("the stats of another tutor are %+v", louStats)
	}
	if body := string(app.Call(t, "GET", "/api/users/tutor-stats", kim.Token, nil).Body); !strings.Contains(body, `"totalEarnings":1000021.28,`) {
		t.Errorf("the earnings in the JSON are wrong: %s", body)
	}
}

func TestFinishedWorkStillCountsAfterItIsDeleted(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin, robin, kim := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleStudent, "Robin Vale"), app.Person(t, domain.RoleTutor, "Kim Marsh")
	finished := assignTutor(t, app, admin, robin, kim, map[string]any{"status": "graded", "price": 12.34})
	open := assignTutor(t, app, admin, robin, kim, map[string]any{"status": "in_progress", "price": 99})
	app.Call(t, "POST", "/api/assignments/"+finished+"/rating", robin.Token, map[string]int{"rating": 3}).Granted(t, 201, nil)
	for _, id := range []string{finished, open} {
		app.Call(t, "DELETE", "/api/assignments/"+id, admin.Token, nil).Granted(t, 200, nil)
	}
	got := statsOf(t, app, kim)
	got.Trends = stats{}.Trends
	if got != (stats{TotalAssignments: 1, CompletedAssignments: 1, AverageRating: 3, TotalEarnings: 12.34}) {
		t.Errorf("the stats are %+v", got)
	}
	// Reopened or unassigned work earns nothing.
	reopened := assignTutor(t, app, admin, robin, kim, map[string]any{"status": "graded", "price": 50})
	app.Call(t, "PATCH", "/api/assignments/"+reopened, admin.Token, map[string]any{"status": "revision"}).Granted(t, 200, nil)
	if got := statsOf(t, app, kim); got.TotalEarnings != 12.34 || got.TotalAssignments != 2 || got.CompletedAssignments != 1 {
		t.Errorf("with a reopened assignment the stats are %+v", got)
	}
	app.Call(t, "PATCH", "/api/assignments/"+reopened, admin.Token, map[string]any{"tutor": nil, "status": "graded"}).Granted(t, 200, nil)
	if got := statsOf(t, app, kim); got.TotalEarnings != 12.34 || got.TotalAssignments != 1 {
		t.Errorf("without the unassigned work the stats are %+v", got)
	}
}

func TestTrendsCompareTheLastThirtyDaysWithTheThirtyBefore(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin, robin, kim := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleStudent, "Robin Vale"), app.Person(t, domain.RoleTutor, "Kim Marsh")
	now := clock.Now(app)
	finish := func(price, createdDaysAgo, finishedDaysAgo float64) {
		id := assignTutor(t, app, admin, robin, kim, map[string]any{"status": "graded", "price": price})
		setDates(t, app, id, now.Add(-time.Duration(createdDaysAgo*float64(day))), now.Add(-time.Duration(finishedDaysAgo*float64(day))))
	}
	expectTrends := func(total, completed, earnings string) {
		t.Helper()
		trends := statsOf(t, app, kim).Trends
		got := [3]string{}
		for i, trend := range []*float64{trends.TotalAssignments, trends.CompletedAssignments, trends.TotalEarnings} {
			got[i] = "null"
			if trend != nil {
				got[i] = fmt.Sprint(*trend)
			}
		}
		if got != [3]string{total, completed, earnings} {
			t.Errorf("the trends are %q, want %q", got, [3]string{total, completed, earnings})
		}
	}
	expectTrends("null", "null", "null")
	finish(100, 1, 0.5)
	expectTrends("null", "null", "null") // nothing to compare with
	finish(50, 100, 90)
	expectTrends("null", "null", "null") // too long ago
	finish(30, 40, 29.9)
	expectTrends("0", "null", "null") // created in the earlier period, finished in the latest
	finish(60, 59.9, 30.1)
	expectTrends("-50", "100", "116.7") // 1 against 2; 2 against 1; 130 against 60
	finish(0, 60.1, 60.1)
	expectTrends("-50", "100", "116.7")
}
