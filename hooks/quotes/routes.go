// Package quotes lets visitors request a quote and admins answer the request
// (docs/product.md, section 3.10).
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

	"deskmate/hooks/failures"
	"deskmate/hooks/files"
	"deskmate/hooks/lists"
	"deskmate/hooks/routes"
	"deskmate/hooks/sessions"
	"deskmate/hooks/writes"
	"deskmate/internal/clock"
	"deskmate/records"
	"deskmate/rules"
)

// Routes returns the routes of this package.
func Routes() []routes.Route {
	return []routes.Route{
		{Method: "POST", Path: "/quotes", Who: routes.Anyone, Handler: createQuote, Uploads: routes.SeveralFiles},
		{Method: "GET", Path: "/quotes", Who: routes.Admins, Handler: listQuotes},
		{Method: "GET", Path: "/quotes/{id}", Who: routes.Admins, Handler: showQuote},
		{Method: "PATCH", Path: "/quotes/{id}", Who: routes.Admins, Handler: updateQuote},
		{Method: "GET", Path: "/quotes/{id}/files/{file}", Who: routes.Anyone, Handler: openFile, Sends: routes.StoredFile},
	}
}

func notFound() error { return failures.NotFound("Quote not found") }

func listQuotes(e *core.RequestEvent) error {
	listing, err := listingOf(e)
	if err != nil {
		return err
	}
	return lists.Answer(e, listing, viewFor(sessions.Caller(e), clock.Now(e.App)))
}

// listingOf returns the quote requests, filtered, searched and sorted by the query.
func listingOf(e *core.RequestEvent) (records.Listing, error) {
	query := e.Request.URL.Query()
	listing := records.QuoteListing()
	err := errors.Join(
		lists.SearchIndexed(&listing, query, records.QuoteSources...),
		filterStatus(&listing, query, clock.Now(e.App)),
		lists.SortBy(&listing, query, records.QuoteOrders),
	)
	return listing, err
}

// filterStatus limits the listing to a status. A quoted request reads expired once its
// offer has run out.
func filterStatus(listing *records.Listing, query url.Values, now time.Time) error {
	switch strings.ToLower(strings.TrimSpace(query.Get("status"))) {
	case rules.QuoteExpired:
		listing.Where("q.status", "= {:status}", dbx.Params{"status": rules.QuoteQuoted})
		records.WhereValid(listing, now, false)
		return nil
	case rules.QuoteQuoted:
		records.WhereValid(listing, now, true)
	}
	return lists.Filter(listing, query, "status", "q.status", rules.ParseQuoteStatus)
}

func updateQuote(e *core.RequestEvent) error {
	var input rules.UpdateQuote
	if err := routes.BindJSON(e, &input); err != nil {
		return err
	}
	if problems := input.Check(); len(problems) > 0 {
		return failures.Refuse(problems)
	}
	id := e.Request.PathValue("id")
	ctx, cancel := sessions.WriteContext(e)
	defer cancel()
	err := writes.Run(ctx, e.App, func(ctx context.Context, tx core.App) error {
		quote, err := tx.FindRecordById(records.Quotes, id)
		if errors.Is(err, sql.ErrNoRows) {
			return notFound()
		}
		if err != nil {
			return err
		}
		if err := sessions.RefuseOwnCase(ctx, tx, sessions.Reader(e), quote.GetString(records.Student), quote.GetString(records.Email)); err != nil {
			return err
		}
		if quote.GetString(records.Status) == rules.QuoteAccepted {
			return failures.Conflict("An accepted quote cannot be changed")
		}
		site, err := records.FindSite(tx)
		if err != nil {
			return err
		}
		apply(quote, input, records.SiteZone(site))
		if problems := checkPricing(tx, quote, input); len(problems) > 0 {
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
	row, err := records.FindQuoteRow(e.Request.Context(), e.App, e.Request.PathValue("id"))
	if errors.Is(err, sql.ErrNoRows) {
		return notFound()
	}
	if err != nil {
		return err
	}
	return e.JSON(http.StatusOK, viewFor(sessions.Caller(e), clock.Now(e.App))(row))
}

// apply applies a valid change to the record. A day until which an offer is valid is one
// in the zone.
func apply(quote *core.Record, change rules.UpdateQuote, zone *time.Location) {
	if change.Status != nil {
		status, _ := rules.ParseQuoteStatus(*change.Status)
		quote.Set(records.Status, status)
	}
	if change.Amount != nil {
		quote.Set(records.AmountCents, rules.Cents(*change.Amount))
	}
	if change.Note != nil {
		quote.Set(records.Note, strings.TrimSpace(*change.Note))
	}
	if change.ValidUntil != nil {
		until, _ := rules.ParseValidUntil(*change.ValidUntil, zone)
		quote.Set(records.ValidUntil, until)
	}
}

// checkPricing refuses an offer for nothing. Whatever else an offer needs, it checks itself,
// because the console makes offers too.
func checkPricing(app core.App, quote *core.Record, change rules.UpdateQuote) rules.Problems {
	cents := quote.GetInt(records.AmountCents)
	if quote.GetString(records.Status) != rules.QuoteQuoted || change.Amount == nil || cents > 0 {
		return nil
	}
	return rules.CheckPricing(&cents, quote.GetDateTime(records.ValidUntil).Time(), clock.Now(app))
}

// openFile answers a link to a file of a quote request. Only admins may open one,
// and their permission is checked again at each use.
func openFile(e *core.RequestEvent) error {
	missing := failures.NotFound("File not found")
	row, err := records.FindQuoteRow(e.Request.Context(), e.App, e.Request.PathValue("id"))
	if errors.Is(err, sql.ErrNoRows) {
		return missing
	}
	if err != nil {
		return err
	}
	stored := e.Request.PathValue("file")
	if rules.DeskScope(records.ReaderOf(files.LinkReader(e, stored))) == rules.ScopeNone {
		return missing
	}
	for _, file := range row.Files {
		if file.File == stored && file.PurgedAt == "" {
			quote, err := e.App.FindRecordById(records.Quotes, row.ID)
			if err != nil {
				return err
			}
			return files.Serve(e, quote, stored, file.Name)
		}
	}
	return missing
}
