package health_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	dto "github.com/prometheus/client_model/go"
	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"

	"deskmate/hooks/domain"
	"deskmate/hooks/health"
	"deskmate/hooks/jobs"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
	"deskmate/internal/requests"
	"deskmate/internal/testkit"
)

const token = "the-token-of-the-tests"

// everything asks for all that there is, other than slow statements.
var everything = health.WatchConfig{Log: "json", Slow: -1, MetricsToken: token, ReadLimit: time.Minute}

// output keeps what an app writes to its log.
type output struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (o *output) Write(line []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(line)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}

// line is what a line of the log may have.
type line struct {
	Time, Level, Msg, Request, Method, Route, Role, Account string
	Status                                                  int
	Bytes                                                   int64
	MS                                                      float64
	Waited                                                  float64 `json:"waited_ms"`
	Job, Error, Statement                                   string
}

// lines returns the lines with a message. All lines must be JSON.
func (o *output) lines(t *testing.T, message string) (found []line) {
	t.Helper()
	for text := range strings.Lines(o.String()) {
		var one line
		if err := json.Unmarshal([]byte(text), &one); err != nil {
			t.Fatalf("%v in %s", err, text)
		}
		if at, err := time.Parse(time.RFC3339, one.Time); err != nil || at.Location() != time.UTC || one.Level == "" {
			t.Errorf("the time or the level is missing: %s", text)
		}
		if one.Msg == message {
			found = append(found, one)
		}
	}
	return found
}

// scrape reads the metrics as Prometheus does.
func scrape(t *testing.T, app *testkit.App) map[string]*dto.MetricFamily {
	t.Helper()
	answer := app.Call(t, "GET", "/api/metrics", token, nil)
	if answer.Status != http.StatusOK || !strings.HasPrefix(answer.Header.Get("Content-Type"), "text/plain; version=0.0.4") {
		t.Fatalf("got %d %s", answer.Status, answer.Body)
	}
	parser := expfmt.NewTextParser(model.LegacyValidation)
	families, err := parser.TextToMetricFamilies(bytes.NewReader(answer.Body))
	if err != nil {
		t.Fatal(err)
	}
	return families
}

// value returns the sum of the metrics of a name that have these labels, given as name and
// value; for a histogram, the count.
func value(families map[string]*dto.MetricFamily, name string, labels ...string) (sum float64) {
	for _, metric := range families[name].GetMetric() {
		values := map[string]string{}
		for _, label := range metric.GetLabel() {
			values[label.GetName()] = label.GetValue()
		}
		matches := true
		for i := 0; i < len(labels); i += 2 {
			matches = matches && values[labels[i]] == labels[i+1]
		}
		if matches {
			sum += metric.GetCounter().GetValue() + metric.GetGauge().GetValue() + metric.GetUntyped().GetValue() + float64(metric.GetHistogram().GetSampleCount())
		}
	}
	return sum
}

func TestEachRequestIsLoggedWithItsRouteAndCaller(t *testing.T) {
	t.Parallel()
	log := &output{}
	app := testkit.NewWatched(t, everything, log)
	robin, ada, operator := app.Person(t, domain.RoleStudent, "Robin Vale"), app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Superuser(t)
	id := app.HandIn(t, robin.Token, nil)
	before := len(log.lines(t, "request"))
	for i, c := range []struct {
		method, path, token string
		want                line
	}{
		{"GET", "/api/site", "", line{Route: "/api/site", Status: 200, Role: "anonymous"}},
		{"GET", "/api/assignments/" + id + "?sign=secret", robin.Token, line{Route: "/api/assignments/{id}", Status: 200, Role: "student", Account: robin.Id}},
		{"GET", "/api/assignments/all", robin.Token, line{Route: "/api/assignments/all", Status: 403, Role: "student", Account: robin.Id}},
		{"GET", "/api/users", ada.Token, line{Route: "/api/users", Status: 200, Role: "admin", Account: ada.Id}},
		{"GET", "/api/offers/secret", "", line{Route: "/api/offers/{token}", Status: 404, Role: "anonymous"}},
		{"GET", "/api/nosuch/secret", "", line{Route: "/api/{path...}", Status: 404, Role: "anonymous"}},
		{"POST", "/api/nosuch/secret", "", line{Route: "/", Status: 404, Role: "anonymous"}},
		{"FROB", "/api/nosuch/secret", "", line{Route: "/", Method: "other", Status: 404, Role: "anonymous"}},
		{"GET", "/api/collections/users/records", operator, line{Route: "/api/collections/{collection}/records", Status: 200, Role: "operator"}},
		{"GET", "/offers/secret", "", line{Route: "/{path...}", Status: 200, Role: "anonymous"}},
		{"GET", "/api/assignments//secret", "", line{Route: "/api/assignments/{id}", Status: 307}},
	} {
		answer := app.Call(t, c.method, c.path, c.token, nil)
		lines := log.lines(t, "request")
		if len(lines) != before+i+1 {
			t.Fatalf("%s %s: %d lines instead of %d", c.method, c.path, len(lines), before+i+1)
		}
		got := lines[before+i]
		if got.Request == "" || got.Request != answer.Header.Get(requests.Header) || got.Bytes != int64(len(answer.Body)) || got.MS <= 0 || got.Level != "INFO" {
			t.Errorf("%s %s: the line is %+v, and the answer has %v and %d bytes", c.method, c.path, got, answer.Header, len(answer.Body))
		}
		if c.want.Method == "" {
			c.want.Method = c.method
		}
		if c.want.Role == "operator" {
			c.want.Account = got.Account
		}
		if summary := (line{Method: got.Method, Route: got.Route, Status: got.Status, Role: got.Role, Account: got.Account}); summary != c.want {
			t.Errorf("%s %s: got %+v, want %+v", c.method, c.path, summary, c.want)
		}
	}
	app.Logger().Error("GET /secret", "type", "request", "error", "PocketBase's own record of a request")
	if text := log.String(); strings.Contains(text, "secret") || strings.Contains(text, id) || strings.Contains(text, "PocketBase") {
		t.Errorf("the log has what is in the addresses: %s", text)
	}
}

