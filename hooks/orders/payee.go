package orders

import (
	"context"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/failures"
	"deskmate/hooks/store"
)

// CheckPayees refuses ids, which a field of a request names, that are not those of tutors.
// Somebody who was a tutor once may still be owed something.
func CheckPayees(ctx context.Context, tx core.App, field string, ids ...string) error {
	if len(ids) == 0 {
		return nil
	}
	unknown, err := store.HasUnknownPayee(ctx, tx, ids...)
	if err == nil && unknown {
		return failures.Refuse(domain.Problems{{Field: field, Code: domain.Invalid, Message: "Tutor not found"}})
	}
	return err
}
