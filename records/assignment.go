package records

import (
	"context"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"
)

// AssignmentRow is one assignment as lists read it, with the names of its
// people. Student is empty where a visitor handed it in.
type AssignmentRow struct {
	Placed
	Title        string         `db:"title"`
	Description  string         `db:"description"`
	DueDate      types.DateTime `db:"dueDate"`
	Subject      string         `db:"subject"`
	Priority     string         `db:"priority"`
	Status       string         `db:"status"`
	File         string         `db:"file"`
	FileName     string         `db:"fileName"`
	Student      string         `db:"student"`
	StudentName  string         `db:"studentName"`
	StudentEmail string         `db:"studentEmail"`
	GuestEmail   string         `db:"guestEmail"`
	Tutor        string         `db:"tutor"`
	TutorName    string         `db:"tutorName"`
	Grade        string         `db:"grade"`
	Feedback     string         `db:"feedback"`
	Type         string         `db:"type"`
	PriceCents   int            `db:"priceCents"`
	Created      types.DateTime `db:"created"`
	Updated      types.DateTime `db:"updated"`
}

// Weight is what the texts of the row weigh, in bytes.
func (r AssignmentRow) Weight() int { return len(r.Title) + len(r.Description) + len(r.Feedback) }

// AssignmentOrders are the orders that a list of assignments can have.
// Priorities sort by weight: their place in the text Low, Medium, High.
var AssignmentOrders = map[string]string{
	"createdAt": "a.created",
	"updatedAt": "a.updated",
	"dueDate":   "a.dueDate",
	"title":     "a.title COLLATE NOCASE",
	"subject":   "a.subject COLLATE NOCASE",
	"status":    "a.status",
	"priority":  "instr('LowMediumHigh', a.priority)",
}

// AssignmentListing lists every assignment that has not been deleted, newest first.
func AssignmentListing() Listing {
	return Listing{
		Columns: `a.id, a.title, a.description, a.dueDate, a.subject, a.priority, a.status, a.file, a.fileName,
			a.student, coalesce(s.name, '') AS studentName, coalesce(s.email, '') AS studentEmail, a.guestEmail,
			a.tutor, coalesce(t.name, '') AS tutorName,
			a.grade, a.feedback, a.type, a.priceCents, a.created, a.updated`,
		Table:      "assignments a",
		Joins:      "LEFT JOIN users s ON s.id = a.student LEFT JOIN users t ON t.id = a.tutor",
		Made:       "a.rowid",
		Shared:     []string{"a.status", "a.priority", "a.subject", "a.dueDate"},
		Order:      Order{By: AssignmentOrders["createdAt"], Desc: true},
		conditions: []condition{{"a.deletedAt", " = ''"}},
	}
}

// WhereDueAfter narrows a listing of assignments to those due after a time.
func WhereDueAfter(listing *Listing, now time.Time) {
	listing.Where("a.dueDate", "> {:dueAfter}", dbx.Params{"dueAfter": stored(now)})
}

// FindAssignmentRow reads one assignment that has not been deleted; sql.ErrNoRows where there is none.
func FindAssignmentRow(ctx context.Context, app core.App, id string) (row AssignmentRow, err error) {
	listing := AssignmentListing()
	listing.Where("a.id", "= {:id}", dbx.Params{"id": id})
	err = listing.ordered(app, listing.inOrder(), 0, 1).WithContext(ctx).One(&row)
	return row, err
}

// FindAssignment finds the record of an assignment that has not been deleted;
// sql.ErrNoRows where there is none. Call it in the transaction that saves it.
func FindAssignment(app core.App, id string) (*core.Record, error) {
	return app.FindFirstRecordByFilter(Assignments, "id = {:id} && deletedAt = ''", dbx.Params{"id": id})
}