func TestThePlainFormatHasTheSameFields(t *testing.T) {
	t.Parallel()
	log := &output{}
	app := testkit.NewWatched(t, health.WatchConfig{Log: "text", Slow: -1}, log)
	app.Call(t, "GET", "/api/site", "", nil)
	for _, part := range []string{"level=INFO", "msg=request", "route=/api/site", "status=200", "role=anonymous"} {
		if !strings.Contains(log.String(), part) {
			t.Errorf("%s is missing from %s", part, log)
		}
	}
	if answer := app.Call(t, "GET", "/api/metrics", "", nil); answer.Status != 404 {
		t.Errorf("the metrics are on: got %d", answer.Status)
	}
}

func TestNothingIsWrittenThatWasNotAskedFor(t *testing.T) {
	t.Parallel()
	log := &output{}
	app := testkit.NewWatched(t, health.WatchConfig{Slow: 0}, log)
	app.Call(t, "GET", "/api/site", "", nil)
	app.Logger().Error("a planted problem")
	if log.String() != "" {
		t.Errorf("the log has %s", log)
	}
	if _, is := app.Logger().Handler().(interface{ WriteAll(context.Context) error }); !is {
		t.Errorf("PocketBase's log has become a %T", app.Logger().Handler())
	}
}

func TestTheLevelOfPocketBasesLogStillFollowsItsSettings(t *testing.T) {
	t.Parallel()
	app := testkit.NewWatched(t, everything, &output{})
	settings := app.Settings()
	for _, level := range []slog.Level{slog.LevelDebug, slog.LevelWarn, slog.LevelDebug} {
		settings.Logs.MinLevel = int(level)
		if err := app.Save(settings); err != nil {
			t.Fatal(err)
		}
		if got := app.Logger().Enabled(t.Context(), slog.LevelDebug); got != (level == slog.LevelDebug) {
			t.Errorf("from %v: debugging is %v", level, got)
		}
		if !app.Logger().Enabled(t.Context(), slog.LevelInfo) {
			t.Errorf("from %v: our log hears nothing", level)
		}
	}
}

