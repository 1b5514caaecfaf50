package accounts

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/security"

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/messages"
	"deskmate/hooks/sessions"
	"deskmate/hooks/store"
	"deskmate/hooks/transaction"
	"deskmate/internal/clock"
	"deskmate/internal/requests"
)

// A device is forgotten a year after the last sign-in from it. Sign-ins are noted once
// a day at most.
const (
	deviceLife = 365 * 24 * time.Hour
	noteEvery  = 24 * time.Hour
)

// rememberDevice notes that an account uses a device. It reports whether the device is
// new to an account with other devices: the first one may be old, because devices were
// not always remembered. Call it in a transaction.
func rememberDevice(ctx context.Context, tx core.App, account *core.Record, from browser) (isNew bool, err error) {
	digest := browserDigest(account.Id, from.secret)
	known, err := store.FindDevice(tx, account.Id, from.name)
	if err == nil {
		known.Set(store.Browsers, withBrowser(known, digest))
		return false, transaction.SaveNested(ctx, tx, known) // which notes the time, too
	}
	if !errors.Is(err, sql.ErrNoRows) {
		return false, err
	}
	others, err := tx.CountRecords(store.Devices, dbx.HashExp{store.UserField: account.Id})
	if err != nil {
		return false, err
	}
	device, err := store.NewRecord(tx, store.Devices, map[string]any{
		store.UserField: account.Id, store.Name: from.name, store.Browsers: digest,
	})
	if err != nil {
		return false, err
	}
	return others > 0, transaction.SaveNested(ctx, tx, device)
}

// noticeDevice notes that the owner of an account has signed in or set a password from a
// browser, and tells the account if its device is new. Nobody is kept out if that fails.
func noticeDevice(ctx context.Context, app core.App, account *core.Record, from browser) {
	known, err := store.FindDevice(app, account.Id, from.name)
	if err == nil && clock.Now(app).Before(known.GetDateTime(store.Updated).Time().Add(noteEvery)) &&
		slices.Contains(browsersOf(known), browserDigest(account.Id, from.secret)) {
		return
	}
	err = transaction.Run(ctx, app, func(ctx context.Context, tx core.App) error {
		isNew, err := rememberDevice(ctx, tx, account, from)
		if err != nil || !isNew {
			return err
		}
		return messages.Tell(ctx, tx, account, messages.Message{Kind: newDevice, Data: store.MessageData{
			"device": from.name, "at": clock.Now(tx).UTC().Format("2 Jan 2006, 15:04 UTC"),
		}})
	})
	if err != nil {
		app.Logger().Error("the device of a log-in was not noted", "request", requests.ID(ctx), "account", account.Id, "error", err)
	}
}

// forgetDevices deletes devices that an account is no longer used from.
func forgetDevices(ctx context.Context, app core.App) error {
	return transaction.DeleteInPieces(ctx, app, store.OldDevices(clock.Now(app).Add(-deviceLife)))
}

// browserCookie is the cookie with the secret of a browser. It grants nothing: it only
// decides which counter wrong passwords go to.
const browserCookie = "deskmate_browser"

// browsersLimit is how many browsers of one name an account is known to be used from.
const browsersLimit = 10

// browser is where a request comes from.
type browser struct {
	name   string // its device, as the browser claims
	secret string
}

// meet returns the browser of a request, and has it keep its secret, a new one if it has
// none. Call it before the answer begins.
func meet(e *core.RequestEvent) browser {
	secret := secretOf(e)
	if secret == "" {
		secret = rand.Text()
	}
	cookie := http.Cookie{ // #nosec G124 -- Secure on every site that is served by HTTPS
		Name: browserCookie, Value: secret, Path: "/api", MaxAge: int(deviceLife.Seconds()),
		HttpOnly: true, SameSite: http.SameSiteStrictMode, Secure: strings.HasPrefix(api.Origin(e), "https://"),
	}
	e.Response.Header().Set("Set-Cookie", cookie.String())
	return browser{sessions.Device(e.Request.UserAgent()), secret}
}

// secretOf returns the secret of the browser of a request; empty if it has none of ours.
func secretOf(e *core.RequestEvent) string {
	cookie, err := e.Request.Cookie(browserCookie)
	if err != nil || len(cookie.Value) != len(rand.Text()) {
		return ""
	}
	return cookie.Value
}

// browserDigest is what is stored of a browser's secret. It does not reveal which accounts
// one browser is used for.
func browserDigest(account, secret string) string { return security.SHA256(account + secret) }

// withBrowser returns the browsers of a device with one of them first.
func withBrowser(device *core.Record, digest string) string {
	others := slices.DeleteFunc(browsersOf(device), func(other string) bool { return other == digest })
	return strings.Join(append([]string{digest}, others[:min(len(others), browsersLimit-1)]...), " ")
}

func browsersOf(device *core.Record) []string {
	return strings.Fields(device.GetString(store.Browsers))
}

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
	// Confirmed in a change of its own, so that what was sent from the address is adopted.
	if own, err = tx.FindRecordById(store.Users, own.Id); err != nil {
		return false, err
	}
	own.SetVerified(true)
	if err := tx.SaveWithContext(ctx, own); err != nil {
		return false, err
	}
	return true, messages.Tell(inTx, tx, own, messages.Message{Kind: ownAccount})
}
