package files

import (
	"context"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/failures"
	"deskmate/records"
	"deskmate/rules"
)

// RefuseBlocked refuses a stored file that nobody may open: it is still to be scanned for
// malware, or contains some (docs/product.md, section 19).
func RefuseBlocked(ctx context.Context, app core.App, owner *core.Record, file string) error {
	state, err := records.ReadFileState(ctx, app, owner.Id, file)
	switch {
	case err != nil:
		return err
	case state == rules.FileHeld:
		return failures.Conflict(rules.BeingScanned)
	case state == rules.FileInfected:
		return failures.Forbidden(rules.IsInfected)
	}
	return nil
}
