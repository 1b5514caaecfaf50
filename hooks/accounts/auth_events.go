package accounts

import (
	"context"
	"database/sql"
	"errors"
	"net/http"
	"sync"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/routine"

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/jobs"
	"deskmate/hooks/messages"
	"deskmate/hooks/sessions"
	"deskmate/hooks/store"
	"deskmate/hooks/transaction"
)

// listenAuth replaces the framework's mails with ours.
func listenAuth(app core.App) {
	app.OnServe().BindFunc(refuseShortKey)
	sending := backgroundOf(app)
	app.OnRecordRequestPasswordResetRequest(store.Users).BindFunc(func(e *core.RecordRequestPasswordResetRequestEvent) error {
		sending.link(e.Record, resetPurpose)
		return e.NoContent(http.StatusNoContent)
	})
	app.OnRecordRequestVerificationRequest(store.Users).BindFunc(func(e *core.RecordRequestVerificationRequestEvent) error {
		if !e.Record.Verified() {
			sending.link(e.Record, verifyPurpose)
		}
		return e.NoContent(http.StatusNoContent)
	})
	app.OnRecordConfirmPasswordResetRequest(store.Users).BindFunc(func(e *core.RecordConfirmPasswordResetRequestEvent) error {
		return useResetLink(e.RequestEvent, e.Record, e.Next)
	})

	jobs.Add(app, jobs.Job{ID: "forgetFormerAddresses", Schedule: "23 * * * *", Run: forgetFormerAddresses})
	jobs.Add(app, jobs.Job{ID: "forgetDevices", Schedule: "53 * * * *", Run: forgetDevices})
}

// Welcome asks people who sign up to confirm their address, and remembers their device.
// Accepting an offer can open an account too.
func Welcome(e *core.RecordEvent) error {
	request, hasDevice := sessions.Request(e.Context)
	mustConfirm := !e.Record.Verified() && store.ActorOf(e.Context, e.Record).Via == store.ViaGuest
	if !hasDevice && !mustConfirm {
		return e.Next()
	}
	if err := e.Next(); err != nil {
		return err
	}
	if hasDevice {
		if _, err := rememberDevice(e.Context, e.App, e.Record, meet(request)); err != nil {
			return err
		}
	}
	if !mustConfirm {
		return nil
	}
	return sendLink(e.Context, e.App, e.Record, verifyPurpose)
}

// TellOfAdmin tells the other admins of a new one, however that came about.
func TellOfAdmin(e *core.RecordEvent) error {
	isNew := e.Record.IsNew() || e.Record.Original().GetString(store.Role) != domain.RoleAdmin
	if !isNew || e.Record.GetString(store.Role) != domain.RoleAdmin {
		return e.Next()
	}
	if err := e.Next(); err != nil {
		return err
	}
	admins, err := store.FindActiveAdmins(e.App)
	if err != nil {
		return err
	}
	for _, admin := range admins {
		if admin.Id == e.Record.Id {
			continue
		}
		if err := messages.Tell(e.Context, e.App, admin, messages.Message{Kind: newAdmin, Data: store.MessageData{"address": e.Record.Email()}}); err != nil {
			return err
		}
	}
	return nil
}

// TellOfChange tells an account of a new password or address. A new password that the
// account did not set itself may be the end of a theft, so it also ends the calendar's
// secret address, which the thief may know.
func TellOfChange(e *core.RecordEvent) error {
	hasNewPassword := api.Differs(e.Record, store.PasswordField+":hash")
	former, wasVerified := e.Record.Original().Email(), e.Record.Original().Verified()
	hasNewAddress := former != e.Record.Email() && former != "" && !isUndoing(e.Context)
	if !hasNewPassword && !hasNewAddress {
		return e.Next()
	}
	if err := e.Next(); err != nil {
		return err
	}
	if hasNewPassword && store.ActorOf(e.Context, e.Record).Via != store.ViaPerson {
		if err := removeCalendar(e.Context, e.App, e.Record.Id); err != nil {
			return err
		}
	}
	if hasNewPassword && !isUndoing(e.Context) {
		if err := messages.Tell(e.Context, e.App, e.Record, messages.Message{Kind: passwordChangedMail}); err != nil {
			return err
		}
	}
	if !hasNewAddress {
		return nil
	}
	if err := tellFormerAddress(e.Context, e.App, e.Record, former, wasVerified); err != nil || e.Record.Verified() {
		return err
	}
	return sendLink(e.Context, e.App, e.Record, verifyPurpose)
}

func removeCalendar(ctx context.Context, tx core.App, account string) error {
	calendar, err := store.FindCalendar(tx, account)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	return transaction.DeleteNested(ctx, tx, calendar)
}

// background does what an answer must not wait for: the time that it takes would tell
// whether an address has an account.
type background struct {
	app  core.App
	ctx  context.Context
	stop context.CancelFunc

	mu       sync.Mutex
	isClosed bool
	tasks    sync.WaitGroup
}

// backgroundOf returns the app's background.
func backgroundOf(app core.App) *background {
	return app.Store().GetOrSet("deskmateBackground", func() any { return newBackground(app) }).(*background)
}

func newBackground(app core.App) *background {
	ctx, stop := context.WithCancel(store.ActingAs(context.Background(), store.Actor{Via: store.ViaSystem}))
	b := &background{app: app, ctx: ctx, stop: stop}
	app.OnTerminate().BindFunc(func(e *core.TerminateEvent) error {
		b.mu.Lock()
		b.isClosed = true
		b.mu.Unlock()
		b.tasks.Wait()
		b.stop()
		return e.Next()
	})
	return b
}

// link mails an account a link, unless it was mailed one a moment ago.
func (b *background) link(account *core.Record, purpose string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.isClosed {
		return
	}
	b.tasks.Go(func() {
		err := routine.SafeWrap(func() error {
			ctx, cancel := context.WithTimeout(b.ctx, time.Minute)
			defer cancel()
			return transaction.Run(ctx, b.app, func(ctx context.Context, tx core.App) error {
				present, err := tx.FindRecordById(store.Users, account.Id)
				if errors.Is(err, sql.ErrNoRows) {
					return nil
				}
				if err != nil {
					return err
				}
				may, err := canSendLink(ctx, tx, present, purpose)
				if err != nil || !may {
					return err
				}
				return sendLink(ctx, tx, present, purpose)
			})
		})()
		if err != nil {
			b.app.Logger().Error("a link could not be mailed", "account", account.Id, "purpose", purpose, "error", err)
		}
	})
}
