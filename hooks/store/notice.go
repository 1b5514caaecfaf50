package store

import (
	"context"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"deskmate/hooks/domain"
)

// NoticeRow is one row of NoticeListing. Title, Student and Tutor are those of the
// assignment, and Reference is that of the quote request that the notice is about.
type NoticeRow struct {
	RowBase
	Kind       string         `db:"kind"`
	Data       MessageData    `db:"data"`
	Assignment string         `db:"assignment"`
	Title      string         `db:"title" sql:"coalesce(a.title, '')"`
	ShownTitle string         `db:"shownTitle" sql:"coalesce(a.shownTitle, '')"` // what its tutor reads, empty if it is the title
	Student    string         `db:"student" sql:"coalesce(a.student, '')"`
	Tutor      string         `db:"tutor" sql:"coalesce(a.tutor, '')"`
	Quote      string         `db:"quote"`
	Reference  string         `db:"reference" sql:"coalesce(q.reference, '')"`
	ReadAt     types.DateTime `db:"readAt"`
	Created    types.DateTime `db:"created"`
}

var noticeColumns = columns[NoticeRow]("n")

// NoticeListing lists the notices of an account, or only those that it has not read,
// newest first, without some kinds.
func NoticeListing(account string, unreadOnly bool, without []string) Listing {
	listing := Listing{
		Columns: noticeColumns,
		Table:   "notices n",
		Joins:   []Join{{"assignments a", "a.id = n.assignment"}, {"quotes q", "q.id = n.quote"}},
		RowID:   "n.rowid",
		Indexes: []Index{{"n.user", "n.created"}},
		Order:   Order{By: "n.created", Desc: true},
	}
	if unreadOnly {
		listing.Where("n.readAt", "= ''", nil) // literally, for the partial index
	}
	listing.WhereNotIn("n.kind", without)
	listing.base = len(listing.conditions)
	listing.Where("n.user", "= {:account}", dbx.Params{"account": account})
	return listing
}

// FindNoticeRow reads one notice of an account; sql.ErrNoRows if it has no such notice.
func FindNoticeRow(ctx context.Context, app core.App, account, id string) (NoticeRow, error) {
	return find[NoticeRow](ctx, app, NoticeListing(account, false, nil), "n.id", id)
}

// FindUnreadNotices finds notices that an account has not read, at most limit, without
// some kinds.
func FindUnreadNotices(app core.App, account string, without []string, limit int) (found []*core.Record, err error) {
	kinds := make([]any, len(without))
	for i, kind := range without {
		kinds[i] = kind
	}
	err = app.RecordQuery(Notices).AndWhere(dbx.HashExp{UserField: account}).AndWhere(dbx.NewExp("readAt = ''")).AndWhere(dbx.NotIn(Kind, kinds...)).
		Limit(int64(limit)).All(&found)
	return found, err
}

// FindNoticeSetting finds the choice that an account, or an address without an
// account, has made about a kind of notice; nil if there is none.
func FindNoticeSetting(app core.App, account, address, kind string) (*core.Record, error) {
	return orNil(one(app.RecordQuery(NoticeSettings).AndWhere(dbx.HashExp{UserField: account, Email: address, Kind: kind})))
}

// FindNoticeSettings finds all choices that an account has made.
func FindNoticeSettings(app core.App, account string) (found []*core.Record, err error) {
	err = app.RecordQuery(NoticeSettings).AndWhere(dbx.HashExp{UserField: account}).All(&found)
	return found, err
}

// FindActiveAdmins finds the active admins who need not confirm their address first.
func FindActiveAdmins(app core.App) (found []*core.Record, err error) {
	err = app.RecordQuery(Users).AndWhere(dbx.HashExp{Role: domain.RoleAdmin, Status: domain.StatusActive, MustConfirm: false}).All(&found)
	return found, err
}

// DueWork is an assignment that somebody has to be reminded of. Key is that of the
// reminder: a new one for each due date and tutor, for example.
type DueWork struct {
	ID     string `db:"id"`
	Person string `db:"person"`
	Key    string `db:"key"`
	Until  Time   `db:"until"` // what they are reminded of happens then

	// Where a search continues after it: the time that it orders by, as it is stored, and the
	// id or the rowid that orders what has the same time.
	From   string `db:"from"`
	FromID string `db:"fromID"`
}

