package offers

import (
	"context"
	"database/sql"
	"errors"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/lists"
	"deskmate/hooks/messages"
	"deskmate/hooks/tokens"
	"deskmate/internal/clock"
	"deskmate/records"
	"deskmate/rules"
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
		Secret: func(_ context.Context, app core.App, mail records.ClaimedMail) (string, error) {
			open, err := records.FindOpenOffer(app, mail.Quote)
			if err != nil {
				return "", err
			}
			if open == nil {
				return "", sql.ErrNoRows // it was withdrawn or answered meanwhile
			}
			version, err := records.FindNewestVersion(app, open.Id)
			if err != nil {
				return "", err
			}
			if named := mail.Data["version"]; named != "" && named != version.GetString(records.Version) {
				return "", sql.ErrNoRows // there is another price, and another mail that says so
			}
			if until := version.GetDateTime(records.ValidUntil).Time(); rules.OfferStatus(rules.OfferOpen, until, clock.Now(app)) == rules.OfferExpired {
				return "", sql.ErrNoRows // the mail has waited for too long
			}
			return tokens.Join(app, mailedLink, open.Id, open.GetString(records.Nonce))
		},
		SecretInPath: true,
		Sample:       records.MessageData{"price": "120.50 AUD", "until": "1 Dec 2026, 23:59 UTC"},
	}
	// offerNotice tells the account that asked.
	offerNotice = messages.Kind{
		Name: "quote.priced", Roles: rules.Roles, InApp: true,
		Subject: ready,
		Body:    messages.Constant("Read our offer, and accept or decline it."),
		Link:    messages.Constant("/dashboard"),
	}
)

func ready(f messages.Facts) string { return "Your quote for " + f.Reference + " is ready" }

// tell mails what was just offered to the address that asked, and tells the account that
// it belongs to.
func tell(e *core.RecordEvent, quote *core.Record) error {
	site, err := records.FindSite(e.App)
	if err != nil {
		return err
	}
	err = messages.TellAddress(e.Context, e.App, quote.GetString(records.Email), messages.Message{
		Kind: offerMail, Quote: quote.Id,
		Data: records.MessageData{
			"price": lists.Money(quote.GetInt(records.AmountCents)) + " " + quote.GetString(records.Currency),
			"until": quote.GetDateTime(records.ValidUntil).Time().In(records.SiteZone(site)).Format("2 Jan 2006, 15:04 MST"),
			// Not shown: an older mail that has waited is not sent.
			"version": quote.GetString(records.Version),
		},
	})
	if err != nil || quote.GetString(records.Student) == "" {
		return err
	}
	account, err := e.App.FindRecordById(records.Users, quote.GetString(records.Student))
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	return messages.Tell(e.Context, e.App, account, messages.Message{Kind: offerNotice, Quote: quote.Id})
}
