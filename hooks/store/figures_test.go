package store_test

import (
	"fmt"
	"maps"
	"reflect"
	"testing"
	"time"

	"github.com/pocketbase/dbx"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
)

// These queries count for the statistics without using tallies.
const (
	countGroups = `SELECT status, priority, subject, count(*) AS count, sum(created >= {:since}) AS recent, sum(dueDate > {:now}) AS upcoming
		FROM assignments WHERE deletedAt = '' AND %s GROUP BY status, priority, subject`
	countDesk = `SELECT count(*) AS total, coalesce(sum(status = 'pending'), 0) AS pending,
			(SELECT count(*) FROM assignments WHERE deliveredAt != '' AND deliveredAt >= {:from} AND deliveredAt < {:before} AND deletedAt = '') AS completed,
			(SELECT count(*) FROM users WHERE created >= {:from} AND created < {:before}) AS users
		FROM assignments WHERE created >= {:from} AND created < {:before} AND deletedAt = ''`
	countWeeks = `SELECT (unixepoch(created) - unixepoch({:from})) / 604800 AS week, count(*) AS count
		FROM assignments WHERE created >= {:from} AND deletedAt = '' GROUP BY week`
	countTutor = `SELECT count(*) AS total, coalesce(sum(status IN ('completed', 'graded')), 0) AS completed,
			coalesce(sum(deletedAt = '' AND status NOT IN ('completed', 'graded', 'cancelled')), 0) AS open,
			(SELECT coalesce(-sum(tutors), 0) FROM ledger WHERE tutor = {:me} AND kind != 'paid') AS earningsCents,
			(SELECT coalesce(sum(rating), 0) FROM reviews WHERE tutor = {:me}) AS ratingSum,
			(SELECT count(*) FROM reviews WHERE tutor = {:me}) AS ratingCount
		FROM assignments WHERE tutor = {:me}`
	countTutorPeriod = `SELECT coalesce(sum(created >= {:from} AND created < {:before}), 0) AS total,
			coalesce(sum(deliveredAt >= {:from} AND deliveredAt < {:before}), 0) AS completed,
			(SELECT coalesce(-sum(l.tutors), 0) FROM ledger l LEFT JOIN assignments a ON a.id = l.assignment AND a.tutor = {:me}
				WHERE l.tutor = {:me} AND l.kind != 'paid' AND CASE WHEN l.kind = 'adjusted' THEN replace(l.at, 'T', ' ') ELSE a.deliveredAt END >= {:from}
				AND CASE WHEN l.kind = 'adjusted' THEN replace(l.at, 'T', ' ') ELSE a.deliveredAt END < {:before}) AS earningsCents
		FROM assignments WHERE tutor = {:me}`
	countUsers = `SELECT count(*) AS total, coalesce(sum(role = 'admin'), 0) AS admins,
			coalesce(sum(role = 'student'), 0) AS students, coalesce(sum(role = 'tutor'), 0) AS tutors,
			(SELECT count(DISTINCT student) FROM assignments WHERE student != '' AND deletedAt = '') AS withAssignments
		FROM users`
	countOpen      = "SELECT count(*) FROM assignments WHERE tutor = {:me} AND deletedAt = '' AND status NOT IN ('completed', 'graded', 'cancelled')"
	countCompleted = "SELECT count(*) FROM assignments WHERE tutor = {:me} AND status IN ('completed', 'graded')"
)

// readOne reads a single row with a plain query.
func readOne[T any](t *testing.T, e *edits, query string, params dbx.Params) (row T) {
	t.Helper()
	if err := e.app.DB().NewQuery(query).Bind(params).One(&row); err != nil {
		t.Fatalf("%v in %s", err, query)
	}
	return row
}

// checkFigure fails if a figure differs from the plain count.
func checkFigure[T any](t *testing.T, figure string, got T, err error, want T) {
	t.Helper()
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%s: %+v, want %+v, %v", figure, got, want, err)
	}
}

func text(at time.Time) string { return at.UTC().Format("2006-01-02 15:04:05.000Z") }

func TestStatisticsEqualPlainCounts(t *testing.T) {
	t.Parallel()
	e := newEdits(t, 6)
	for i := range 12 {
		e.bySQL(t)
		if i%4 == 0 {
			e.byPeople(t)
		}
		e.compareAt(t, e.now)
		at, err := time.Parse("2006-01-02 15:04:05.000Z", e.moment())
		if err != nil {
			t.Fatal(err)
		}
		e.compareAt(t, at)
	}
}

