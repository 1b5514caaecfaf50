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
	"deskmate/rules"
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
	return messages.TellFormerAddress(ctx, tx, account, former, false, messages.Message{Kind: unverifiedChanged})
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
	return messages.TellFormerAddress(ctx, tx, account, former, true, messages.Message{
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

// keepFormerAddress refuses an address that another account may still get back: a thief
// could otherwise open an account with it, so that the change cannot be undone. The
// answer is that for an address that is taken. Operators may give it away in the console.
func keepFormerAddress(e *core.RecordEvent) error {
	email, former := e.Record.Email(), e.Record.Original().Email()
	if email == former || isUndoing(e.Context) || records.ActorOf(e.Context, e.Record).Via == records.ViaConsole {
		return e.Next()
	}
	return writes.InTransaction(e, func() error {
		isReserved, err := records.IsReserved(e.Context, e.App, email, e.Record.Id, clock.Now(e.App))
		if err != nil {
			return err
		}
		if isReserved {
			return failures.FieldErrors(rules.Problems{rules.EmailTaken})
		}
		return e.Next()
	})
}

// undoEmail restores the address that an account had before. It undoes all later
// changes too: whoever made the first one may have made them. That person may also know
// the password, so it is replaced.
func undoEmail(e *core.RequestEvent) error {
	var input struct {
		Token string `json:"token"`
	}
	if err := routes.BindJSON(e, &input); err != nil {
		return err
	}
	if _, err := findUndo(e.App, input.Token); err != nil {
		return err
	}
	password, err := randomPassword(e.App) // slow, so not in the transaction
	if err != nil {
		return err
	}
	ctx, cancel := sessions.WriteContextAs(e, records.Actor{Via: records.ViaGuest})
	defer cancel()
	ctx = context.WithValue(ctx, undoingKey{}, true)
	message := "Your old address is back. We have sent it a link to choose a new password"
	err = writes.Run(ctx, e.App, func(inTx context.Context, tx core.App) error {
		undo, err := findUndo(tx, input.Token)
		if err != nil {
			return err
		}
		account, err := tx.FindRecordById(records.Users, undo.GetString(records.UserField))
		if err != nil {
			return err
		}
		if records.IsBeingDeleted(account) {
			return invalidLink()
		}
		later, err := records.FindUndosSince(tx, account.Id, undo.GetDateTime(records.Created).Time())
		if err != nil {
			return err
		}
		for _, change := range later {
			if err := writes.DeleteNested(inTx, tx, change); err != nil {
				return err
			}
		}
		isBack, err := restoreAddress(ctx, inTx, tx, account, undo.GetString(records.Email), password)
		if err != nil {
			return err
		}
		if !isBack {
			return invalidLink()
		}
		if !records.IsActive(account) {
			message = "Your old address is back. Your account is inactive. Please contact support."
		}
		return nil
	})
	if err != nil {
		return err
	}
	return e.JSON(http.StatusOK, map[string]string{"message": message})
}

// restoreAddress gives an account a former address back, with a password that nobody
// knows and, if it is active, a link to choose another one. It reports false, and changes
// nothing, if another account has confirmed the address. ctx outlives the transaction,
// whose context is inTx: adoption follows the commit, and may take longer.
func restoreAddress(ctx, inTx context.Context, tx core.App, account *core.Record, former string, password any) (bool, error) {
	if isFree, err := freeAddress(inTx, tx, former, account); err != nil || !isFree {
		return false, err
	}
	account.SetEmail(former)
	account.SetVerified(true) // a link was mailed there
	account.SetRaw(records.PasswordField, password)
	account.RefreshTokenKey()
	if err := tx.SaveWithContext(ctx, account); err != nil || !records.IsActive(account) {
		return true, err
	}
	return true, sendLink(inTx, tx, account, resetPurpose)
}

func invalidLink() error { return failures.BadRequest("This link is no longer valid") }

// findUndo finds the change that a token undoes.
func findUndo(app core.App, token string) (*core.Record, error) {
	id, _ := tokens.Split(token)
	undo, err := app.FindRecordById(records.EmailUndos, id)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, invalidLink()
	}
	if err != nil {
		return nil, err
	}
	matches, err := tokens.Matches(app, token, undoPurpose, id, undo.GetString(records.Nonce))
	if err != nil {
		return nil, err
	}
	if !matches || clock.Now(app).After(undo.GetDateTime(records.ExpiresAt).Time()) {
		return nil, invalidLink()
	}
	return undo, nil
}

// randomPassword returns the value of a password that nobody knows.
func randomPassword(app core.App) (any, error) {
	account, err := records.NewRecord(app, records.Users, nil)
	if err != nil {
		return nil, err
	}
	account.SetRandomPassword()
	return account.GetRaw(records.PasswordField), nil
}

// freeAddress takes an address away from an account that an operator gave it to in the
// console. It reports false if that account has confirmed it.
func freeAddress(ctx context.Context, tx core.App, address string, owner *core.Record) (bool, error) {
	holder, err := records.FindUserByEmail(tx, address)
	if errors.Is(err, sql.ErrNoRows) || err == nil && holder.Id == owner.Id {
		return true, nil
	}
	if err != nil || holder.Verified() {
		return false, err
	}
	records.Release(holder)
	return true, writes.SaveNested(ctx, tx, holder)
}

// forgetFormerAddresses deletes addresses that can no longer be restored.
func forgetFormerAddresses(ctx context.Context, app core.App) error {
	now := clock.Now(app)
	return writes.DeleteInPieces(ctx, app, func(ctx context.Context, tx core.App, limit int) (int64, error) {
		return records.DeleteOldUndos(ctx, tx, now, limit)
	})
}
