package health

import (
	"context"
	"errors"
	"path/filepath"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/backups"
	"deskmate/internal/database"
)

const seeDamage = "keep a copy of the data folder, and restore the last good backup (docs/operations.md, A damaged database)"

// checkDatabase reads all of the database.
func (r *report) checkDatabase(ctx context.Context, app core.App) {
	const subject = "database"
	db, isOpen := app.ConcurrentDB().(*dbx.DB)
	if !isOpen {
		r.problem(subject, "it is not open", "run this command again")
		return
	}
	var damage *database.DamagedError
	switch err := database.Check(ctx, db.DB(), filepath.Join(app.DataDir(), "data.db")); {
	case errors.As(err, &damage):
		r.problem(subject, err.Error(), seeDamage)
	case err != nil:
		r.problem(subject, err.Error(), "restore a backup")
	default:
		r.ok(subject, "it is intact")
	}
	if err := backups.CheckLog(ctx, app); err != nil {
		r.problem("log of requests", err.Error(), "see docs/operations.md, A damaged database")
	}
}

// damage reports what the last check of a running server found.
func (r *report) damage(app core.App) {
	const subject = "database"
	switch found := backups.IntegrityOf(app); {
	case found.CheckedAt.IsZero():
		r.ok(subject, "not checked since the start yet")
	case found.Damage != nil:
		r.found(Finding{Level: Problem, Subject: subject, Text: found.Damage.Error(), Do: seeDamage, At: at(found.CheckedAt)})
	default:
		r.found(Finding{Level: OK, Subject: subject, Text: "it was intact", At: at(found.CheckedAt)})
	}
}

func at(t time.Time) string { return t.UTC().Format(time.RFC3339) }
