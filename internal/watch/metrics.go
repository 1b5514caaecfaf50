package watch

import (
	"bytes"
	"crypto/sha256"
	"crypto/subtle"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/common/expfmt"

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

// metrics are those of one app. They answer with what they are, as Prometheus reads it.
type metrics struct {
	token    string
	registry *prometheus.Registry

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
	reads, writes  prometheus.Observer
	slow           prometheus.Counter
}

func newMetrics(w *watch) *metrics {
	counter := func(name, help string, labels ...string) *prometheus.CounterVec {
		return prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, labels)
	}
	histogram := func(name, help string, buckets []float64, labels ...string) *prometheus.HistogramVec {
		return prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: name, Help: help, Buckets: buckets}, labels)
	}
	statements := histogram("deskmate_db_statement_seconds", "How long statements took, by whether they read or write.", statementBuckets, "kind")
	slow := counter("deskmate_db_slow_statements_total", "Statements that took at least as long as DESKMATE_SLOW_QUERY says.")
	refusals := counter("deskmate_writer_refusals_total", "Changes that were refused because their turn to write did not come.")
	inFlight := prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "deskmate_http_requests_in_flight", Help: "Requests that are being answered, without live connections."}, nil)
	writerWaits := histogram("deskmate_writer_wait_seconds", "How long changes waited for their turn to write.", waitBuckets)
	lockWaits := histogram("deskmate_db_lock_wait_seconds", "How long transactions waited for SQLite's lock.", waitBuckets)
	writerHeld := histogram("deskmate_db_lock_held_seconds", "How long transactions held SQLite's lock.", waitBuckets)
	m := &metrics{
		token:     w.config.MetricsToken,
		registry:  prometheus.NewRegistry(),
		requests:  counter("deskmate_http_requests_total", "Requests that were answered.", "method", "route", "status"),
		latencies: histogram("deskmate_http_request_seconds", "How long answers took, without live connections.", requestBuckets, "method", "route"),
		limited:   counter("deskmate_http_limited_total", "Requests that were refused with 429.", "route"),
		logIns:    counter("deskmate_logins_total", "Attempts to log in, of accounts and of operators: ok, refused, limited or failed.", "who", "outcome"),
		problems:  counter("deskmate_log_problems_total", "Warnings and errors that were logged.", "level"),
		inFlight:  inFlight.WithLabelValues(), writerWaits: writerWaits.WithLabelValues().(prometheus.Histogram), writerRefusals: refusals.WithLabelValues(),
		lockWaits: lockWaits.WithLabelValues().(prometheus.Histogram), writerHeld: writerHeld.WithLabelValues().(prometheus.Histogram),
		reads: statements.WithLabelValues("read"), writes: statements.WithLabelValues("write"), slow: slow.WithLabelValues(),
	}
	for _, level := range []string{"warning", "error"} {
		m.problems.WithLabelValues(level)
	}
	m.registry.MustRegister(
		m.requests, m.latencies, m.limited, m.logIns, m.problems, inFlight, writerWaits, refusals, lockWaits, writerHeld, statements, slow,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}), &facts{watch: w},
	)
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
	kind := m.reads
	if ended.Writes {
		kind = m.writes
	}
	kind.Observe(ended.Took.Seconds())
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

// ServeHTTP writes all metrics. What could not be read is left out, so that the rest
// arrives while something is broken.
func (m *metrics) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	families, _ := m.registry.Gather()
	var content bytes.Buffer
	encoder := expfmt.NewEncoder(&content, expfmt.NewFormat(expfmt.TypeTextPlain))
	for _, family := range families {
		if err := encoder.Encode(family); err != nil {
			http.Error(w, "the metrics could not be written", http.StatusInternalServerError)
			return
		}
	}
	header := w.Header()
	header.Set("Content-Type", string(expfmt.NewFormat(expfmt.TypeTextPlain)))
	header.Set("Cache-Control", "no-store")
	header.Set("X-Content-Type-Options", "nosniff")
	_, _ = w.Write(content.Bytes())
}
