package hooks_test

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"

	"deskmate/hooks/domain"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
)

const aDay = 24 * time.Hour

// stopped is when the machine of the desk below stops: a Monday.
var stopped = time.Date(2031, 3, 10, 10, 0, 0, 0, time.UTC)

// clockDesk is a desk with several orders at each stage on which a clock runs.
type clockDesk struct {
	*testkit.App
	ada, robin, kim testkit.Person
	box             *testkit.Mailbox
	each            int
	offers          []string // quote requests whose offers expire
}

// newClockDesk lets the desk work until the machine stops. There is no mail server until
// then, so that all emails wait.
func newClockDesk(t *testing.T, each int) *clockDesk {
	t.Helper()
	d := &clockDesk{App: testkit.New(t), each: each}
	d.at(t, -171*aDay)
	d.ada, d.robin, d.kim = d.Person(t, domain.RoleAdmin, "Ada Quill"), d.Person(t, domain.RoleStudent, "Robin Vale"), d.Person(t, domain.RoleTutor, "Kim Marsh")
	for _, person := range []testkit.Person{d.ada, d.robin, d.kim} {
		d.Verify(t, person.Id)
	}
	d.at(t, -170*aDay)
	d.finish(t, "announced", "accept")
	d.at(t, -100*aDay)
	d.finish(t, "settled", "accept")
	d.refund(t, "refunded")
	d.at(t, -4*aDay)
	d.at(t, -50*time.Hour)
	d.finish(t, "closing", "")
	d.at(t, -30*time.Hour)
	d.finish(t, "revision soon due", "revisions")
	d.at(t, 0)
	d.finish(t, "delivered", "")
	d.finish(t, "disputed", "claims")
	d.finish(t, "in revision", "revisions")
	d.begin(t, "due in three days", stopped.Add(3*aDay))
	d.begin(t, "due in a week", stopped.Add(7*aDay+12*time.Hour))
	for range each {
		quote, _ := d.Offer(t, d.ada.Token, nil)
		d.Call(t, "PATCH", "/api/quotes/"+quote, d.ada.Token, map[string]any{"validUntil": domain.FormatTime(stopped.Add(2 * aDay))}).Granted(t, 200, nil)
		d.offers = append(d.offers, quote)
	}
	d.runAll(t, d.jobs())
	return d
}

// at moves the clock to a time after the stop, and runs all jobs.
func (d *clockDesk) at(t *testing.T, after time.Duration) {
	t.Helper()
	clock.Set(d, stopped.Add(after))
	d.runAll(t, d.jobs())
	d.logIn(t)
}

// logIn opens new sessions: the last ones may have expired.
func (d *clockDesk) logIn(t *testing.T) {
	t.Helper()
	for _, person := range []*testkit.Person{&d.ada, &d.robin, &d.kim} {
		if person.Record != nil {
			*person = d.LogIn(t, person.Record)
		}
	}
}

// jobs returns the jobs of the program.
func (d *clockDesk) jobs() (ids []string) {
	for _, job := range d.Cron().Jobs() {
		if !strings.HasPrefix(job.Id(), "__pb") {
			ids = append(ids, job.Id())
		}
	}
	slices.Sort(ids)
	return ids
}

func (d *clockDesk) runAll(t *testing.T, jobs []string) {
	t.Helper()
	for _, job := range jobs {
		d.RunJob(t, job)
	}
}

// begin gives work with a brief to the tutor.
func (d *clockDesk) begin(t *testing.T, title string, due time.Time) (paths []string) {
	t.Helper()
	for i := range d.each {
		brief := testkit.File{Field: "file", Name: "brief.txt", Content: []byte("The brief")}
		id := d.HandIn(t, d.robin.Token, map[string]string{"title": fmt.Sprint(title, " ", i), "dueDate": domain.FormatTime(due)}, brief)
		paths = append(paths, "/api/assignments/"+id)
		d.Call(t, "PATCH", paths[i], d.ada.Token, map[string]any{"tutor": d.kim.Id, "price": 100, "status": "in_progress"}).Granted(t, 200, nil)
	}
	return paths
}

