package accounts

import (
	"context"
	"database/sql"
	"errors"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/messages"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
)

// newcomerName is the name of an account whose owner has not been asked for one.
const newcomerName = "New student"

// separate opens an account for the reader of a link that sets a password, if the account
// of the link got the address by a change that can still be undone and that nobody with
// its session or password has confirmed. That reader has proved to own the mailbox, but
// not the account, whose former owner could take it back with the reader's work. So the
// account gets its former address back at once. separate reports whether it was so.
//
// A thief gains nothing by such a link: the account has left before it is read. ownPassword
// is what the reader chose, lostPassword one that nobody knows. The contexts are those of
// restoreAddress.
func separate(ctx, inTx context.Context, tx core.App, account *core.Record, ownPassword, lostPassword any) (bool, error) {
	if account.Verified() || store.IsBeingDeleted(account) {
		return false, nil
	}
	undo, err := store.FindLatestUndo(tx, account.Id, clock.Now(tx))
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	ctx = context.WithValue(store.ActingAs(ctx, store.Actor{Via: store.ViaSystem}), undoingKey{}, true)
	mailbox := account.Email()
	isBack, err := restoreAddress(ctx, inTx, tx, account, undo.GetString(store.Email), lostPassword)
	if err != nil {
		return false, err
	}
	if !isBack {
		store.Release(account)
		account.SetRaw(store.PasswordField, lostPassword)
		if err := tx.SaveWithContext(ctx, account); err != nil {
			return false, err
		}
	}
	if err := messages.Tell(inTx, tx, account, messages.Message{Kind: addressReturned}); err != nil {
		return false, err
	}
	own, err := store.NewUser(tx, domain.RoleStudent)
	if err != nil {
		return false, err
	}
	own.Set(store.Name, newcomerName)
	own.SetEmail(mailbox)
	own.SetRaw(store.PasswordField, ownPassword)
	if err := tx.SaveWithContext(ctx, own); err != nil {
		return false, err
	}
	// Confirmed by a change of its own, which what was sent from the address follows.
	if own, err = tx.FindRecordById(store.Users, own.Id); err != nil {
		return false, err
	}
	own.SetVerified(true)
	if err := tx.SaveWithContext(ctx, own); err != nil {
		return false, err
	}
	return true, messages.Tell(inTx, tx, own, messages.Message{Kind: ownAccount})
}
