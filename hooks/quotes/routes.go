package quotes

import (
	"context"
	"database/sql"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/failures"
	"deskmate/hooks/files"
	"deskmate/hooks/sessions"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
)

// quoteRoutes returns the routes of this package.
func quoteRoutes() []api.Route {
	return []api.Route{
		{Method: "POST", Path: "/quotes", Who: api.Anyone, Handler: createQuote, Uploads: api.SeveralFiles},
		{Method: "GET", Path: "/quotes", Who: api.Admins, Handler: listQuotes},
		{Method: "GET", Path: "/quotes/{id}", Who: api.Admins, Handler: showQuote},
		{Method: "PATCH", Path: "/quotes/{id}", Who: api.Admins, Handler: updateQuote},
		{Method: "GET", Path: "/quotes/{id}/files/{file}", Who: api.Anyone, Handler: openFile, Sends: api.StoredFile},
	}
}

func quoteNotFound() error { return failures.NotFound("Quote not found") }

func listQuotes(e *core.RequestEvent) error {
	listing, err := listingOf(e)
	if err != nil {
		return err
	}
	return api.AnswerList(e, listing, quoteViewFor(sessions.Caller(e), clock.Now(e.App)))
}

// listingOf returns the quote requests, filtered, searched and sorted by the query.
func listingOf(e *core.RequestEvent) (store.Listing, error) {
	query := e.Request.URL.Query()
	listing := store.QuoteListing()
	err := errors.Join(
		api.SearchIndexed(&listing, query, store.QuoteSources...),
		filterStatus(&listing, query, clock.Now(e.App)),
		api.SortBy(&listing, query, store.QuoteOrders),
	)
	return listing, err
}

// filterStatus limits the listing to a status. A quoted request reads expired once its
// offer has run out.
func filterStatus(listing *store.Listing, query url.Values, now time.Time) error {
	switch strings.ToLower(strings.TrimSpace(query.Get("status"))) {
	case domain.QuoteExpired:
		listing.Where("q.status", "= {:status}", dbx.Params{"status": domain.QuoteQuoted})
		store.WhereValid(listing, now, false)
		return nil
	case domain.QuoteQuoted:
		store.WhereValid(listing, now, true)
	}
	return api.Filter(listing, query, "status", "q.status", domain.ParseQuoteStatus)
}

func updateQuote(e *core.RequestEvent) error {
	var input domain.UpdateQuote
	if err := api.BindJSON(e, &input); err != nil {
		return err
	}
	if problems := input.Check(); len(problems) > 0 {
		return failures.Refuse(problems)
	}
	id := e.Request.PathValue("id")
	err := sessions.Change(e, func(ctx context.Context, tx core.App) error {
		quote, err := tx.FindRecordById(store.Quotes, id)
		if errors.Is(err, sql.ErrNoRows) {
			return quoteNotFound()
		}
		if err != nil {
			return err
		}
		stored := store.QuoteOf(quote)
		if err := sessions.RefuseOwnCase(ctx, tx, sessions.Reader(e), stored.Student, stored.Email); err != nil {
			return err
		}
		if stored.Status == domain.QuoteAccepted {
			return failures.Conflict("An accepted quote cannot be changed")
		}
		site, err := store.FindSite(tx)
		if err != nil {
			return err
		}
		applyUpdate(quote, input, store.SiteZone(site))
		if problems := checkPricing(tx, store.QuoteOf(quote), input); len(problems) > 0 {
			return failures.Refuse(problems)
		}
		return tx.SaveWithContext(ctx, quote)
	})
	if err != nil {
		return err
	}
	return showQuote(e)
}

// showQuote answers with a quote request as it is stored now.
func showQuote(e *core.RequestEvent) error {
	row, err := store.FindQuoteRow(e.Request.Context(), e.App, e.Request.PathValue("id"))
	if errors.Is(err, sql.ErrNoRows) {
		return quoteNotFound()
	}
	if err != nil {
		return err
	}
	return e.JSON(http.StatusOK, quoteViewFor(sessions.Caller(e), clock.Now(e.App))(row))
}

// applyUpdate applies a valid change to the record. A day until which an offer is valid is one
// in the zone.
func applyUpdate(quote *core.Record, change domain.UpdateQuote, zone *time.Location) {
	if change.Status != nil {
		status, _ := domain.ParseQuoteStatus(*change.Status)
		quote.Set(store.Status, status)
	}
	if change.Amount != nil {
		quote.Set(store.AmountCents, domain.Cents(*change.Amount))
	}
	if change.Note != nil {
		quote.Set(store.Note, strings.TrimSpace(*change.Note))
	}
	if change.ValidUntil != nil {
		until, _ := domain.ParseValidUntil(*change.ValidUntil, zone)
		quote.Set(store.ValidUntil, until)
	}
}

// checkPricing refuses an offer for nothing. Whatever else an offer needs, it checks itself,
// because the console makes offers too.
func checkPricing(app core.App, quote store.StoredQuote, change domain.UpdateQuote) domain.Problems {
	if quote.Status != domain.QuoteQuoted || change.Amount == nil || quote.AmountCents > 0 {
		return nil
	}
	return domain.CheckPricing(&quote.AmountCents, quote.ValidUntil.Time(), clock.Now(app))
}

