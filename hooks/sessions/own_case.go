package sessions

import (
	"context"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/failures"
	"deskmate/hooks/store"
)

// What admins read who would decide in their own case.
const (
	ownCase      = "This is your own case, so another admin has to do this"
	ownCaseAlone = "This is your own case, and you are the only admin. Make somebody else an admin on the Users tab, or have them sign up with the admin key. Then ask them to do this"
)

// RefuseOwnCase refuses with 403 if the reader, an admin, is one of those whom something
// concerns: accounts by their ids, guests by their addresses.
func RefuseOwnCase(ctx context.Context, app core.App, reader domain.Reader, parties ...string) error {
	if !domain.IsOwnCase(reader, parties...) {
		return nil
	}
	message, err := OwnCase(ctx, app, reader)
	if err != nil {
		return err
	}
	return failures.Forbidden(message)
}

// OwnCase returns why an admin may not decide in their own case. An only admin learns how to
// get a second one.
func OwnCase(ctx context.Context, app core.App, reader domain.Reader) (string, error) {
	others, err := store.CountOtherActiveAdmins(ctx, app, reader.ID)
	if others == 0 {
		return ownCaseAlone, err
	}
	return ownCase, err
}
