package rules

import "time"

// PurgeNotice is how long before their files are deleted people are told.
const PurgeNotice = 14 * 24 * time.Hour

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
