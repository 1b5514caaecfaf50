package messages

import (
	"context"
	"crypto/rand"
	"net/url"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/sessions"
	"deskmate/hooks/store"
	"deskmate/hooks/transaction"
	"deskmate/internal/clock"
)

// Message is something to tell.
type Message struct {
	Kind       Kind
	Assignment string // the id of the assignment that it is about, if any
	Quote      string // the id of the quote request that it is about, if any
	Data       store.MessageData
}

// strangerMails is how many mails that anybody can cause an address gets in a day, as
// long as no account has confirmed it: anybody can type any address into a form. Mails
// about an account count separately. What is deleted still counts: whoever caused a mail could
// delete what it is about, and so the mail.
const strangerMails = 10

// StrangerWindow is how long such a mail counts.
const StrangerWindow = 24 * time.Hour

// QueueLimit is how many mails may wait. Those that an account cannot do without may be
// twice as many.
const QueueLimit = 5000

// tooManyWait is why a mail is skipped while as many wait.
const tooManyWait = "Too many emails were waiting to be sent"

// tooMany is why a mail to an address that no account has confirmed is skipped.
const tooMany = "Too many emails were sent to this address today"

// Tell tells an account something, as far as its settings allow. Inactive accounts
// are told nothing. Call it in the transaction of what it tells.
func Tell(ctx context.Context, tx core.App, account *core.Record, message Message) error {
	if !store.IsActive(account) || store.IsBeingDeleted(account) {
		return nil
	}
	inApp, byMail, err := Wants(tx, account.Id, "", message.Kind)
	if err != nil {
		return err
	}
	if inApp {
		if err := message.save(ctx, tx, store.Notices, map[string]any{store.UserField: account.Id}); err != nil {
			return err
		}
	}
	if !byMail || store.IsReleased(account) {
		return nil
	}
	if !account.Verified() {
		may, err := takeStrangerMail(ctx, tx, account.Email(), message.Kind)
		if err != nil {
			return err
		}
		if !may {
			return message.skip(ctx, tx, account.Id, account.Email(), tooMany)
		}
	}
	if message.Kind.Several != "" {
		return message.gather(ctx, tx, account.Id, account.Email())
	}
	return message.queue(ctx, tx, account.Id, account.Email(), clock.Now(tx))
}

// takeStrangerMail limits the mails that anybody can cause: receipts, and those about an
// account that anybody may have opened. It counts one more, unless that is too many. Links
// have pauses of their own (hooks/accounts).
func takeStrangerMail(ctx context.Context, tx core.App, address string, kind Kind) (bool, error) {
	if !kind.IsReceipt && !kind.Urgent || kind.Secret != nil {
		return true, nil
	}
	digest, err := sessions.DeriveToken(tx, "strangerMail", address)
	if err != nil {
		return false, err
	}
	count, err := store.CountStrangerMails(ctx, tx, digest, kind.Urgent, clock.Now(tx).Add(-StrangerWindow))
	if err != nil || count >= strangerMails {
		return false, err
	}
	mail, err := store.NewRecord(tx, store.StrangerMails, map[string]any{store.Digest: digest, store.Urgent: kind.Urgent})
	if err != nil {
		return false, err
	}
	return true, transaction.SaveNested(ctx, tx, mail)
}

// TellAddress mails something to a person without an account. No address is a person
// who left none.
func TellAddress(ctx context.Context, tx core.App, address string, message Message) error {
	if address == "" || !message.Kind.ByMail {
		return nil
	}
	_, byMail, err := Wants(tx, "", address, message.Kind)
	if err != nil || !byMail {
		return err
	}
	may, err := takeStrangerMail(ctx, tx, address, message.Kind)
	if err != nil {
		return err
	}
	if !may {
		return message.skip(ctx, tx, "", address, tooMany)
	}
	return message.queue(ctx, tx, "", address, clock.Now(tx))
}

