package health_test

import (
	"context"
	"maps"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"

	"deskmate/hooks/domain"
	"deskmate/hooks/health"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
	"deskmate/internal/database"
	"deskmate/internal/requests"
	"deskmate/internal/testkit"
)

// To whoever has no token, the metrics do not exist, whether they are on or not.
func TestWithoutTheTokenThereAreNoMetrics(t *testing.T) {
	t.Parallel()
	on, off := testkit.NewWatched(t, everything, &output{}), testkit.New(t)
	robin := on.Person(t, domain.RoleStudent, "Robin Vale")
	operator := on.Superuser(t)
	for name, app := range map[string]*testkit.App{"on": on, "off": off} {
		for _, c := range []struct{ method, header string }{
			{"GET", ""}, {"HEAD", ""}, {"POST", "Bearer " + token}, {"HEAD", "Bearer " + token}, {"GET", "Bearer"}, {"GET", "Bearer "}, {"GET", "Bearer x" + token},
			{"GET", "Bearer " + token + " "}, {"GET", "Basic " + token}, {"GET", "Bearer " + strings.ToUpper(token)}, {"GET", "Bearer " + robin.Token}, {"GET", "Bearer " + operator},
		} {
			answers := map[string]testkit.Answer{}
			for _, path := range []string{"/api/metrics", "/api/nothing"} {
				request := httptest.NewRequest(c.method, path, nil)
				if c.header != "" {
					request.Header.Set("Authorization", c.header)
				}
				answer := app.Send(request)
				answer.Header.Del(requests.Header)
				answers[path] = answer
			}
			got, want := answers["/api/metrics"], answers["/api/nothing"]
			same := maps.EqualFunc(got.Header, want.Header, func(a, b []string) bool { return strings.Join(a, ",") == strings.Join(b, ",") })
			if got.Status != 404 || got.Status != want.Status || string(got.Body) != string(want.Body) || !same {
				t.Errorf("%s, %s %q: got %d %s %v, elsewhere %d %s %v", name, c.method, c.header, got.Status, got.Body, got.Header, want.Status, want.Body, want.Header)
			}
		}
	}
	if answer := on.Call(t, "GET", "/api/api/metrics", token, nil); answer.Status != 404 {
		t.Errorf("with the prefix doubled: got %d", answer.Status)
	}
	scrape(t, on)
}

func TestLogInsAreCountedByTheirOutcome(t *testing.T) {
	t.Parallel()
	app := testkit.NewWatched(t, everything, &output{})
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	settings := app.Settings()
	settings.RateLimits.Enabled = true
	if err := app.TestApp.Save(settings); err != nil {
		t.Fatal(err)
	}
	wrong := domain.LogIn{Email: robin.Email(), Password: "wrong horse"}
	app.Call(t, "POST", "/api/auth/login", "", domain.LogIn{Email: robin.Email(), Password: testkit.Password}).Granted(t, 200, nil)
	limited := 0
	for range 25 {
		if app.Call(t, "POST", "/api/auth/login", "", wrong).Status == 429 {
			limited++
		}
	}
	app.Call(t, "POST", "/api/collections/_superusers/auth-with-password", "", map[string]string{"identity": "x@example.com", "password": "x"})
	families := scrape(t, app)
	for outcome, want := range map[string]int{"ok": 1, "refused": 25 - limited, "limited": limited} {
		if got := value(families, "deskmate_logins_total", "who", "account", "outcome", outcome); got != float64(want) || want == 0 {
			t.Errorf("%s: got %v, want %d", outcome, got, want)
		}
	}
	if got := value(families, "deskmate_logins_total", "who", "operator", "outcome", "refused"); got != 1 {
		t.Errorf("operators: got %v", got)
	}
	if got := value(families, "deskmate_http_limited_total", "route", "/api/auth/login"); got != float64(limited) {
		t.Errorf("limited: got %v, want %d", got, limited)
	}
}

func TestTwoAppsDoNotMix(t *testing.T) {
	t.Parallel()
	firstLog, secondLog := &output{}, &output{}
	first, second := testkit.NewWatched(t, everything, firstLog), testkit.NewWatched(t, everything, secondLog)
	first.Call(t, "GET", "/api/site", "", nil)
	first.Logger().Error("a planted problem")
	if len(firstLog.lines(t, "request")) != 1 || len(firstLog.lines(t, "a planted problem")) != 1 || secondLog.String() != "" {
		t.Errorf("the logs are %s and %s", firstLog, secondLog)
	}
	for app, want := range map[*testkit.App]float64{first: 1, second: 0} {
		families := scrape(t, app)
		for _, name := range []string{"deskmate_http_requests_total", "deskmate_log_problems_total"} {
			if got := value(families, name); got != want {
				t.Errorf("%s is %v, want %v", name, got, want)
			}
		}
	}
}

func TestMadeUpAddressesMakeNoMetrics(t *testing.T) {
	t.Parallel()
	app := testkit.NewWatched(t, everything, &output{})
	known := map[string]int{}
	for round := range 2 {
		for _, method := range []string{"GET", "POST", "FROB", "MOO"} {
			for _, path := range []string{"/api/nosuch/", "/", "/api/collections/", "/_/", "/assets/", "/api/offers/", "/api/realtime/"} {
				app.Call(t, method, path+strings.Repeat("x", round+1), "", nil)
			}
		}
		for name, family := range scrape(t, app) {
			if count := len(family.GetMetric()); round == 0 {
				known[name] = count
			} else if count != known[name] {
				t.Errorf("%s has grown from %d to %d", name, known[name], count)
			}
		}
	}
}

