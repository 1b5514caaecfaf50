package offers

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/lists"
	"deskmate/hooks/orders"
	"deskmate/hooks/routes"
	"deskmate/hooks/sessions"
	"deskmate/hooks/tokens"
	"deskmate/internal/clock"
	"deskmate/records"
	"deskmate/rules"
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
	Files         []fileView        `json:"files"`
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

type fileView struct {
	Name string `json:"name"`
	Size int64  `json:"size"`
}

func viewOffer(ctx context.Context, app core.App, f found) (offerView, error) {
	row, err := records.FindQuoteRow(ctx, app, f.quote.Id)
	if err != nil {
		return offerView{}, err
	}
	policy, err := records.FindPinnedPolicy(app, records.OfferVersionRows, f.version.Id, f.version.GetString(records.Policy))
	if err != nil {
		return offerView{}, err
	}
	_, err = records.FindUserByEmail(app, row.Email)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return offerView{}, err
	}
	deadline := row.Deadline.Time()
	if zone, err := time.LoadLocation(row.TimeZone); err == nil {
		deadline = deadline.In(zone)
	}
	files := make([]fileView, len(row.Files))
	for i, file := range row.Files {
		files[i] = fileView{file.Name, file.Size}
	}
	return offerView{
		Reference: row.Reference, Service: row.Service, ServiceName: row.ServiceName, Subject: row.Subject, Description: row.Description,
		Pages: row.Pages, Words: row.Pages * policy.GetInt("wordsPerPage"),
		DueAt: string(row.Deadline), Deadline: deadline.Format(time.DateOnly), DeadlineTime: deadline.Format("15:04"), TimeZone: row.TimeZone,
		Files: files, Amount: rules.Units(f.version.GetInt(records.AmountCents)), Currency: row.Currency,
		Note: f.version.GetString(records.Note), ValidUntil: rules.FormatTime(f.version.GetDateTime(records.ValidUntil).Time()),
		Status: f.status, Version: f.version.GetInt(records.Version),
		Email: rules.MaskEmail(row.Email), AccountExists: err == nil || !f.isMailed, // whoever has the other link has an account
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
	listing := records.OwnQuoteListing(sessions.Caller(e))
	now := clock.Now(e.App)
	link, err := tokens.Joiner(e.App, ownLink)
	if err != nil {
		return err
	}
	return lists.Answer(e, listing, func(row records.QuoteRow) ownQuoteView {
		view := ownQuoteView{
			ID: row.ID, Reference: row.Reference, Service: row.Service, ServiceName: row.ServiceName, Subject: row.Subject, Pages: row.Pages,
			DueAt: string(row.Deadline), Status: rules.QuoteStatus(row.Status, row.ValidUntil.Time(), now), Currency: row.Currency,
			CreatedAt: string(row.Created),
		}
		if row.Assignment != "" {
			view.Assignment = &row.Assignment
		}
		if stands := view.Status == rules.QuoteQuoted && row.OfferStatus == rules.OfferOpen; stands || view.Status == rules.QuoteAccepted && row.Offer != "" {
			amount, until := rules.Units(row.AmountCents), string(row.ValidUntil)
			view.Amount, view.ValidUntil = &amount, &until
			url := routes.Origin(e) + "/offers/" + link(row.Offer, row.OfferNonce)
			view.OfferURL = &url
		}
		return view
	})
}
