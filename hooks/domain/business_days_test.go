package domain_test

import (
	"testing"
	"time"

	"deskmate/hooks/domain"
)

func TestRefundsArePaidOnBusinessDays(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, approved, zone string
		holidays             []string
		first, last          int
		from, by             string
	}{
		{"over two weekends", "2026-11-04T10:00:00Z", "UTC", nil, 7, 10, "2026-11-13T00:00:00.000Z", "2026-11-18T23:59:59.999Z"},
		{"approved on a Saturday", "2026-11-07T10:00:00Z", "UTC", nil, 1, 1, "2026-11-09T00:00:00.000Z", "2026-11-09T23:59:59.999Z"},
		{"over holidays", "2026-12-23T10:00:00Z", "UTC", []string{"2026-12-25", "2026-12-28"}, 1, 3, "2026-12-24T00:00:00.000Z", "2026-12-30T23:59:59.999Z"},
		{"a holiday on a Sunday counts once", "2026-12-23T10:00:00Z", "UTC", []string{"2026-12-27"}, 1, 3, "2026-12-24T00:00:00.000Z", "2026-12-28T23:59:59.999Z"},
		{"it is tomorrow in Sydney", "2026-11-04T14:00:00Z", "Australia/Sydney", nil, 1, 1, "2026-11-05T13:00:00.000Z", "2026-11-06T12:59:59.999Z"},
		{"clocks are set back", "2026-04-03T01:00:00Z", "Australia/Sydney", nil, 1, 1, "2026-04-05T14:00:00.000Z", "2026-04-06T13:59:59.999Z"},
		{"a day without a midnight", "2026-09-04T12:00:00Z", "America/Santiago", []string{"2026-09-07"}, 1, 1, "2026-09-08T03:00:00.000Z", "2026-09-09T02:59:59.999Z"},
	} {
		approved, err := time.Parse(time.RFC3339, c.approved)
		if err != nil {
			t.Fatal(err)
		}
		zone, err := time.LoadLocation(c.zone)
		if err != nil {
			t.Fatal(err)
		}
		from, by := domain.RefundDates(approved, zone, c.holidays, c.first, c.last)
		if domain.FormatTime(from) != c.from || domain.FormatTime(by) != c.by {
			t.Errorf("%s: from %s by %s, want %s and %s", c.name, domain.FormatTime(from), domain.FormatTime(by), c.from, c.by)
		}
	}
}
