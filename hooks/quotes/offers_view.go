package quotes

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
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
