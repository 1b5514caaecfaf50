package backups

import (
	"context"
	"errors"
	"path/filepath"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/jobs"
	"deskmate/internal/database"
)

const integrityJob = "checkDatabase"

// listenIntegrity schedules the check of the database, and answers the health.
func listenIntegrity(app core.App) {
	jobs.Add(app, jobs.Job{ID: integrityJob, Schedule: "43 1 * * *", Run: check})
	app.OnServe().BindFunc(func(e *core.ServeEvent) error {
		e.Router.BindFunc(answerHealth)
		return e.Next()
	})
}

// CheckAtStart makes the first check when the server has started: nothing is known before.
func CheckAtStart(app core.App) {
	app.OnServe().BindFunc(func(e *core.ServeEvent) error {
		if err := e.Next(); err != nil {
			return err
		}
		for _, job := range e.App.Cron().Jobs() {
			if job.Id() == integrityJob {
				go job.Run()
			}
		}
		return nil
	})
}

// CheckLog fails if the log of requests is damaged. Nothing of the site is in it.
func CheckLog(ctx context.Context, app core.App) error {
	db, isOpen := app.AuxConcurrentDB().(*dbx.DB)
	if !isOpen {
		return errors.New("the database is checked outside of transactions")
	}
	return database.Check(ctx, db.DB(), filepath.Join(app.DataDir(), "auxiliary.db"))
}

// check reads all of the database, by a connection that holds up no changes.
func check(ctx context.Context, app core.App) error {
	db, isOpen := app.ConcurrentDB().(*dbx.DB)
	if !isOpen {
		return errors.New("the database is checked outside of transactions")
	}
	err := database.Check(ctx, db.DB(), filepath.Join(app.DataDir(), "data.db"))
	var damage *database.DamagedError
	if err != nil && !errors.As(err, &damage) {
		return err
	}
	told := FoundDamage(ctx, app, damage)
	if damage != nil {
		return errors.Join(damage, told)
	}
	return CheckLog(ctx, app)
}
