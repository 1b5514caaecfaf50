package auth

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"net/http"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/failures"
	"deskmate/hooks/messages"
	"deskmate/hooks/routes"
	"deskmate/hooks/sessions"
	"deskmate/hooks/tokens"
	"deskmate/hooks/writes"
	"deskmate/internal/clock"
	"deskmate/records"
)

// undoLife is how long a change of address can be undone.
const undoLife = 7 * 24 * time.Hour

const (
	undoPurpose = "undo-email"
	undoData    = "undo" // the data of the mail that names the change
)

type undoingKey struct{}

// isUndoing reports whether a change of address undoes another one, and so must not
// offer to be undone itself.
func isUndoing(ctx context.Context) bool { return ctx.Value(undoingKey{}) != nil }

// tellFormerAddress tells the former address of an account that it was changed. Only a
// verified one gets the link that undoes the change, and the new address: whoever reads
// an unverified one may be a stranger whose address was typed by mistake. Call it in the
// transaction of the change.
func tellFormerAddress(ctx context.Context, tx core.App, account *core.Record, former string, wasVerified bool) error {
	if wasVerified {
		return offerUndo(ctx, tx, account, former)
	}
	return messages.TellFormerAddress(ctx, tx, account, former, messages.Message{Kind: unverifiedChanged})
}

// offerUndo tells the former address of an account that it was changed, with a link
// that restores it.
func offerUndo(ctx context.Context, tx core.App, account *core.Record, former string) error {
	undo, err := records.NewRecord(tx, records.EmailUndos, map[string]any{
		records.UserField: account.Id, records.Email: former, records.Nonce: rand.Text(), records.ExpiresAt: clock.Now(tx).Add(undoLife),
	})
	if err != nil {
		return err
	}
	if err := writes.SaveNested(ctx, tx, undo); err != nil {
		return err
	}
	return messages.TellFormerAddress(ctx, tx, account, former, messages.Message{
		Kind: addressChanged, Data: records.MessageData{undoData: undo.Id, "address": account.Email()},
	})
}

// undoToken returns the token of the link that undoes a change.
func undoToken(_ context.Context, app core.App, mail records.ClaimedMail) (string, error) {
	undo, err := app.FindRecordById(records.EmailUndos, mail.Data[undoData])
	if err != nil {
		return "", err
	}
	return tokens.Join(app, undoPurpose, undo.Id, undo.GetString(records.Nonce))
}

// undoEmail restores the address that an account had before. It undoes all later
// changes too: whoever made the first one may have made them.
func undoEmail(e *core.RequestEvent) error {
	var input struct {
		Token string `json:"token"`
	}
	if err := routes.BindJSON(e, &input); err != nil {
		return err
	}
	invalid := failures.BadRequest("This link is no longer valid")
	ctx, cancel := sessions.WriteContextAs(e, records.Actor{Via: records.ViaGuest})
	defer cancel()
	ctx = context.WithValue(ctx, undoingKey{}, true)
	err := writes.Run(ctx, e.App, func(ctx context.Context, tx core.App) error {
		id, _ := tokens.Split(input.Token)
		undo, err := tx.FindRecordById(records.EmailUndos, id)
		if errors.Is(err, sql.ErrNoRows) {
			return invalid
		}
		if err != nil {
			return err
		}
		matches, err := tokens.Matches(tx, input.Token, undoPurpose, id, undo.GetString(records.Nonce))
		if err != nil {
			return err
		}
		if !matches || clock.Now(tx).After(undo.GetDateTime(records.ExpiresAt).Time()) {
			return invalid
		}
		account, err := tx.FindRecordById(records.Users, undo.GetString(records.UserField))
		if err != nil {
			return err
		}
		former := undo.GetString(records.Email)
		if holder, err := records.FindUserByEmail(tx, former); err == nil && holder.Id != account.Id || records.IsBeingDeleted(account) {
			return invalid
		}
		later, err := records.FindUndosSince(tx, account.Id, undo.GetDateTime(records.Created).Time())
		if err != nil {
			return err
		}
		for _, change := range later {
			if err := writes.DeleteNested(ctx, tx, change); err != nil {
				return err
			}
		}
		account.SetEmail(former)
		account.SetVerified(true) // the link was mailed there
		account.RefreshTokenKey()
		if err := tx.SaveWithContext(ctx, account); err != nil {
			return err
		}
		return sendLink(ctx, tx, account, resetPurpose)
	})
	if err != nil {
		return err
	}
	return e.JSON(http.StatusOK, map[string]string{"message": "Your old address is back. We have sent it a link to choose a new password"})
}

// forgetFormerAddresses deletes addresses that can no longer be restored.
func forgetFormerAddresses(ctx context.Context, app core.App) error {
	now := clock.Now(app)
	return writes.DeleteInPieces(ctx, app, func(ctx context.Context, tx core.App, limit int) (int64, error) {
		return records.DeleteOldUndos(ctx, tx, now, limit)
	})
}
