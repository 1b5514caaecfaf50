package money_test

import (
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"

	"deskmate/hooks/jobs"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
)

func TestWorkWhosePolicyIsMissingNeitherEndsNorStopsOther(t *testing.T) {
	t.Parallel()
	b := newBooks(t)
	b.pay(t, b.order, 60, "TX 1").Granted(t, 201, nil)
	other := b.HandIn(t, b.student.Token, nil)
	path := "/api/assignments/" + b.order
	for _, id := range []string{b.order, other} {
		b.Call(t, "PATCH", "/api/assignments/"+id, b.admin.Token, map[string]any{"status": "completed"}).Granted(t, 200, nil)
	}
	// As by SQL in the console, which asks no collection.
	if _, err := b.NonconcurrentDB().Update(store.Assignments, dbx.Params{"policy": ""}, dbx.HashExp{"id": b.order}).Execute(); err != nil {
		t.Fatal(err)
	}
	var list []struct {
		ID      string `json:"_id"`
		Stage   string
		Actions []any
	}
	stages := func() map[string]string {
		t.Helper()
		b.Call(t, "GET", "/api/assignments", b.student.Token, nil).Granted(t, 200, &list)
		stages := map[string]string{}
		for _, row := range list {
			stages[row.ID] = row.Stage
			if row.ID == b.order && len(row.Actions) > 0 {
				t.Errorf("its student can %v", row.Actions)
			}
		}
		return stages
	}
	if got := stages(); got[b.order] != "delivered" || got[other] != "delivered" {
		t.Errorf("at first, the work is %v", got)
	}
	clock.Advance(b, 30*24*time.Hour)
	err := jobs.Run(t.Context(), b, "acceptWork")
	if err == nil || !strings.Contains(err.Error(), `the policy "" of the row `+b.order+" in assignments does not exist") {
		t.Errorf("the job says %v", err)
	}
	if got := stages(); got[b.order] != "delivered" || got[other] != "accepted" {
		t.Errorf("at last, the work is %v", got)
	}
	const ours = "Something went wrong on our side. Please try again"
	b.Call(t, "GET", path+"/invoice", b.student.Token, nil).Refused(t, 500, ours)
	b.Call(t, "POST", path+"/revisions", b.student.Token, map[string]string{"reason": "Please add a summary"}).Refused(t, 500, ours)
	b.Call(t, "POST", path+"/payments", b.admin.Token, map[string]any{"amount": 1, "method": "Cash", "reference": "TX 2"}).Refused(t, 500, ours)
}
