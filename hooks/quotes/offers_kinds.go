package quotes

import (
	"context"
	"database/sql"
	"errors"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/messages"
	"deskmate/hooks/sessions"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
)

// Kinds returns the kinds of messages of this package.
func Kinds() []messages.Kind { return []messages.Kind{offerMail, offerNotice} }

var (
	// offerMail goes to the address that asked, whether it has an account or not.
	offerMail = messages.Kind{
		Name: "quote.offer", ByMail: true, ForGuests: true, Required: true,
		Subject: ready,
		Body:    messages.Constant("Thank you for your patience. Here is our offer. Open it to read what is included, and to accept or decline it."),
		Details: func(f messages.Facts) []messages.Detail {
			return []messages.Detail{
				{Label: "Reference", Value: f.Reference}, {Label: "Service", Value: f.Service}, {Label: "Subject", Value: f.Subject},
				{Label: "Price", Value: f.Data["price"]}, {Label: "Valid until", Value: f.Data["until"]},
			}
		},
		Closing: func(messages.Facts) []string {
			return []string{"Whoever has the link can answer the offer, so please do not pass it on."}
		},
		Button: "Open the offer",
		Link:   messages.Constant("/offers"),
		Secret: func(_ context.Context, app core.App, mail store.ClaimedMail) (string, error) {
			open, err := store.FindOpenOffer(app, mail.Quote)
			if err != nil {
				return "", err
			}
			if open == nil {
				return "", sql.ErrNoRows // it was withdrawn or answered meanwhile
			}
			version, err := store.FindNewestVersion(app, open.Id)
			if err != nil {
				return "", err
			}
			if named := mail.Data["version"]; named != "" && named != version.GetString(store.Version) {
				return "", sql.ErrNoRows // there is another price, and another mail that says so
			}
			if until := version.GetDateTime(store.ValidUntil).Time(); domain.OfferStatus(domain.OfferOpen, until, clock.Now(app)) == domain.OfferExpired {
				return "", sql.ErrNoRows // the mail has waited for too long
			}
			return sessions.JoinToken(app, mailedLink, open.Id, open.GetString(store.Nonce))
		},
		SecretInPath: true,
		Sample:       store.MessageData{"price": "120.50 AUD", "until": "1 Dec 2026, 23:59 UTC"},
	}
	// offerNotice tells the account that asked.
	offerNotice = messages.Kind{
		Name: "quote.priced", Roles: domain.Roles, InApp: true,
		Subject: ready,
		Body:    messages.Constant("Read our offer, and accept or decline it."),
		Link:    messages.Constant("/dashboard"),
	}
)

func ready(f messages.Facts) string { return "Your quote for " + f.Reference + " is ready" }

// tellOfOffer mails what was just offered to the address that asked, and tells the account that
// it belongs to.
func tellOfOffer(e *core.RecordEvent, quote *core.Record) error {
	site, err := store.FindSite(e.App)
	if err != nil {
		return err
	}
	err = messages.TellAddress(e.Context, e.App, quote.GetString(store.Email), messages.Message{
		Kind: offerMail, Quote: quote.Id,
		Data: store.MessageData{
			"price": api.FormatMoney(quote.GetInt(store.AmountCents)) + " " + quote.GetString(store.Currency),
			"until": quote.GetDateTime(store.ValidUntil).Time().In(store.SiteZone(site)).Format("2 Jan 2006, 15:04 MST"),
			// Not shown: an older mail that has waited is not sent.
			"version": quote.GetString(store.Version),
		},
	})
	if err != nil || quote.GetString(store.Student) == "" {
		return err
	}
	account, err := e.App.FindRecordById(store.Users, quote.GetString(store.Student))
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	return messages.Tell(e.Context, e.App, account, messages.Message{Kind: offerNotice, Quote: quote.Id})
}
