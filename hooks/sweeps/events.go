// Package sweeps finds stored files that no row names, and rows whose file is missing. It
// deletes the former once they have been known for some time (docs/product.md, section 15).
package sweeps

import (
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/jobs"
)

// Listen schedules the comparison of the store with the rows.
func Listen(app core.App) {
	jobs.Add(app, jobs.Job{ID: "sweepFiles", Schedule: "13 2 * * *", Run: sweep})
}
