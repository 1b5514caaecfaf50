package health

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"time"

	"deskmate/internal/clock"
	"deskmate/internal/requests"
)

// done is a request that was answered.
type done struct {
	method, route string
	status        int
	bytes         int64
	took          time.Duration
	request       *requests.Request
}

// livePath is where browsers wait for changes, for as long as they like.
const livePath = "/api/realtime"

// answer answers a request, and notes how that went.
func (w *watch) answer(next http.Handler, to http.ResponseWriter, r *http.Request) {
	live := r.URL.Path == livePath && r.Method == http.MethodGet
	if w.metrics != nil && !live {
		w.metrics.inFlight.Inc()
	}
	counted := &countingWriter{ResponseWriter: to}
	elapsed := clock.Stopwatch()
	defer func() {
		ended := done{
			method: methodOf(r.Method), route: routeOf(r.Pattern), status: counted.status, bytes: counted.bytes,
			took: elapsed(), request: requests.Of(r.Context()),
		}
		if ended.request == nil {
			ended.request = &requests.Request{}
		}
		if w.metrics != nil {
			if !live {
				w.metrics.inFlight.Dec()
			}
			w.metrics.answered(ended, live)
		}
		if w.log != nil {
			w.logRequest(r.Context(), ended)
		}
	}()
	next.ServeHTTP(counted, r)
	counted.begin(http.StatusOK) // what an answer without a status has
}

// logRequest writes the line of a request. The status is 0 if the connection was cut off.
func (w *watch) logRequest(ctx context.Context, ended done) {
	level := slog.LevelInfo
	if ended.status >= http.StatusInternalServerError {
		level = slog.LevelError
	}
	w.log.LogAttrs(ctx, level, "request",
		slog.String("request", ended.request.ID), slog.String("method", ended.method), slog.String("route", ended.route),
		slog.Int("status", ended.status), slog.Float64("ms", milliseconds(ended.took)), slog.Float64("waited_ms", milliseconds(ended.request.Waited())),
		slog.Int64("bytes", ended.bytes), slog.String("role", ended.request.Role), slog.String("account", ended.request.Account))
}

// milliseconds returns a time in milliseconds, to the microsecond.
func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

var methods = []string{
	http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions,
}

// methodOf returns a method, or "other" for those that no route has: anybody can make
// one up.
func methodOf(method string) string {
	if slices.Contains(methods, method) {
		return method
	}
	return "other"
}

// routeOf returns the path of the pattern that a request has matched, with placeholders
// instead of ids and tokens; "none" if it was answered before any was looked for.
func routeOf(pattern string) string {
	if _, path, ok := strings.Cut(pattern, " "); ok {
		return path
	}
	if pattern == "" {
		return "none"
	}
	return pattern
}

// countingWriter notes the status and the size of an answer.
type countingWriter struct {
	http.ResponseWriter
	status int
	bytes  int64
}

// begin notes the status, once.
func (c *countingWriter) begin(status int) {
	if c.status == 0 && status >= http.StatusOK {
		c.status = status
	}
}

// WriteHeader sends the status.
func (c *countingWriter) WriteHeader(status int) {
	c.begin(status)
	c.ResponseWriter.WriteHeader(status)
}

// Write sends a part of the body.
func (c *countingWriter) Write(content []byte) (int, error) {
	c.begin(http.StatusOK)
	n, err := c.ResponseWriter.Write(content)
	c.bytes += int64(n)
	return n, err
}

// ReadFrom sends a part of the body from a file, which the system copies by itself.
func (c *countingWriter) ReadFrom(from io.Reader) (n int64, err error) {
	c.begin(http.StatusOK)
	if direct, ok := c.ResponseWriter.(io.ReaderFrom); ok {
		n, err = direct.ReadFrom(from)
	} else {
		n, err = io.Copy(struct{ io.Writer }{c.ResponseWriter}, from)
	}
	c.bytes += n
	return n, err
}

// Unwrap gives access to flushing and to the connection's deadlines.
func (c *countingWriter) Unwrap() http.ResponseWriter { return c.ResponseWriter }
