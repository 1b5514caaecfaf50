package domain_test

import (
	"testing"
	"time"

	"deskmate/hooks/domain"
)

func parseMoment(t *testing.T, text string, zone *time.Location) time.Time {
	t.Helper()
	if text == "" {
		return time.Time{}
	}
	moment, ok := domain.ParseMoment(text, zone)
	if !ok {
		t.Fatalf("%q is no time", text)
	}
	return moment
}

func TestMonthsBeginAndEndInTheirTimeZone(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, zone, from, before, now string
		count                         int
		first, begins, last, ends     string
	}{
		{"the last twelve months", "UTC", "", "", "2026-11-23T10:00:00Z", 12, "2025-12", "2025-12-01T00:00:00.000Z", "2026-11", "2026-12-01T00:00:00.000Z"},
		{"it is next month in Sydney", "Australia/Sydney", "", "", "2026-11-30T13:00:00Z", 12, "2026-01", "2025-12-31T13:00:00.000Z", "2026-12", "2026-12-31T13:00:00.000Z"},
		{"it is still last month in Los Angeles", "America/Los_Angeles", "", "", "2026-12-01T07:59:59Z", 12, "2025-12", "2025-12-01T08:00:00.000Z", "2026-11", "2026-12-01T08:00:00.000Z"},
		{"days are those of the zone", "Australia/Sydney", "2026-10-01", "2026-11-01", "2026-11-23T10:00:00Z", 1, "2026-10", "2026-09-30T14:00:00.000Z", "2026-10", "2026-10-31T13:00:00.000Z"},
		{"moments cut months off", "Australia/Sydney", "2026-09-30T13:59:59.999Z", "2026-09-30T14:00:00.001Z", "2026-11-23T10:00:00Z", 2, "2026-09", "2026-09-30T13:59:59.999Z", "2026-10", "2026-09-30T14:00:00.001Z"},
		{"the end is not in the period", "UTC", "2026-10-15", "2026-11-01T00:00:00Z", "2026-11-23T10:00:00Z", 1, "2026-10", "2026-10-15T00:00:00.000Z", "2026-10", "2026-11-01T00:00:00.000Z"},
		{"without a beginning", "UTC", "", "2024-03-01", "2026-11-23T10:00:00Z", 12, "2023-03", "2023-03-01T00:00:00.000Z", "2024-02", "2024-03-01T00:00:00.000Z"},
		{"without an end", "UTC", "2026-10-31", "", "2026-11-23T10:00:00Z", 2, "2026-10", "2026-10-31T00:00:00.000Z", "2026-11", "2026-12-01T00:00:00.000Z"},
		{"a first day without a midnight", "America/Asuncion", "2017-09-01", "2017-11-01", "2026-11-23T10:00:00Z", 2, "2017-09", "2017-09-01T04:00:00.000Z", "2017-10", "2017-11-01T03:00:00.000Z"},
		{"the most months", "UTC", "2017-01-01", "2027-01-01", "2026-11-23T10:00:00Z", 120, "2017-01", "2017-01-01T00:00:00.000Z", "2026-12", "2027-01-01T00:00:00.000Z"},
	} {
		zone, err := time.LoadLocation(c.zone)
		if err != nil {
			t.Fatal(err)
		}
		months, problem := domain.MonthsBetween(parseMoment(t, c.from, zone), parseMoment(t, c.before, zone), parseMoment(t, c.now, zone), zone)
		if problem != "" || len(months) != c.count {
			t.Errorf("%s: %d months, %q", c.name, len(months), problem)
			continue
		}
		first, last := months[0], months[len(months)-1]
		if first.Name != c.first || domain.FormatTime(first.From) != c.begins || last.Name != c.last || domain.FormatTime(last.Before) != c.ends {
			t.Errorf("%s: %+v to %+v", c.name, first, last)
		}
		for i := 1; i < len(months); i++ {
			if !months[i].From.Equal(months[i-1].Before) || !months[i].From.Before(months[i].Before) {
				t.Errorf("%s: %+v does not follow %+v", c.name, months[i], months[i-1])
			}
		}
	}
}

func TestMonthsThatCannotBeShown(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 23, 10, 0, 0, 0, time.UTC)
	for _, c := range []struct{ from, before, want string }{
		{"2026-10-01", "2026-10-01", "The period must end after it begins"},
		{"2026-10-02", "2026-10-01", "The period must end after it begins"},
		{"2026-12-01", "", "The period must end after it begins"},
		{"2016-12-31", "2027-01-01", "The period can be at most 120 months"},
		{"1970-01-01", "9999-12-31", "The period can be at most 120 months"},
	} {
		months, problem := domain.MonthsBetween(parseMoment(t, c.from, time.UTC), parseMoment(t, c.before, time.UTC), now, time.UTC)
		if problem != c.want || months != nil {
			t.Errorf("%s to %s: %q and %d months", c.from, c.before, problem, len(months))
		}
	}
	for _, text := range []string{"", "yesterday", "2026-13-01", "2026-02-30", "1969-12-31", "10000-01-01", "2026-11", "20261101"} {
		if moment, ok := domain.ParseMoment(text, time.UTC); ok {
			t.Errorf("%q is read as %s", text, moment)
		}
	}
}