// finish finishes work that was due later, and lets its student act on it.
func (d *clockDesk) finish(t *testing.T, title, action string) {
	t.Helper()
	for _, path := range d.begin(t, title, stopped.Add(400*aDay)) {
		d.Call(t, "PATCH", path, d.ada.Token, map[string]any{"status": "completed"}).Granted(t, 200, nil)
		if action == "" {
			continue
		}
		answer := d.Call(t, "POST", path+"/"+action, d.robin.Token, map[string]string{"kind": "dispute", "reason": "The last page is missing."})
		if answer.Status >= 300 {
			t.Fatalf("%s: got %d %s", title, answer.Status, answer.Body)
		}
	}
}

// refund cancels work that was paid for. The refund stays unpaid.
func (d *clockDesk) refund(t *testing.T, title string) {
	t.Helper()
	for _, path := range d.begin(t, title, stopped.Add(400*aDay)) {
		d.Call(t, "POST", path+"/payments", d.ada.Token, map[string]any{"amount": 100, "method": "Bank transfer", "reference": "TX 1"}).Granted(t, 201, nil)
		d.Call(t, "POST", path+"/cancel", d.ada.Token, map[string]string{"reason": "By mistake"}).Granted(t, 200, nil)
	}
}

// state describes what is stored, without ids. Two desks with the same history have the
// same state.
func (d *clockDesk) state(t *testing.T) string {
	t.Helper()
	var rows []string
	for _, query := range []string{
		`SELECT 'assignment ' || title || ' ' || status || ' ' || acceptedAt || ' ' || settledAt || ' ' || purgeAt || ' ' || purgedAt || ' ' || claimOpen FROM assignments`,
		`SELECT 'claim ' || a.title || ' ' || c.kind || ' ' || c.status || ' ' || c.dueAt || ' ' || c.payBy FROM claims c JOIN assignments a ON a.id = c.assignment`,
		`SELECT 'quote ' || status || ' ' || validUntil FROM quotes`,
		`SELECT 'notice ' || n.kind || ' ' || u.email || ' ' || coalesce(a.title, '') || ' ' || coalesce(n.data, '') || ' ' || n.created
			FROM notices n JOIN users u ON u.id = n.user LEFT JOIN assignments a ON a.id = n.assignment`,
		`SELECT 'mail ' || m.kind || ' ' || m.[[to]] || ' ' || coalesce(a.title, '') || ' ' || coalesce(m.data, '') || ' ' || m.status || ' ' || m.error || ' ' || m.created
			FROM outbox m LEFT JOIN assignments a ON a.id = m.assignment`,
		`SELECT 'activity ' || c.kind || ' ' || a.title || ' ' || c.via FROM activities c JOIN assignments a ON a.id = c.assignment`,
		`SELECT 'entry ' || l.kind || ' ' || a.title || ' ' || l.cash || ' ' || l.customer || ' ' || l.desk || ' ' || l.tutors FROM ledger l JOIN assignments a ON a.id = l.assignment`,
		`SELECT 'reminders ' || count(*) FROM reminders`,
	} {
		var found []string
		if err := d.DB().NewQuery(query).Column(&found); err != nil {
			t.Fatal(err)
		}
		slices.Sort(found)
		rows = append(rows, found...)
	}
	return strings.Join(rows, "\n")
}

