package orders_test

import (
	"fmt"
	"reflect"
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

type stats struct {
	TotalAssignments, PendingAssignments, CompletedAssignments, SubmittedAssignments, GradedAssignments int
	RecentAssignments, UpcomingDueAssignments                                                           int
	PriorityStats                                                                                       []priorityCount
	SubjectStats                                                                                        []subjectCount
	Trends                                                                                              *trends
	WeeklyIntake                                                                                        []week
}

type priorityCount struct {
	ID       string `json:"_id"`
	Priority string
	Count    int
}

type subjectCount struct {
	ID      string `json:"_id"`
	Subject string
	Count   int
}

type trends struct{ TotalAssignments, PendingAssignments, CompletedAssignments, Users *float64 }

type week struct {
	Week  string
	Count int
}

// statsOf reads the statistics as the holder of a token.
func statsOf(t *testing.T, app *testkit.App, token string) (got stats) {
	t.Helper()
	app.Call(t, "GET", "/api/assignments/stats", token, nil).Granted(t, 200, &got)
	return got
}

// setTimes changes times of a stored record, past every rule and record event.
func setTimes(t *testing.T, app *testkit.App, collection, id string, times map[string]time.Time) {
	t.Helper()
	stored := dbx.Params{}
	for field, at := range times {
		stored[field] = at.UTC().Format(types.DefaultDateLayout)
	}
	if _, err := app.NonconcurrentDB().Update(collection, stored, dbx.HashExp{store.ID: id}).Execute(); err != nil {
		t.Fatal(err)
	}
}

func TestStatisticsCountOnlyWhatTheReaderMaySee(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	app.Call(t, "GET", "/api/assignments/stats", "", nil).Refused(t, 401, "Please log in to continue")
	admin, kim := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleTutor, "Kim Marsh")
	robin, nia := app.Person(t, domain.RoleStudent, "Robin Vale"), app.Person(t, domain.RoleStudent, "Nia Frost")
	now := clock.Now(app)
	for i, status := range domain.AssignmentStatuses { // Robin has one in each status, and Kim works on one of them
		id := app.HandIn(t, robin.Token, map[string]string{"priority": domain.Priorities[min(i, 2)], "subject": []string{"Physics", "physics", "Art"}[i%3]})
		change := map[string]any{"status": status}
		if status == "graded" {
			change["tutor"] = kim.Id
		}
		patch(t, app, admin, id, change)
		switch i {
		case 0:
			setTimes(t, app, store.Assignments, id, map[string]time.Time{"created": now.Add(-7*day + time.Minute), "dueDate": now.Add(time.Minute)})
		case 1:
			setTimes(t, app, store.Assignments, id, map[string]time.Time{"created": now.Add(-7*day - time.Minute), "dueDate": now.Add(-time.Minute)})
		}
	}
	app.HandIn(t, "", map[string]string{"subject": "Law", "priority": ""})
	stub := app.HandIn(t, robin.Token, nil)
	patch(t, app, admin, stub, map[string]any{"tutor": kim.Id, "status": "graded"})
	app.Call(t, "DELETE", "/api/assignments/"+stub, robin.Token, nil).Granted(t, 200, nil) // stubs are not counted

	wantRobin := stats{
		TotalAssignments: 6, PendingAssignments: 1, CompletedAssignments: 2, SubmittedAssignments: 1, GradedAssignments: 1,
		RecentAssignments: 5, UpcomingDueAssignments: 5,
		PriorityStats: []priorityCount{{"High", "High", 4}, {"Low", "Low", 1}, {"Medium", "Medium", 1}},
		SubjectStats:  []subjectCount{{"Art", "Art", 2}, {"Physics", "Physics", 2}, {"physics", "physics", 2}},
	}
	for _, c := range []struct {
		reader testkit.Person
		want   stats
	}{
		{nia, stats{PriorityStats: []priorityCount{}, SubjectStats: []subjectCount{}}},
		{robin, wantRobin},
		{kim, stats{
			TotalAssignments: 1, CompletedAssignments: 1, GradedAssignments: 1, RecentAssignments: 1, UpcomingDueAssignments: 1,
			PriorityStats: []priorityCount{{"High", "High", 1}}, SubjectStats: []subjectCount{{"Art", "Art", 1}},
		}},
	} {
		if got := statsOf(t, app, c.reader.Token); !reflect.DeepEqual(got, c.want) {
			t.Errorf("a %s gets\n%+v\nwant\n%+v", c.reader.GetString(store.Role), got, c.want)
		}
	}
	got := statsOf(t, app, admin.Token)
	if got.Trends == nil || len(got.WeeklyIntake) != 12 {
		t.Errorf("an admin gets %+v, want trends and 12 weeks", got)
	}
	got.Trends, got.WeeklyIntake = nil, nil
	all := wantRobin
	all.TotalAssignments, all.SubmittedAssignments, all.RecentAssignments, all.UpcomingDueAssignments = 7, 2, 6, 6
	all.PriorityStats = []priorityCount{{"High", "High", 4}, {"Medium", "Medium", 2}, {"Low", "Low", 1}}
	all.SubjectStats = append(append([]subjectCount{}, wantRobin.SubjectStats...), subjectCount{"Law", "Law", 1})
	if !reflect.DeepEqual(got, all) {
		t.Errorf("an admin gets\n%+v\nwant\n%+v", got, all)
	}
}

