package backups

import (
	"context"
	"net/http"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
)

const (
	healthPath = "/api/health"
	// copyKey is the key under which an app keeps the function that returns how its copy is.
	copyKey = "deskmateCopyHealth"
)

const healthy = "API is healthy."

// integrityReadLimit is how long the health waits for the database.
const integrityReadLimit = 2 * time.Second

// health is how the database is. State is ok, unchecked (not since the start), damaged, or
// unreadable.
type health struct {
	State     string  `json:"state"`
	CheckedAt *string `json:"checkedAt"`
}

// healthOf reads a row by its key, and tells what the last check has found. It returns the
// status and the sentence for an answer: a damaged database still serves what is intact, so
// only one that cannot be read makes a load balancer look elsewhere.
func healthOf(ctx context.Context, app core.App) (found health, status int, message string) {
	limited, cancel := context.WithTimeout(ctx, integrityReadLimit)
	defer cancel()
	state := IntegrityOf(app)
	if !state.CheckedAt.IsZero() {
		at := domain.FormatTime(state.CheckedAt)
		found.CheckedAt = &at
	}
	var id string
	err := app.ConcurrentDB().NewQuery("SELECT id FROM _params WHERE id = 'settings'").WithContext(limited).Row(&id)
	switch {
	case err != nil:
		found.State = "unreadable"
		return found, http.StatusServiceUnavailable, "The database cannot be read."
	case state.Damage != nil:
		found.State = "damaged"
		return found, http.StatusOK, "The database is damaged."
	case state.CheckedAt.IsZero():
		found.State = "unchecked"
	default:
		found.State = "ok"
	}
	return found, http.StatusOK, healthy
}

// TellCopy makes the health tell how the copy of the database is. copied returns nil if there
// is none.
func TellCopy(app core.App, copied func() any) { app.Store().Set(copyKey, copied) }

// answerHealth answers instead of PocketBase, which does not look at the database. It leaves
// operators to it as long as all is well, because it tells the console more. The console needs
// part of that to make and restore backups of a damaged database.
func answerHealth(e *core.RequestEvent) error {
	if e.Request.URL.Path != healthPath || e.Request.Method != http.MethodGet && e.Request.Method != http.MethodHead {
		return e.Next()
	}
	database, status, message := healthOf(e.Request.Context(), e.App)
	data := map[string]any{"database": database}
	if e.HasSuperuserAuth() {
		if message == healthy {
			return e.Next()
		}
		data["canBackup"], data["realIP"] = !e.App.Store().Has(core.StoreKeyActiveBackup), e.RealIP()
	}
	if copied, isKnown := e.App.Store().Get(copyKey).(func() any); isKnown {
		if state := copied(); state != nil {
			data["replica"] = state
		}
	}
	e.Response.Header().Set("Cache-Control", "no-store")
	return e.JSON(status, map[string]any{"message": message, "code": status, "data": data})
}
