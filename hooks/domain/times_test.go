package domain_test

import (
	"testing"
	"time"

	"deskmate/hooks/domain"
)

func TestFormatTimeUsesUTCAndMilliseconds(t *testing.T) {
	t.Parallel()
	if got := domain.FormatTime(time.Time{}); got != "" {
		t.Errorf("the zero time becomes %q, want an empty string", got)
	}
	sydney := time.FixedZone("AEDT", 11*60*60)
	if got := domain.FormatTime(time.Date(2031, 12, 1, 21, 0, 0, 5e6, sydney)); got != "2031-12-01T10:00:00.005Z" {
		t.Errorf("got %q, want 2031-12-01T10:00:00.005Z", got)
	}
}

func FuzzParseTime(f *testing.F) {
	for _, seed := range []string{
		"", " ", "2031-12-01", "2031-12-01T10:00", "2031-12-01T10:00:30", "2031-12-01T10:00:30.123456789Z", "2031-12-01T10:00:00+23:59",
		"1970-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01", "2031-02-30", "12031-12-01", "2031-12-01T24:00", "tomorrow", "2031-12-01 10:00", "0000-00-00",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		parsed, ok := domain.ParseTime(text)
		if !ok {
			return
		}
		if parsed.Location() != time.UTC || parsed.Year() < 1970 || parsed.Year() > 9999 || parsed.Nanosecond()%1e6 != 0 {
			t.Errorf("ParseTime(%q) = %v", text, parsed)
		}
		if again, ok := domain.ParseTime(domain.FormatTime(parsed)); !ok || !again.Equal(parsed) {
			t.Errorf("%q is formatted as %s and parsed back as %v", text, domain.FormatTime(parsed), again)
		}
	})
}
