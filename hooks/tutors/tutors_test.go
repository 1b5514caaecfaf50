package tutors_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/tools/types"

	"deskmate/internal/clock"
	"deskmate/internal/testkit"
	"deskmate/records"
	"deskmate/rules"
)

func TestMain(m *testing.M) { testkit.Main(m) }

const day = 24 * time.Hour

type tutor struct {
	ID                           string `json:"_id"`
	Name, Specialization         string
	AverageRating                float64
	RatingCount, OpenAssignments int
}

type figures struct {
	TotalAssignments, CompletedAssignments int
	AverageRating, TotalEarnings           float64
	Trends                                 struct {
		TotalAssignments, CompletedAssignments, TotalEarnings *float64
	}
}

func statsOf(t *testing.T, app *testkit.App, person testkit.Person) (got figures) {
	t.Helper()
	app.Call(t, "GET", "/api/users/tutor-stats", person.Token, nil).Granted(t, 200, &got)
	return got
}

// give makes an assignment of a student's and gives it to a tutor.
func give(t *testing.T, app *testkit.App, admin, student, to testkit.Person, change map[string]any) string {
	t.Helper()
	id := app.HandIn(t, student.Token, nil)
	change["tutor"] = to.Id
	app.Call(t, "PATCH", "/api/assignments/"+id, admin.Token, change).Granted(t, 200, nil)
	return id
}

// date moves an assignment in time: when it was made, and finished.
func date(t *testing.T, app *testkit.App, id string, made, finished time.Time) {
	t.Helper()
	_, err := app.NonconcurrentDB().Update(records.Assignments, dbx.Params{
		records.Created: made.UTC().Format(types.DefaultDateLayout), records.DeliveredAt: finished.UTC().Format(types.DefaultDateLayout),
	}, dbx.HashExp{records.ID: id}).Execute()
	if err != nil {
		t.Fatal(err)
	}
}

func tutorsOf(t *testing.T, app *testkit.App, admin testkit.Person, query string) (names string, total string) {
	t.Helper()
	var got []tutor
	answer := app.Call(t, "GET", "/api/tutors"+query, admin.Token, nil)
	answer.Granted(t, 200, &got)
	all := []string{}
	for _, one := range got {
		all = append(all, one.Name)
	}
	return strings.Join(all, ","), answer.Header.Get("X-Total-Count")
}

func TestTheDeskChoosesAmongTheActiveTutors(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin, robin := app.Person(t, rules.RoleAdmin, "Ada Quill"), app.Person(t, rules.RoleStudent, "Robin Vale")
	if body := string(app.Call(t, "GET", "/api/tutors", admin.Token, nil).Body); body != "[]" {
		t.Errorf("without any tutor it is %q", body)
	}
	kim, lou, shut := app.Person(t, rules.RoleTutor, "kim Marsh"), app.Person(t, rules.RoleTutor, "Lou Reed"), app.Person(t, rules.RoleTutor, "Sam Shut")
	app.Person(t, rules.RoleTutor, "Bo 50%")
	for caller, person := range map[string]testkit.Person{"student": robin, "tutor": kim} {
		if answer := app.Call(t, "GET", "/api/tutors", person.Token, nil); answer.Status != 403 {
			t.Errorf("a %s is answered %d", caller, answer.Status)
		}
	}
	kim.Set(records.Specialization, "Fluid dynamics")
	app.MustSave(t, kim.Record)
	for status, rating := range map[string]int{"graded": 5, "completed": 4, "revision": 0, "submitted": 0} {
		id := give(t, app, admin, robin, kim, map[string]any{"status": status})
		if rating > 0 {
			app.Call(t, "POST", "/api/assignments/"+id+"/rating", robin.Token, map[string]int{"rating": rating}).Granted(t, 201, nil)
		}
	}
	removed := give(t, app, admin, robin, kim, map[string]any{"status": "graded"})
	app.Call(t, "POST", "/api/assignments/"+removed+"/rating", robin.Token, map[string]int{"rating": 2}).Granted(t, 201, nil)
	app.Call(t, "DELETE", "/api/assignments/"+removed, robin.Token, nil).Granted(t, 200, nil)
	give(t, app, admin, robin, shut, map[string]any{})
	app.Call(t, "PATCH", "/api/users/"+shut.Id, admin.Token, map[string]string{"status": "inactive"}).Granted(t, 200, nil)

	var got []tutor
	app.Call(t, "GET", "/api/tutors", admin.Token, nil).Granted(t, 200, &got)
	if len(got) != 3 {
		t.Fatalf("listed are %+v", got)
	}
	got[0].ID = ""
	want := []tutor{
		{"", "Bo 50%", "", 0, 0, 0},
		{kim.Id, "kim Marsh", "Fluid dynamics", (5 + 4 + 2) / 3.0, 3, 2},
		{lou.Id, "Lou Reed", "", 0, 0, 0},
	}
	if !slices.Equal(got, want) {
		t.Errorf("listed are\n%+v\nwant\n%+v", got, want)
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
		"?search=shut":      {"", "0"},
	} {
		if names, total := tutorsOf(t, app, admin, query); names != c[0] || total != c[1] {
			t.Errorf("%s lists %s of %s", query, names, total)
		}
	}
	for _, query := range []string{"?page=0", "?perPage=501", "?page=x"} {
		app.Call(t, "GET", "/api/tutors"+query, admin.Token, nil).Refused(t, 400, "Invalid paging parameter")
	}
}

