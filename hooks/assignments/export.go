package assignments

import (
	"strconv"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/wire"
	"deskmate/records"
	"deskmate/rules"
)

// exportAssignments sends the desk's list, as filtered, for a spreadsheet.
func exportAssignments(e *core.RequestEvent) error {
	listing, err := deskListing(e)
	if err != nil {
		return err
	}
	return wire.AnswerCSV(e, "assignments.csv", listing, []string{
		"id", "title", "subject", "priority", "status", "due", "student", "student e-mail", "tutor", "grade", "type", "price", "created",
	}, func(row records.AssignmentRow) []string {
		student := viewStudent(row, rules.RoleAdmin)
		return []string{
			row.ID, row.Title, row.Subject, row.Priority, row.Status, rules.FormatTime(row.DueDate.Time()),
			student.Name, student.Email, row.TutorName, row.Grade, row.Type,
			strconv.FormatFloat(rules.Units(row.PriceCents), 'f', 2, 64), rules.FormatTime(row.Created.Time()),
		}
	})
}
