package sweeps

import (
	"time"

	"deskmate/internal/clock"
	"deskmate/records"
	"deskmate/rules"

	"github.com/pocketbase/pocketbase/core"
)

const (
	// nightsBefore is on how many nights after the first an orphan must be seen again before
	// it is deleted. Nights are counted, because a clock may jump by a year and back.
	nightsBefore = 7
	day          = 24 * time.Hour
	// night is the least time between two nights that count.
	night = 20 * time.Hour
	// youngest is the age below which no file is judged: it may belong to a change that is
	// being made, which stores the file first. A change takes 5 minutes at most.
	youngest = day
)

// wait returns how long an orphan has been waiting, given what was known of it before, which
// is zero for a new one. A file that was written again is a new one.
func wait(before, seen records.Orphan, now time.Time) records.Waiting {
	known := before.Waiting
	switch at := records.Time(rules.FormatTime(now)); {
	case known.Nights == 0, before.Kind != seen.Kind, before.Written != seen.Written, known.FirstSeen.Time().After(now):
		return records.Waiting{FirstSeen: at, CountedAt: at, Nights: 1}
	case known.CountedAt.Time().After(now): // the clock was ahead
		known.CountedAt = at
	case now.Sub(known.CountedAt.Time()) >= night:
		known.CountedAt = at
		known.Nights++
	}
	return known
}

// isDue reports whether an orphan has waited for long enough to be deleted.
func isDue(known records.Waiting, now time.Time) bool {
	return known.Nights > nightsBefore && now.Sub(known.FirstSeen.Time()) >= nightsBefore*day
}

// dueAt returns when an orphan may be deleted at the earliest.
func dueAt(known records.Waiting) time.Time {
	byNights := known.CountedAt.Time().Add(time.Duration(max(0, nightsBefore+1-known.Nights)) * day)
	if byDays := known.FirstSeen.Time().Add(nightsBefore * day); byDays.After(byNights) {
		return byDays
	}
	return byNights
}

// moment is the time as it is stored, in milliseconds.
func moment(app core.App) time.Time { return clock.Now(app).UTC().Truncate(time.Millisecond) }
