package store

import (
	"testing"
	"time"
)

// Consoles and SQL can store anything as a time.
func TestStoredTimesBecomeTimesOfTheAPI(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		stored any
		want   Time
	}{
		{"as the program stores it", "2026-12-01 10:30:05.120Z", "2026-12-01T10:30:05.120Z"},
		{"the last moment of a day", "2026-12-31 23:59:59.999Z", "2026-12-31T23:59:59.999Z"},
		{"empty", "", ""},
		{"NULL", nil, ""},
		{"bytes", []byte("2026-12-01 10:30:05.120Z"), "2026-12-01T10:30:05.120Z"},
		{"a time", time.Date(2026, 12, 1, 10, 30, 5, 0, time.UTC), "2026-12-01T10:30:05.000Z"},
		{"the format of the API", "2026-12-01T10:30:05.120Z", "2026-12-01T10:30:05.120Z"},
		{"a day", "2026-12-01", "2026-12-01T00:00:00.000Z"},
		{"another zone, as long as a stored time", "2026-01-01 10:00:00+0100", "2026-01-01T09:00:00.000Z"},
		{"a month that does not exist", "2026-13-01 10:30:05.120Z", ""},
		{"a day that does not exist", "2026-02-30 10:30:05.120Z", ""},
		{"an hour that does not exist", "2026-12-01 24:30:05.120Z", ""},
		{"letters", "soon", ""},
		{"letters, as long as a stored time", "soon-or-a bit later than ", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var got Time
			if err := got.Scan(c.stored); err != nil {
				t.Fatal(err)
			}
			if got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
			if got.Time().IsZero() != (c.want == "") {
				t.Errorf("%q is the time %v", got, got.Time())
			}
		})
	}
}