func TestATutorReadsTheirOwnFiguresAndNobodyElseDoes(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin, robin := app.Person(t, rules.RoleAdmin, "Ada Quill"), app.Person(t, rules.RoleStudent, "Robin Vale")
	kim, lou := app.Person(t, rules.RoleTutor, "Kim Marsh"), app.Person(t, rules.RoleTutor, "Lou Reed")
	for _, path := range []string{"/api/users/tutor-stats", "/api/assignments/tutor-assignments"} {
		app.Call(t, "GET", path, "", nil).Refused(t, 401, "Please sign in to continue")
		for _, person := range []testkit.Person{admin, robin} {
			app.Call(t, "GET", path, person.Token, nil).Refused(t, 403, "You do not have permission to do this")
		}
	}
	if got := statsOf(t, app, kim); got != (figures{}) {
		t.Errorf("a new tutor has %+v", got)
	}

	// Prices that no sum of binary fractions would get right.
	cents := 0
	for i, price := range []float64{0.1, 0.2, 0.7, 19.99, 1000000, 0.29} {
		give(t, app, admin, robin, kim, map[string]any{"status": []string{"completed", "graded"}[i%2], "price": price})
		cents += rules.Cents(price)
	}
	for _, status := range []string{"pending", "submitted", "in_progress", "revision"} {
		give(t, app, admin, robin, kim, map[string]any{"status": status, "price": 1000})
	}
	give(t, app, admin, robin, lou, map[string]any{"status": "graded", "price": 7.5})
	kims, lous := statsOf(t, app, kim), statsOf(t, app, lou)
	if cents != 100_002_128 || kims.TotalEarnings != 1000021.28 || kims.TotalAssignments != 10 || kims.CompletedAssignments != 6 || kims.AverageRating != 0 {
		t.Errorf("after %d cents of work the figures are %+v", cents, kims)
	}
	if lous.TotalEarnings != 7.5 || lous.TotalAssignments != 1 {
		t.Errorf("another tutor has %+v", lous)
	}
	if body := string(app.Call(t, "GET", "/api/users/tutor-stats", kim.Token, nil).Body); !strings.Contains(body, `"totalEarnings":1000021.28,`) {
		t.Errorf("earnings are written as %s", body)
	}
}

func TestFinishedWorkCountsForTheTutorAlsoWhenItIsDeleted(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin, robin, kim := app.Person(t, rules.RoleAdmin, "Ada Quill"), app.Person(t, rules.RoleStudent, "Robin Vale"), app.Person(t, rules.RoleTutor, "Kim Marsh")
	done := give(t, app, admin, robin, kim, map[string]any{"status": "graded", "price": 12.34})
	open := give(t, app, admin, robin, kim, map[string]any{"status": "in_progress", "price": 99})
	app.Call(t, "POST", "/api/assignments/"+done+"/rating", robin.Token, map[string]int{"rating": 3}).Granted(t, 201, nil)
	for _, id := range []string{done, open} {
		app.Call(t, "DELETE", "/api/assignments/"+id, admin.Token, nil).Granted(t, 200, nil)
	}
	got := statsOf(t, app, kim)
	got.Trends = figures{}.Trends
	if got != (figures{TotalAssignments: 1, CompletedAssignments: 1, AverageRating: 3, TotalEarnings: 12.34}) {
		t.Errorf("the figures are %+v", got)
	}
	// Work that is taken off a tutor, or taken up again, earns nothing.
	again := give(t, app, admin, robin, kim, map[string]any{"status": "graded", "price": 50})
	app.Call(t, "PATCH", "/api/assignments/"+again, admin.Token, map[string]any{"status": "revision"}).Granted(t, 200, nil)
	if got := statsOf(t, app, kim); got.TotalEarnings != 12.34 || got.TotalAssignments != 2 || got.CompletedAssignments != 1 {
		t.Errorf("with work taken up again the figures are %+v", got)
	}
	app.Call(t, "PATCH", "/api/assignments/"+again, admin.Token, map[string]any{"tutor": nil, "status": "graded"}).Granted(t, 200, nil)
	if got := statsOf(t, app, kim); got.TotalEarnings != 12.34 || got.TotalAssignments != 1 {
		t.Errorf("with work taken off the figures are %+v", got)
	}
}

func TestTrendsCompareTheLastThirtyDaysWithTheThirtyBefore(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin, robin, kim := app.Person(t, rules.RoleAdmin, "Ada Quill"), app.Person(t, rules.RoleStudent, "Robin Vale"), app.Person(t, rules.RoleTutor, "Kim Marsh")
	now := clock.Now(app)
	finish := func(price float64, madeDays, finishedDays float64) {
		id := give(t, app, admin, robin, kim, map[string]any{"status": "graded", "price": price})
		date(t, app, id, now.Add(-time.Duration(madeDays*float64(day))), now.Add(-time.Duration(finishedDays*float64(day))))
	}
	shows := func(total, completed, earnings string) {
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
			t.Errorf("trends are %q, want %q", got, [3]string{total, completed, earnings})
		}
	}
	shows("null", "null", "null")
	finish(100, 1, 0.5)
	shows("null", "null", "null") // nothing to compare with
	finish(50, 100, 90)
	shows("null", "null", "null") // too long ago
	finish(30, 40, 29.9)
	shows("0", "null", "null") // made in the span before, finished in this one
	finish(60, 59.9, 30.1)
	shows("-50", "100", "116.7") // 1 against 2; 2 against 1; 130 against 60
	finish(0, 60.1, 60.1)
	shows("-50", "100", "116.7")
}
