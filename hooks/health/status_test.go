package health_test

import (
	"context"
	"errors"
	"io"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/logger"

	"deskmate/hooks/domain"
	"deskmate/hooks/health"
	"deskmate/hooks/jobs"
	"deskmate/internal/clock"
	"deskmate/internal/replica"
	"deskmate/internal/testkit"
)

type view struct {
	Version, Commit, StartedAt, State string
	CheckedAt                         *string
	Findings                          []struct{ Level, Subject, Text, Do string }
	Jobs                              []struct {
		ID, Title, Schedule, State, Error string
		Runs, Failures                    int
		LastRunAt, FailedAt               *string
		Took                              *int64
	}
	Errors []struct {
		At, Message string
		Count       int
	}
}

type desk struct {
	*testkit.App
	admin testkit.Person
	now   time.Time
}

// newDesk returns a desk with nothing to complain about.
func newDesk(t *testing.T) desk {
	t.Helper()
	d := desk{App: testkit.New(t), now: time.Date(2031, 5, 1, 10, 0, 30, 0, time.UTC)}
	clock.Set(d, d.now)
	health.Listen(d, nil)
	d.admin = d.Person(t, domain.RoleAdmin, "Ada Quill")
	return d
}

func (d desk) read(t *testing.T) (v view) {
	t.Helper()
	d.Call(t, "GET", "/api/desk/status", d.admin.Token, nil).Granted(t, 200, &v)
	return v
}

// finding returns what was found about a subject.
func (v view) finding(t *testing.T, subject string) (level, text, do string) {
	t.Helper()
	for _, finding := range v.Findings {
		if finding.Subject == subject {
			return finding.Level, finding.Text, finding.Do
		}
	}
	t.Fatalf("nothing is found about %s: %+v", subject, v.Findings)
	return "", "", ""
}

func TestTheStatusTellsOfEverythingThatMatters(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	v := d.read(t)
	for _, subject := range []string{"clock", "disk", "site address", "proxy", "limits on attempts", "operators", "admins", "emails", "mail server", "files", "virus scanner", "backups"} {
		v.finding(t, subject)
	}
	if v.Version == "" || v.StartedAt != "2031-05-01T10:00:30.000Z" || v.CheckedAt == nil || *v.CheckedAt != v.StartedAt {
		t.Errorf("it reads %+v", v)
	}
	for _, job := range v.Jobs {
		if job.Title == job.ID || job.State != "waiting" || job.LastRunAt != nil || job.Took != nil {
			t.Errorf("a job reads %+v", job)
		}
	}
	if len(v.Jobs) != len(jobs.Reports(d)) || len(v.Errors) != 0 {
		t.Errorf("there are %d jobs and %d errors", len(v.Jobs), len(v.Errors))
	}
}

func TestOnlyAdminsReadTheStatus(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	for token, want := range map[string]int{"": 401, d.Person(t, domain.RoleStudent, "Robin Vale").Token: 403, d.Person(t, domain.RoleTutor, "Kim Marsh").Token: 403, d.Superuser(t): 401} {
		if answer := d.Call(t, "GET", "/api/desk/status", token, nil); answer.Status != want {
			t.Errorf("got %d %s, want %d", answer.Status, answer.Body, want)
		}
	}
}

func TestAProblemIsShownUntilItIsSolved(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.UseMailServer(t, core.SMTPConfig{Host: "127.0.0.1", Port: 1}) // where nobody listens
	v := d.read(t)
	if level, text, do := v.finding(t, "mail server"); level != "problem" || !strings.Contains(text, "refused") || strings.Contains(text, "127.0.0.1") || !strings.HasPrefix(do, "Ask whoever runs the server: ") || v.State != "problem" {
		t.Errorf("the mail server that is away is %s: %s; %s", level, text, do)
	}
	d.UseMailbox(t)
	if level, _, _ := d.read(t).finding(t, "mail server"); level != "problem" {
		t.Errorf("it was checked again at once")
	}
	clock.Advance(d, time.Minute)
	if level, text, _ := d.read(t).finding(t, "mail server"); level != "ok" {
		t.Errorf("afterwards it is %s: %s", level, text)
	}
}

func TestJobsThatFailOrDoNotRunAreShown(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	fails := errors.New(`no answer for "Robin Vale" from robin@example.com`)
	jobs.Add(d, jobs.Job{ID: "testJob", Schedule: "* * * * *", Run: func(context.Context, core.App) error { return fails }})
	state := func() (state, text string) {
		for _, job := range d.read(t).Jobs {
			if job.ID == "testJob" {
				return job.State, job.Error
			}
		}
		t.Fatal("the job is missing")
		return "", ""
	}
	if got, _ := state(); got != "waiting" {
		t.Errorf("before its first run, it is %s", got)
	}
	clock.Advance(d, 8*time.Minute)
	if got, _ := state(); got != "late" || d.read(t).State != "problem" {
		t.Errorf("after eight minutes without a run, it is %s", got)
	}
	d.RunJob(t, "testJob")
	if got, text := state(); got != "failing" || strings.Contains(text, "obin") || !strings.HasPrefix(text, "no answer for") {
		t.Errorf("after it has failed, it is %s: %s", got, text)
	}
	fails = nil
	d.RunJob(t, "testJob")
	if got, text := state(); got != "ok" || text != "" {
		t.Errorf("after it has succeeded, it is %s: %s", got, text)
	}
}

