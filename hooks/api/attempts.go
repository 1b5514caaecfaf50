package api

import (
	"strings"
	"sync"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/failures"
	"deskmate/hooks/sessions"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
)

// Attempts counts attempts by a key, such as an account, in fixed windows. How
// many are allowed, and for how long, comes from one rule of PocketBase's rate
// limits, so that operators set all limits in one place. Without the rule, or with
// rate limits off, everything is allowed.
type Attempts struct {
	app   core.App
	label string

	mu      sync.Mutex
	windows map[string]window
	swept   time.Time
}

type window struct {
	count int
	ends  time.Time
}

// AttemptsOf returns the app's counter for the rule with a label.
func AttemptsOf(app core.App, label string) *Attempts {
	return app.Store().GetOrSet("deskmateAttempts:"+label, func() any {
		return &Attempts{app: app, label: label, windows: map[string]window{}}
	}).(*Attempts)
}

// Take counts one attempt, or refuses it with 429 if the key has none left in this
// window. Concurrent attempts count like consecutive ones.
func (a *Attempts) Take(key string) error {
	now := clock.Now(a.app)
	rule, ok := a.rule()
	if !ok {
		return nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	length := time.Duration(rule.Duration) * time.Second
	a.sweep(now, length)
	current := a.windows[key]
	if !now.Before(current.ends) {
		current = window{ends: now.Add(length)}
	}
	if current.count >= rule.MaxRequests {
		return failures.TooMany(current.ends.Sub(now))
	}
	current.count++
	a.windows[key] = current
	return nil
}

// Release gives an attempt back, so that only failures use up the window.
func (a *Attempts) Release(key string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if current, ok := a.windows[key]; ok && current.count > 0 {
		current.count--
		a.windows[key] = current
	}
}

// sweep forgets windows that are over. It runs at most once a window.
func (a *Attempts) sweep(now time.Time, length time.Duration) {
	if now.Sub(a.swept) < length {
		return
	}
	a.swept = now
	for key, past := range a.windows {
		if !now.Before(past.ends) {
			delete(a.windows, key)
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

// creations is the label of the limit on what one account creates, of whatever kind.
const creations = "users:submit"

// limitCreations counts a request of an account as one attempt, unless it fails. Guests
// are limited by their address.
func limitCreations(e *core.RequestEvent) error {
	caller := sessions.Caller(e)
	if caller == nil {
		return e.Next()
	}
	attempts := AttemptsOf(e.App, creations)
	if err := attempts.Take(caller.Id); err != nil {
		return err
	}
	err := e.Next()
	if err != nil {
		attempts.Release(caller.Id)
	}
	return err
}

// windowOf returns the window of the framework's rate limit that refused a request.
// The framework does not say how much of it is left.
func windowOf(e *core.RequestEvent) time.Duration {
	path := e.Request.URL.Path
	labels := []string{e.Request.Method + " " + path, path}
	if action, ok := strings.CutPrefix(path, usersPath); ok {
		labels = append(labels, store.Users+":"+inCamelCase(action))
	}
	if action, ok := strings.CutPrefix(path, superusersPath); ok {
		labels = append(labels, core.CollectionNameSuperusers+":"+inCamelCase(action), core.CollectionNameSuperusers+":auth")
	}
	rule, ok := e.App.Settings().RateLimits.FindRateLimitRule(labels)
	if !ok {
		return time.Minute
	}
	return time.Duration(rule.Duration) * time.Second
}

// inCamelCase turns the last part of a path of the framework, such as confirm-verification,
// into the name that its rate limits have for it.
func inCamelCase(action string) string {
	words := strings.Split(action, "-")
	for i, word := range words[1:] {
		if word != "" {
			words[i+1] = strings.ToUpper(word[:1]) + word[1:]
		}
	}
	return strings.Join(words, "")
}