// openFile answers a link to a file of a quote request. Only admins may open one,
// and their permission is checked again at each use.
func openFile(e *core.RequestEvent) error {
	missing := failures.NotFound("File not found")
	row, err := store.FindQuoteRow(e.Request.Context(), e.App, e.Request.PathValue("id"))
	if errors.Is(err, sql.ErrNoRows) {
		return missing
	}
	if err != nil {
		return err
	}
	stored := e.Request.PathValue("file")
	if domain.DeskScope(store.ReaderOf(files.LinkReader(e, stored))) == domain.ScopeNone {
		return missing
	}
	for _, file := range row.Files {
		if file.File == stored && file.PurgedAt == "" {
			quote, err := e.App.FindRecordById(store.Quotes, row.ID)
			if err != nil {
				return err
			}
			return files.Serve(e, quote, stored, file.Name)
		}
	}
	return missing
}

// quoteView is a quote request as admins read it. Deadline and DeadlineTime are in
// the visitor's time zone, as the visitor sent them. DueAt is the same moment in UTC.
// Service is a slug; ServiceName is empty if no service has it.
type quoteView struct {
	ID           string     `json:"_id"`
	Reference    string     `json:"reference"`
	Email        string     `json:"email"`
	Phone        string     `json:"phone"`
	CountryCode  string     `json:"countryCode"`
	Service      string     `json:"service"`
	ServiceName  string     `json:"serviceName"`
	Subject      string     `json:"subject"`
	Description  string     `json:"description"`
	Deadline     string     `json:"deadline"`
	DeadlineTime string     `json:"deadlineTime"`
	TimeZone     string     `json:"timeZone"`
	DueAt        string     `json:"dueAt"`
	Pages        int        `json:"pages"`
	Status       string     `json:"status"`
	Amount       float64    `json:"amount"`
	Currency     string     `json:"currency"`
	Note         string     `json:"note"`
	ValidUntil   string     `json:"validUntil"`
	Files        []fileView `json:"files"`
	CreatedAt    string     `json:"createdAt"`
	PurgeAt      *string    `json:"purgeAt"` // when its files are deleted, once the board has announced it

	// The offer: its version, when its link was first read, and why it was declined.
	Version       int           `json:"version"`
	OpenedAt      *string       `json:"openedAt"`
	DeclineReason string        `json:"declineReason"`
	Assignment    *string       `json:"assignment"`
	Versions      []versionView `json:"versions"`

	// OwnCase is true for an admin who asked for it, and may not price it.
	OwnCase bool `json:"ownCase,omitempty"`
}

type versionView struct {
	Version    int     `json:"version"`
	Amount     float64 `json:"amount"`
	ValidUntil string  `json:"validUntil"`
	Note       string  `json:"note"`
	CreatedAt  string  `json:"createdAt"`
}

// fileView is a file of a quote request. Its address is empty once the file was deleted, and
// while nobody may open it: State, which is left out otherwise, says why.
type fileView struct {
	Name     string  `json:"name"`
	Size     int64   `json:"size"`
	URL      string  `json:"url"`
	PurgedAt *string `json:"purgedAt"`
	State    string  `json:"state,omitempty"` // "checking" or "infected"
}

// quoteViewFor returns the view of quote requests for one admin.
func quoteViewFor(reader *core.Record, now time.Time) func(store.QuoteRow) quoteView {
	return func(row store.QuoteRow) quoteView {
		deadline := row.Deadline.Time()
		if zone, err := time.LoadLocation(row.TimeZone); err == nil {
			deadline = deadline.In(zone)
		}
		attached := make([]fileView, len(row.Files))
		for i, file := range row.Files {
			attached[i] = fileView{Name: file.Name, Size: file.Size, State: row.FileStates.Shown(file.File)}
			if file.PurgedAt != "" {
				attached[i].PurgedAt = &file.PurgedAt
				continue
			}
			if attached[i].State == "" {
				attached[i].URL = files.Link(filePath(row.ID, file.File), file.File, reader, now)
			}
		}
		versions := make([]versionView, len(row.Versions))
		for i, v := range row.Versions {
			versions[i] = versionView{v.Version, domain.Units(v.AmountCents), string(v.ValidUntil), v.Note, string(v.Created)}
		}
		view := quoteView{
			ID: row.ID, Reference: row.Reference, Email: row.Email, Phone: row.Phone, CountryCode: row.CountryCode,
			Service: row.Service, ServiceName: row.ServiceName, Subject: row.Subject, Description: row.Description,
			Deadline: deadline.Format(time.DateOnly), DeadlineTime: deadline.Format("15:04"), TimeZone: row.TimeZone, DueAt: string(row.Deadline),
			Pages: row.Pages, Status: domain.QuoteStatus(row.Status, row.ValidUntil.Time(), now), Amount: domain.Units(row.AmountCents), Currency: row.Currency,
			Note: row.Note, ValidUntil: string(row.ValidUntil), Files: attached,
			CreatedAt: string(row.Created),
			Version:   row.Version, DeclineReason: row.Reason, Versions: versions,
			OwnCase: domain.IsOwnCase(store.ReaderOf(reader), row.Student, row.Email),
		}
		if row.OpenedAt != "" {
			opened := string(row.OpenedAt)
			view.OpenedAt = &opened
		}
		if row.Assignment != "" {
			view.Assignment = &row.Assignment
		} else if row.PurgeAt != "" && len(row.Files) > len(row.Files.Purged()) {
			at := string(row.PurgeAt)
			view.PurgeAt = &at
		}
		return view
	}
}

// filePath is the address of a file of a quote request.
func filePath(id, file string) string { return "/api/quotes/" + id + "/files/" + file }
