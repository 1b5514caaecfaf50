package store

import (
	"context"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
)

// Texts of an assignment as tutors read them, to read, search, filter and sort by. What is
// hidden from tutors cannot be found out in these ways either.
const (
	TitleForTutors       = "coalesce(nullif([[a.shownTitle]], ''), [[a.title]])"
	SubjectForTutors     = "coalesce(nullif([[a.shownSubject]], ''), [[a.subject]])"
	descriptionForTutors = "coalesce(nullif([[a.shownDescription]], ''), [[a.description]])"
	typeForTutors        = "coalesce(nullif([[a.shownType]], ''), [[a.type]])"
)

// PoolRow is one row of PoolListing: an assignment that any tutor may take, with its texts as
// tutors read them.
type PoolRow struct {
	RowBase
	Reference   string `db:"reference"`
	Title       string `db:"title" sql:"-"`
	Description string `db:"description" sql:"-"`
	Subject     string `db:"subject" sql:"-"`
	DueDate     Time   `db:"dueDate"`
	Priority    string `db:"priority"`
	Type        string `db:"type" sql:"-"`
	Words       int    `db:"words"` // 0 if unknown
	Created     Time   `db:"created"`
	domain.LedgerWork
}

// TextBytes is the size of the row's long texts.
func (r PoolRow) TextBytes() int { return len(r.Title) + len(r.Description) }

// earnings is domain.LedgerWork.TutorCents of work in the pool: the tutor's share of the price
// less what refunds take back of it, in cents, rounded half up.
const earnings = "((([[a.priceCents]] - max(0, min([[a.priceCents]], [[a.refundCents]] - max(0, [[a.receivedCents]] - [[a.priceCents]])))) * [[a.tutorShare]] + 50) / 100)"

// PoolOrders maps the sort names of the API to orders of PoolListing.
var PoolOrders = map[string]string{"dueDate": "a.dueDate", "earnings": earnings, "createdAt": "a.created"}

var poolColumns = columns[PoolRow]("a", TitleForTutors+" AS title", descriptionForTutors+" AS description",
	SubjectForTutors+" AS subject", typeForTutors+" AS type")

// PoolListing lists the assignments that a tutor may take, soonest due first, without
// their own.
func PoolListing(tutor string) Listing {
	listing := Listing{
		Columns: poolColumns,
		Table:   "assignments a",
		RowID:   "a.rowid",
		Indexes: []Index{{"a.inPool", "a.dueDate"}},
		Order:   Order{By: PoolOrders["dueDate"]},
	}
	// Literally, for the partial index.
	listing.Where("a.inPool", "= TRUE", nil)
	listing.Where("a.deletedAt", "= ''", nil)
	listing.base = len(listing.conditions)
	listing.Where("a.student", "!= {:tutor}", dbx.Params{"tutor": tutor})
	return listing
}

// WherePoolDue restricts a listing of the pool to work that is due from one time until another.
func WherePoolDue(listing *Listing, from, until time.Time) {
	listing.Where("a.dueDate", ">= {:dueFrom} AND a.dueDate <= {:dueUntil}", dbx.Params{"dueFrom": stored(from), "dueUntil": stored(until)})
	listing.remember(dueAfter, stored(from))
}

// WherePoolWords restricts a listing of the pool to a range of ordered words.
func WherePoolWords(listing *Listing, least, most int) {
	listing.Where("a.words", "BETWEEN {:leastWords} AND {:mostWords}", dbx.Params{"leastWords": least, "mostWords": most})
}

// WherePoolEarns restricts a listing of the pool to work that earns at least an amount.
func WherePoolEarns(listing *Listing, cents int) {
	listing.Where("", earnings+" >= {:leastEarnings}", dbx.Params{"leastEarnings": cents})
}

// PoolSubjects returns the subjects of the assignments that a tutor may take, as the tutor
// reads them.
func PoolSubjects(ctx context.Context, app core.App, tutor string) ([]string, error) {
	subjects := []string{}
	err := constant(app, "SELECT DISTINCT coalesce(nullif(shownSubject, ''), subject) AS shown FROM assignments WHERE inPool = TRUE AND deletedAt = '' AND student != {:tutor} ORDER BY shown COLLATE NOCASE, shown").
		Bind(dbx.Params{"tutor": tutor}).WithContext(ctx).Column(&subjects)
	return subjects, err
}

// CountOpenWork counts the assignments that a tutor has in progress or in revision.
func CountOpenWork(ctx context.Context, app core.App, tutor string) (count int, err error) {
	err = constant(app, "SELECT count(*) FROM assignments WHERE tutor = {:tutor} AND tutor != '' AND status IN ('in_progress', 'revision') AND deletedAt = ''").
		Bind(dbx.Params{"tutor": tutor}).WithContext(ctx).Row(&count)
	return count, err
}
