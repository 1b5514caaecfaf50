package records

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
)

// recentSpan is how far back an assignment counts as recent.
const recentSpan = 7 * 24 * time.Hour

// StatsScope is whose assignments are counted.
type StatsScope struct{ condition, person string }

// StatsOfAll counts every assignment.
func StatsOfAll() StatsScope { return StatsScope{condition: "{:me} = ''"} }

// StatsOfStudent counts what a student handed in.
func StatsOfStudent(id string) StatsScope { return StatsScope{"student = {:me}", id} }

// StatsOfTutor counts what was given to a tutor.
func StatsOfTutor(id string) StatsScope { return StatsScope{"tutor = {:me}", id} }

// Group is one value of a field with the number of assignments that have it.
type Group struct {
	Value string
	Count int
}

// AssignmentStats are the counts of a scope; the deleted ones are not in them.
type AssignmentStats struct {
	Total, Recent, Upcoming int
	ByStatus                map[string]int
	ByPriority, BySubject   []Group // the most frequent first
}

// Read counts in one pass. Recent is created in the last 7 days, upcoming is due in the future.
func (s StatsScope) Read(ctx context.Context, app core.App, now time.Time) (AssignmentStats, error) {
	var groups []struct {
		Status   string `db:"status"`
		Priority string `db:"priority"`
		Subject  string `db:"subject"`
		Count    int    `db:"count"`
		Recent   int    `db:"recent"`
		Upcoming int    `db:"upcoming"`
	}
	err := app.ConcurrentDB().NewQuery(`SELECT status, priority, subject, count(*) AS count,
			sum(created >= {:since}) AS recent, sum(dueDate > {:now}) AS upcoming
		FROM assignments WHERE deletedAt = '' AND ` + s.condition + ` GROUP BY status, priority, subject`).
		Bind(dbx.Params{"since": stored(now.Add(-recentSpan)), "now": stored(now), "me": s.person}).
		WithContext(ctx).All(&groups)
	stats := AssignmentStats{ByStatus: map[string]int{}}
	byPriority, bySubject := map[string]int{}, map[string]int{}
	for _, group := range groups {
		stats.Total += group.Count
		stats.Recent += group.Recent
		stats.Upcoming += group.Upcoming
		stats.ByStatus[group.Status] += group.Count
		byPriority[group.Priority] += group.Count
		bySubject[group.Subject] += group.Count
	}
	stats.ByPriority, stats.BySubject = frequentFirst(byPriority), frequentFirst(bySubject)
	return stats, err
}

// frequentFirst lists counted values, the most frequent first, equals by the alphabet.
func frequentFirst(counts map[string]int) []Group {
	groups := make([]Group, 0, len(counts))
	for value, count := range counts {
		groups = append(groups, Group{value, count})
	}
	slices.SortFunc(groups, func(a, b Group) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Value, b.Value))
	})
	return groups
}
