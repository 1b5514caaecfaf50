package replica

import (
	"math"
	"time"

	"deskmate/internal/clock"
)

// Late and Failing are how far the copy may be behind before somebody should look at it, and
// before something is wrong.
const (
	Late    = 10 * time.Second
	Failing = time.Minute
)

// Report describes the copy.
type Report struct {
	Generation int64
	Lag        time.Duration // since the store had everything
	Failed     time.Time     // when copying last failed, or was late; zero if never

	isKnown bool // whether the store has had everything since the start, so that Lag is more than a guess
}

// Report returns the state of the copy, or false if there is none.
func (r *Replica) Report() (Report, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return Report{r.state.Generation, r.lag(), r.failed, r.complete}, r.config.On()
}

// lag expects the lock to be held.
func (r *Replica) lag() time.Duration { return max(0, -clock.Left(r.reached)) }

// Health is what a health check says about the copy.
type Health struct {
	Generation int64    `json:"generation"`
	Lag        *float64 `json:"lagSeconds"` // null until the store has had everything once since the start
	State      string   `json:"state"`      // ok, late or failing
}

// Health returns what anybody may know about the copy, or nil if there is none.
func (r *Replica) Health() any {
	report, isOn := r.Report()
	if !isOn {
		return nil
	}
	h := Health{Generation: report.Generation, State: "ok"}
	if report.isKnown {
		seconds := math.Round(report.Lag.Seconds()*10) / 10
		h.Lag = &seconds
	}
	switch {
	case report.Lag > Failing:
		h.State = "failing"
	case report.Lag > Late:
		h.State = "late"
	}
	return h
}
