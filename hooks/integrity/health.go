package integrity

import (
	"context"
	"net/http"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/rules"
)

// HealthPath is where the health is asked for.
const HealthPath = "/api/health"

const healthy = "API is healthy."

// readLimit is how long the health waits for the database.
const readLimit = 2 * time.Second

// Health is how the database is. State is ok, unchecked (not since the start), damaged, or
// unreadable.
type Health struct {
	State     string  `json:"state"`
	CheckedAt *string `json:"checkedAt"`
}

// HealthOf reads a row by its key, and tells what the last check has found. It returns the
// status and the sentence for an answer: a damaged database still serves what is intact, so
// only one that cannot be read makes a load balancer look elsewhere.
func HealthOf(ctx context.Context, app core.App) (health Health, status int, message string) {
	limited, cancel := context.WithTimeout(ctx, readLimit)
	defer cancel()
	state := Of(app)
	if !state.CheckedAt.IsZero() {
		at := rules.FormatTime(state.CheckedAt)
		health.CheckedAt = &at
	}
	var id string
	err := app.ConcurrentDB().NewQuery("SELECT id FROM _params WHERE id = 'settings'").WithContext(limited).Row(&id)
	switch {
	case err != nil:
		health.State = "unreadable"
		return health, http.StatusServiceUnavailable, "The database cannot be read."
	case state.Damage != nil:
		health.State = "damaged"
		return health, http.StatusOK, "The database is damaged."
	case state.CheckedAt.IsZero():
		health.State = "unchecked"
	default:
		health.State = "ok"
	}
	return health, http.StatusOK, healthy
}

// answerHealth answers instead of PocketBase, which does not look at the database. It leaves
// operators to it as long as all is well, because it tells the console more. The console needs
// part of that to make and restore backups of a damaged database.
func answerHealth(e *core.RequestEvent) error {
	if e.Request.URL.Path != HealthPath || e.Request.Method != http.MethodGet && e.Request.Method != http.MethodHead {
		return e.Next()
	}
	health, status, message := HealthOf(e.Request.Context(), e.App)
	data := map[string]any{"database": health}
	if e.HasSuperuserAuth() {
		if message == healthy {
			return e.Next()
		}
		data["canBackup"], data["realIP"] = !e.App.Store().Has(core.StoreKeyActiveBackup), e.RealIP()
	}
	e.Response.Header().Set("Cache-Control", "no-store")
	return e.JSON(status, map[string]any{"message": message, "code": status, "data": data})
}
