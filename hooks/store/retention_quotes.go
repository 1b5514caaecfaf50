package store

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
)

// QuoteKeeping is how long the files of a quote request without an order are kept. PurgeAt
// is when they may be deleted, empty until the board has announced it.
type QuoteKeeping struct {
	ID        string     `db:"id"`
	Reference string     `db:"reference"`
	Created   Time       `db:"created"`
	PurgeAt   Time       `db:"purgeAt"`
	Files     QuoteFiles `db:"fileNames"`
}

const (
	quoteKeeping = "SELECT id, reference, created, purgeAt, fileNames FROM quotes"
	// Of requests without an order, of which there are many, SQLite would choose another index.
	quoteToPurge = " INDEXED BY idx_quotes_to_purge WHERE assignment = '' AND purgeAt != '' AND purgeAt <= {:at} "
	// Whoever was offered a price can still accept it.
	hasNoOffer = "NOT (status = 'quoted' AND (validUntil = '' OR validUntil >= {:now}))"
)

// FindQuoteKeeping reads how long the files of one quote request are kept; sql.ErrNoRows if
// it has become an order, can still become one, or is gone.
func FindQuoteKeeping(ctx context.Context, app core.App, id string, now time.Time) (found QuoteKeeping, err error) {
	err = constant(app, quoteKeeping+" WHERE assignment = '' AND id = {:id} AND "+hasNoOffer).Bind(dbx.Params{"id": id, "now": stored(now)}).WithContext(ctx).One(&found)
	return found, err
}

// FindQuotesToAnnounce finds quote requests with files, under a version of the policies,
// that came up to a moment and that the board has not announced yet, the oldest first.
func FindQuotesToAnnounce(ctx context.Context, app core.App, version string, until, now time.Time, page KeepingPage) (found []QuoteKeeping, err error) {
	err = constant(app, quoteKeeping+" WHERE assignment = '' AND purgeAt = '' AND files != '[]' AND termsVersion = {:version} AND created <= {:until} AND "+hasNoOffer+
		" AND (created, id) > ({:after}, {:id}) ORDER BY created, id LIMIT {:limit}").
		Bind(page.params(dbx.Params{"version": version, "until": stored(until), "now": stored(now)})).WithContext(ctx).All(&found)
	return found, err
}

// FindQuotesToPurge finds quote requests whose files may be deleted at a moment, as the
// board has announced, the oldest first.
func FindQuotesToPurge(ctx context.Context, app core.App, at time.Time, page KeepingPage) (found []QuoteKeeping, err error) {
	err = constant(app, quoteKeeping+quoteToPurge+"AND (purgeAt, id) > ({:after}, {:id}) ORDER BY purgeAt, id LIMIT {:limit}").
		Bind(page.params(dbx.Params{"at": stored(at)})).WithContext(ctx).All(&found)
	return found, err
}

// SetQuotePurgeAt notes when the files of a quote request may be deleted.
func SetQuotePurgeAt(ctx context.Context, tx core.App, id string, at time.Time) error {
	_, err := tx.DB().Update(Quotes, dbx.Params{PurgeAt: stored(at)}, dbx.HashExp{ID: id}).WithContext(ctx).Execute()
	return err
}

// MarkQuotePurged notes of files of a quote request that they are deleted. Call it in a
// transaction.
func MarkQuotePurged(ctx context.Context, tx core.App, quote string, purged QuoteFiles) error {
	described, err := readFiles(ctx, tx, "SELECT fileNames AS files FROM quotes WHERE id = {:id}", quote)
	if err != nil {
		return err
	}
	for _, gone := range purged {
		i := slices.IndexFunc(described, func(file QuoteFile) bool { return file.File == gone.File })
		described[i] = gone // the caller has found it there
	}
	left, err := json.Marshal(described)
	if err != nil {
		return err
	}
	_, err = tx.DB().Update(Quotes, dbx.Params{Files: "[]", FileNames: string(left), PurgeAt: ""}, dbx.HashExp{ID: quote}).WithContext(ctx).Execute()
	return err
}
