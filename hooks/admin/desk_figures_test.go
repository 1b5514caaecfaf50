package admin_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"deskmate/hooks/store"
	"deskmate/internal/chance"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
)

type month struct {
	Month                                  string
	Received, Earned, Paid, Returned, Desk float64
	DeadlinesKept, DeadlinesMissed         int
}

func (m month) String() string {
	return fmt.Sprintf("%s +%v e%v p%v -%v d%v %d:%d", m.Month, m.Received, m.Earned, m.Paid, m.Returned, m.Desk, m.DeadlinesKept, m.DeadlinesMissed)
}

// keepBooksIn sets the time zone of the books, and pays tutors 70 per cent.
func (o *office) keepBooksIn(t *testing.T, zone string) {
	t.Helper()
	site, err := store.FindSite(o)
	if err != nil {
		t.Fatal(err)
	}
	site.Set(store.TimeZone, zone)
	site.Set(store.TutorShare, 70)
	o.MustSave(t, site)
}

func (o *office) at(t *testing.T, text string) {
	t.Helper()
	at, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		t.Fatal(err)
	}
	clock.Set(o, at)
}

func (o *office) figures(t *testing.T, query string) (months []month) {
	t.Helper()
	o.Call(t, "GET", "/api/desk/figures?"+query, o.admin.Token, nil).Granted(t, 200, &months)
	return months
}

func (o *office) patch(t *testing.T, id string, change map[string]any) {
	t.Helper()
	o.Call(t, "PATCH", "/api/assignments/"+id, o.admin.Token, change).Granted(t, 200, nil)
}

func (o *office) post(t *testing.T, path string, by testkit.Person, body any, result any) {
	t.Helper()
	o.Call(t, "POST", path, by.Token, body).Granted(t, 201, result)
}

// earn writes a story into the ledger whose entries lie around the ends of months: an
// hour before and after midnight in Sydney, in winter and in summer time.
func (o *office) earn(t *testing.T) {
	t.Helper()
	pay := func(id string, amount float64) {
		body := map[string]any{"amount": amount, "method": "Cash", "reference": fmt.Sprint("TX ", amount)}
		o.post(t, "/api/assignments/"+id+"/payments", o.admin, body, nil)
	}
	o.at(t, "2026-09-30T13:30:00Z") // 23:30 in Sydney
	first := o.HandIn(t, o.robin.Token, nil)
	o.patch(t, first, map[string]any{"price": 100, "tutor": o.kim.Id})
	pay(first, 60)
	o.at(t, "2026-09-30T14:30:00Z") // 00:30
	pay(first, 40)
	o.at(t, "2026-10-30T10:00:00Z")
	o.patch(t, first, map[string]any{"status": "completed"})
	o.at(t, "2026-10-31T13:30:00Z") // 00:30, because clocks were set forward
	var claim struct {
		ID string `json:"_id"`
	}
	o.post(t, "/api/assignments/"+first+"/claims", o.robin, map[string]any{"kind": "refund", "reason": "Late", "amount": 20}, &claim)
	o.Call(t, "PATCH", "/api/claims/"+claim.ID, o.admin.Token, map[string]any{"decision": "approve", "amount": 20, "outcome": "Yes"}).Granted(t, 200, nil)
	o.at(t, "2026-11-04T10:00:00Z")
	o.Call(t, "POST", "/api/claims/"+claim.ID+"/pay", o.admin.Token, map[string]any{"method": "Cash", "reference": "RT 1"}).Granted(t, 200, nil)
	o.post(t, "/api/ledger/adjustments", o.admin, map[string]any{"tutor": o.kim.Id, "amount": 5, "memo": "Books"}, nil)
	o.AcceptWork(t)
	o.PayTutors(t, o.admin.Token)
	o.at(t, "2026-12-31T12:00:00Z")
	second := o.HandIn(t, o.robin.Token, nil)
	o.patch(t, second, map[string]any{"price": 50, "tutor": o.kim.Id, "status": "completed"})
	o.at(t, "2027-01-01T00:30:00Z")
	o.patch(t, second, map[string]any{"status": "in_progress"})
}

