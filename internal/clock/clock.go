// Package clock tells the time. It is the only place that reads the machine's
// clock, so that a test or the demo can move time for one app without touching
// another that runs beside it.
package clock

import (
	"sync"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"
)

const storeKey = "deskmateClock"

// clock is the clock of one app. A nil at means that it follows the machine.
type clock struct {
	mu sync.Mutex
	at *time.Time
}

func of(app core.App) *clock {
	return app.Store().GetOrSet(storeKey, func() any { return &clock{} }).(*clock)
}

// Now is the app's current time.
func Now(app core.App) time.Time {
	c := of(app)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.at != nil {
		return *c.at
	}
	return time.Now()
}

// Set stops the app's clock at a moment. It stays there until the next Set, or
// until release makes it follow the machine's clock again.
func Set(app core.App, at time.Time) (release func()) {
	c := of(app)
	c.set(&at)
	return func() { c.set(nil) }
}

func (c *clock) set(at *time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = at
}

// Advance moves the app's clock forward from the time it shows and stops it there.
func Advance(app core.App, by time.Duration) { Set(app, Now(app).Add(by)) }

func (c *clock) isSet() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at != nil
}

// Stopwatch starts measuring and returns a function that reports how much time
// has passed. It measures real time, wherever the app's clock is set.
func Stopwatch() (elapsed func() time.Duration) {
	start := time.Now()
	return func() time.Duration { return time.Since(start) }
}

// Deadline is the moment when a limit that starts now runs out. It is for network
// connections, which follow real time wherever the app's clock is set.
func Deadline(limit time.Duration) time.Time { return time.Now().Add(limit) }

// Since is how much real time has passed since a Deadline of 0. It is a Stopwatch for what
// happens very often.
func Since(start time.Time) time.Duration { return time.Since(start) }

// Left is how much time is left until a deadline. A machine's steady clock may stand
// still while the machine is suspended, and its calendar clock may be set, so the one
// that leaves less time counts.
func Left(deadline time.Time) time.Duration {
	now := time.Now()
	return min(deadline.Sub(now), deadline.Round(0).Sub(now.Round(0)))
}

// Listen makes the framework's own timestamps, created and updated, follow the
// app's clock while it is set.
func Listen(app core.App) {
	app.OnRecordCreate().BindFunc(stamp(app, "created", "updated"))
	app.OnRecordUpdate().BindFunc(stamp(app, "updated"))
}

func stamp(app core.App, fields ...string) func(*core.RecordEvent) error {
	return func(e *core.RecordEvent) error {
		if !of(app).isSet() {
			return e.Next()
		}
		now, err := types.ParseDateTime(Now(app))
		if err != nil {
			return err
		}
		for _, field := range fields {
			if _, ok := e.Record.Collection().Fields.GetByName(field).(*core.AutodateField); ok {
				e.Record.SetRaw(field, now)
			}
		}
		return e.Next()
	}
}
