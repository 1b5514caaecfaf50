package health

import (
	"crypto/sha256"
	"crypto/subtle"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promauto"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"deskmate/internal/database"
)

// publicPath is where the metrics are if they have no address of their own.
const publicPath = "/api/metrics"

// Buckets of histograms, in seconds. There are few, because each route has its own.
var (
	requestBuckets   = []float64{0.01, 0.05, 0.25, 1, 5}
	waitBuckets      = []float64{0.001, 0.01, 0.1, 1, 5, 10}
	statementBuckets = []float64{0.0001, 0.001, 0.01, 0.1, 1}
)

// metrics are those of one app.
type metrics struct {
	http.Handler // answers with them, as Prometheus reads it
	token        string

	inFlight       prometheus.Gauge
	requests       *prometheus.CounterVec
	latencies      *prometheus.HistogramVec
	limited        *prometheus.CounterVec
	logIns         *prometheus.CounterVec
	problems       *prometheus.CounterVec
	writerWaits    prometheus.Histogram
	writerRefusals prometheus.Counter
	lockWaits      prometheus.Histogram
	writerHeld     prometheus.Histogram
	statements     *prometheus.HistogramVec
	slow           prometheus.Counter
}

func newMetrics(w *watch) *metrics {
	registry := prometheus.NewRegistry()
	registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}), &facts{watch: w})
	for pool, builder := range map[string]dbx.Builder{"readers": w.app.ConcurrentDB(), "writer": w.app.NonconcurrentDB()} {
		if db, ok := builder.(*dbx.DB); ok {
			registry.MustRegister(collectors.NewDBStatsCollector(db.DB(), pool))
		}
	}
	add := promauto.With(registry)
	count := func(name, help string) prometheus.CounterOpts {
		return prometheus.CounterOpts{Name: "deskmate_" + name, Help: help}
	}
	times := func(name, help string, buckets []float64) prometheus.HistogramOpts {
		return prometheus.HistogramOpts{Name: "deskmate_" + name, Help: help, Buckets: buckets}
	}
	m := &metrics{
		// What could not be read is left out, so that the rest arrives while something is broken.
		Handler:        promhttp.HandlerFor(registry, promhttp.HandlerOpts{ErrorHandling: promhttp.ContinueOnError}),
		token:          w.config.MetricsToken,
		inFlight:       add.NewGauge(prometheus.GaugeOpts{Name: "deskmate_http_requests_in_flight", Help: "Requests that are being answered, without live connections."}),
		requests:       add.NewCounterVec(count("http_requests_total", "Requests that were answered."), []string{"method", "route", "status"}),
		latencies:      add.NewHistogramVec(times("http_request_seconds", "How long answers took, without live connections.", requestBuckets), []string{"method", "route"}),
		limited:        add.NewCounterVec(count("http_limited_total", "Requests that were refused with 429."), []string{"route"}),
		logIns:         add.NewCounterVec(count("logins_total", "Attempts to log in, of accounts and of operators: ok, refused, limited or failed."), []string{"who", "outcome"}),
		problems:       add.NewCounterVec(count("log_problems_total", "Warnings and errors that were logged."), []string{"level"}),
		writerWaits:    add.NewHistogram(times("writer_wait_seconds", "How long changes waited for their turn to write.", waitBuckets)),
		writerRefusals: add.NewCounter(count("writer_refusals_total", "Changes that were refused because their turn to write did not come.")),
		lockWaits:      add.NewHistogram(times("db_lock_wait_seconds", "How long transactions waited for SQLite's lock.", waitBuckets)),
		writerHeld:     add.NewHistogram(times("db_lock_held_seconds", "How long transactions held SQLite's lock.", waitBuckets)),
		statements:     add.NewHistogramVec(times("db_statement_seconds", "How long statements took, by whether they read or write.", statementBuckets), []string{"kind"}),
		slow:           add.NewCounter(count("db_slow_statements_total", "Statements that took at least as long as DESKMATE_SLOW_QUERY says.")),
	}
	for _, level := range []string{"warning", "error"} {
		m.problems.WithLabelValues(level)
	}
	return m
}

// answered counts a request. Live connections take as long as a browser is open, which
// says nothing about latency.
func (m *metrics) answered(ended done, live bool) {
	m.requests.WithLabelValues(ended.method, ended.route, classOf(ended.status)).Inc()
	if !live {
		m.latencies.WithLabelValues(ended.method, ended.route).Observe(ended.took.Seconds())
	}
	if ended.status == http.StatusTooManyRequests {
		m.limited.WithLabelValues(ended.route).Inc()
	}
	if ended.method != http.MethodPost {
		return
	}
	switch ended.route {
	case "/api/auth/login":
		m.logIns.WithLabelValues("account", outcomeOf(ended.status)).Inc()
	case "/api/collections/{collection}/auth-with-password":
		m.logIns.WithLabelValues("operator", outcomeOf(ended.status)).Inc()
	}
}

// classOf returns the class of a status, such as 2xx; "none" if the connection was cut off.
func classOf(status int) string {
	if status == 0 {
		return "none"
	}
	return strconv.Itoa(status/100) + "xx"
}

func outcomeOf(status int) string {
	switch {
	case status == http.StatusTooManyRequests:
		return "limited"
	case status == 0 || status >= http.StatusInternalServerError:
		return "failed"
	case status >= http.StatusBadRequest:
		return "refused"
	}
	return "ok"
}

func (m *metrics) statement(ended database.Statement, slow bool) {
	kind := "read"
	if ended.Writes {
		kind = "write"
	}
	m.statements.WithLabelValues(kind).Observe(ended.Took.Seconds())
	if slow {
		m.slow.Inc()
	}
}

func (m *metrics) transaction(waited, held time.Duration) {
	m.lockWaits.Observe(waited.Seconds())
	m.writerHeld.Observe(held.Seconds())
}

func (m *metrics) waited(waited time.Duration, refused bool) {
	m.writerWaits.Observe(waited.Seconds())
	if refused {
		m.writerRefusals.Inc()
	}
}

// isAsked reports whether a request may read the metrics where the site is. To all others
// there is nothing at this address.
func (m *metrics) isAsked(r *http.Request) bool {
	return r.URL.Path == publicPath && r.Method == http.MethodGet && m.admits(r)
}

// admits reports whether a request has the token, if there is one.
func (m *metrics) admits(r *http.Request) bool {
	if m.token == "" {
		return true
	}
	sent, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	got, want := sha256.Sum256([]byte(sent)), sha256.Sum256([]byte(m.token))
	return subtle.ConstantTimeCompare(got[:], want[:]) == 1
}

// atOwnAddress is what is at an address of the metrics' own.
func (m *metrics) atOwnAddress() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		known := r.URL.Path == publicPath || r.URL.Path == "/metrics"
		if !known || r.Method != http.MethodGet || !m.admits(r) {
			http.NotFound(w, r)
			return
		}
		m.ServeHTTP(w, r)
	})
}

// ServeHTTP answers with the metrics of now, which nobody keeps.
func (m *metrics) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	m.Handler.ServeHTTP(w, r)
}