func TestMetricsDoNotWaitForTheDatabase(t *testing.T) {
	t.Parallel()
	config := everything
	config.ReadLimit = 3 * time.Second
	app := testkit.NewWatched(t, config, &output{})
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	app.Row(t, store.Outbox, map[string]any{store.Kind: "assignment.graded", store.UserField: robin.Id, "to": robin.Email(), store.Status: "queued"})
	wanted := value(scrape(t, app), "deskmate_mails", "status", "queued")
	if wanted == 0 {
		t.Fatal("no email waits")
	}
	// Another process writes, and the program's own writer is busy.
	other, err := database.Connect(filepath.Join(app.DataDir(), "data.db"))
	if err != nil {
		t.Fatal(err)
	}
	tx, err := other.Begin()
	if err != nil {
		t.Fatal(err)
	}
	writer, err := app.NonconcurrentDB().(*dbx.DB).DB().Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	families := scrape(t, app)
	if got := value(families, "deskmate_mails", "status", "queued"); got != wanted || value(families, "deskmate_mails_stale") != 0 {
		t.Errorf("while the writer is busy: %v emails, %v", got, families["deskmate_mails_stale"])
	}
	// All connections for reading are busy too.
	readers := app.ConcurrentDB().(*dbx.DB).DB()
	readers.SetMaxOpenConns(1)
	reader, err := readers.Conn(context.WithoutCancel(t.Context()))
	if err != nil {
		t.Fatal(err)
	}
	elapsed := clock.Stopwatch()
	families = scrape(t, app)
	if took := elapsed(); took > time.Minute {
		t.Errorf("a scrape took %v", took)
	}
	if got := value(families, "deskmate_mails", "status", "queued"); got != wanted || value(families, "deskmate_mails_stale") != 1 {
		t.Errorf("while everything is busy: %v emails, %v", got, families["deskmate_mails_stale"])
	}
	_ = reader.Close()
	_ = writer.Close()
	_ = tx.Rollback()
	_ = other.Close()
	if got := value(scrape(t, app), "deskmate_mails_stale"); got != 0 {
		t.Errorf("afterwards, they are stale: %v", got)
	}
}

func TestMetricsDescribeTheProgramItsFilesAndFreeSpace(t *testing.T) {
	t.Parallel()
	app := testkit.NewWatched(t, health.WatchConfig{Slow: -1, MetricsToken: token, ReadLimit: time.Minute}, &output{})
	app.Call(t, "GET", "/api/site", "", nil)
	families := scrape(t, app)
	for _, name := range []string{
		"deskmate_build_info", "deskmate_db_file_bytes", "deskmate_disk_free_bytes", "deskmate_db_statement_seconds", "go_sql_open_connections",
		"deskmate_job_runs_total", "go_goroutines", "process_resident_memory_bytes", "deskmate_http_requests_total",
	} {
		if families[name] == nil {
			t.Errorf("%s is missing", name)
		}
	}
	if value(families, "deskmate_build_info") != 1 || value(families, "deskmate_db_file_bytes", "file", "data.db") <= 0 || families["deskmate_replica_lag_seconds"] != nil {
		t.Errorf("got %v %v %v", families["deskmate_build_info"], families["deskmate_db_file_bytes"], families["deskmate_replica_lag_seconds"])
	}
}

// BenchmarkScrape measures what a scrape costs once each route has been used.
func BenchmarkScrape(b *testing.B) {
	app := testkit.NewWatched(b, health.WatchConfig{Slow: -1, MetricsToken: token, ReadLimit: time.Minute}, &output{})
	for _, path := range []string{"/api/site", "/", "/api/nosuch", "/api/assignments", "/api/quotes", "/api/users", "/api/notices", "/api/services"} {
		app.Call(b, "GET", path, "", nil)
	}
	for b.Loop() {
		if answer := app.Call(b, "GET", "/api/metrics", token, nil); answer.Status != 200 {
			b.Fatal(answer.Status)
		}
	}
}

func TestTheDocsListAllMetrics(t *testing.T) {
	t.Parallel()
	content, err := os.ReadFile("../../docs/operations.md")
	if err != nil {
		t.Fatal(err)
	}
	documented := map[string]bool{}
	for line := range strings.Lines(string(content)) {
		if names, _, ok := strings.Cut(strings.TrimPrefix(line, "| "), " | "); ok && strings.HasPrefix(names, "`deskmate_") {
			for name := range strings.SplitSeq(names, ", ") {
				documented[strings.Trim(name, "`")] = true
			}
		}
	}
	app := testkit.NewWatched(t, everything, &output{})
	app.Call(t, "POST", "/api/auth/login", "", nil)
	families := scrape(t, app)
	for name := range families {
		if strings.HasPrefix(name, "deskmate_") && !documented[name] {
			t.Errorf("the docs do not list %s", name)
		}
	}
	for name := range documented {
		only := strings.HasPrefix(name, "deskmate_replica_") || name == "deskmate_http_limited_total" || strings.Contains(name, " ")
		if families[name] == nil && !only {
			t.Errorf("the docs list %s, which there is not", name)
		}
	}
}
