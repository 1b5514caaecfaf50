package accounts

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"net/http"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/failures"
	"deskmate/hooks/messages"
	"deskmate/hooks/sessions"
	"deskmate/hooks/store"
	"deskmate/hooks/transaction"
	"deskmate/internal/clock"
)

// undoLife is how long a change of address can be undone.
const undoLife = 7 * 24 * time.Hour

const (
	undoPurpose = "undo-email"
	undoData    = "undo" // the key under which the data of the mail names the change
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
	undo, err := store.NewRecord(tx, store.EmailUndos, map[string]any{
		store.UserField: account.Id, store.Email: former, store.Nonce: rand.Text(), store.ExpiresAt: clock.Now(tx).Add(undoLife),
	})
	if err != nil {
		return err
	}
	if err := transaction.SaveNested(ctx, tx, undo); err != nil {
		return err
	}
	return messages.TellFormerAddress(ctx, tx, account, former, true, messages.Message{
		Kind: addressChanged, Data: store.MessageData{undoData: undo.Id, "address": account.Email()},
	})
}

// undoToken returns the token of the link that undoes a change.
func undoToken(_ context.Context, app core.App, mail store.TakenMail) (string, error) {
	undo, err := app.FindRecordById(store.EmailUndos, mail.Data[undoData])
	if err != nil {
		return "", err
	}
	return sessions.JoinToken(app, undoPurpose, undo.Id, undo.GetString(store.Nonce))
}

// KeepFormerAddress refuses an address that another account may still get back: a thief
// could otherwise open an account with it, so that the change cannot be undone. The
// answer is that for an address that is taken. Operators may give it away in the console.
func KeepFormerAddress(e *core.RecordEvent) error {
	email, former := e.Record.Email(), e.Record.Original().Email()
	if email == former || isUndoing(e.Context) || store.ActorOf(e.Context, e.Record).Via == store.ViaConsole {
		return e.Next()
	}
	isReserved, err := store.IsReserved(e.Context, e.App, email, e.Record.Id, clock.Now(e.App))
	if err != nil {
		return err
	}
	if isReserved {
		return failures.FieldErrors(domain.Problems{domain.EmailTaken})
	}
	return e.Next()
}

// undoEmail restores the address that an account had before. It undoes all later
// changes too: whoever made the first one may have made them. That person may also know
// the password, so it is replaced.
func undoEmail(e *core.RequestEvent) error {
	var input struct {
		Token string `json:"token"`
	}
	if err := api.BindJSON(e, &input); err != nil {
		return err
	}
	if _, err := findUndo(e.App, input.Token); err != nil {
		return err
	}
	password, err := randomPassword(e.App) // slow, so not in the transaction
	if err != nil {
		return err
	}
	ctx, cancel := sessions.WriteContextAs(e, store.Actor{Via: store.ViaGuest})
	defer cancel()
	ctx = context.WithValue(ctx, undoingKey{}, true)
	message := "Your old address is back. We have sent it a link to choose a new password"
	err = transaction.Run(ctx, e.App, func(inTx context.Context, tx core.App) error {
		undo, err := findUndo(tx, input.Token)
		if err != nil {
			return err
		}
		account, err := tx.FindRecordById(store.Users, undo.GetString(store.UserField))
		if err != nil {
			return err
		}
		if store.IsBeingDeleted(account) {
			return invalidLink()
		}
		later, err := store.FindUndosSince(tx, account.Id, undo.GetDateTime(store.Created).Time())
		if err != nil {
			return err
		}
		for _, change := range later {
			if err := transaction.DeleteNested(inTx, tx, change); err != nil {
				return err
			}
		}
		isBack, err := restoreAddress(ctx, inTx, tx, account, undo.GetString(store.Email), password)
		if err != nil {
			return err
		}
		if !isBack {
			return invalidLink()
		}
		if !store.IsActive(account) {
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
	account.SetRaw(store.PasswordField, password)
	account.RefreshTokenKey()
	if err := tx.SaveWithContext(ctx, account); err != nil || !store.IsActive(account) {
		return true, err
	}
	return true, sendLink(inTx, tx, account, resetPurpose)
}

func invalidLink() error { return failures.BadRequest("This link is no longer valid") }

// findUndo finds the change that a token undoes.
func findUndo(app core.App, token string) (*core.Record, error) {
	id, _ := sessions.SplitToken(token)
	undo, err := app.FindRecordById(store.EmailUndos, id)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, invalidLink()
	}
	if err != nil {
		return nil, err
	}
	matches, err := sessions.TokenMatches(app, token, undoPurpose, id, undo.GetString(store.Nonce))
	if err != nil {
		return nil, err
	}
	if !matches || clock.Now(app).After(undo.GetDateTime(store.ExpiresAt).Time()) {
		return nil, invalidLink()
	}
	return undo, nil
}

// randomPassword returns the value of a password that nobody knows.
func randomPassword(app core.App) (any, error) {
	account, err := store.NewRecord(app, store.Users, nil)
	if err != nil {
		return nil, err
	}
	account.SetRandomPassword()
	return account.GetRaw(store.PasswordField), nil
}

// freeAddress takes an address away from an account that an operator gave it to in the
// console. It reports false if that account has confirmed it.
func freeAddress(ctx context.Context, tx core.App, address string, owner *core.Record) (bool, error) {
	holder, err := store.FindUserByEmail(tx, address)
	if errors.Is(err, sql.ErrNoRows) || err == nil && holder.Id == owner.Id {
		return true, nil
	}
	if err != nil || holder.Verified() {
		return false, err
	}
	store.Release(holder)
	return true, transaction.SaveNested(ctx, tx, holder)
}

// forgetFormerAddresses deletes addresses that can no longer be restored.
func forgetFormerAddresses(ctx context.Context, app core.App) error {
	return transaction.DeleteInPieces(ctx, app, store.Expired(store.EmailUndos, clock.Now(app)))
}
