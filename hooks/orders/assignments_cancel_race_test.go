package orders_test

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/pocketbase/dbx"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/chance"
	"deskmate/internal/testkit"
)

// Setting a status replaces any other, so an admin who starts work that was just
// cancelled takes the cancellation back, with its refund.
func TestStudentsCanCancelWorkOnlyBeforeItStarts(t *testing.T) {
	t.Parallel()
	chance.Long(t)
	const rounds = 200
	app := testkit.New(t)
	admin, robin, kim := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleStudent, "Robin Vale"), app.Person(t, domain.RoleTutor, "Kim Thorn")
	template := app.HandIn(t, robin.Token, nil)
	app.Call(t, "PATCH", "/api/assignments/"+template, admin.Token, map[string]any{"price": 100, "tutor": kim.Id}).Granted(t, 200, nil)
	references := make([]string, rounds)
	for i := range references {
		references[i] = fmt.Sprintf("A-RACE%d", i)
	}
	cancelled := 0
	for _, id := range app.CopyRows(t, store.Assignments, template, rounds, dbx.Params{store.Reference: references, store.ReceivedCents: 6000}) {
		var (
			cancel, start testkit.Answer
			racing        sync.WaitGroup
		)
		racing.Go(func() {
			for range rand.IntN(4) {
				app.Call(t, "GET", "/api/services", "", nil)
			}
			cancel = app.Call(t, "POST", "/api/assignments/"+id+"/cancel", robin.Token, map[string]any{"reason": "No longer needed"})
		})
		racing.Go(func() {
			for range rand.IntN(4) {
				app.Call(t, "GET", "/api/services", "", nil)
			}
			start = app.Call(t, "PATCH", "/api/assignments/"+id, admin.Token, map[string]any{"status": domain.StatusInProgress})
		})
		racing.Wait()
		start.Granted(t, 200, nil)
		refunds, err := app.FindAllRecords(store.Claims, dbx.HashExp{store.Assignment: id})
		if err != nil {
			t.Fatal(err)
		}
		if cancel.Status == 200 {
			cancelled++
			if len(refunds) != 1 || refunds[0].GetString(store.Status) != "withdrawn" {
				t.Errorf("cancelled and started again: the refunds are %v", refunds)
			}
		} else {
			cancel.Refused(t, 409, "Work has already started. Ask us to cancel it")
			if len(refunds) > 0 {
				t.Errorf("started: the refunds are %v", refunds)
			}
		}
		assignment, err := app.FindRecordById(store.Assignments, id)
		if err != nil {
			t.Fatal(err)
		}
		if assignment.GetString(store.Status) != domain.StatusInProgress || assignment.GetInt(store.RefundCents) != 0 || assignment.GetString(store.CancelReason) != "" {
			t.Errorf("the work is %v", assignment.PublicExport())
		}
	}
	if cancelled == 0 || cancelled == rounds {
		chance.NotRaced(t, rounds)
	}
}
