package assignments

import (
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/adoption"
	"deskmate/records"
)

// guestWork declares how accounts get the assignments that guests submitted under their
// address. At sign-up, the address is only claimed.
var guestWork = adoption.Kind{
	Name:         "guest assignments",
	JobID:        "adoptGuestWork",
	Schedule:     "17 * * * *",
	FindAdopters: records.FindAdopters,
	FindOrphans:  records.FindGuestAssignments,
	Give: func(assignment, account *core.Record) {
		assignment.Set(records.Student, account.Id)
		assignment.Set(records.GuestEmail, "")
	},
}
