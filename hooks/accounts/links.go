package accounts

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"net/http"
	"time"

	validation "github.com/pocketbase/ozzo-validation/v4"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/security"

	"deskmate/hooks/messages"
	"deskmate/hooks/sessions"
	"deskmate/hooks/store"
	"deskmate/hooks/transaction"
	"deskmate/internal/clock"
	"deskmate/internal/requests"
)

// Purposes of the links that accounts are mailed.
const (
	verifyPurpose = "verify"
	resetPurpose  = "reset"
)

// nonceClaim is the claim of a token that ties it to the newest link of its purpose.
const nonceClaim = "nonce"

// How long after a link another one of the same purpose can be asked for: twice as long
// after each link of a day. Anybody can ask for one, which voids the link before, and
// each request is a mail. The longest pause is no longer than a link that resets a password
// lives, so that its owner always has a valid one or can ask for it. Addresses that no
// account has confirmed may belong to strangers, who should get fewer.
const (
	firstPause          = 2 * time.Minute
	longestPause        = 30 * time.Minute
	longestForStrangers = 2 * time.Hour
)

// sendLink mails an account a new link, which voids the older ones of its purpose.
// Call it in a transaction.
func sendLink(ctx context.Context, tx core.App, account *core.Record, purpose string) error {
	if store.IsReleased(account) {
		return nil
	}
	link, err := store.FindAccountLink(tx, account.Id, purpose)
	if errors.Is(err, sql.ErrNoRows) {
		link, err = store.NewRecord(tx, store.AccountLinks, map[string]any{store.UserField: account.Id, store.Purpose: purpose})
	}
	if err != nil {
		return err
	}
	link.Set(store.Nonce, rand.Text())
	if err := transaction.SaveNested(ctx, tx, link); err != nil {
		return err
	}
	return messages.Tell(ctx, tx, account, messages.Message{Kind: kindOf(purpose)})
}

// linkToken returns the token of an account's newest link. It is one of the framework's
// own tokens, with the link's nonce. There is none if the account no longer has the
// address that the mail is for.
func linkToken(purpose string) secretFunc {
	return func(_ context.Context, app core.App, mail store.TakenMail) (string, error) {
		account, err := app.FindRecordById(store.Users, mail.User)
		if err != nil {
			return "", err
		}
		if account.Email() != mail.To || purpose == verifyPurpose && account.Verified() {
			return "", sql.ErrNoRows
		}
		link, err := store.FindAccountLink(app, account.Id, purpose)
		if err != nil {
			return "", err
		}
		kind, config := core.TokenTypeVerification, account.Collection().VerificationToken
		if purpose == resetPurpose {
			kind, config = core.TokenTypePasswordReset, account.Collection().PasswordResetToken
		}
		return security.NewJWT(map[string]any{
			core.TokenClaimType: kind, core.TokenClaimId: account.Id, core.TokenClaimCollectionId: account.Collection().Id,
			core.TokenClaimEmail: account.Email(), nonceClaim: link.GetString(store.Nonce),
		}, account.TokenKey()+config.Secret, config.DurationTime())
	}
}

// findVerifyLink returns the account whose address a token confirms, and the link that
// it belongs to; sql.ErrNoRows if it does not belong to the newest link.
func findVerifyLink(app core.App, token string) (account, link *core.Record, err error) {
	account, err = app.FindAuthRecordByToken(token, core.TokenTypeVerification)
	if err != nil || account.Collection().Name != store.Users || !store.IsActive(account) || store.IsBeingDeleted(account) {
		return nil, nil, sql.ErrNoRows // the framework does not say whether the token is at fault
	}
	claims, err := security.ParseUnverifiedJWT(token) // FindAuthRecordByToken has verified it
	if err != nil {
		return nil, nil, err
	}
	link, err = store.FindAccountLink(app, account.Id, verifyPurpose)
	if err != nil {
		return nil, nil, err
	}
	if claims[nonceClaim] != link.GetString(store.Nonce) || claims[core.TokenClaimEmail] != account.Email() {
		return nil, nil, sql.ErrNoRows
	}
	return account, link, nil
}

