package quotes

import (
	"context"
	"slices"
	"strconv"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/filesystem"

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/failures"
	"deskmate/hooks/files"
	"deskmate/hooks/orders"
	"deskmate/hooks/store"
	"deskmate/hooks/transaction"
)

// AdoptRequests gives an account the requests from its address, once it is verified.
func AdoptRequests(e *core.RecordEvent) error { return guestQuotes.OnVerification(e) }

// KeepOrdered refuses to delete a request that became an order, whoever asks: the order
// and its books refer to it.
func KeepOrdered(e *core.RecordEvent) error {
	if e.Record.GetString(store.Assignment) != "" {
		return failures.Conflict("This quote has become an order. Cancel the order instead")
	}
	return e.Next()
}

// removeBatch is how many requests one transaction of an account's deletion reads.
const removeBatch = 100

// RemoveQuotesOf removes the requests of an account before the account itself, with their
// files and offers. Of those that became an order, the order's deletion erases the texts.
func RemoveQuotesOf(e *core.RecordEvent) error {
	err := transaction.InPieces(e.Context, e.App, func(ctx context.Context, tx core.App, enough func() bool) (bool, error) {
		found, err := store.FindQuotesOf(tx, e.Record.Id, removeBatch)
		if err != nil {
			return false, err
		}
		for _, quote := range found {
			if err := transaction.DeleteNested(ctx, tx, quote); err != nil {
				return false, err
			}
			if enough() {
				return true, nil
			}
		}
		return len(found) == removeBatch, nil
	})
	if err != nil {
		return err
	}
	return e.Next()
}

// CheckFiles inspects newly attached files, and stores a description of every file
// in the order of the files, after those of files that the program has deleted.
func CheckFiles(e *core.RecordEvent) error {
	quote := e.Record
	var current, before, descriptions store.QuoteFiles
	isReadable := quote.UnmarshalJSONField(store.FileNames, &current) == nil // an operator may have written anything there
	if err := quote.Original().UnmarshalJSONField(store.FileNames, &before); err != nil {
		before = nil
	}
	descriptions = before.Purged()
	attached, _ := quote.Get(store.Files).([]any)
	for _, file := range attached {
		switch file := file.(type) {
		case string: // the name of a stored file
			descriptions = append(descriptions, describe(file, current, before))
		case *filesystem.File:
			problems, err := files.CheckContent(e.Context, e.App, file)
			if err != nil {
				return err
			}
			if len(problems) > 0 {
				return failures.FieldErrors(domain.Problems{{Field: store.Files, Code: problems[0].Code, Message: problems[0].Message}})
			}
			descriptions = append(descriptions, store.QuoteFile{File: file.Name, Name: files.CleanName(file.OriginalName), Size: file.Size})
		}
	}
	if !isReadable || !slices.Equal(current, descriptions) {
		quote.Set(store.FileNames, descriptions)
	}
	return e.Next()
}

// describe finds the description of a stored file in the first list that has one.
func describe(file string, lists ...store.QuoteFiles) store.QuoteFile {
	for _, list := range lists {
		for _, description := range list {
			if description.File == file {
				return description
			}
		}
	}
	return store.QuoteFile{File: file, Name: file}
}

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
			// Whoever asked reads what concerns them among their own quotes.
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

// guestQuotes declares how accounts get the requests that were sent from their address.
var guestQuotes = orders.Adoption{
	Name:         "quote requests",
	JobID:        "adoptQuotes",
	Schedule:     "27 * * * *",
	FindAdopters: store.FindQuoteAdopters,
	FindOrphans:  store.FindGuestQuotes,
	Give:         func(quote, account *core.Record) { quote.Set(store.Student, account.Id) },
}
