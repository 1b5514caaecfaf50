package store

import (
	"context"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"
)

// MessageData is what a message says beyond the records that it refers to.
type MessageData map[string]string

// Scan decodes the data from its JSON column.
func (d *MessageData) Scan(value any) error { return scanJSON(value, d) }

// MailRow is one row of MailListing. Title is that of the assignment, and Reference
// that of the quote request that the mail is about.
type MailRow struct {
	RowBase
	Kind      string         `db:"kind"`
	To        string         `db:"to"`
	Status    string         `db:"status"`
	Attempts  int            `db:"attempts"`
	NextAt    types.DateTime `db:"nextAt"`
	SentAt    types.DateTime `db:"sentAt"`
	Error     string         `db:"error"`
	Data      MessageData    `db:"data"`
	Title     string         `db:"title" sql:"coalesce(a.title, '')"`
	Reference string         `db:"reference" sql:"coalesce(q.reference, '')"`
	Created   types.DateTime `db:"created"`
}

// MailOrders maps the sort names of the API to orders of MailListing.
var MailOrders = map[string]string{"createdAt": "o.created"}

var mailColumns = columns[MailRow]("o")

// MailListing lists all mails, newest first. It reads titles and references from
// their own tables, so that they disappear with their record.
func MailListing() Listing {
	return Listing{
		Columns: mailColumns,
		Table:   "outbox o",
		Joins:   []Join{{"assignments a", "a.id = o.assignment"}, {"quotes q", "q.id = o.quote"}},
		RowID:   "o.rowid",
		Indexes: []Index{{"o.status", "o.created"}},
		Order:   Order{By: MailOrders["createdAt"], Desc: true},
	}
}

// FindMailRow reads one mail; sql.ErrNoRows if it does not exist.
func FindMailRow(ctx context.Context, app core.App, id string) (MailRow, error) {
	return find[MailRow](ctx, app, MailListing(), "o.id", id)
}

// TakenMail is a mail that the caller may send until LeaseEnds.
type TakenMail struct {
	ID         string         `db:"id"`
	Kind       string         `db:"kind"`
	User       string         `db:"user"`
	To         string         `db:"to"`
	Assignment string         `db:"assignment"`
	Quote      string         `db:"quote"`
	Data       MessageData    `db:"data"`
	Attempts   int            `db:"attempts"` // that have failed
	MessageID  string         `db:"messageId"`
	Created    types.DateTime `db:"created"`
	LeaseEnds  string         `db:"nextAt"`
}

// TakeMail takes the next mail that is due, urgent ones first; sql.ErrNoRows if there
// is none. Nobody else can take it until the lease ends. Call it in a transaction.
func TakeMail(ctx context.Context, tx core.App, now, leaseEnds time.Time) (mail TakenMail, err error) {
	err = tx.DB().NewQuery(`UPDATE outbox SET [[nextAt]] = {:lease}, [[updated]] = {:now}
		WHERE id = coalesce(
			(SELECT id FROM outbox WHERE status = 'queued' AND urgent = 1 AND [[nextAt]] <= {:now} ORDER BY [[nextAt]] LIMIT 1),
			(SELECT id FROM outbox WHERE status = 'queued' AND urgent = 0 AND [[nextAt]] <= {:now} ORDER BY [[nextAt]] LIMIT 1))
		RETURNING id, kind, user, [[to]], assignment, quote, data, attempts, [[messageId]], created, [[nextAt]]`).
		Bind(dbx.Params{"now": stored(now), "lease": stored(leaseEnds)}).WithContext(ctx).One(&mail)
	return mail, err
}

// MailOutcome is the outcome of an attempt to send a mail.
type MailOutcome struct {
	To      string // the address that it was sent to
	Status  string
	Error   string
	NextAt  time.Time // when to try again; zero if not at all
	SentAt  time.Time // zero if it was not sent
	Attempt bool      // whether a server was asked to take it
}

// FinishMail records the outcome of an attempt. An outcome other than success counts
// only while the lease still holds: otherwise somebody else is sending the mail.
// Call it in a transaction.
func FinishMail(ctx context.Context, tx core.App, mail TakenMail, outcome MailOutcome, now time.Time) error {
	moment := func(t time.Time) string {
		if t.IsZero() {
			return ""
		}
		return stored(t)
	}
	attempts := mail.Attempts
	if outcome.Attempt {
		attempts++
	}
	_, err := tx.DB().NewQuery(`UPDATE outbox SET status = {:status}, [[to]] = {:to}, error = {:error}, attempts = {:attempts},
			[[nextAt]] = {:next}, [[sentAt]] = {:sent}, [[updated]] = {:now}
		WHERE id = {:id} AND status = 'queued' AND ([[nextAt]] = {:lease} OR {:status} = 'sent')`).
		Bind(dbx.Params{
			"id": mail.ID, "status": outcome.Status, "to": outcome.To, "error": outcome.Error, "attempts": attempts,
			"next": moment(outcome.NextAt), "sent": moment(outcome.SentAt), "now": stored(now), "lease": mail.LeaseEnds,
		}).WithContext(ctx).Execute()
	return err
}

// HasDueMail reports whether a mail is due.
func HasDueMail(ctx context.Context, app core.App, now time.Time) (has bool, err error) {
	err = constant(app, `SELECT EXISTS (SELECT 1 FROM outbox WHERE status = 'queued' AND urgent = 1 AND [[nextAt]] <= {:now})
		OR EXISTS (SELECT 1 FROM outbox WHERE status = 'queued' AND urgent = 0 AND [[nextAt]] <= {:now})`).
		Bind(dbx.Params{"now": stored(now)}).WithContext(ctx).Row(&has)
	return has, err
}

