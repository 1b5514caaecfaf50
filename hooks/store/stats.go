package store

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
)

// StatsScope selects the assignments to count.
type StatsScope struct {
	person           string
	statuses         string // kinds of tallies
	subjects         string
	recent, upcoming string // SQL for the numbers of rows
	shown            func(subject string) string
}

// StatsOfAll selects all assignments.
func StatsOfAll() StatsScope {
	return StatsScope{"", "assignments", "subject", created.atOrAfter("since") + " - " + cancelled.atOrAfter("since"), due.after("now"), asIs}
}

// StatsOfStudent selects the assignments that a student submitted. The few that are
// recent or upcoming are read from the indexes of the student's assignments.
func StatsOfStudent(id string) StatsScope {
	return StatsScope{
		id, "student", "student subject",
		"(SELECT count(*) FROM assignments WHERE student = {:me} AND deletedAt = '' AND status != 'cancelled' AND created >= {:since})",
		"(SELECT count(*) FROM assignments WHERE student = {:me} AND student != '' AND deletedAt = '' AND status != 'cancelled' AND dueDate > {:now})",
		asIs,
	}
}

// StatsOfTutor selects the assignments of a tutor.
func StatsOfTutor(id string) StatsScope {
	return StatsScope{
		id, "tutor", "tutor subject", tutorRecent.atOrAfter("since") + " - " + tutorCancelled.atOrAfter("since"),
		"(SELECT count(*) FROM assignments WHERE tutor = {:me} AND tutor != '' AND deletedAt = '' AND status != 'cancelled' AND dueDate > {:now})",
		domain.HideContact,
	}
}

func asIs(subject string) string { return subject }

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

// Read reads the statistics of the scope, all from one state of the database.
// Recent assignments were created in the last 7 days; upcoming ones are due in the
// future.
func (s StatsScope) Read(ctx context.Context, app core.App, now time.Time) (AssignmentStats, error) {
	var counts []struct {
		Of    string `db:"of"`
		Value string `db:"value"`
		Count int    `db:"n"`
	}
	params := dbx.Params{"me": s.person, "statuses": s.statuses, "subjects": s.subjects}
	bindTime(params, "now", stored(now))
	bindTime(params, "since", stored(now.Add(-recentPeriod)))
	err := constant(app, `SELECT 'status' AS of, value, sum(n) AS n FROM tallies WHERE scope = {:me} AND kind = {:statuses} GROUP BY value
		UNION ALL SELECT 'priority', detail, sum(n) FROM tallies WHERE scope = {:me} AND kind = {:statuses} AND value != 'cancelled' GROUP BY detail
		UNION ALL SELECT 'subject', value, n FROM tallies WHERE scope = {:me} AND kind = {:subjects} AND detail = ''
		UNION ALL SELECT 'recent', '', `+s.recent+`
		UNION ALL SELECT 'upcoming', '', `+s.upcoming).
		Bind(params).WithContext(ctx).All(&counts)
	stats := AssignmentStats{ByStatus: map[string]int{}}
	for _, count := range counts {
		switch count.Of {
		case "status":
			stats.Total += count.Count
			stats.ByStatus[count.Value] = count.Count
		case "priority":
			stats.ByPriority = append(stats.ByPriority, Group{count.Value, count.Count})
		case "subject":
			subject := s.shown(count.Value)
			if i := slices.IndexFunc(stats.BySubject, func(g Group) bool { return g.Value == subject }); i >= 0 && subject != count.Value {
				stats.BySubject[i].Count += count.Count
			} else {
				stats.BySubject = append(stats.BySubject, Group{subject, count.Count})
			}
		case "recent":
			stats.Recent = count.Count
		case "upcoming":
			stats.Upcoming = count.Count
		}
	}
	sortByFrequency(stats.ByPriority)
	sortByFrequency(stats.BySubject)
	return stats, err
}

// sortByFrequency sorts groups by count, highest first, then alphabetically.
func sortByFrequency(groups []Group) {
	slices.SortFunc(groups, func(a, b Group) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Value, b.Value))
	})
}
