// Package integrity notices damage to the database: a nightly check, the health, and what
// backups find.
package integrity

import (
	"context"
	"errors"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/jobs"
	"deskmate/internal/database"
)

const jobID = "checkDatabase"

// Listen schedules the check of the database, and answers the health.
func Listen(app core.App) {
	jobs.Add(app, jobs.Job{ID: jobID, Schedule: "43 1 * * *", Run: check})
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
			if job.Id() == jobID {
				go job.Run()
			}
		}
		return nil
	})
}

// check reads all of the database, by a connection that holds up no changes.
func check(ctx context.Context, app core.App) error {
	db, isOpen := app.ConcurrentDB().(*dbx.DB)
	if !isOpen {
		return errors.New("the database is checked outside of transactions")
	}
	err := database.QuickCheck(ctx, db.DB())
	var damage *database.DamagedError
	if err != nil && !errors.As(err, &damage) {
		return err
	}
	isFirst := Of(app).CheckedAt.IsZero()
	Found(app, damage)
	if damage == nil {
		return nil
	}
	if isFirst {
		return damage // a program that starts again and again would send an email each time
	}
	return errors.Join(damage, tell(ctx, app, damage))
}
