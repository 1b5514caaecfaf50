package store

import (
	"context"
	"database/sql"
	"encoding/json"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
)

// OfferVersion is one version of what was offered for a quote request, as
// quoteVersions selects it.
type OfferVersion struct {
	Version     int    `json:"version"`
	AmountCents int    `json:"amountCents"`
	ValidUntil  Time   `json:"validUntil"`
	Note        string `json:"note"`
	Created     Time   `json:"created"`
}

// UnmarshalJSON reads a stored time.
func (t *Time) UnmarshalJSON(data []byte) error {
	var text string
	if err := json.Unmarshal(data, &text); err != nil {
		return err
	}
	return t.Scan(text)
}

// OfferVersions are the versions of a quote request's offers, oldest first.
type OfferVersions []OfferVersion

// Scan decodes the versions from their JSON column.
func (v *OfferVersions) Scan(value any) error { return scanJSON(value, v) }

// quoteVersions selects the versions of the quote request in the row q.
const quoteVersions = `(SELECT json_group_array(json_object('version', v.version, 'amountCents', v.amountCents, 'validUntil', v.validUntil,
	'note', v.note, 'created', v.created)) FROM (SELECT * FROM offer_versions WHERE quote = q.id ORDER BY version) v) AS versions`

// FindOffer returns an offer by its id; sql.ErrNoRows if there is none.
func FindOffer(app core.App, id string) (*core.Record, error) {
	return app.FindRecordById(Offers, id)
}

// FindOpenOffer returns the open offer of a quote request, or nil if there is none.
func FindOpenOffer(app core.App, quote string) (*core.Record, error) {
	return orNil(app.FindFirstRecordByFilter(Offers, "quote = {:quote} && status = 'open'", dbx.Params{"quote": quote}))
}

// FindNewestVersion returns the newest version of an offer.
func FindNewestVersion(app core.App, offer string) (*core.Record, error) {
	found, err := app.FindRecordsByFilter(OfferVersionRows, "offer = {:offer}", "-version", 1, 0, dbx.Params{"offer": offer})
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, sql.ErrNoRows
	}
	return found[0], nil
}

// EraseOrderTexts empties what people wrote about an order: why it was cancelled or
// claimed back, the notes of its deliveries and the reasons of its revisions, and the notes
// and reasons of the offers of its quote request. It deletes the emails to whoever asked for
// that without an account.
// It runs no record events, which refuse to change what was offered.
func EraseOrderTexts(ctx context.Context, tx core.App, assignment, quote string) error {
	return executeAll(ctx, tx, dbx.Params{"assignment": assignment, "quote": quote},
		"UPDATE revision_requests SET reason = '' WHERE assignment = {:assignment}",
		"UPDATE deliveries SET note = '' WHERE assignment = {:assignment}",
		// What is gone no longer has to be read.
		"UPDATE texts SET text = '', status = CASE status WHEN 'held' THEN 'removed' ELSE status END WHERE assignment = {:assignment}",
		"UPDATE claims SET reason = '', outcome = '' WHERE assignment = {:assignment}",
		"UPDATE quotes SET note = '' WHERE id = {:quote}",
		"DELETE FROM outbox WHERE quote = {:quote} AND quote != '' AND +user = ''",
		"UPDATE offers SET reason = '' WHERE quote = {:quote}",
		"UPDATE offer_versions SET note = '' WHERE offer IN (SELECT id FROM offers WHERE quote = {:quote})",
	)
}
