package files

import (
	"context"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/failures"
	"deskmate/hooks/store"
)

// RefuseBlocked refuses a stored file that nobody may open: it is still to be scanned for
// malware, or contains some (docs/product.md, section 19).
func RefuseBlocked(ctx context.Context, app core.App, owner *core.Record, file string) error {
	state, err := store.ReadFileState(ctx, app, owner.Id, file)
	switch {
	case err != nil:
		return err
	case state == domain.FileHeld:
		return failures.Conflict(domain.BeingScanned)
	case state == domain.FileInfected:
		return failures.Forbidden(domain.IsInfected)
	}
	return nil
}
