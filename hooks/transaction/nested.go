package transaction

import (
	"context"
	"fmt"
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/failures"
)

// SaveNested saves a record that follows from what the caller changed. If the
// save is refused, the program is at fault, not the caller.
func SaveNested(ctx context.Context, app core.App, record *core.Record) error {
	return ourFault(record, app.SaveWithContext(ctx, record))
}

// DeleteNested is SaveNested for a record that is deleted as a consequence.
func DeleteNested(ctx context.Context, app core.App, record *core.Record) error {
	return ourFault(record, app.DeleteWithContext(ctx, record))
}

// ourFault turns the refusal of a nested record into a failure of the program, so
// that the caller is not told about fields they did not send. A session that has
// ended and a busy database still concern the caller.
func ourFault(record *core.Record, err error) error {
	if err == nil {
		return nil
	}
	switch failure := failures.From(err); failure.Status {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusServiceUnavailable:
		return failure // not err: the console would answer an error of the database with 400
	}
	return failures.Internal(fmt.Errorf("%s: %w", record.Collection().Name, err))
}