// useResetLink lets a link that resets a password be used once. The framework has
// checked its token. next sets the password; if it fails, the link can be used again.
func useResetLink(e *core.RequestEvent, account *core.Record, next func() error) error {
	var form struct {
		Token    string `form:"token" json:"token"`
		Password string `form:"password" json:"password"`
	}
	if err := e.BindBody(&form); err != nil {
		return e.BadRequestError("An error occurred while loading the submitted data.", err)
	}
	claims, err := security.ParseUnverifiedJWT(form.Token)
	if err != nil {
		return voidToken(e)
	}
	nonce, _ := claims[nonceClaim].(string)
	own := account.Fresh()
	var lostPassword any
	if !account.Verified() {
		own.SetPassword(form.Password) // slow, so not in the transaction
		if lostPassword, err = randomPassword(e.App); err != nil {
			return err
		}
	}
	ctx, cancel := sessions.WriteContextAs(e, store.Actor{Via: store.ViaGuest})
	defer cancel()
	isValid, isSeparate := false, false
	err = transaction.Run(ctx, e.App, func(inTx context.Context, tx core.App) error {
		link, err := store.FindAccountLink(tx, account.Id, resetPurpose)
		switch {
		case errors.Is(err, sql.ErrNoRows):
			isValid = nonce == "" // a token that the framework made itself
		case err != nil:
			return err
		case link.GetString(store.Nonce) == nonce:
			isValid = true
			if err := transaction.DeleteNested(inTx, tx, link); err != nil {
				return err
			}
		}
		if !isValid || lostPassword == nil {
			return nil
		}
		present, err := tx.FindRecordById(store.Users, account.Id)
		if err != nil {
			return err
		}
		if present.TokenKey() == account.TokenKey() {
			isSeparate, err = separate(ctx, inTx, tx, present, own.GetRaw(store.PasswordField), lostPassword)
		}
		return err
	})
	if err != nil {
		return err
	}
	if !isValid {
		return voidToken(e)
	}
	if isSeparate {
		return e.NoContent(http.StatusNoContent)
	}
	from := meet(e)
	failed := next()
	if failed == nil {
		noticeDevice(ctx, e.App, account, from)
	}
	if failed == nil || nonce == "" {
		return failed
	}
	err = transaction.Run(ctx, e.App, func(ctx context.Context, tx core.App) error {
		link, err := store.NewRecord(tx, store.AccountLinks, map[string]any{store.UserField: account.Id, store.Purpose: resetPurpose, store.Nonce: nonce})
		if err != nil {
			return err
		}
		return tx.SaveWithContext(ctx, link) // fails if a newer link was sent meanwhile
	})
	if err != nil {
		e.App.Logger().Warn("a link that failed was not restored", "request", requests.ID(ctx), "account", account.Id, "error", err)
	}
	return failed
}

// voidToken is the framework's own answer to a token that is not valid.
func voidToken(e *core.RequestEvent) error {
	return e.BadRequestError("An error occurred while validating the submitted data.",
		validation.Errors{"token": validation.NewError("validation_invalid_token", "Invalid or expired token.")})
}

// canSendLink reports whether enough time has passed since the last link of a purpose.
func canSendLink(ctx context.Context, app core.App, account *core.Record, purpose string) (bool, error) {
	now := clock.Now(app)
	count, last, err := store.LastMails(ctx, app, account.Id, kindOf(purpose).Name, now.Add(-24*time.Hour))
	if err != nil || count == 0 {
		return true, err
	}
	longest := longestPause
	if !account.Verified() {
		longest = longestForStrangers
	}
	pause := min(firstPause<<min(count-1, 10), longest)
	return !now.Before(last.Add(pause)), nil
}

// kindOf returns the kind of the mails that carry a link of a purpose.
func kindOf(purpose string) messages.Kind {
	if purpose == resetPurpose {
		return resetPassword
	}
	return confirmAddress
}
