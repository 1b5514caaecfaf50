package quotes

import (
	"strconv"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/store"
)

// Kinds of events in the history of a quote request (docs/product.md, section 3.9).
const (
	requested = "quote.requested"
	updated   = "quote.updated"
	deleted   = "quote.deleted"
)

// Noun declares quote requests.
var Noun = api.Noun{
	Collection: store.Quotes,
	Announce: func(_ core.App, quote *core.Record, change api.Change) []api.Announcement {
		return api.Announce(quote, change, func(version *core.Record) func(domain.Reader) domain.Scope {
			student := version.GetString(store.Student)
			// Who asked reads what concerns them among their own quotes.
			return func(reader domain.Reader) domain.Scope {
				return max(domain.DeskScope(reader), domain.OwnerScope(reader, student))
			}
		})
	},
	History: quoteHistory,
	Kinds:   []string{requested, updated, deleted},
	Refers:  store.Quote,
	Thing:   api.ID,
	Export: api.Export[store.QuoteRow]{Noun: store.Quotes, Listing: listingOf, View: viewStatus, Columns: []api.Column[store.QuoteRow]{
		{Head: "reference", Cell: func(row store.QuoteRow) string { return row.Reference }},
		{Head: "status", Cell: func(row store.QuoteRow) string { return row.Status }},
		{Head: "email", Cell: func(row store.QuoteRow) string { return row.Email }},
		{Head: "phone", Cell: func(row store.QuoteRow) string { return row.Phone }},
		{Head: "service", Cell: func(row store.QuoteRow) string { return row.Service }},
		{Head: "subject", Cell: func(row store.QuoteRow) string { return row.Subject }},
		{Head: "pages", Cell: func(row store.QuoteRow) string { return strconv.Itoa(row.Pages) }},
		{Head: "deadline", Cell: func(row store.QuoteRow) string { return string(row.Deadline) }},
		{Head: "amount", Cell: func(row store.QuoteRow) string { return api.FormatMoney(row.AmountCents) }},
		{Head: "currency", Cell: func(row store.QuoteRow) string { return row.Currency }},
		{Head: "valid until", Cell: func(row store.QuoteRow) string { return string(row.ValidUntil) }},
		{Head: "created", Cell: func(row store.QuoteRow) string { return string(row.Created) }},
	}},
}

// viewStatus returns a quote request with its status at a time: nothing is stored when an
// offer expires.
func viewStatus(row store.QuoteRow, now time.Time) store.QuoteRow {
	row.Status = domain.QuoteStatus(row.Status, row.ValidUntil.Time(), now)
	return row
}

// quoteHistory returns the event for a change. It concerns no account, because only
// admins see quote requests.
func quoteHistory(quote *core.Record, change api.Change) []api.Event {
	switch change {
	case api.Created:
		return []api.Event{{Kind: requested, Title: "Quote requested"}}
	case api.Deleted:
		return []api.Event{{Kind: deleted, Title: "Quote deleted"}}
	}
	if !api.Differs(quote, store.Status, store.AmountCents, store.Note, store.ValidUntil, store.Email, store.Phone, store.CountryCode,
		store.Service, store.Subject, store.Description, store.Deadline, store.TimeZone, store.Pages, store.FileNames) {
		return nil
	}
	return []api.Event{{Kind: updated, Title: "Quote updated"}}
}
