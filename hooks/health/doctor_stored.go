package health

import (
	"context"
	"fmt"
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/files"
)

// stored compares the stored files with the rows that name them.
func (r *report) stored(ctx context.Context, app core.App) {
	const (
		subject = "stored files"
		see     = " (docs/operations.md, Stored files)"
	)
	found, err := files.Compare(ctx, app)
	switch {
	case err != nil:
		r.problem(subject, err.Error(), "check where files are stored: the console, Settings, Files storage")
		return
	case len(found.WithoutFile)+len(found.WithoutRow) == 0:
		r.ok(subject, "they agree with the rows")
	}
	if missing := found.WithoutFile; len(missing) > 0 {
		r.problem(subject, fmt.Sprintf("%d that rows name are missing: %s", len(missing), first(missing)), "restore them from a backup of the store"+see)
	}
	if left := found.WithoutRow; len(left) > 0 {
		var keys []string
		for _, file := range left {
			keys = append(keys, file.Key)
		}
		r.note(subject, fmt.Sprintf("no row names %s: %s", files.Sum(left), first(keys)), "deskmate files clean deletes them, after asking"+see)
	}
}

// first returns the first few of some names.
func first(names []string) string {
	if few := 3; len(names) > few {
		names = append(names[:few:few], fmt.Sprintf("and %d more", len(names)-few))
	}
	return strings.Join(names, ", ")
}