// SkipOldMails gives up mails that have waited since before a moment, at most limit.
// Call it in a transaction.
func SkipOldMails(ctx context.Context, tx core.App, before, now time.Time, reason string, limit int) (skipped int64, err error) {
	result, err := tx.DB().NewQuery(`UPDATE outbox SET status = 'skipped', error = {:reason}, [[nextAt]] = '', [[updated]] = {:now}
		WHERE rowid IN (SELECT rowid FROM outbox WHERE status = 'queued' AND created <= {:before} LIMIT {:limit})`).
		Bind(dbx.Params{"before": stored(before), "now": stored(now), "reason": reason, "limit": limit}).WithContext(ctx).Execute()
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

// HasOldMails reports whether a mail has waited since before a moment.
func HasOldMails(ctx context.Context, app core.App, before time.Time) (has bool, err error) {
	err = constant(app, "SELECT EXISTS (SELECT 1 FROM outbox WHERE status = 'queued' AND created <= {:before})").
		Bind(dbx.Params{"before": stored(before)}).WithContext(ctx).Row(&has)
	return has, err
}

// FindFailedMails finds mails that have failed, oldest first, at most limit.
func FindFailedMails(app core.App, limit int) (found []*core.Record, err error) {
	if limit <= 0 {
		return nil, nil
	}
	err = app.RecordQuery(Outbox).AndWhere(dbx.HashExp{Status: "failed"}).OrderBy("created").Limit(int64(limit)).All(&found)
	return found, err
}

// LastMails counts the mails of a kind that were written to an account since a moment, and
// returns when the last one was written.
func LastMails(ctx context.Context, app core.App, account, kind string, since time.Time) (count int, last time.Time, err error) {
	var at Time
	err = app.DB().NewQuery("SELECT count(*), coalesce(max(created), '') FROM outbox WHERE user = {:account} AND kind = {:kind} AND created > {:since}").
		Bind(dbx.Params{"account": account, "kind": kind, "since": stored(since)}).WithContext(ctx).Row(&count, &at)
	return count, at.Time(), err
}

// FindGatheringMail finds the mail of a kind to an account that was written since a moment
// and is not due yet; sql.ErrNoRows if there is none. Call it in a transaction.
func FindGatheringMail(ctx context.Context, tx core.App, account, kind string, now, since time.Time) (*core.Record, error) {
	return one(tx.RecordQuery(Outbox).
		AndWhere(dbx.NewExp("user = {:account} AND kind = {:kind} AND created > {:since} AND status = 'queued' AND [[nextAt]] > {:now}", dbx.Params{
			"account": account, "kind": kind, "since": stored(since), "now": stored(now),
		})).WithContext(ctx))
}

// ForgetGathered takes an assignment or a quote request out of the mails that wait and tell
// of several. Call it in a transaction.
func ForgetGathered(ctx context.Context, tx core.App, id string) error {
	return execute(ctx, tx, `UPDATE outbox SET data = json_set(data,
			'$.ids', trim(replace(' ' || json_extract(data, '$.ids') || ' ', ' ' || {:id} || ' ', ' ')),
			'$.count', CAST(json_extract(data, '$.count') - 1 AS TEXT))
		WHERE status = 'queued' AND instr(data, {:id}) > 0 AND instr(json_extract(data, '$.ids'), {:id}) > 0`,
		dbx.Params{"id": id})
}

// MailCounts counts the mails that wait and those that failed.
type MailCounts struct {
	Queued int `db:"queued"`
	Failed int `db:"failed"`
}

// ReadMailCounts counts the mails that wait and those that failed.
func ReadMailCounts(ctx context.Context, app core.App) (counts MailCounts, err error) {
	const count = "(SELECT coalesce(sum(n), 0) FROM tallies WHERE scope = '' AND kind = 'mails' AND value = "
	err = constant(app, "SELECT "+count+"'queued') AS queued, "+count+"'failed') AS failed").WithContext(ctx).One(&counts)
	return counts, err
}

// MailQueue is the state of the outbox.
type MailQueue struct {
	Counts map[string]int // the mails of each status
	Oldest time.Time      // when the mail that has waited longest was written; zero if none waits
}

// ReadMailQueue reads the state of the outbox, in time that does not depend on its size.
func ReadMailQueue(ctx context.Context, app core.App) (MailQueue, error) {
	counts, err := readNumbers(ctx, app, "SELECT value AS name, sum(n) AS n FROM tallies WHERE scope = '' AND kind = 'mails' GROUP BY value")
	if err != nil {
		return MailQueue{}, err
	}
	var oldest Time
	err = constant(app, "SELECT coalesce(min(created), '') FROM outbox WHERE status = 'queued'").WithContext(ctx).Row(&oldest)
	return MailQueue{counts, oldest.Time()}, err
}

// CountStrangerMails counts the urgent or the other mails that were written to an address, known
// by its digest, since a moment while no account had confirmed it. Mails that have
// been deleted since count too.
func CountStrangerMails(ctx context.Context, app core.App, digest string, urgent bool, since time.Time) (count int, err error) {
	err = app.DB().NewQuery("SELECT count(*) FROM stranger_mails WHERE digest = {:digest} AND urgent = {:urgent} AND created > {:since}").
		Bind(dbx.Params{"digest": digest, "urgent": urgent, "since": stored(since)}).WithContext(ctx).Row(&count)
	return count, err
}
