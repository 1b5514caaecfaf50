package accounts

import (
	"context"
	"database/sql"
	"errors"
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/failures"
	"deskmate/hooks/sessions"
	"deskmate/hooks/store"
	"deskmate/hooks/transaction"
	"deskmate/internal/clock"
)

// verifyEmail confirms the address of an account. The link alone is not enough: somebody
// else may have opened the account, and its owner would get all that was submitted under
// the address. So the reader of the mail also has to be the person who is signed in to the
// account or knows its password, or has to replace the password, which may get them an
// account of their own (separate).
func verifyEmail(e *core.RequestEvent) error {
	var input struct {
		Token       string `json:"token"`
		Password    string `json:"password"`
		NewPassword string `json:"newPassword"`
	}
	if err := api.BindJSON(e, &input); err != nil {
		return err
	}
	account, _, err := findVerifyLink(e.App, input.Token)
	if errors.Is(err, sql.ErrNoRows) {
		return invalidLink()
	}
	if err != nil {
		return err
	}
	actor := store.Actor{Via: store.ViaGuest}
	var lostPassword any // for an account that the link separates from its address
	switch caller := sessions.Caller(e); {
	case account.Verified(): // an operator has confirmed the address
	case caller != nil && caller.Id == account.Id:
		actor = store.Actor{Via: store.ViaPerson, Person: caller}
	case input.Password != "":
		err = checkPassword(e, account, input.Password)
	case input.NewPassword != "":
		// Hashing is slow, so it comes before the transaction.
		if err = setPassword(account, input.NewPassword); err == nil {
			lostPassword, err = randomPassword(e.App)
		}
	default:
		err = failures.Refuse(domain.Problems{{
			Field: "password", Code: domain.Required, Message: "Enter the password of your account, or choose a new one",
		}})
	}
	if err != nil {
		return err
	}
	account.SetVerified(true)
	ctx, cancel := sessions.WriteContextAs(e, actor)
	defer cancel()
	mustWait, isSeparate := false, false
	err = transaction.Run(ctx, e.App, func(inTx context.Context, tx core.App) error {
		// The token is signed with the account's key: it is void if the password or the
		// address has changed meanwhile.
		present, link, err := findVerifyLink(tx, input.Token)
		if errors.Is(err, sql.ErrNoRows) {
			return invalidLink()
		}
		if err != nil {
			return err
		}
		if err := transaction.DeleteNested(inTx, tx, link); err != nil {
			return err
		}
		if lostPassword != nil {
			isSeparate, err = separate(ctx, inTx, tx, present, account.GetRaw(store.PasswordField), lostPassword)
			if err != nil || isSeparate {
				return err
			}
		}
		if mustWait, err = store.CanUndoAddress(inTx, tx, account.Id, clock.Now(tx)); err != nil {
			return err
		}
		// Not the context of the transaction: adoption follows the commit, and may take longer.
		return tx.SaveWithContext(ctx, account)
	})
	if err != nil {
		return err
	}
	if lostPassword != nil && !isSeparate {
		noticeDevice(ctx, e.App, account, meet(e))
	}
	return e.JSON(http.StatusOK, struct {
		Message        string `json:"message"`
		WorkComesLater bool   `json:"workComesLater"`
	}{"Your email address is confirmed", mustWait})
}

// checkPassword refuses a wrong password. Attempts count as those of a log-in.
func checkPassword(e *core.RequestEvent, account *core.Record, password string) error {
	release, err := takeGuess(e, account.Email())
	if err != nil {
		return err
	}
	if !account.ValidatePassword(password) {
		return failures.Refuse(domain.Problems{{Field: "password", Code: domain.Invalid, Message: "Password is incorrect"}})
	}
	release()
	return nil
}

func setPassword(account *core.Record, password string) error {
	if problems := (domain.PasswordChange{NewPassword: password}).CheckNew(); len(problems) > 0 {
		return failures.Refuse(problems)
	}
	account.SetPassword(password)
	return nil
}