func TestPlantedFailuresAreInTheLogAndInTheMetrics(t *testing.T) {
	t.Parallel()
	log := &output{}
	app := testkit.NewWatched(t, everything, log)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")

	jobs.Add(app, jobs.Job{ID: "plantedJob", Schedule: "0 0 1 1 *", Run: func(context.Context, core.App) error {
		return errors.New("robin.vale@example.com has no room")
	}})
	app.RunJob(t, "plantedJob")
	if lines := log.lines(t, "job failed"); len(lines) != 1 || lines[0].Level != "ERROR" || lines[0].Job != "plantedJob" || lines[0].Error != "*** has no room" {
		t.Errorf("of the job: got %+v", lines)
	}

	fileStore := app.UseStore(t)
	fileStore.Take <- http.StatusInternalServerError
	form := testkit.Form{Texts: testkit.NewAssignment(), Files: []testkit.File{{Field: "file", Name: "essay.pdf", Content: testkit.PDF("Tides")}}}
	answer := app.Call(t, "POST", "/api/assignments", robin.Token, form)
	id := answer.Header.Get(requests.Header)
	if lines := log.lines(t, "request failed"); answer.Status != 500 || len(lines) != 1 || lines[0].Request != id || lines[0].Error == "" {
		t.Errorf("of the store: got %d, %+v", answer.Status, lines)
	}
	if lines := log.lines(t, "request"); len(lines) != 1 || lines[0].Request != id || lines[0].Level != "ERROR" || lines[0].Status != 500 {
		t.Errorf("of the request: got %+v", lines)
	}

	waiting := 30
	for range waiting {
		app.Row(t, store.Outbox, map[string]any{store.Kind: "assignment.graded", store.UserField: robin.Id, "to": robin.Email(), store.Status: "queued"})
	}
	clock.Advance(app, time.Hour)

	families := scrape(t, app)
	for _, c := range []struct {
		want   float64
		name   string
		labels []string
	}{
		{1, "deskmate_job_runs_total", []string{"name", "plantedJob"}},
		{1, "deskmate_job_failures_total", []string{"name", "plantedJob"}},
		{0, "deskmate_job_last_success_timestamp_seconds", []string{"name", "plantedJob"}},
		{0, "deskmate_job_failures_total", []string{"name", "sendMails"}},
		{1, "deskmate_http_requests_total", []string{"method", "POST", "route", "/api/assignments", "status", "5xx"}},
		{1, "deskmate_http_request_seconds", []string{"method", "POST", "route", "/api/assignments"}},
		{2, "deskmate_log_problems_total", []string{"level", "error"}},
		{0, "deskmate_http_requests_in_flight", nil},
		{0, "deskmate_mails_stale", nil},
	} {
		if got := value(families, c.name, c.labels...); got != c.want {
			t.Errorf("%s%q is %v, want %v", c.name, c.labels, got, c.want)
		}
	}
	if got := value(families, "deskmate_mails", "status", "queued"); got < float64(waiting) {
		t.Errorf("%v emails wait", got)
	}
	if got := value(families, "deskmate_mail_oldest_seconds"); got < 3600 || got > 2*3600 {
		t.Errorf("the oldest email has waited %v seconds", got)
	}
}

func TestSlowStatementsAreLoggedWithTheirRequest(t *testing.T) {
	t.Parallel()
	log := &output{}
	config := everything
	config.Slow = 20 * time.Millisecond
	app := testkit.NewWatched(t, config, log)
	ctx := context.Background()
	handler := requests.Identify(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { ctx = context.WithoutCancel(r.Context()) }), func() bool { return false })
	server := testkit.Listen(t, handler)
	answer, err := http.Get(server)
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	var count int
	err = app.DB().NewQuery("WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < {:limit} AND 'Robin Vale' != '') SELECT count(*) FROM c").
		Bind(dbx.Params{"limit": 1_000_000}).WithContext(ctx).Row(&count)
	if err != nil || count != 1_000_000 {
		t.Fatal(count, err)
	}
	var found []line
	for _, one := range log.lines(t, "slow statement") {
		if strings.HasPrefix(one.Statement, "WITH RECURSIVE") {
			found = append(found, one)
		}
	}
	if len(found) != 1 || found[0].Request != answer.Header.Get(requests.Header) || found[0].MS < 20 || found[0].Level != "WARN" ||
		!strings.Contains(found[0].Statement, "x < ? AND ? != ?") {
		t.Errorf("got %+v", found)
	}
	if slow := value(scrape(t, app), "deskmate_db_slow_statements_total"); slow < 1 {
		t.Errorf("%v statements were slow", slow)
	}
	if strings.Contains(log.String(), "Robin") || strings.Contains(log.String(), "1000000") {
		t.Errorf("the log has values: %s", log)
	}
}

func TestTheWaitForTheWriterIsMeasured(t *testing.T) {
	t.Parallel()
	log := &output{}
	app := testkit.NewWatched(t, everything, log)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	writer := app.NonconcurrentDB().(*dbx.DB).DB()
	connection, err := writer.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	before := writer.Stats().WaitCount
	freed := make(chan struct{})
	go func() {
		defer close(freed)
		if !testkit.Holds(func() bool { return writer.Stats().WaitCount > before }) {
			t.Error("the change does not wait")
		}
		<-time.After(100 * time.Millisecond) // so long it waits at least
		_ = connection.Close()
	}()
	app.HandIn(t, robin.Token, nil)
	<-freed
	if lines := log.lines(t, "request"); len(lines) != 1 || lines[0].Waited < 50 || lines[0].MS < lines[0].Waited {
		t.Errorf("got %+v", lines)
	}
	families := scrape(t, app)
	var waited float64
	for _, metric := range families["deskmate_writer_wait_seconds"].GetMetric() {
		waited += metric.GetHistogram().GetSampleSum()
	}
	if waited < 0.05 || value(families, "deskmate_db_lock_held_seconds") < 1 || value(families, "deskmate_db_statement_seconds", "kind", "write") < 1 {
		t.Errorf("changes waited %v seconds: %v", waited, families["deskmate_db_lock_held_seconds"])
	}
}