func TestFiguresAreSumsOfTheLedgerByMonth(t *testing.T) {
	t.Parallel()
	for zone, want := range map[string][]string{
		"UTC": {
			"2026-08 +0 e0 p0 -0 d0 0:0", "2026-09 +100 e0 p0 -0 d0 0:0", "2026-10 +0 e80 p0 -0 d24 0:0",
			"2026-11 +0 e0 p61 -20 d-5 0:0", "2026-12 +0 e50 p0 -0 d15 0:0", "2027-01 +0 e-50 p0 -0 d-15 0:0",
		},
		"Australia/Sydney": {
			"2026-08 +0 e0 p0 -0 d0 0:0", "2026-09 +60 e0 p0 -0 d0 0:0", "2026-10 +40 e100 p0 -0 d30 0:0",
			"2026-11 +0 e-20 p61 -20 d-11 0:0", "2026-12 +0 e50 p0 -0 d15 0:0", "2027-01 +0 e-50 p0 -0 d-15 0:0",
		},
	} {
		o := newOffice(t)
		o.keepBooksIn(t, zone)
		o.earn(t)
		var got []string
		sum := month{}
		for _, m := range o.figures(t, "from=2026-08-01&before=2027-02-01") {
			got = append(got, m.String())
			sum.Received, sum.Earned, sum.Desk = sum.Received+m.Received, sum.Earned+m.Earned, sum.Desk+m.Desk
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s:\n%s\nwant\n%s", zone, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
		// What was earned, less the desk's share, is what the tutor reads.
		var tutor struct{ Earned float64 }
		o.Call(t, "GET", "/api/users/earnings", o.kim.Token, nil).Granted(t, 200, &tutor)
		if tutor.Earned != sum.Earned-sum.Desk || tutor.Earned != 61 || sum.Received != 100 {
			t.Errorf("%s: the tutor earned %v, the figures say %+v", zone, tutor.Earned, sum)
		}
		// By default, the last twelve months, including the current one.
		usual := o.figures(t, "")
		if len(usual) != 12 || usual[0].Month != "2026-02" || usual[11].String() != want[5] {
			t.Errorf("%s: usually %v", zone, usual)
		}
		// A period that begins or ends within a month holds only that part of it.
		part := o.figures(t, "from=2026-09-30T13:30:00Z&before=2026-09-30T14:30:00Z")
		if len(part) == 0 || part[0].Received != 60 {
			t.Errorf("%s: one hour is %v", zone, part)
		}
	}
}

func TestFiguresCanBeDownloaded(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	o.keepBooksIn(t, "Australia/Sydney")
	o.earn(t)
	const query = "?from=2026-09-01&before=2026-12-01"
	want := "\uFEFFmonth,received,earned,paid,returned,desk,deadlines kept,deadlines missed\n" +
		"2026-09,60.00,0.00,0.00,0.00,0.00,0,0\n2026-10,40.00,100.00,0.00,0.00,30.00,0,0\n2026-11,0.00,-20.00,61.00,20.00,-11.00,0,0\n"
	var link struct{ URL string }
	o.Call(t, "POST", "/api/desk/figures.csv/link"+query, o.admin.Token, nil).Granted(t, 200, &link)
	for path, token := range map[string]string{"/api/desk/figures.csv" + query: o.admin.Token, link.URL: ""} {
		answer := o.Call(t, "GET", path, token, nil)
		if answer.Status != 200 || string(answer.Body) != want {
			t.Errorf("%s: %d %s\nwant %s", path, answer.Status, answer.Body, want)
		}
		if file := answer.Header.Get("Content-Disposition"); file != `attachment; filename=figures.csv` {
			t.Errorf("the file is %q", file)
		}
	}
	o.Call(t, "GET", strings.Replace(link.URL, "2026-09", "2026-08", 1), "", nil).Refused(t, 401, "Please log in to continue")
	o.Call(t, "POST", "/api/desk/figures.csv/link?from=May", o.admin.Token, nil).Refused(t, 400, "Invalid from filter")
	answer := o.Call(t, "GET", "/api/desk/figures.csv?before=May", o.admin.Token, nil)
	answer.Refused(t, 400, "Invalid before filter")
	if kind := answer.Header.Get("Content-Type"); !strings.HasPrefix(kind, "application/json") {
		t.Errorf("a refusal is %q", kind)
	}
}

func TestThePeriodOfTheFiguresIsChecked(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	for query, sentence := range map[string]string{
		"from=":                               "Invalid from filter",
		"from=2026-11":                        "Invalid from filter",
		"before=2026-02-30":                   "Invalid before filter",
		"before=1969-12-31":                   "Invalid before filter",
		"from=2026-11-01&before=2026-11-01":   "The period must end after it begins",
		"from=2026-11-02&before=2026-11-01":   "The period must end after it begins",
		"from=2027-01-01":                     "The period must end after it begins",
		"from=2016-11-30&before=2026-12-01":   "The period can be at most 120 months",
		"from=1970-01-01&before=9999-12-31":   "The period can be at most 120 months",
		"from=0'+OR+1--&before=2026-12-01":    "Invalid from filter",
		"from=2026-01-01&before=99999-01-01":  "Invalid before filter",
		"before=1970-01-01T00:00:00Z&from=x,": "Invalid from filter",
	} {
		o.Call(t, "GET", "/api/desk/figures?"+query, o.admin.Token, nil).Refused(t, 400, sentence)
	}
	if most := o.figures(t, "from=2016-12-01&before=2026-12-01"); len(most) != 120 {
		t.Errorf("%d months", len(most))
	}
	if past := o.figures(t, "before=1970-02-01"); len(past) != 12 || past[11].Month != "1970-01" {
		t.Errorf("long ago: %v", past)
	}
}

// dueAt hands work in that is due at a time, and gives it to the tutor.
func (o *office) dueAt(t *testing.T, due string) (id string) {
	t.Helper()
	id = o.HandIn(t, o.robin.Token, map[string]string{"dueDate": due})
	o.patch(t, id, map[string]any{"tutor": o.kim.Id, "status": "in_progress"})
	return id
}

func (o *office) deliver(t *testing.T, id string) {
	t.Helper()
	file := testkit.File{Field: "files", Name: "Tides.txt", Content: []byte("The tides")}
	o.post(t, "/api/assignments/"+id+"/deliveries", o.kim, testkit.Form{Texts: map[string]string{"note": ""}, Files: []testkit.File{file}}, nil)
}

func TestDeadlinesCountInTheMonthOfTheDueDate(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	o.keepBooksIn(t, "Australia/Sydney")
	begin := func() { o.at(t, "2026-10-01T00:00:00Z") }
	const due, early, late = "2026-10-31T12:59:59.999Z", "2026-10-20T10:00:00Z", "2026-10-31T13:00:00Z"
	end := func() { o.at(t, "2026-11-20T10:00:00Z") }
	cancel := func(id string) {
		o.Call(t, "POST", "/api/assignments/"+id+"/cancel", o.admin.Token, map[string]string{"reason": "Not needed"}).Granted(t, 200, nil)
	}
	complete := func(id string) { o.patch(t, id, map[string]any{"status": "completed"}) }
	revise := func(id string) {
		o.post(t, "/api/assignments/"+id+"/revisions", o.robin, map[string]string{"reason": "More"}, nil)
	}
	all := func() (kept, missed int, months []month) {
		months = o.figures(t, "from=2026-09-01&before=2027-03-01")
		for _, m := range months {
			kept, missed = kept+m.DeadlinesKept, missed+m.DeadlinesMissed
		}
		return kept, missed, months
	}
	for _, c := range []struct {
		name         string
		work         func(id string)
		kept, missed int
	}{
		{"delivered at the last instant", func(id string) { o.at(t, due); o.deliver(t, id) }, 1, 0},
		{"delivered one later", func(id string) { o.at(t, late); o.deliver(t, id) }, 0, 1},
		{"never delivered", func(string) {}, 0, 1},
		{"cancelled before", func(id string) { o.at(t, early); cancel(id) }, 0, 0},
		{"cancelled after", func(id string) { o.at(t, late); cancel(id) }, 0, 1},
		{"delivered, then cancelled", func(id string) { o.at(t, early); o.deliver(t, id); cancel(id) }, 1, 0},
		{"finished by hand before", func(id string) { o.at(t, early); complete(id) }, 1, 0},
		{"finished by hand after", func(id string) { o.at(t, late); complete(id) }, 0, 1},
		{"finished by hand and reopened", func(id string) { o.at(t, early); complete(id); o.patch(t, id, map[string]any{"status": "in_progress"}) }, 0, 1},
		{"finished by hand, in revision", func(id string) { o.at(t, early); complete(id); revise(id) }, 1, 0},
		{"delivered, and again after a revision", func(id string) { o.at(t, early); o.deliver(t, id); revise(id); o.at(t, late); o.deliver(t, id) }, 1, 0},
		{"delivered late, and again", func(id string) { o.at(t, late); o.deliver(t, id); revise(id); o.deliver(t, id) }, 0, 1},
		{"deleted", func(id string) { o.Call(t, "DELETE", "/api/assignments/"+id, o.robin.Token, nil).Granted(t, 200, nil) }, 0, 0},
	} {
		begin()
		id := o.dueAt(t, due)
		end()
		kept, missed, _ := all()
		missed-- // the new work itself is late by now
		begin()
		c.work(id)
		end()
		keptNow, missedNow, months := all()
		if keptNow-kept != c.kept || missedNow-missed != c.missed {
			t.Errorf("%s: %d kept and %d missed, want %d and %d", c.name, keptNow-kept, missedNow-missed, c.kept, c.missed)
		}
		if months[1].DeadlinesKept != keptNow || months[1].DeadlinesMissed != missedNow {
			t.Errorf("%s: not all are in October: %v", c.name, months)
		}
	}
	// Midnight belongs to the month that begins with it, and what is due in the future is only kept.
	o.deliver(t, o.dueAt(t, "2027-01-15T10:00:00Z"))
	o.dueAt(t, "2027-01-16T10:00:00Z")
	o.dueAt(t, "2026-10-31T13:00:00Z")
	_, _, months := all()
	if months[2].DeadlinesMissed != 1 || months[4].DeadlinesKept != 1 || months[4].DeadlinesMissed != 0 {
		t.Errorf("at the end: %v", months)
	}
	o.keepBooksIn(t, "UTC")
	if _, _, inUTC := all(); inUTC[1].DeadlinesMissed != months[1].DeadlinesMissed+1 || inUTC[2].DeadlinesMissed != 0 {
		t.Errorf("in UTC: %v", inUTC)
	}
}

// The figures of years of entries are read quickly.
func TestFiguresOfAHundredThousandEntries(t *testing.T) {
	t.Parallel()
	chance.Long(t)
	o := newOffice(t)
	for _, statement := range []string{
		`INSERT INTO ledger (number, at, kind, assignment, tutor, claim, payout, actor, memo, memoHash, cash, customer, desk, tutors, hash)
			WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
			SELECT i, strftime('%Y-%m-%dT%H:%M:%fZ', 1764547200 + i * 315, 'unixepoch'), iif(i % 2, 'earned', 'received'), 'a' || i, iif(i % 2, 'kim', ''), '', '', 'system',
				'A-7F3K2M', printf('%064d', i), iif(i % 2, 0, 100), iif(i % 2, 100, -100), iif(i % 2, -30, 0), iif(i % 2, -70, 0), printf('%064d', i) FROM n`,
		"UPDATE ledger_head SET number = 100000",
	} {
		if _, err := o.NonconcurrentDB().NewQuery(statement).Execute(); err != nil {
			t.Fatal(err)
		}
	}
	var dues []string
	for i := range 12 {
		dues = append(dues, stored(-time.Duration(i)*30*day-time.Hour))
	}
	template := o.given(t, nil)
	o.CopyRows(t, store.Assignments, template, 2_000, map[string]any{store.DueDate: dues})
	o.at(t, "2026-11-30T12:00:00Z")
	elapsed := clock.Stopwatch()
	months := o.figures(t, "")
	t.Logf("102,000 rows took %s", elapsed())
	sum := month{}
	for _, m := range months {
		sum.Received, sum.Earned, sum.Desk, sum.DeadlinesMissed = sum.Received+m.Received, sum.Earned+m.Earned, sum.Desk+m.Desk, sum.DeadlinesMissed+m.DeadlinesMissed
	}
	if sum.Received != 50_000 || sum.Earned != 50_000 || math.Round(sum.Desk) != 15_000 || sum.DeadlinesMissed != 2_001 {
		t.Errorf("the sums are %+v", sum)
	}
}
