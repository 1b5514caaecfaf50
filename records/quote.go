package records

import (
	"context"
	"encoding/json"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"
)

// QuoteFile is one file of a quote request: its stored name, its own name, and its size in bytes.
type QuoteFile struct {
	File string `json:"file"`
	Name string `json:"name"`
	Size int64  `json:"size"`
}

// QuoteFiles are the files of a quote request, in the order in which they came.
type QuoteFiles []QuoteFile

// Scan reads them from their column.
func (f *QuoteFiles) Scan(value any) error {
	var raw types.JSONRaw
	if err := raw.Scan(value); err != nil || len(raw) == 0 {
		return err
	}
	return json.Unmarshal(raw, f)
}

// QuoteRow is one quote request as lists read it. Deadline is in UTC.
type QuoteRow struct {
	Placed
	Reference   string         `db:"reference"`
	Email       string         `db:"email"`
	Phone       string         `db:"phone"`
	CountryCode string         `db:"countryCode"`
	Service     string         `db:"service"`
	Subject     string         `db:"subject"`
	Description string         `db:"description"`
	Deadline    types.DateTime `db:"deadline"`
	TimeZone    string         `db:"timeZone"`
	Pages       int            `db:"pages"`
	Files       QuoteFiles     `db:"fileNames"`
	Status      string         `db:"status"`
	AmountCents int            `db:"amountCents"`
	Currency    string         `db:"currency"`
	Note        string         `db:"note"`
	ValidUntil  types.DateTime `db:"validUntil"`
	Created     types.DateTime `db:"created"`
}

// Weight is what the texts of the row weigh, in bytes.
func (r QuoteRow) Weight() int { return len(r.Description) + len(r.Note) }

// QuoteOrders are the orders that a list of quote requests can have.
var QuoteOrders = map[string]string{
	"createdAt": "q.created",
	"deadline":  "q.deadline",
	"status":    "q.status",
}

// QuoteListing lists every quote request, newest first.
func QuoteListing() Listing {
	return Listing{
		Columns: `q.id, q.reference, q.email, q.phone, q.countryCode, q.service, q.subject, q.description, q.deadline,
			q.timeZone, q.pages, q.fileNames, q.status, q.amountCents, q.currency, q.note, q.validUntil, q.created`,
		Table:  "quotes q",
		Made:   "q.rowid",
		Shared: []string{"q.status"},
		Order:  Order{By: QuoteOrders["createdAt"], Desc: true},
	}
}

// FindQuoteRow reads one quote request; sql.ErrNoRows where there is none.
func FindQuoteRow(ctx context.Context, app core.App, id string) (row QuoteRow, err error) {
	one := QuoteListing().narrowed("q.id", "= {:id}", dbx.Params{"id": id})
	err = one.ordered(app, one.asMade(), 0, 1).WithContext(ctx).One(&row)
	return row, err
}
