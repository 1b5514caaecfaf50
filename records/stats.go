package records

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
)

// recentPeriod is how long an assignment counts as recent.
const recentPeriod = 7 * 24 * time.Hour

// StatsScope selects the assignments to count.
type StatsScope struct{ condition, person string }

// StatsOfAll selects all assignments.
func StatsOfAll() StatsScope { return StatsScope{condition: "{:me} = ''"} }

// StatsOfStudent selects the assignments that a student submitted.
func StatsOfStudent(id string) StatsScope { return StatsScope{"student = {:me}", id} }

// StatsOfTutor selects the assignments of a tutor.
func StatsOfTutor(id string) StatsScope { return StatsScope{"tutor = {:me}", id} }

// Group is a value of a field and the number of assignments that have it.
type Group struct {
	Value string
	Count int
}

// AssignmentStats counts the assignments of a scope, without deleted ones.
type AssignmentStats struct {
	Total, Recent, Upcoming int
	ByStatus                map[string]int
	ByPriority, BySubject   []Group // most frequent first
}

// Read counts the assignments of the scope in one pass. Recent ones were created
// in the last 7 days; upcoming ones are due in the future.
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
		Bind(dbx.Params{"since": stored(now.Add(-recentPeriod)), "now": stored(now), "me": s.person}).
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
	stats.ByPriority, stats.BySubject = byFrequency(byPriority), byFrequency(bySubject)
	return stats, err
}

// byFrequency sorts values by count, highest first, then alphabetically.
func byFrequency(counts map[string]int) []Group {
	groups := make([]Group, 0, len(counts))
	for value, count := range counts {
		groups = append(groups, Group{value, count})
	}
	slices.SortFunc(groups, func(a, b Group) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Value, b.Value))
	})
	return groups
}
