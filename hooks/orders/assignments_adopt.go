package orders

import (
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/store"
)

// guestWork declares how accounts get the assignments that guests submitted under their
// address. At sign-up, the address is only claimed.
var guestWork = Adoption{
	Name:         "guest assignments",
	JobID:        "adoptGuestWork",
	Schedule:     "17 * * * *",
	FindAdopters: store.FindAdopters,
	FindOrphans:  store.FindGuestAssignments,
	Give: func(assignment, account *core.Record) {
		assignment.Set(store.Student, account.Id)
		assignment.Set(store.GuestEmail, "")
	},
}
