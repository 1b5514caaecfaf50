package quotes

import (
	"strconv"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/lists"
	"deskmate/hooks/nouns"
	"deskmate/records"
	"deskmate/rules"
)

// Kinds of events in the history of a quote request (docs/product.md, section 3.9).
const (
	requested = "quote.requested"
	updated   = "quote.updated"
	deleted   = "quote.deleted"
)

// Noun declares quote requests.
var Noun = nouns.Noun{
	Collection: records.Quotes,
	Announce: func(_ core.App, quote *core.Record, change nouns.Change) []nouns.Announcement {
		return nouns.Announce(quote, change, func(version *core.Record) func(rules.Reader) rules.Scope {
			student := version.GetString(records.Student)
			// Who asked reads what concerns them among their own quotes.
			return func(reader rules.Reader) rules.Scope {
				return max(rules.DeskScope(reader), rules.OwnerScope(reader, student))
			}
		})
	},
	History: history,
	Kinds:   []string{requested, updated, deleted},
	Refers:  records.Quote,
	Thing:   nouns.ID,
	Export: lists.Export[records.QuoteRow]{Noun: records.Quotes, Listing: listingOf, View: viewStatus, Columns: []lists.Column[records.QuoteRow]{
		{Head: "reference", Cell: func(row records.QuoteRow) string { return row.Reference }},
		{Head: "status", Cell: func(row records.QuoteRow) string { return row.Status }},
		{Head: "email", Cell: func(row records.QuoteRow) string { return row.Email }},
		{Head: "phone", Cell: func(row records.QuoteRow) string { return row.Phone }},
		{Head: "service", Cell: func(row records.QuoteRow) string { return row.Service }},
		{Head: "subject", Cell: func(row records.QuoteRow) string { return row.Subject }},
		{Head: "pages", Cell: func(row records.QuoteRow) string { return strconv.Itoa(row.Pages) }},
		{Head: "deadline", Cell: func(row records.QuoteRow) string { return string(row.Deadline) }},
		{Head: "amount", Cell: func(row records.QuoteRow) string { return lists.Money(row.AmountCents) }},
		{Head: "currency", Cell: func(row records.QuoteRow) string { return row.Currency }},
		{Head: "valid until", Cell: func(row records.QuoteRow) string { return string(row.ValidUntil) }},
		{Head: "created", Cell: func(row records.QuoteRow) string { return string(row.Created) }},
	}},
}

// viewStatus returns a quote request with its status at a time: nothing is stored when an
// offer expires.
func viewStatus(row records.QuoteRow, now time.Time) records.QuoteRow {
	row.Status = rules.QuoteStatus(row.Status, row.ValidUntil.Time(), now)
	return row
}

// history returns the event for a change. It concerns no account, because only
// admins see quote requests.
func history(quote *core.Record, change nouns.Change) []nouns.Event {
	switch change {
	case nouns.Created:
		return []nouns.Event{{Kind: requested, Title: "Quote requested"}}
	case nouns.Deleted:
		return []nouns.Event{{Kind: deleted, Title: "Quote deleted"}}
	}
	if !nouns.Differs(quote, records.Status, records.AmountCents, records.Note, records.ValidUntil, records.Email, records.Phone, records.CountryCode,
		records.Service, records.Subject, records.Description, records.Deadline, records.TimeZone, records.Pages, records.FileNames) {
		return nil
	}
	return []nouns.Event{{Kind: updated, Title: "Quote updated"}}
}
