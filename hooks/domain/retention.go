package domain

import "time"

// PurgeNotice is how long before their files are deleted people are told.
const PurgeNotice = 14 * 24 * time.Hour

// Times around a stop of the program.
const (
	// LongStop is how long the program stands still before it counts as stopped: a restart
	// keeps nobody from their files, and a machine that is off at night is never far away.
	LongStop = 36 * time.Hour
	// TimeAfterStop is how long people can fetch their files at least after a stop.
	TimeAfterStop = 3 * 24 * time.Hour
	// uptimeStep is how exactly it is known when the program ran last.
	uptimeStep = time.Hour
)

// Uptime is since when the program has run without a long stop, and when it was last known
// to run. It is zero if nothing is known.
type Uptime struct{ RunsSince, SeenAt time.Time }

// At returns the uptime of a program that runs at a time, and whether it is worth storing. A
// clock that was set back begins it anew.
func (u Uptime) At(now time.Time) (uptime Uptime, isNews bool) {
	switch {
	case now.Sub(u.SeenAt) > LongStop || u.RunsSince.After(now):
		return Uptime{now, now}, true
	case now.Sub(u.SeenAt) >= uptimeStep || u.SeenAt.After(now):
		return Uptime{u.RunsSince, now}, true
	}
	return u, false
}

// PurgeFrom returns before when no files are deleted: people could not fetch them while the
// program stood still.
func (u Uptime) PurgeFrom() time.Time { return u.RunsSince.Add(TimeAfterStop) }

// AnnounceSettledUntil returns the last moment at which an order was settled whose people
// are told now that its files will be deleted. Its policy keeps files for some days.
func AnnounceSettledUntil(now time.Time, days int) time.Time {
	return now.Add(PurgeNotice - time.Duration(days)*24*time.Hour)
}

// PurgeAt returns when files may be deleted if people are told now: when their time is
// over, but not before the notice has run out.
func PurgeAt(settled time.Time, days int, now time.Time) time.Time {
	return later(settled.Add(time.Duration(days)*24*time.Hour), now.Add(PurgeNotice))
}

// PurgeDate formats the day on which files will be deleted, where the site is.
func PurgeDate(at time.Time, zone *time.Location) string { return at.In(zone).Format("2 Jan 2006") }
