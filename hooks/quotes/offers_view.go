package quotes

import (
	"context"
	"database/sql"
	"errors"
	"strconv"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/messages"
	"deskmate/hooks/orders"
	"deskmate/hooks/sessions"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
)

// offerView is an offer as those who hold its link read it. Amount is in units of the
// currency. Deadline and DeadlineTime are in TimeZone; DueAt is the same moment in UTC.
type offerView struct {
	Reference     string            `json:"reference"`
	Service       string            `json:"service"`
	ServiceName   string            `json:"serviceName"`
	Subject       string            `json:"subject"`
	Description   string            `json:"description"`
	Pages         int               `json:"pages"`
	Words         int               `json:"words"`
	DueAt         string            `json:"dueAt"`
	Deadline      string            `json:"deadline"`
	DeadlineTime  string            `json:"deadlineTime"`
	TimeZone      string            `json:"timeZone"`
	Files         []offerFileView   `json:"files"`
	Amount        float64           `json:"amount"`
	Currency      string            `json:"currency"`
	Note          string            `json:"note"`
	ValidUntil    string            `json:"validUntil"`
	Status        string            `json:"status"`
	Version       int               `json:"version"`
	Email         string            `json:"email"`
	AccountExists bool              `json:"accountExists"`
	Policy        orders.PolicyView `json:"policy"`
}

type offerFileView struct {
	Name string `json:"name"`
	Size int64  `json:"size"`
}

func viewOffer(ctx context.Context, app core.App, f found) (offerView, error) {
	row, err := store.FindQuoteRow(ctx, app, f.quote.Id)
	if err != nil {
		return offerView{}, err
	}
	policy, err := store.FindPinnedPolicy(app, store.OfferVersionRows, f.version.Id, f.version.GetString(store.Policy))
	if err != nil {
		return offerView{}, err
	}
	_, err = store.FindUserByEmail(app, row.Email)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return offerView{}, err
	}
	deadline := row.Deadline.Time()
	if zone, err := time.LoadLocation(row.TimeZone); err == nil {
		deadline = deadline.In(zone)
	}
	files := make([]offerFileView, len(row.Files))
	for i, file := range row.Files {
		files[i] = offerFileView{file.Name, file.Size}
	}
	return offerView{
		Reference: row.Reference, Service: row.Service, ServiceName: row.ServiceName, Subject: row.Subject, Description: row.Description,
		Pages: row.Pages, Words: row.Pages * policy.GetInt("wordsPerPage"),
		DueAt: string(row.Deadline), Deadline: deadline.Format(time.DateOnly), DeadlineTime: deadline.Format("15:04"), TimeZone: row.TimeZone,
		Files: files, Amount: domain.Units(f.version.GetInt(store.AmountCents)), Currency: row.Currency,
		Note: f.version.GetString(store.Note), ValidUntil: domain.FormatTime(f.version.GetDateTime(store.ValidUntil).Time()),
		Status: f.status, Version: f.version.GetInt(store.Version),
		Email: domain.MaskEmail(row.Email), AccountExists: err == nil || !f.isMailed, // whoever has the other link has an account
		Policy: orders.ViewPolicy(policy),
	}, nil
}

// ownQuoteView is a quote request as the customer who asked for it reads it.
type ownQuoteView struct {
	ID          string   `json:"_id"`
	Reference   string   `json:"reference"`
	Service     string   `json:"service"`
	ServiceName string   `json:"serviceName"`
	Subject     string   `json:"subject"`
	Pages       int      `json:"pages"`
	DueAt       string   `json:"dueAt"`
	Status      string   `json:"status"`
	Amount      *float64 `json:"amount"`
	Currency    string   `json:"currency"`
	ValidUntil  *string  `json:"validUntil"`
	OfferURL    *string  `json:"offerUrl"`
	Assignment  *string  `json:"assignment"`
	CreatedAt   string   `json:"createdAt"`
}

// listOwn lists the quote requests of the caller, newest first.
func listOwn(e *core.RequestEvent) error {
	listing := store.OwnQuoteListing(sessions.Caller(e))
	now := clock.Now(e.App)
	link, err := sessions.TokenJoiner(e.App, ownLink)
	if err != nil {
		return err
	}
	return api.AnswerList(e, listing, func(row store.QuoteRow) ownQuoteView {
		view := ownQuoteView{
			ID: row.ID, Reference: row.Reference, Service: row.Service, ServiceName: row.ServiceName, Subject: row.Subject, Pages: row.Pages,
			DueAt: string(row.Deadline), Status: domain.QuoteStatus(row.Status, row.ValidUntil.Time(), now), Currency: row.Currency,
			CreatedAt: string(row.Created),
		}
		if row.Assignment != "" {
			view.Assignment = &row.Assignment
		}
		if stands := view.Status == domain.QuoteQuoted && row.OfferStatus == domain.OfferOpen; stands || view.Status == domain.QuoteAccepted && row.Offer != "" {
			amount, until := domain.Units(row.AmountCents), string(row.ValidUntil)
			view.Amount, view.ValidUntil = &amount, &until
			url := api.Origin(e) + "/offers/" + link(row.Offer, row.OfferNonce)
			view.OfferURL = &url
		}
		return view
	})
}

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
		Secret: func(_ context.Context, app core.App, mail store.TakenMail) (string, error) {
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
func tellOfOffer(e *core.RecordEvent, record *core.Record) error {
	quote := store.QuoteOf(record)
	site, err := store.FindSite(e.App)
	if err != nil {
		return err
	}
	err = messages.TellAddress(e.Context, e.App, quote.Email, messages.Message{
		Kind: offerMail, Quote: record.Id,
		Data: store.MessageData{
			"price": api.FormatMoney(quote.AmountCents) + " " + quote.Currency,
			"until": quote.ValidUntil.Time().In(store.SiteZone(site)).Format("2 Jan 2006, 15:04 MST"),
			// Not shown: an older mail that has waited is not sent.
			"version": strconv.Itoa(quote.Version),
		},
	})
	if err != nil || quote.Student == "" {
		return err
	}
	account, err := e.App.FindRecordById(store.Users, quote.Student)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	return messages.Tell(e.Context, e.App, account, messages.Message{Kind: offerNotice, Quote: record.Id})
}
