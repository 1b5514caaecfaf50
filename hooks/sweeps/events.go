// Package sweeps finds stored files that no row names, and rows whose file is missing. If
// the operator wants it, it deletes the former once they have been known for some time
// (docs/product.md, section 15).
package sweeps

import (
	"os"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/jobs"
)

// Listen schedules the comparison of the store with the rows.
func Listen(app core.App) {
	app.OnServe().BindFunc(func(e *core.ServeEvent) error {
		wanted, err := ReadDeletes(os.Getenv)
		if err != nil {
			return err
		}
		Use(e.App, wanted)
		return e.Next()
	})
	jobs.Add(app, jobs.Job{ID: "sweepFiles", Schedule: "13 2 * * *", Run: sweep})
}