func TestTrendsCompareTheLastThirtyDaysWithTheThirtyBefore(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin := app.Person(t, domain.RoleAdmin, "Ada Quill")
	now := clock.Now(app)
	ago := func(days float64) time.Time { return now.Add(-time.Duration(days * float64(day))) }
	checkTrends := func(total, pending, completed, users string) {
		t.Helper()
		trends, got := statsOf(t, app, admin.Token).Trends, [4]string{}
		for i, trend := range []*float64{trends.TotalAssignments, trends.PendingAssignments, trends.CompletedAssignments, trends.Users} {
			got[i] = "null"
			if trend != nil {
				got[i] = fmt.Sprint(*trend)
			}
		}
		if got != [4]string{total, pending, completed, users} {
			t.Errorf("the trends are %q, want %q", got, [4]string{total, pending, completed, users})
		}
	}
	handIn := func(status string, createdDays, deliveredDays float64) {
		id := app.HandIn(t, "", nil)
		patch(t, app, admin, id, map[string]any{"status": status})
		times := map[string]time.Time{"created": ago(createdDays)}
		if deliveredDays > 0 {
			times["deliveredAt"] = ago(deliveredDays)
		}
		setTimes(t, app, store.Assignments, id, times)
	}
	checkTrends("null", "null", "null", "null")
	handIn("graded", 29.9, 1)
	handIn("completed", 29.9, 29.9)
	handIn("pending", 1, 0)
	checkTrends("null", "null", "null", "null")
	handIn("graded", 60.1, 30.1) // created too early to count, delivered in the earlier period
	checkTrends("null", "null", "100", "null")
	handIn("pending", 59.9, 0)
	handIn("pending", 30.1, 0)
	handIn("submitted", 45, 0)
	handIn("in_progress", 45, 0)
	handIn("graded", 45, 45)
	handIn("graded", 45, 45)
	handIn("graded", 45, 45)
	setTimes(t, app, store.Users, app.Person(t, domain.RoleStudent, "Robin Vale").Id, map[string]time.Time{"created": ago(31)})
	setTimes(t, app, store.Users, app.Person(t, domain.RoleStudent, "Nia Frost").Id, map[string]time.Time{"created": ago(61)})
	app.Person(t, domain.RoleStudent, "Sam Reed")
	checkTrends("-57.1", "-50", "-50", "100") // 3 against 7; 1 against 2; 2 against 4; 2 against 1
}

func TestWeeklyIntakeCountsFromMondayToMonday(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin := app.Person(t, domain.RoleAdmin, "Ada Quill")
	monday := domain.Monday(clock.Now(app))
	for weeks, counts := range map[int]int{0: 2, 1: 1, 11: 3, 12: 5, 30: 1} {
		for i := range counts { // the second one is created in the last instant of its week
			at := monday.AddDate(0, 0, -7*weeks)
			if i == 1 && weeks > 0 {
				at = at.AddDate(0, 0, 7).Add(-time.Millisecond)
			}
			setTimes(t, app, store.Assignments, app.HandIn(t, "", nil), map[string]time.Time{"created": at})
		}
	}
	deleted := app.HandIn(t, "", nil)
	app.Call(t, "DELETE", "/api/assignments/"+deleted, admin.Token, nil).Granted(t, 200, nil)
	got := statsOf(t, app, admin.Token).WeeklyIntake
	if len(got) != 12 {
		t.Fatalf("the intake is %+v, want 12 weeks", got)
	}
	for i, week := range got {
		start, err := time.Parse(time.DateOnly, week.Week)
		if err != nil || start.Weekday() != time.Monday || !start.Equal(monday.AddDate(0, 0, 7*(i-11))) {
			t.Errorf("week %d starts on %q", i, week.Week)
		}
		if want := map[int]int{11: 2, 10: 1, 0: 3}[i]; week.Count != want {
			t.Errorf("week %d counts %d, want %d", i, week.Count, want)
		}
	}
}
