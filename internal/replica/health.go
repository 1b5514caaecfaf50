package replica

import (
	"bytes"
	"encoding/json"
	"math"
	"net/http"
	"strconv"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/integrity"
	"deskmate/internal/clock"
	"deskmate/internal/requests"
)

const (
	healthPath = "/api/health"
	cannotSave = "This site cannot save changes right now. Please try again in a moment"
	lateAfter  = 10 * time.Second
	lostAfter  = time.Minute
)

// health is what the address of that name answers.
type health struct {
	Message string     `json:"message"`
	Code    int        `json:"code"`
	Data    healthData `json:"data"`
}

type healthData struct {
	Replica  status            `json:"replica"`
	Database *integrity.Health `json:"database,omitempty"` // nil on a standby
}

// status is the state of the copy.
type status struct {
	Role       string   `json:"role"` // primary or standby
	Cell       string   `json:"cell,omitempty"`
	Generation int64    `json:"generation"`
	Writable   bool     `json:"writable"`
	Lag        *float64 `json:"lagSeconds"` // since the store had everything; null on a standby, and until it first has
	State      string   `json:"state"`      // ok, late or failing
}

// Report is the state of the copy on the machine that serves the site.
type Report struct {
	Generation int64
	Writable   bool
	Lag        time.Duration // since the store had everything
	Failed     time.Time     // when copying last failed, or was late; zero if never
}

// Report returns the state of the copy, or false if there is none.
func (r *Replica) Report() (Report, bool) {
	if !r.config.On() {
		return Report{}, false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return Report{r.state.Generation, r.mayWrite() == nil, r.lag(), r.failed}, true
}

// lag expects the lock to be held.
func (r *Replica) lag() time.Duration { return max(0, -clock.Left(r.reached)) }

func (h health) write(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(h.Code)
	_ = json.NewEncoder(w).Encode(h)
}

func (r *Replica) status(role string) status {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := status{Role: role, Cell: r.config.Cell, Generation: r.state.Generation, State: "ok"}
	if role != "primary" {
		return s
	}
	s.Writable = r.mayWrite() == nil
	lag := r.lag()
	if r.complete {
		seconds := math.Round(lag.Seconds()*10) / 10
		s.Lag = &seconds
	}
	switch {
	case lag > lostAfter:
		s.State = "failing"
	case lag > lateAfter:
		s.State = "late"
	}
	return s
}

// gate answers what concerns the copy before anything else does: the health, and changes
// on a machine that may not write.
func (r *Replica) gate(app core.App, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		switch request.Method {
		case http.MethodGet, http.MethodHead, http.MethodOptions:
			// PocketBase tells operators more, as long as all is well.
			if request.URL.Path == healthPath && (request.Header.Get("Authorization") == "" || r.mayWrite() != nil) {
				r.answerHealth(app, w, request)
				return
			}
			next.ServeHTTP(w, request)
			return
		}
		if r.mayWrite() != nil {
			refuse(w, cannotSave)
			return
		}
		answer := &heldAnswer{ResponseWriter: w, request: request, mayWrite: r.mayWrite}
		next.ServeHTTP(answer, request)
		answer.release()
	})
}

// answerHealth says 503 when others should be asked instead. A copy that is late is for
// people to look at: the site works.
func (r *Replica) answerHealth(app core.App, w http.ResponseWriter, request *http.Request) {
	s := r.status("primary")
	database, code, message := integrity.HealthOf(request.Context(), app)
	h := health{Code: code, Message: message, Data: healthData{Replica: s, Database: &database}}
	if !s.Writable {
		h.Code, h.Message = http.StatusServiceUnavailable, "This machine may not write."
	}
	h.write(w)
}

// heldAnswer holds the answer to a change until nothing is left to do but to send it. It is
// not sent if the right to write has run out while the change was made: the next machine
// may not know of it.
type heldAnswer struct {
	http.ResponseWriter
	request  *http.Request
	mayWrite func() error
	code     int
	content  bytes.Buffer
}

// WriteHeader keeps the status.
func (a *heldAnswer) WriteHeader(code int) {
	if a.code == 0 {
		a.code = code
	}
}

// Write keeps a part of the body.
func (a *heldAnswer) Write(content []byte) (int, error) {
	a.WriteHeader(http.StatusOK)
	return a.content.Write(content)
}

// FlushError does nothing: the answer is sent as a whole.
func (a *heldAnswer) FlushError() error { return nil }

// Unwrap gives access to the connection's deadlines.
func (a *heldAnswer) Unwrap() http.ResponseWriter { return a.ResponseWriter }

// release sends the answer, or a refusal.
func (a *heldAnswer) release() {
	a.WriteHeader(http.StatusOK)
	if a.content.Len() > 0 {
		a.Header().Set("Content-Length", strconv.Itoa(a.content.Len())) // so that flushing sends all of it
	}
	if a.code < http.StatusBadRequest && a.mayWrite() != nil {
		id := a.Header().Get(requests.Header)
		clear(a.Header())
		a.Header().Set(requests.Header, id)
		refuse(a.ResponseWriter, cannotSave)
		return
	}
	if a.code < http.StatusBadRequest {
		defer changing(a.request)()
	}
	a.ResponseWriter.WriteHeader(a.code)
	_, _ = a.ResponseWriter.Write(a.content.Bytes())
	_ = http.NewResponseController(a.ResponseWriter).Flush()
}
