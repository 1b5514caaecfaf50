// Package quotes lets visitors request a quote and admins answer the request
// (docs/product.md, section 3.10).
package quotes

import (
	"context"
	"database/sql"
	"errors"
	"net/http"
	"strings"

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
		lists.Filter(&listing, query, "status", "q.status", rules.ParseQuoteStatus),
		lists.SortBy(&listing, query, records.QuoteOrders),
	)
	return listing, err
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
		apply(quote, input)
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

// apply applies a valid change to the record.
func apply(quote *core.Record, change rules.UpdateQuote) {
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
		until, _ := rules.ParseTime(*change.ValidUntil)
		quote.Set(records.ValidUntil, until)
	}
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
		if file.File == stored {
			quote, err := e.App.FindRecordById(records.Quotes, row.ID)
			if err != nil {
				return err
			}
			return files.Serve(e, quote, stored, file.Name)
		}
	}
	return missing
}
