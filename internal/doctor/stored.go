package doctor

import (
	"context"
	"fmt"
	"os"

	"github.com/dustin/go-humanize"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/sweeps"
	"deskmate/records"
)

// stored tells what the last nightly comparison of the stored files with the rows has found.
func (r *report) stored(ctx context.Context, app core.App) {
	const (
		subject = "stored files"
		do      = "deskmate files check prints them (docs/operations.md)"
	)
	found, err := records.ReadSweep(ctx, app)
	deletes, wrong := sweeps.ReadDeletes(os.Getenv)
	text := fmt.Sprintf("on %.10s, %d rows were without their file, and %d files without a row (%s)",
		found.RanAt, found.Rows, found.Files, humanize.IBytes(uint64(max(0, found.Bytes))))
	switch {
	case err != nil:
		r.problem(subject, err.Error(), "restore a backup")
	case wrong != nil:
		r.problem(subject, wrong.Error(), "correct the variable; the server does not start with it")
	case found.RanAt == "":
		r.ok(subject, "not compared with the rows yet")
	case found.Rows > 0:
		r.problem(subject, text, do+"; restore what is missing from a backup of the store")
	case found.StartedAgain:
		r.note(subject, text+"; another database has been compared with this store, or this one was restored", "make sure that no other site or copy of the site uses this store")
	case found.Files > 0 && deletes:
		r.note(subject, text, do+"; the server deletes them by itself, unless a database was set aside")
	case found.Files > 0:
		r.note(subject, text, do+". The server deletes them only with "+sweeps.Variable+"=delete")
	default:
		r.ok(subject, text)
	}
}
