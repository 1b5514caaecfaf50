package domain_test

import (
	"testing"
	"time"
	_ "time/tzdata"

	"deskmate/hooks/domain"
)

func TestFilesAreKeptForWholeDaysAfterANotice(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		settled       string
		days          int
		now           string // when people are told; empty for as soon as they can be
		zone          string
		announce, at  string
		date, dateUTC string
	}{
		"a usual order":                 {"2026-11-04T10:00:00.000Z", 180, "", "Australia/Sydney", "2027-04-19T10:00:00.000Z", "2027-05-03T10:00:00.000Z", "3 May 2027", "3 May 2027"},
		"late in the day":               {"2026-11-04T18:30:00.000Z", 180, "", "Australia/Sydney", "2027-04-19T18:30:00.000Z", "2027-05-03T18:30:00.000Z", "4 May 2027", "3 May 2027"},
		"over the end of summer time":   {"2027-03-20T13:30:00.000Z", 20, "", "Australia/Sydney", "2027-03-26T13:30:00.000Z", "2027-04-09T13:30:00.000Z", "9 Apr 2027", "9 Apr 2027"},
		"over the start of summer time": {"2027-09-20T13:30:00.000Z", 20, "", "Australia/Sydney", "2027-09-26T13:30:00.000Z", "2027-10-10T13:30:00.000Z", "11 Oct 2027", "10 Oct 2027"},
		"in a leap year":                {"2027-12-31T12:59:59.999Z", 60, "", "Australia/Sydney", "2028-02-15T12:59:59.999Z", "2028-02-29T12:59:59.999Z", "29 Feb 2028", "29 Feb 2028"},
		"past the leap day":             {"2027-12-31T13:00:00.000Z", 60, "", "Australia/Sydney", "2028-02-15T13:00:00.000Z", "2028-02-29T13:00:00.000Z", "1 Mar 2028", "29 Feb 2028"},
		"the end of a month":            {"2027-01-30T23:59:59.999Z", 29, "", "UTC", "2027-02-14T23:59:59.999Z", "2027-02-28T23:59:59.999Z", "28 Feb 2027", "28 Feb 2027"},
		"the end of a year":             {"2026-07-04T20:00:00.000Z", 180, "", "America/New_York", "2026-12-17T20:00:00.000Z", "2026-12-31T20:00:00.000Z", "31 Dec 2026", "31 Dec 2026"},
		"after a stop of months":        {"2026-11-04T10:00:00.000Z", 180, "2027-09-01T08:00:00.000Z", "UTC", "2027-04-19T10:00:00.000Z", "2027-09-15T08:00:00.000Z", "15 Sep 2027", "15 Sep 2027"},
		"a stop of a day":               {"2026-11-04T10:00:00.000Z", 180, "2027-04-20T10:00:00.000Z", "UTC", "2027-04-19T10:00:00.000Z", "2027-05-04T10:00:00.000Z", "4 May 2027", "4 May 2027"},
		"fewer days than the notice":    {"2026-11-04T10:00:00.000Z", 3, "2026-11-04T10:00:00.000Z", "UTC", "2026-10-24T10:00:00.000Z", "2026-11-18T10:00:00.000Z", "18 Nov 2026", "18 Nov 2026"},
		"the longest time":              {"2026-11-04T10:00:00.000Z", 3650, "", "UTC", "2036-10-18T10:00:00.000Z", "2036-11-01T10:00:00.000Z", "1 Nov 2036", "1 Nov 2036"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			zone, err := time.LoadLocation(c.zone)
			if err != nil {
				t.Fatal(err)
			}
			settled, _ := domain.ParseTime(c.settled)
			announce, _ := domain.ParseTime(c.announce)
			now := announce
			if c.now != "" {
				now, _ = domain.ParseTime(c.now)
			}
			at := domain.PurgeAt(settled, c.days, now)
			if until := domain.AnnounceSettledUntil(announce, c.days); !until.Equal(settled) {
				t.Errorf("at %s people are told of what was settled until %s", c.announce, domain.FormatTime(until))
			}
			if got := domain.FormatTime(at); got != c.at {
				t.Errorf("the files are deleted at %s, want %s", got, c.at)
			}
			if date, utc := domain.PurgeDate(at, zone), domain.PurgeDate(at, time.UTC); date != c.date || utc != c.dateUTC {
				t.Errorf("the day is %s, in UTC %s", date, utc)
			}
			if at.Sub(now) < domain.PurgeNotice {
				t.Errorf("the notice is %v", at.Sub(now))
			}
		})
	}
}

func TestOnlyALongStopBeginsTheUptimeAnew(t *testing.T) {
	t.Parallel()
	since := time.Date(2026, 11, 4, 10, 0, 0, 0, time.UTC)
	seen := since.Add(1000 * time.Hour)
	for name, c := range map[string]struct {
		known  domain.Uptime
		after  time.Duration // since it was last seen
		isAnew bool
		isNews bool
	}{
		"nothing is known":             {domain.Uptime{}, 0, true, true},
		"a minute later":               {domain.Uptime{RunsSince: since, SeenAt: seen}, time.Minute, false, false},
		"an hour later":                {domain.Uptime{RunsSince: since, SeenAt: seen}, time.Hour, false, true},
		"after a stop of 36 hours":     {domain.Uptime{RunsSince: since, SeenAt: seen}, 36 * time.Hour, false, true},
		"after a longer stop":          {domain.Uptime{RunsSince: since, SeenAt: seen}, 36*time.Hour + 1, true, true},
		"the clock was set back":       {domain.Uptime{RunsSince: since, SeenAt: seen}, -time.Minute, false, true},
		"the clock was set back a lot": {domain.Uptime{RunsSince: since, SeenAt: seen}, -1001 * time.Hour, true, true},
	} {
		now := seen.Add(c.after)
		got, isNews := c.known.At(now)
		want := domain.Uptime{RunsSince: since, SeenAt: now}
		if c.isAnew {
			want.RunsSince = now
		}
		if !c.isNews {
			want = c.known
		}
		if got != want || isNews != c.isNews {
			t.Errorf("%s: got %+v, %t; want %+v, %t", name, got, isNews, want, c.isNews)
		}
		if from := got.PurgeFrom(); from != got.RunsSince.Add(72*time.Hour) {
			t.Errorf("%s: files are deleted from %v", name, from)
		}
	}
}
