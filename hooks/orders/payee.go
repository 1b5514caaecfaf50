package orders

import (
	"context"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/failures"
	"deskmate/records"
	"deskmate/rules"
)

// CheckPayees refuses ids, which a field of a request names, that are not those of tutors.
// Somebody who was a tutor once may still be owed something.
func CheckPayees(ctx context.Context, tx core.App, field string, ids ...string) error {
	if len(ids) == 0 {
		return nil
	}
	unknown, err := records.HasUnknownPayee(ctx, tx, ids...)
	if err == nil && unknown {
		return failures.Refuse(rules.Problems{{Field: field, Code: rules.Invalid, Message: "Tutor not found"}})
	}
	return err
}
