// Package quotes is what visitors ask the desk and what the desk answers
// (docs/product.md, section 3.10).
package quotes

import (
	"database/sql"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/wire"
	"deskmate/records"
	"deskmate/rules"
)

// Routes is the table of what quotes answers.
func Routes() []wire.Route {
	return []wire.Route{
		{Method: "POST", Path: "/quotes", Who: wire.Anyone, Handler: createQuote, Uploads: wire.SeveralFiles},
		{Method: "GET", Path: "/quotes", Who: wire.Admins, Handler: listQuotes},
		{Method: "GET", Path: "/quotes/export.csv", Who: wire.Admins, Handler: exportQuotes, Linked: true},
		{Method: "POST", Path: "/quotes/export.csv/link", Who: wire.Admins, Handler: wire.LinkExport(listingOf)},
		{Method: "GET", Path: "/quotes/{id}", Who: wire.Admins, Handler: showQuote},
		{Method: "PATCH", Path: "/quotes/{id}", Who: wire.Admins, Handler: updateQuote},
		{Method: "GET", Path: "/quotes/{id}/files/{file}", Who: wire.Anyone, Handler: openFile},
	}
}

func notFound() error { return wire.NotFound("Quote not found") }

func listQuotes(e *core.RequestEvent) error {
	listing, err := listingOf(e)
	if err != nil {
		return err
	}
	return wire.AnswerList(e, listing, viewFor(wire.Caller(e), time.Now()))
}

// listingOf is the list of quote requests filtered, searched and ordered as the request asks.
func listingOf(e *core.RequestEvent) (records.Listing, error) {
	query := e.Request.URL.Query()
	listing := records.QuoteListing()
	err := errors.Join(
		wire.Search(&listing, query, "q.reference", "q.subject", "q.email"),
		wire.Filter(&listing, query, "status", "q.status", rules.ParseQuoteStatus),
		wire.SortBy(&listing, query, records.QuoteOrders),
	)
	return listing, err
}

// exportQuotes sends the list of quote requests, as filtered, for a spreadsheet.
func exportQuotes(e *core.RequestEvent) error {
	listing, err := listingOf(e)
	if err != nil {
		return err
	}
	return wire.AnswerCSV(e, "quotes.csv", listing, []string{
		"reference", "status", "e-mail", "phone", "service", "subject", "pages", "deadline", "amount", "currency", "valid until", "created",
	}, func(row records.QuoteRow) []string {
		return []string{
			row.Reference, row.Status, row.Email, row.Phone, row.Service, row.Subject, strconv.Itoa(row.Pages),
			rules.FormatTime(row.Deadline.Time()), strconv.FormatFloat(rules.Units(row.AmountCents), 'f', 2, 64), row.Currency,
			rules.FormatTime(row.ValidUntil.Time()), rules.FormatTime(row.Created.Time()),
		}
	})
}

func updateQuote(e *core.RequestEvent) error {
	var input rules.UpdateQuote
	if err := wire.BindJSON(e, &input); err != nil {
		return err
	}
	if problems := input.Check(); len(problems) > 0 {
		return wire.Refuse(problems)
	}
	id := e.Request.PathValue("id")
	ctx, cancel := wire.WriteContext(e)
	defer cancel()
	err := e.App.RunInTransaction(func(tx core.App) error {
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
	return e.JSON(http.StatusOK, viewFor(wire.Caller(e), time.Now())(row))
}

// apply writes a checked change into the record.
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

// openFile answers a link to a file of a quote request. Only admins have a
// right to one, and it is asked again.
func openFile(e *core.RequestEvent) error {
	missing := wire.NotFound("File not found")
	row, err := records.FindQuoteRow(e.Request.Context(), e.App, e.Request.PathValue("id"))
	if errors.Is(err, sql.ErrNoRows) {
		return missing
	}
	if err != nil {
		return err
	}
	stored := e.Request.PathValue("file")
	reader := wire.LinkReader(e, stored, time.Now())
	if reader == nil || reader.GetString(records.Role) != rules.RoleAdmin {
		return missing
	}
	for _, file := range row.Files {
		if file.File == stored {
			quote, err := e.App.FindRecordById(records.Quotes, row.ID)
			if err != nil {
				return err
			}
			return wire.ServeFile(e, quote, stored, file.Name)
		}
	}
	return missing
}
