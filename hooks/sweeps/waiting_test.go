package sweeps

import (
	"testing"
	"time"

	"deskmate/records"
	"deskmate/rules"
)

func at(days float64) records.Time {
	return records.Time(rules.FormatTime(time.Date(2026, 11, 1, 2, 13, 0, 0, time.UTC).Add(time.Duration(days * float64(day)))))
}

func TestWaiting(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		before records.Waiting
		now    float64
		want   records.Waiting
		isDue  bool
		dueAt  float64
	}{
		"new":                {records.Waiting{}, 0, records.Waiting{FirstSeen: at(0), CountedAt: at(0), Nights: 1}, false, 7},
		"the next night":     {records.Waiting{FirstSeen: at(0), CountedAt: at(0), Nights: 1}, 1, records.Waiting{FirstSeen: at(0), CountedAt: at(1), Nights: 2}, false, 7},
		"the same night":     {records.Waiting{FirstSeen: at(0), CountedAt: at(0), Nights: 1}, 0.8, records.Waiting{FirstSeen: at(0), CountedAt: at(0), Nights: 1}, false, 7},
		"the last night":     {records.Waiting{FirstSeen: at(0), CountedAt: at(6), Nights: 7}, 7, records.Waiting{FirstSeen: at(0), CountedAt: at(7), Nights: 8}, true, 7},
		"short nights":       {records.Waiting{FirstSeen: at(0), CountedAt: at(5), Nights: 7}, 5.9, records.Waiting{FirstSeen: at(0), CountedAt: at(5.9), Nights: 8}, false, 7},
		"off for a month":    {records.Waiting{FirstSeen: at(0), CountedAt: at(1), Nights: 2}, 31, records.Waiting{FirstSeen: at(0), CountedAt: at(31), Nights: 3}, false, 36},
		"a year ahead":       {records.Waiting{FirstSeen: at(0), CountedAt: at(0), Nights: 1}, 365, records.Waiting{FirstSeen: at(0), CountedAt: at(365), Nights: 2}, false, 371},
		"back from there":    {records.Waiting{FirstSeen: at(0), CountedAt: at(365), Nights: 2}, 1, records.Waiting{FirstSeen: at(0), CountedAt: at(1), Nights: 2}, false, 7},
		"first seen ahead":   {records.Waiting{FirstSeen: at(365), CountedAt: at(372), Nights: 8}, 1, records.Waiting{FirstSeen: at(1), CountedAt: at(1), Nights: 1}, false, 8},
		"begins again (all)": {records.Waiting{Nights: 0}, 9, records.Waiting{FirstSeen: at(9), CountedAt: at(9), Nights: 1}, false, 16},
	} {
		now := at(c.now).Time()
		got := wait(records.Orphan{Waiting: c.before}, records.Orphan{}, now)
		if got != c.want || isDue(got, now) != c.isDue || !dueAt(got).Equal(at(c.dueAt).Time()) {
			t.Errorf("%s: got %+v, due %v at %v", name, got, isDue(got, now), dueAt(got))
		}
	}
	known := records.Orphan{Kind: records.RowWithoutFile, Waiting: records.Waiting{FirstSeen: at(0), CountedAt: at(9), Nights: 9}}
	for _, seen := range []records.Orphan{{Kind: records.FileWithoutRow}, {Kind: records.RowWithoutFile, Written: at(5)}} {
		if got := wait(known, seen, at(10).Time()); got.Nights != 1 || got.FirstSeen != at(10) {
			t.Errorf("what has changed waits as %+v", got)
		}
	}
}

func TestPlaces(t *testing.T) {
	t.Parallel()
	for key, want := range map[string]place{
		"c/r/a.pdf":                    {"c", "r", "a.pdf", "a.pdf"},
		"c/r/a.pdf.attrs":              {"c", "r", "a.pdf.attrs", "a.pdf"},
		"c/r/a.pdf.18ab.tmp":           {"c", "r", "a.pdf.18ab.tmp", "a.pdf.18ab.tmp"},
		"c/r/thumbs_a.png/1x1_a.png":   {"c", "r", "thumbs_a.png/1x1_a.png", "a.png"},
		"c/a.pdf":                      {},
		"c/r/":                         {},
		"c//a.pdf":                     {},
		"c/r/..":                       {},
		"c/../a.pdf":                   {},
		"c/r/.":                        {},
		"c/r/thumbs_a.png/..":          {},
		"c/r/other/1x1_a.png":          {},
		"c/r/thumbs_a.png/b/1x1_a.png": {},
		"c/r/a\tb.pdf":                 {},
		"c/r/a\\b.pdf":                 {},
	} {
		if got, ok := placeOf(key); ok != (want.folder != "") || ok && got != want {
			t.Errorf("%q: got %+v, %v", key, got, ok)
		}
	}
}
