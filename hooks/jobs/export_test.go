package jobs

import (
	"sync"
	"time"

	"github.com/pocketbase/pocketbase/core"
)

var limits sync.Map

func init() {
	usual := stopLimit
	stopLimit = func(app core.App) time.Duration {
		if limit, ok := limits.Load(app.DataDir()); ok {
			return limit.(time.Duration)
		}
		return usual(app)
	}
}

// StopWithin sets how long an app that stops waits for its jobs.
func StopWithin(app core.App, limit time.Duration) { limits.Store(app.DataDir(), limit) }