// told returns what people were told by notices since a time after the stop, for each
// title without its number, and checks that nobody was told anything twice.
func (d *clockDesk) told(t *testing.T, since time.Duration) []string {
	t.Helper()
	var rows []struct {
		Told  string `db:"told"`
		Count int    `db:"count"`
	}
	err := d.DB().NewQuery(`SELECT n.kind || ' ' || substr(u.name, 1, 3) || ' ' || coalesce(a.title, '') AS told, count(*) AS count
		FROM notices n JOIN users u ON u.id = n.user LEFT JOIN assignments a ON a.id = n.assignment WHERE n.created >= {:since} GROUP BY 1 ORDER BY 1`).
		Bind(dbx.Params{"since": stopped.Add(since).Format("2006-01-02 15:04:05.000Z")}).All(&rows)
	if err != nil {
		t.Fatal(err)
	}
	counts := map[string]int{}
	var told []string
	for _, row := range rows {
		if row.Count != 1 {
			t.Errorf("%s was told %d times", row.Told, row.Count)
		}
		what := strings.TrimRight(row.Told, " 0123456789")
		if counts[what]++; counts[what] == 1 {
			told = append(told, what)
		}
	}
	for what, count := range counts {
		if !strings.HasPrefix(what, "week ") && count != d.each {
			t.Errorf("%s was told of %d orders", what, count)
		}
	}
	return told
}

// skipped returns the kinds of the emails that were not sent because they are not true
// any more.
func (d *clockDesk) skipped(t *testing.T) (kinds []string) {
	t.Helper()
	err := d.DB().NewQuery(`SELECT DISTINCT m.kind || rtrim(coalesce(' ' || a.title, ''), ' 0123456789') FROM outbox m LEFT JOIN assignments a ON a.id = m.assignment
		WHERE m.status = 'skipped' AND m.kind != 'quote.received' ORDER BY 1`).Column(&kinds)
	if err != nil {
		t.Fatal(err)
	}
	return kinds
}

// start starts the program again after a stop, with a mail server. The first thing it
// does is to send the emails that wait.
func (d *clockDesk) start(t *testing.T, after time.Duration) {
	t.Helper()
	clock.Set(d, stopped.Add(after))
	d.box = d.UseMailbox(t)
	d.RunJob(t, "sendMails")
}

// isDone checks that further runs change nothing, and that no email came twice.
func (d *clockDesk) isDone(t *testing.T) {
	t.Helper()
	d.RunJob(t, "sendMails")
	before := d.state(t)
	clock.Advance(d, time.Minute)
	d.runAll(t, append(d.jobs(), "sendMails"))
	if after := d.state(t); after != before {
		t.Errorf("another run changes something: %s", difference(before, after))
	}
	arrived := map[string]int{}
	for _, mail := range d.box.Mails() {
		if !strings.HasSuffix(mail.Subject(), " is ready") && !strings.HasPrefix(mail.Subject(), "Accepted:") { // to both sides, or without a title
			arrived[mail.To+": "+mail.Subject()+"\n"+mail.Text]++ // the desk may get several about 2 new assignments
		}
	}
	for mail, times := range arrived {
		if times != 1 && !strings.Contains(mail, " Q-") && !strings.Contains(mail, "Weekly summary") {
			t.Errorf("%s arrived %d times", mail, times)
		}
	}
}

// difference returns the lines that only one of two states has.
func difference(before, after string) string {
	old, now := strings.Split(before, "\n"), strings.Split(after, "\n")
	var lines []string
	for _, line := range old {
		if !slices.Contains(now, line) {
			lines = append(lines, "- "+line)
		}
	}
	for _, line := range now {
		if !slices.Contains(old, line) {
			lines = append(lines, "+ "+line)
		}
	}
	return strings.Join(lines, "\n")
}

// runUntil runs all jobs and stops each after a number of statements in transactions. It
// returns how many the longest of them executed.
func (d *clockDesk) runUntil(t *testing.T, limit int) (most int) {
	t.Helper()
	db, executed := d.NonconcurrentDB().(*dbx.DB), 0
	db.ExecLogFunc = func(context.Context, time.Duration, string, sql.Result, error) {
		if executed++; executed >= limit {
			panic("stopped")
		}
	}
	defer func() { db.ExecLogFunc = nil }()
	for _, job := range d.jobs() {
		executed = 0
		func() {
			defer func() { _ = recover() }()
			d.RunJob(t, job)
		}()
		most = max(most, executed)
	}
	return most
}