func TestTheLastErrorsAreShownWithoutPersonalData(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.Settings().Logs.MaxDays = 5
	if err := d.Save(d.Settings()); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		d.Logger().Error("email not sent", "error", errors.New("550 no such user <robin@example.com>"))
	}
	d.Logger().Error("another failure")
	d.Logger().Warn("only a warning")
	if err := d.Logger().Handler().(*logger.BatchHandler).WriteAll(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := d.AuxDB().NewQuery("UPDATE _logs SET created = '2031-05-01 09:00:00.000Z'").Execute(); err != nil {
		t.Fatal(err)
	}
	counts := map[string]int{}
	for _, entry := range d.read(t).Errors {
		counts[entry.Message] = entry.Count
	}
	if len(counts) != 2 || counts["email not sent: 550 no such user <***>"] != 3 || counts["another failure"] != 1 {
		t.Errorf("the errors are %v", counts)
	}
	clock.Advance(d, 8*24*time.Hour)
	if left := d.read(t).Errors; len(left) != 0 {
		t.Errorf("eight days later, the errors are %v", left)
	}
}

func TestTheCopyIsPartOfTheStatus(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		report replica.Report
		isOn   bool
		level  string
		text   string
	}{
		"off":     {level: "ok", text: "none is kept"},
		"in step": {replica.Report{Generation: 2, Lag: time.Second}, true, "ok", "this machine serves the site (generation 2), and the store lacks the last 1s"},
		"behind":  {replica.Report{Generation: 2, Lag: 5 * time.Minute}, true, "problem", "this machine serves the site (generation 2), and the store lacks the last 5m0s"},
	} {
		d := newDesk(t)
		health.Listen(d, func() (replica.Report, bool) { return c.report, c.isOn })
		if level, text, _ := d.read(t).finding(t, "copy of the database"); level != c.level || text != c.text {
			t.Errorf("%s: it is %s: %s", name, level, text)
		}
	}
}

// A store that does not answer holds nobody up: what was found before is shown meanwhile.
func TestTheAnswerDoesNotWaitForOtherServers(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	first := d.read(t)
	d.UseSilentStore(t)
	clock.Advance(d, time.Minute)
	if second := d.read(t); *second.CheckedAt != *first.CheckedAt {
		t.Errorf("the answer has waited until %s", *second.CheckedAt)
	}
	_, text, _ := d.read(t).finding(t, "files")
	for text == "in the data folder" { // until the checks have ended
		_, text, _ = d.read(t).finding(t, "files")
	}
	if !strings.HasPrefix(text, "S3: ") {
		t.Errorf("afterwards, the files are %s", text)
	}
}

// When admins look at the same time, other servers are asked only once.
func TestAdminsWhoLookAtOnceShareTheChecks(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var asked atomic.Int32
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for {
			connection, err := listener.Accept()
			if err != nil {
				return
			}
			asked.Add(1)
			_ = connection.Close()
		}
	}()
	// The other admins get an email about a new one, so there is no mail server yet.
	other := desk{App: d.App, admin: d.Person(t, domain.RoleAdmin, "Ida Fern"), now: d.now}
	d.UseMailServer(t, core.SMTPConfig{Host: "127.0.0.1", Port: listener.Addr().(*net.TCPAddr).Port})
	var both sync.WaitGroup
	for _, reader := range []desk{d, other, d, other} {
		both.Go(func() {
			answer := reader.Call(t, "GET", "/api/desk/status", reader.admin.Token, nil)
			if answer.Status != 200 {
				t.Errorf("got %d %s", answer.Status, answer.Body)
			}
		})
	}
	both.Wait()
	d.read(t)
	// A connection that was made is accepted before the listener's own.
	last, err := net.Dial("tcp", listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	_, _ = last.Read(make([]byte, 1)) // until it has been accepted and closed
	_ = last.Close()
	_ = listener.Close()
	<-ended
	if got := asked.Load() - 1; got != 1 {
		t.Errorf("the mail server was asked %d times", got)
	}
}

// The checks use the database, which is closed once the program has shut down: they are cut
// off, and what cannot be cut off is waited for.
func TestTheChecksEndWithTheProgram(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	reached, goOn := make(chan struct{}), make(chan struct{})
	var haveEnded atomic.Bool
	health.Listen(d, func() (replica.Report, bool) {
		close(reached)
		<-goOn
		haveEnded.Store(true)
		return replica.Report{}, false
	})
	silent := d.UseSilentStore(t)
	d.Call(t, "GET", "/api/desk/status", d.admin.Token, nil).Granted(t, 200, nil)
	connection, err := silent.Accept() // the checks still ask the store, which never answers
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close()
	go func() {
		<-reached
		time.AfterFunc(300*time.Millisecond, func() { close(goOn) })
	}()
	err = d.OnTerminate().Trigger(&core.TerminateEvent{App: d}, func(*core.TerminateEvent) error {
		if !haveEnded.Load() {
			t.Error("the checks go on")
		}
		if err := connection.SetReadDeadline(clock.Deadline(time.Second)); err != nil {
			return err
		}
		_, err := io.Copy(io.Discard, connection) // until they have hung up
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

func TestChecksThatPanicAreAProblemAndNotTheEnd(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	panics := true
	health.Listen(d, func() (replica.Report, bool) {
		if panics {
			panic("a test")
		}
		return replica.Report{}, false
	})
	if level, text, _ := d.read(t).finding(t, "checks"); level != "problem" || text != "they failed" {
		t.Errorf("they are %s: %s", level, text)
	}
	panics = false
	clock.Advance(d, time.Minute)
	if level, _, _ := d.read(t).finding(t, "copy of the database"); level != "ok" {
		t.Errorf("afterwards, the copy is %s", level)
	}
}