// TellFormerAddress mails something to an address that an account no longer has.
func TellFormerAddress(ctx context.Context, tx core.App, account *core.Record, address string, wasVerified bool, message Message) error {
	if !store.IsActive(account) || store.IsBeingDeleted(account) || store.IsReleasedAddress(address) {
		return nil
	}
	if !wasVerified {
		may, err := takeStrangerMail(ctx, tx, address, message.Kind)
		if err != nil {
			return err
		}
		if !may {
			return message.skip(ctx, tx, account.Id, address, tooMany)
		}
	}
	return message.queue(ctx, tx, account.Id, address, clock.Now(tx))
}

// queue stores a mail that is sent from a moment on, unless too many wait already.
func (m Message) queue(ctx context.Context, tx core.App, account, address string, at time.Time) error {
	counts, err := store.ReadMailCounts(ctx, tx)
	if err != nil {
		return err
	}
	limit := QueueLimit
	if m.Kind.Required {
		limit *= 2
	}
	if counts.Queued >= limit {
		return m.skip(ctx, tx, account, address, tooManyWait)
	}
	return m.save(ctx, tx, store.Outbox, map[string]any{
		store.UserField: account,
		store.To:        address,
		store.Urgent:    m.Kind.Urgent,
		store.Status:    "queued",
		store.NextAt:    at,
		store.MessageID: newMessageID(tx),
	})
}

// skip stores a mail that is not sent, so that admins see why, and can send it.
func (m Message) skip(ctx context.Context, tx core.App, account, address, reason string) error {
	return m.save(ctx, tx, store.Outbox, map[string]any{
		store.UserField: account,
		store.To:        address,
		store.Urgent:    m.Kind.Urgent,
		store.Status:    "skipped",
		store.Error:     reason,
		store.MessageID: newMessageID(tx),
	})
}

func (m Message) save(ctx context.Context, tx core.App, name string, values map[string]any) error {
	record, err := store.NewRecord(tx, name, values)
	if err != nil {
		return err
	}
	record.Set(store.Kind, m.Kind.Name)
	record.Set(store.Assignment, m.Assignment)
	record.Set(store.Quote, m.Quote)
	if len(m.Data) > 0 {
		record.Set(store.Data, m.Data)
	}
	return transaction.SaveNested(ctx, tx, record)
}

// Wants reports whether an account, or an address without one, wants a kind of
// message as a notice and as a mail.
func Wants(app core.App, account, address string, kind Kind) (inApp, byMail bool, err error) {
	inApp, byMail = kind.InApp, kind.ByMail
	if kind.Required {
		return inApp, byMail, nil
	}
	setting, err := store.FindNoticeSetting(app, account, address, kind.Name)
	if err != nil || setting == nil {
		return inApp, byMail, err
	}
	return inApp && setting.GetBool(store.InApp), byMail && setting.GetBool(store.ByMail), nil
}

// Choose stores which of its messages an account, or an address without one, wants
// of a kind.
func Choose(ctx context.Context, tx core.App, account, address string, kind Kind, inApp, byMail bool) error {
	setting, err := store.FindNoticeSetting(tx, account, address, kind.Name)
	if err != nil {
		return err
	}
	if setting == nil {
		setting, err = store.NewRecord(tx, store.NoticeSettings, map[string]any{store.UserField: account, store.Email: address, store.Kind: kind.Name})
		if err != nil {
			return err
		}
	}
	setting.Set(store.InApp, inApp)
	setting.Set(store.ByMail, byMail)
	return transaction.SaveNested(ctx, tx, setting)
}

// Origin returns the site's address from the settings, without a slash at its end.
func Origin(app core.App) string { return strings.TrimRight(app.Settings().Meta.AppURL, "/") }

// newMessageID returns the Message-ID of a mail. Every attempt to send it uses the same.
func newMessageID(app core.App) string {
	host := "localhost"
	if address, err := url.Parse(Origin(app)); err == nil && address.Hostname() != "" {
		host = address.Hostname()
	}
	return "<" + strings.ToLower(rand.Text()) + "@" + host + ">"
}
