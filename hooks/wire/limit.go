package wire

import (
	"math"
	"strconv"
	"sync"
	"time"

	"github.com/pocketbase/pocketbase/core"
)

// Attempts counts tries by a key, such as an account, in fixed windows. How
// many and how long comes from one rule of PocketBase's rate limits, so that
// operators set all limits in one place; switched off there, it allows all.
type Attempts struct {
	app   core.App
	label string

	mu    sync.Mutex
	spans map[string]span
	swept time.Time
}

type span struct {
	count int
	ends  time.Time
}

// AttemptsOf is the app's one counter for the rule with a label.
func AttemptsOf(app core.App, label string) *Attempts {
	return app.Store().GetOrSet("deskmateAttempts:"+label, func() any {
		return &Attempts{app: app, label: label, spans: map[string]span{}}
	}).(*Attempts)
}

// Take counts one try, or answers 429 where the key has had its tries in this
// window. Tries at the same moment count like tries one after the other.
func (a *Attempts) Take(key string, now time.Time) error {
	rule, ok := a.rule()
	if !ok {
		return nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	window := time.Duration(rule.Duration) * time.Second
	a.sweep(now, window)
	current := a.spans[key]
	if !now.Before(current.ends) {
		current = span{ends: now.Add(window)}
	}
	if current.count >= rule.MaxRequests {
		return &limited{wait: current.ends.Sub(now)}
	}
	current.count++
	a.spans[key] = current
	return nil
}

// Return gives back a try that succeeded: only failures use up a window.
func (a *Attempts) Return(key string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if current, ok := a.spans[key]; ok && current.count > 0 {
		current.count--
		a.spans[key] = current
	}
}

// sweep forgets the windows that are over, at most once a window.
func (a *Attempts) sweep(now time.Time, window time.Duration) {
	if now.Sub(a.swept) < window {
		return
	}
	a.swept = now
	for key, span := range a.spans {
		if !now.Before(span.ends) {
			delete(a.spans, key)
		}
	}
}

func (a *Attempts) rule() (core.RateLimitRule, bool) {
	limits := a.app.Settings().RateLimits
	if !limits.Enabled {
		return core.RateLimitRule{}, false
	}
	return limits.FindRateLimitRule([]string{a.label})
}

// limited is a refusal that says how long to wait.
type limited struct{ wait time.Duration }

// Error tells the refusal.
func (l *limited) Error() string { return tooMany }

// retryAfter is the whole number of seconds to wait, as the header wants it.
func retryAfter(wait time.Duration) string {
	return strconv.Itoa(max(1, int(math.Ceil(wait.Seconds()))))
}

// windowOf is the length of the rate limit that refused a request: the
// framework does not tell how much of it is left.
func windowOf(e *core.RequestEvent) time.Duration {
	path := e.Request.URL.Path
	rule, ok := e.App.Settings().RateLimits.FindRateLimitRule([]string{e.Request.Method + " " + path, path})
	if !ok {
		return time.Minute
	}
	return time.Duration(rule.Duration) * time.Second
}
