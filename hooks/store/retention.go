package store

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
)

// Keeping is how long the files of an order are kept. SettledAt is when nothing was left
// to be done, empty as long as something is; PurgeAt is when they may be deleted, empty
// until its people were told; PurgedAt is when they were.
type Keeping struct {
	ID        string `db:"id"`
	SettledAt Time   `db:"settledAt"`
	PurgeAt   Time   `db:"purgeAt"`
	PurgedAt  Time   `db:"purgedAt"`

	Policy    string `db:"policy"`
	Reference string `db:"reference"`
	Student   string `db:"student"`
	Tutor     string `db:"tutor"`
	Quote     string `db:"quote"`
	IsStub    bool   `db:"isStub"`
}

const keeping = "SELECT id, settledAt, purgeAt, purgedAt, policy, reference, student, tutor, quote, deletedAt != '' AS isStub FROM assignments WHERE "

// KeepingPage is where a search for orders continues: after a moment and an id, with at
// most Limit orders.
type KeepingPage struct {
	After   Time
	AfterID string
	Limit   int
}

func (p KeepingPage) params(more dbx.Params) dbx.Params {
	more["after"], more["id"], more["limit"] = "", p.AfterID, p.Limit
	if p.After != "" {
		more["after"] = stored(p.After.Time())
	}
	return more
}

// FindKeeping reads how long the files of one order are kept; sql.ErrNoRows if it does not
// exist. Stubs are found too: what was delivered outlives the people.
func FindKeeping(ctx context.Context, app core.App, id string) (found Keeping, err error) {
	err = constant(app, keeping+"id = {:id}").Bind(dbx.Params{"id": id}).WithContext(ctx).One(&found)
	return found, err
}

// FindToAnnounce finds orders with a policy that were settled up to a moment and whose
// people were not told yet, the oldest first.
func FindToAnnounce(ctx context.Context, app core.App, policy string, until time.Time, page KeepingPage) (found []Keeping, err error) {
	err = constant(app, keeping+"policy = {:policy} AND settledAt != '' AND purgeAt = '' AND settledAt <= {:until} "+
		"AND (settledAt, id) > ({:after}, {:id}) ORDER BY settledAt, id LIMIT {:limit}").
		Bind(page.params(dbx.Params{"policy": policy, "until": stored(until)})).WithContext(ctx).All(&found)
	return found, err
}

// FindToPurge finds orders whose files may be deleted by now, as their people were told,
// the oldest first.
func FindToPurge(ctx context.Context, app core.App, now time.Time, page KeepingPage) (found []Keeping, err error) {
	err = constant(app, keeping+"purgeAt != '' AND purgedAt = '' AND purgeAt <= {:now} "+
		"AND (purgeAt, id) > ({:after}, {:id}) ORDER BY purgeAt, id LIMIT {:limit}").
		Bind(page.params(dbx.Params{"now": stored(now)})).WithContext(ctx).All(&found)
	return found, err
}

// ReadRetentionDays returns for each policy how many days it keeps files.
func ReadRetentionDays(ctx context.Context, app core.App) (map[string]int, error) {
	return readNumbers(ctx, app, "SELECT id AS name, retentionDays AS n FROM policies")
}

// ReadQuoteRetentionDays returns for each version of the policies how many days it keeps the
// files of quote requests that become no order.
func ReadQuoteRetentionDays(ctx context.Context, app core.App) (map[string]int, error) {
	return readNumbers(ctx, app, "SELECT version AS name, quoteRetentionDays AS n FROM policies")
}

// closedAt is when an assignment was accepted or cancelled, isUnsettled whether one of its
// claims is open or has yet to be paid, and lastSettled when the last of them was decided,
// withdrawn or paid.
const (
	closedAt    = "CASE WHEN status = 'cancelled' THEN cancelledAt WHEN status IN ('completed', 'graded') THEN acceptedAt ELSE '' END"
	isUnsettled = "EXISTS (SELECT 1 FROM claims WHERE assignment = assignments.id AND (status = 'open' OR status = 'approved' AND amountCents > 0))"
	lastSettled = "max(claimClosedAt, coalesce((SELECT max(CASE WHEN paidAt != '' THEN paidAt ELSE decidedAt END) FROM claims WHERE assignment = assignments.id), ''))"
)

// ReadSettled returns when nothing was left to be done about an order, empty as long as
// something is.
func ReadSettled(ctx context.Context, app core.App, id string) (at Time, err error) {
	var row struct {
		Closed    Time `db:"closed"`
		Last      Time `db:"last"`
		Unsettled bool `db:"unsettled"`
	}
	err = constant(app, "SELECT "+closedAt+" AS closed, "+lastSettled+" AS last, "+isUnsettled+" AS unsettled FROM assignments WHERE id = {:id}").
		Bind(dbx.Params{"id": id}).WithContext(ctx).One(&row)
	if err != nil || row.Closed == "" || row.Unsettled {
		return "", err
	}
	return max(row.Closed, row.Last), nil
}

// Settle notes when nothing was left to be done about an order, but not before a moment.
// If that has changed, its people are told again before its files are deleted. Call it
// in a transaction. It is plain SQL, because it does not change the assignment.
func Settle(ctx context.Context, tx core.App, id string, notBefore Time) error {
	at, err := ReadSettled(ctx, tx, id)
	if err != nil {
		return err
	}
	if at != "" {
		at = max(at, notBefore)
	}
	return execute(ctx, tx, "UPDATE assignments SET settledAt = {:at}, purgeAt = '', purgedAt = '' WHERE id = {:id} AND settledAt != {:at}",
		dbx.Params{"id": id, "at": storedOrEmpty(at)})
}

// AnnounceAgain starts over with an order that has another file: its people were not
// told about that one.
func AnnounceAgain(ctx context.Context, tx core.App, id string) error {
	return execute(ctx, tx, "UPDATE assignments SET purgeAt = '', purgedAt = '' WHERE id = {:id} AND purgeAt != ''", dbx.Params{"id": id})
}

// SetPurgeAt notes when the files of an order may be deleted.
func SetPurgeAt(ctx context.Context, tx core.App, id string, at time.Time) error {
	_, err := tx.DB().Update(Assignments, dbx.Params{"purgeAt": stored(at)}, dbx.HashExp{ID: id}).WithContext(ctx).Execute()
	return err
}

// SetNothingToPurge notes that an order has no files to delete.
func SetNothingToPurge(ctx context.Context, tx core.App, id string, now time.Time) error {
	_, err := tx.DB().Update(Assignments, dbx.Params{"purgeAt": stored(now), "purgedAt": stored(now)}, dbx.HashExp{ID: id}).WithContext(ctx).Execute()
	return err
}

func storedOrEmpty(t Time) string {
	if t == "" {
		return ""
	}
	return stored(t.Time())
}

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
	// Left to itself, SQLite would use another index, which finds the many requests without an order.
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

// MarkQuotePurged notes that files of a quote request are deleted. Call it in a
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
