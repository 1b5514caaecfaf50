package store

import (
	"context"
	"slices"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
)

// QuoteFile is one file of a quote request: its stored name, its original name and its size in bytes.
// It outlives the file: PurgedAt is when that was deleted, and SHA256 the hash that it had.
type QuoteFile struct {
	File     string `json:"file"`
	Name     string `json:"name"`
	Size     int64  `json:"size"`
	SHA256   string `json:"sha256,omitempty"`
	PurgedAt string `json:"purgedAt,omitempty"`
}

// QuoteFiles are the files of a quote request, in upload order.
type QuoteFiles []QuoteFile

// Purged returns the files that were deleted.
func (f QuoteFiles) Purged() (purged QuoteFiles) {
	for _, file := range f {
		if file.PurgedAt != "" {
			purged = append(purged, file)
		}
	}
	return purged
}

// Scan decodes the files from their JSON column.
func (f *QuoteFiles) Scan(value any) error { return scanJSON(value, f) }

// StoredQuote is what is stored of a quote request, however it was read. Deadline is in
// UTC. Service is a slug.
type StoredQuote struct {
	Reference    string     `db:"reference"`
	Email        string     `db:"email"`
	Phone        string     `db:"phone"`
	CountryCode  string     `db:"countryCode"`
	Service      string     `db:"service"`
	Subject      string     `db:"subject"`
	Description  string     `db:"description"`
	Deadline     Time       `db:"deadline"`
	TimeZone     string     `db:"timeZone"`
	Pages        int        `db:"pages"`
	Files        QuoteFiles `db:"fileNames"`
	Status       string     `db:"status"`
	AmountCents  int        `db:"amountCents"`
	Currency     string     `db:"currency"`
	Note         string     `db:"note"`
	ValidUntil   Time       `db:"validUntil"`
	Created      Time       `db:"created"`
	PurgeAt      Time       `db:"purgeAt"` // empty until the board has announced that its files go
	Student      string     `db:"student"`
	Assignment   string     `db:"assignment"`
	Version      int        `db:"version"`
	TermsVersion string     `db:"termsVersion"`
}

// QuoteOf returns what the record of a quote request holds.
func QuoteOf(record *core.Record) StoredQuote { return read[StoredQuote](record) }

// QuoteRow is one row of QuoteListing. ServiceName is empty if no service has the slug.
type QuoteRow struct {
	RowBase
	StoredQuote
	ServiceName string        `db:"serviceName" sql:"coalesce(s.name, '')"`
	FileStates  FileStates    `db:"fileStates" sql:"-"`
	Versions    OfferVersions `db:"versions" sql:"-"`
	Offer       string        `db:"offer" sql:"coalesce(o.id, '')"` // the newest one
	OfferStatus string        `db:"offerStatus" sql:"coalesce(o.status, '')"`
	OfferNonce  string        `db:"offerNonce" sql:"coalesce(o.nonce, '')"`
	OpenedAt    Time          `db:"openedAt" sql:"coalesce(o.openedAt, '')"`
	Reason      string        `db:"reason" sql:"coalesce(o.reason, '')"` // why the customer declined
}

// TextBytes is the size of the row's long texts.
func (r QuoteRow) TextBytes() int {
	bytes := len(r.Description) + len(r.Note)
	for _, version := range r.Versions {
		bytes += len(version.Note)
	}
	return bytes
}

// QuoteOrders maps the sort names of the API to orders of QuoteListing.
var QuoteOrders = map[string]string{
	"createdAt": "q.created",
	"deadline":  "q.deadline",
	"status":    "q.status",
}

var (
	ownQuoteColumns = columns[QuoteRow]("q", fileStates("q.id"))
	quoteColumns    = append(slices.Clip(ownQuoteColumns), quoteVersions)
)

// QuoteListing lists all quote requests, newest first.
func QuoteListing() Listing {
	return Listing{
		Columns: quoteColumns,
		Table:   "quotes q",
		Joins: []Join{
			{"services s", "s.slug = q.service"},
			{"offers o", "o.id = (SELECT id FROM offers WHERE quote = q.id ORDER BY created DESC, rowid DESC LIMIT 1)"},
		},
		RowID:   "q.rowid",
		Indexes: []Index{{"q.status", "q.created"}},
		Order:   Order{By: QuoteOrders["createdAt"], Desc: true},
	}
}

// QuoteSources is what a search of quote requests covers.
var QuoteSources = []Source{{Table: Quotes, Alias: "q", Columns: []string{"reference", "subject", "email"}, Key: "q.id"}}

// WhereValid restricts a listing of quote requests to those whose offer is valid at a
// time, or has run out by then.
func WhereValid(listing *Listing, now time.Time, valid bool) {
	test := "(q.validUntil < {:now} AND q.validUntil != '')"
	if valid {
		test = "(q.validUntil >= {:now} OR q.validUntil = '')"
	}
	listing.Where("", test, dbx.Params{"now": stored(now)})
}

// OwnQuoteListing lists the quote requests that an account asked for, and those from its
// verified address that belong to nobody yet, newest first. The rows have no versions.
func OwnQuoteListing(account *core.Record) Listing {
	listing := QuoteListing()
	listing.Columns = ownQuoteColumns
	own, params := "SELECT rowid FROM quotes WHERE student = {:me}", dbx.Params{"me": account.Id}
	if account.Verified() {
		own += " UNION SELECT rowid FROM quotes WHERE email = {:email} AND +student = '' AND +assignment = ''"
		params["email"] = account.Email()
	}
	listing.Where("", "q.rowid IN ("+own+")", params)
	// Few quote requests are an account's own, so they are found and then sorted. Pluses
	// hide the indexes of what most requests have in common, and that of the order.
	listing.Indexes, listing.Order.By = nil, "+[[q.created]]"
	return listing
}

// FindQuoteRow reads one quote request; sql.ErrNoRows if it does not exist.
func FindQuoteRow(ctx context.Context, app core.App, id string) (QuoteRow, error) {
	return find[QuoteRow](ctx, app, QuoteListing(), "q.id", id)
}

// FindQuotesOf finds the quote requests without an order that an account asked for, and
// those from its confirmed addresses that belong to nobody, at most limit.
func FindQuotesOf(app core.App, account string, limit int) (found []*core.Record, err error) {
	err = app.RecordQuery(Quotes).AndWhere(dbx.NewExp("rowid IN ("+
		"SELECT rowid FROM quotes WHERE student = {:me} AND +assignment = '' UNION "+
		"SELECT rowid FROM quotes WHERE email IN "+addressesOf+" AND +student = '' AND +assignment = '')",
		dbx.Params{"me": account})).Limit(int64(limit)).All(&found)
	return found, err
}

// FindGuestQuotes finds the quote requests that were sent from an account's address
// before it was verified and that belong to nobody yet, at most limit.
func FindGuestQuotes(app core.App, account *core.Record, limit int) ([]*core.Record, error) {
	return findOrphans(app, Quotes, account, limit, dbx.HashExp{Email: account.Email(), Assignment: ""})
}

// FindQuoteAdopters finds the verified accounts for which FindGuestQuotes finds something.
func FindQuoteAdopters(app core.App, now time.Time) ([]*core.Record, error) {
	return findAdopters(app, Quotes, "[[quotes.email]] = [[users.email]] AND [[student]] = '' AND [[assignment]] = ''", now)
}