// next returns where a search for what is due after a moment continues. The first one begins
// before every id and every rowid.
func (w DueWork) next(now time.Time) dbx.Params {
	if from := stored(now.Add(time.Millisecond)); w.From < from {
		return dbx.Params{"from": from, "fromID": "0"}
	}
	return dbx.Params{"from": w.From, "fromID": w.FromID}
}

// dueKey is the key of an assignment's reminder. It contains the due date as it is
// stored, which tools may have written in another format.
const dueKey = "'due:' || assignments.id || ':' || tutor || ':' || dueDate"

// AddReminder notes that something is told by the clock. It reports false if it was
// told before. Call it in the transaction that tells it.
func AddReminder(ctx context.Context, tx core.App, key string) (bool, error) {
	if told, err := HasReminder(ctx, tx, key); err != nil || told {
		return false, err
	}
	collection, err := tx.FindCachedCollectionByNameOrId(Reminders)
	if err != nil {
		return false, err
	}
	reminder := core.NewRecord(collection)
	reminder.Set(Key, key)
	return true, tx.SaveWithContext(ctx, reminder)
}

// HasReminder reports whether something was told by the clock.
func HasReminder(ctx context.Context, app core.App, key string) (has bool, err error) {
	err = constant(app, "SELECT EXISTS (SELECT 1 FROM reminders WHERE [[key]] = {:key})").
		Bind(dbx.Params{"key": key}).WithContext(ctx).Row(&has)
	return has, err
}

// FindDueSoon finds open assignments with a tutor that are due within 24 hours and of
// which the tutor was not reminded yet, soonest first, at most limit. It goes on after what
// an earlier search has found.
func FindDueSoon(app core.App, now time.Time, after DueWork, limit int) (found []DueWork, err error) {
	err = app.DB().Select("id", "tutor AS person", "("+dueKey+") AS key", "dueDate AS until", "dueDate AS from", "id AS fromID").From(Assignments).
		AndWhere(dbx.NewExp("deletedAt = ''")). // literally, for the partial index
		AndWhere(dbx.NewExp("(dueDate, id) > ({:from}, {:fromID})", after.next(now))).
		AndWhere(dbx.NewExp("dueDate <= {:soon}", dbx.Params{"soon": stored(now.Add(24 * time.Hour))})).
		AndWhere(dbx.NewExp("tutor != ''")).
		AndWhere(dbx.NotIn(Status, domain.StatusCompleted, domain.StatusGraded, domain.StatusCancelled)).
		AndWhere(dbx.NewExp("NOT EXISTS (SELECT 1 FROM reminders r WHERE r.[[key]] = "+dueKey+")")).
		OrderBy("dueDate", "id").Limit(int64(limit)).All(&found)
	return found, err
}

// Week counts what happened in a week, and what is open now.
type Week struct {
	Assignments int `db:"assignments"`
	Finished    int `db:"finished"`
	Quotes      int `db:"quotes"`
	Unassigned  int `db:"unassigned"`
	Overdue     int `db:"overdue"`
}

// ReadWeek counts what happened from start to end, and what is open now.
func ReadWeek(ctx context.Context, app core.App, start, end, now time.Time) (week Week, err error) {
	err = app.ConcurrentDB().NewQuery(`SELECT
		(SELECT count(*) FROM assignments WHERE deletedAt = '' AND created >= {:start} AND created < {:end}) AS assignments,
		(SELECT count(*) FROM assignments WHERE deliveredAt != '' AND deliveredAt >= {:start} AND deliveredAt < {:end}) AS finished,
		(SELECT count(*) FROM quotes WHERE created >= {:start} AND created < {:end}) AS quotes,
		(SELECT count(*) FROM assignments WHERE deletedAt = '' AND status IN ('pending', 'submitted') AND tutor = '') AS unassigned,
		(SELECT count(*) FROM assignments WHERE deletedAt = '' AND dueDate < {:now} AND status NOT IN ('completed', 'graded', 'cancelled')) AS overdue`).
		Bind(dbx.Params{"start": stored(start), "end": stored(end), "now": stored(now)}).WithContext(ctx).One(&week)
	return week, err
}
