package store

import (
	"context"
	"database/sql"
	"errors"

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
	Title      string         `db:"title"`
	ShownTitle string         `db:"shownTitle"` // what its tutor reads, empty if it is the title
	Student    string         `db:"student"`
	Tutor      string         `db:"tutor"`
	Quote      string         `db:"quote"`
	Reference  string         `db:"reference"`
	ReadAt     types.DateTime `db:"readAt"`
	Created    types.DateTime `db:"created"`
}

// NoticeListing lists the notices of an account, or only those that it has not read,
// newest first, without some kinds.
func NoticeListing(account string, unreadOnly bool, without []string) Listing {
	listing := Listing{
		Columns: []string{
			"n.id", "n.kind", "n.data", "n.assignment", "n.quote", "n.readAt", "n.created",
			"coalesce(a.title, '') AS title", "coalesce(a.shownTitle, '') AS shownTitle", "coalesce(a.student, '') AS student", "coalesce(a.tutor, '') AS tutor", "coalesce(q.reference, '') AS reference",
		},
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
	listing := NoticeListing(account, false, nil)
	listing.Where("n.id", "= {:id}", dbx.Params{"id": id})
	return first[NoticeRow](ctx, app, listing)
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
	setting := &core.Record{}
	err := app.RecordQuery(NoticeSettings).AndWhere(dbx.HashExp{UserField: account, Email: address, Kind: kind}).Limit(1).One(setting)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return setting, err
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
