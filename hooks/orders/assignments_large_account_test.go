package orders_test

import (
	"testing"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

func TestDeletingAnAccountRemovesHundredsOfAssignments(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	for range 450 {
		app.HandIn(t, robin.Token, nil)
	}
	guestWork := app.HandIn(t, "", nil)
	app.Call(t, "DELETE", "/api/users/delete-account", robin.Token, testkit.CurrentPassword).Granted(t, 200, nil)
	left, err := app.FindAllRecords(store.Assignments)
	if err != nil || len(left) != 1 || left[0].Id != guestWork {
		t.Errorf("%d assignments are left, want only the guest's, %v", len(left), err)
	}
}
