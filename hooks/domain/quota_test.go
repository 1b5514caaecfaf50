package domain_test

import (
	"testing"

	"deskmate/hooks/domain"
)

func TestCheckQuota(t *testing.T) {
	t.Parallel()
	const full = 2048 << 20
	for _, c := range []struct {
		name         string
		stored, size int64
		quota        int
		want         string
	}{
		{"the first file", 0, 1, 2048, ""},
		{"a file that just fits", full - 10, 10, 2048, ""},
		{"a file that is one byte too large", full - 10, 11, 2048, "Your files can take up at most 2 GB in total. Delete assignments that you no longer need, or contact support"},
		{"a quota in odd megabytes", 1500 << 20, 1, 1500, "Your files can take up at most 1,500 MB in total. Delete assignments that you no longer need, or contact support"},
		{"no quota", full, full, 0, ""},
	} {
		got := domain.CheckQuota(c.stored, c.size, c.quota)
		switch {
		case c.want == "" && got != nil:
			t.Errorf("%s is refused: %s", c.name, got)
		case c.want != "" && (len(got) != 1 || got[0].Message != c.want || got[0].Code != domain.TooLarge):
			t.Errorf("%s gives %v, want %q", c.name, got, c.want)
		}
	}
}