// compareAt compares all statistics at a time with plain counts.
func (e *edits) compareAt(t *testing.T, now time.Time) {
	t.Helper()
	ctx, month := t.Context(), 30*24*time.Hour
	scopes := map[string]store.StatsScope{"''": store.StatsOfAll()}
	for i := range e.students {
		scopes["student = '"+e.students[i].Id+"'"] = store.StatsOfStudent(e.students[i].Id)
		scopes["tutor = '"+e.tutors[i].Id+"'"] = store.StatsOfTutor(e.tutors[i].Id)
	}
	for condition, scope := range scopes {
		if condition == "''" {
			condition = "true"
		}
		got, err := scope.Read(ctx, e.app, now)
		if err != nil {
			t.Fatal(err)
		}
		e.compareGroups(t, fmt.Sprint("statistics where ", condition, " at ", now), got, fmt.Sprintf(countGroups, condition), now)
	}
	for months := range 3 {
		from, before := now.Add(-time.Duration(months+1)*month), now.Add(-time.Duration(months)*month)
		params := dbx.Params{"from": text(from), "before": text(before)}
		desk, err := store.ReadDeskPeriod(ctx, e.app, from, before)
		checkFigure(t, fmt.Sprint("the desk before ", before), desk, err, readOne[store.DeskPeriod](t, e, countDesk, params))
		for _, tutor := range e.tutors {
			params["me"] = tutor.Id
			period, err := store.ReadTutorPeriod(ctx, e.app, tutor.Id, from, before)
			checkFigure(t, fmt.Sprint("a tutor before ", before), period, err, readOne[store.TutorPeriod](t, e, countTutorPeriod, params))
		}
	}
	monday := domain.Monday(now).AddDate(0, 0, -7*11)
	want := map[int]int{}
	var rows []struct {
		Week  int `db:"week"`
		Count int `db:"count"`
	}
	if err := e.app.DB().NewQuery(countWeeks).Bind(dbx.Params{"from": text(monday)}).All(&rows); err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		want[row.Week] = row.Count
	}
	weeks, err := store.ReadWeeklyIntake(ctx, e.app, monday)
	checkFigure(t, "the weekly intake", weeks, err, want)
	users, err := store.ReadUserStats(ctx, e.app)
	checkFigure(t, "accounts", users, err, readOne[store.UserStats](t, e, countUsers, nil))
	e.compareTutors(t)
}

// compareGroups compares statistics with the groups that a plain query counts.
func (e *edits) compareGroups(t *testing.T, figure string, got store.AssignmentStats, query string, now time.Time) {
	t.Helper()
	var groups []struct {
		Status   string `db:"status"`
		Priority string `db:"priority"`
		Subject  string `db:"subject"`
		Count    int    `db:"count"`
		Recent   int    `db:"recent"`
		Upcoming int    `db:"upcoming"`
	}
	if err := e.app.DB().NewQuery(query).Bind(dbx.Params{"now": text(now), "since": text(now.AddDate(0, 0, -7))}).All(&groups); err != nil {
		t.Fatal(err)
	}
	want := store.AssignmentStats{ByStatus: map[string]int{}}
	priorities, subjects := map[string]int{}, map[string]int{}
	for _, group := range groups {
		want.Total += group.Count
		want.ByStatus[group.Status] += group.Count
		if group.Status == domain.StatusCancelled { // counts in the total only
			continue
		}
		want.Recent += group.Recent
		want.Upcoming += group.Upcoming
		priorities[group.Priority] += group.Count
		subjects[group.Subject] += group.Count
	}
	for got, want := range map[*[]store.Group]map[string]int{&got.ByPriority: priorities, &got.BySubject: subjects} {
		found := map[string]int{}
		for i, group := range *got {
			found[group.Value] = group.Count
			if i > 0 && (*got)[i-1].Count < group.Count {
				t.Errorf("%s: %v is not sorted by frequency", figure, *got)
			}
		}
		if !maps.Equal(found, want) {
			t.Errorf("%s: %v, want %v", figure, found, want)
		}
	}
	got.ByPriority, got.BySubject = nil, nil
	checkFigure(t, figure, got, nil, want)
}

// compareTutors compares the figures in the lists of tutors and of experts.
func (e *edits) compareTutors(t *testing.T) {
	t.Helper()
	e.execute(t, "UPDATE users SET listed = TRUE WHERE role = 'tutor'", nil)
	tutors, err := store.Page[store.TutorRow](t.Context(), e.app, store.TutorListing(), 0, 100, len(e.tutors)+100)
	if err != nil {
		t.Fatal(err)
	}
	experts, err := store.Page[store.ExpertRow](t.Context(), e.app, store.ExpertListing(), 0, 100, len(e.tutors)+100)
	if err != nil || len(experts) != len(tutors) || len(tutors) < len(e.tutors) {
		t.Fatalf("%d experts and %d tutors, %v", len(experts), len(tutors), err)
	}
	for i, tutor := range tutors {
		me := dbx.Params{"me": tutor.ID}
		want := readOne[store.TutorStats](t, e, countTutor, me)
		stats, err := store.ReadTutorStats(t.Context(), e.app, tutor.ID)
		checkFigure(t, "a tutor", stats, err, want)
		var open, completed int
		if err := e.app.DB().NewQuery(countOpen).Bind(me).Row(&open); err != nil {
			t.Fatal(err)
		}
		if err := e.app.DB().NewQuery(countCompleted).Bind(me).Row(&completed); err != nil {
			t.Fatal(err)
		}
		expert := experts[i]
		checkFigure(t, "a tutor's row", []int{tutor.Open, tutor.RatingSum, tutor.RatingCount}, nil, []int{open, want.RatingSum, want.RatingCount})
		checkFigure(t, "an expert's row", []int{expert.Completed, expert.RatingSum, expert.RatingCount}, nil, []int{completed, want.RatingSum, want.RatingCount})
	}
}
