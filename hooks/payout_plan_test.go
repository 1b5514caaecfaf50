package hooks_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

// Payouts and what tutors are owed are summed from what is open, and from the entries of
// one payout. Both are little, however much was earned and paid before.
func TestPayoutsReadOnlyWhatIsOpen(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin, robin, kim := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleStudent, "Robin Vale"), app.Person(t, domain.RoleTutor, "Kim Marsh")
	var payout struct {
		ID string `json:"_id"`
	}
	for i := range 3 {
		for range 4 {
			change := map[string]any{"tutor": kim.Id, "price": 100, "status": "completed"}
			app.Call(t, "PATCH", "/api/assignments/"+app.HandIn(t, robin.Token, nil), admin.Token, change).Granted(t, 200, nil)
		}
		app.AcceptWork(t)
		if i < 2 {
			body := map[string]any{"all": true, "method": "Bank transfer", "reference": fmt.Sprint("Run ", i)}
			app.Call(t, "POST", "/api/payouts", admin.Token, body).Granted(t, 201, &payout)
		}
	}
	open := 0
	if err := app.DB().NewQuery("SELECT count(*) FROM ledger_open").Row(&open); err != nil || open != 4 {
		t.Errorf("%d things are open, want 4, %v", open, err)
	}
	get := func(path, token string) func(*testing.T) {
		return func(t *testing.T) { app.Call(t, "GET", path, token, nil).Granted(t, 200, nil) }
	}
	withAndWithoutStatistics(t, app, func(t *testing.T) {
		for name, read := range map[string]func(*testing.T){
			"what tutors are owed":     get("/api/payouts/preview", admin.Token),
			"what one tutor is owed":   get("/api/users/earnings?page=1", kim.Token),
			"the payouts":              get("/api/payouts?page=1", admin.Token),
			"a payout":                 get("/api/payouts/"+payout.ID, admin.Token),
			"a payout's export":        get("/api/payouts/"+payout.ID+"/export.csv", admin.Token),
			"the payouts of a tutor":   get("/api/users/payouts?page=1", kim.Token),
			"the statement of a tutor": get("/api/users/payouts?payout="+payout.ID, kim.Token),
			"what is payable": func(t *testing.T) {
				if found, err := store.FindPayable(t.Context(), app, []string{kim.Id}); err != nil || len(found) != 4 {
					t.Error(found, err)
				}
			},
			"who was paid": func(t *testing.T) {
				if paid, err := store.FindPaidTutors(t.Context(), app, payout.ID); err != nil || len(paid) != 1 {
					t.Error(paid, err)
				}
			},
		} {
			queries := 0
			for _, query := range app.RecordQueries(func() { read(t) }) {
				if !strings.HasPrefix(query, "SELECT") || !strings.Contains(query, "ledger") && !strings.Contains(query, "payouts") {
					continue
				}
				queries++
				plan := planOf(t, app, query)
				for step := range strings.SplitSeq(plan, "; ") {
					words := strings.Fields(step)
					if words[0] == "SCAN" && slices.Contains([]string{"l", "ledger", "x", "ledger_accepted", "a", "w", "assignments", "c", "claims", "u", "users"}, words[1]) {
						t.Errorf("%s has the step %s\n%s\n%s", name, step, query, plan)
					}
				}
			}
			if queries == 0 {
				t.Errorf("%s reads neither payouts nor the ledger", name)
			}
		}
	})
}
