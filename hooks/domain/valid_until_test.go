package domain_test

import (
	"testing"
	"time"

	"deskmate/hooks/domain"
)

func TestAnOfferLastsUntilMidnightInTheSitesTimeZone(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, zone, want string }{
		{"2026-12-01", "UTC", "2026-12-01T23:59:59.999Z"},
		{" 2026-12-01 ", "Australia/Sydney", "2026-12-01T12:59:59.999Z"},
		{"2026-12-01", "America/New_York", "2026-12-02T04:59:59.999Z"},
		{"2026-10-04", "Australia/Sydney", "2026-10-04T12:59:59.999Z"}, // clocks go forward on this day
		{"2019-10-19", "America/Sao_Paulo", "2019-10-20T02:59:59.999Z"},
		{"2018-11-03", "America/Sao_Paulo", "2018-11-04T02:59:59.999Z"}, // the next day begins at one o'clock
		{"9999-12-31", "Pacific/Auckland", "9999-12-31T10:59:59.999Z"},
		{"9999-12-31", "America/New_York", "9999-12-31T23:59:59.999Z"}, // no time is later
		{"2026-12-01T10:00:00Z", "Australia/Sydney", "2026-12-01T10:00:00.000Z"},
		{"2026-12-01T10:00:00+10:00", "America/New_York", "2026-12-01T00:00:00.000Z"},
		{"2026-12-01T10:00", "Australia/Sydney", "2026-12-01T10:00:00.000Z"},
		{"2026-02-30", "UTC", ""},
		{"1969-12-31", "UTC", ""},
		{"tomorrow", "UTC", ""},
	} {
		zone, err := time.LoadLocation(c.zone)
		if err != nil {
			t.Fatal(err)
		}
		got, ok := domain.ParseValidUntil(c.text, zone)
		if ok != (c.want != "") || ok && domain.FormatTime(got) != c.want {
			t.Errorf("%q in %s ends at %s, %t, want %q", c.text, c.zone, domain.FormatTime(got), ok, c.want)
		}
	}
}
