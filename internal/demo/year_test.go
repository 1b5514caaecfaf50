package demo_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
	"deskmate/internal/demo"
	"deskmate/internal/testkit"
)

func TestTheSample(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	if _, err := demo.Fill(context.Background(), app); err != nil {
		t.Fatal(err)
	}
	t.Run("has orders at every stage", func(t *testing.T) { checkStages(t, app) })
	t.Run("has something to show on every screen of the desk", func(t *testing.T) { checkDesk(t, app) })
	t.Run("has nothing that happens before it can", func(t *testing.T) { checkOrderOfTime(t, app) })
}

func checkStages(t *testing.T, app *testkit.App) {
	var orders []struct{ Stage domain.Stage }
	app.Call(t, "GET", "/api/assignments/all?limit=100", signIn(t, app, "ada"), nil).Granted(t, 200, &orders)
	for _, stage := range domain.Stages {
		if !slices.ContainsFunc(orders, func(order struct{ Stage domain.Stage }) bool { return order.Stage == stage }) {
			t.Errorf("no order of %d is %s", len(orders), stage)
		}
	}
	for what, condition := range map[string]string{
		"assignments WHERE status = 'completed' AND lastVersion = 2": "delivered in two versions",
		"revision_requests WHERE closedAt = ''":                      "open revision",
		"revision_requests WHERE closedAt != ''":                     "closed revision",
		"texts WHERE status = 'held'":                                "held text",
	} {
		var found int
		if err := app.DB().NewQuery("SELECT count(*) FROM " + what).Row(&found); err != nil || found == 0 {
			t.Errorf("%d of: %s, %v", found, condition, err)
		}
	}
	var own []struct {
		Title   string
		Actions []struct{ Action domain.Action }
	}
	app.Call(t, "GET", "/api/assignments?limit=100", signIn(t, app, "robin"), nil).Granted(t, 200, &own)
	var actions []domain.Action
	for _, order := range own {
		for _, open := range order.Actions {
			actions = append(actions, open.Action)
		}
	}
	for _, action := range []domain.Action{domain.ActionAccept, domain.ActionRequestRevision, domain.ActionRate} {
		if !slices.Contains(actions, action) {
			t.Errorf("the sample student can %s nothing", action)
		}
	}
}

func checkDesk(t *testing.T, app *testkit.App) {
	ada := signIn(t, app, "ada")
	var counts map[string]int
	app.Call(t, "GET", "/api/desk/board/counts", ada, nil).Granted(t, 200, &counts)
	for _, kind := range append(store.BoardKinds(), "overdue") {
		if counts[kind] == 0 {
			t.Errorf("the board has no row of the kind %s", kind)
		}
	}
	var claims []struct{ Kind, Status string }
	app.Call(t, "GET", "/api/claims", ada, nil).Granted(t, 200, &claims)
	for _, want := range []struct{ kind, status string }{
		{domain.ClaimRefund, domain.ClaimStatusOpen}, {domain.ClaimRefund, domain.ClaimApproved}, {domain.ClaimRefund, domain.ClaimPaid},
		{domain.ClaimRefund, domain.ClaimDeclined}, {domain.ClaimRefund, domain.ClaimWithdrawn},
		{domain.ClaimDispute, domain.ClaimStatusOpen}, {domain.ClaimDispute, domain.ClaimDeclined}, {domain.ClaimDispute, domain.ClaimApproved},
	} {
		if !slices.Contains(claims, struct{ Kind, Status string }{want.kind, want.status}) {
			t.Errorf("no %s is %s", want.kind, want.status)
		}
	}
	var policies []struct {
		EffectiveFrom time.Time
		OpenOrders    int
	}
	app.Call(t, "GET", "/api/policies", ada, nil).Granted(t, 200, &policies)
	if len(policies) != 3 || !policies[0].EffectiveFrom.After(clock.Now(app)) || policies[1].OpenOrders == 0 || policies[2].OpenOrders == 0 {
		t.Errorf("want one version that is announced, and open orders under both that came before: %+v", policies)
	}
	var payouts []struct{ Tutors int }
	app.Call(t, "GET", "/api/payouts", ada, nil).Granted(t, 200, &payouts)
	if len(payouts) < 2 || payouts[0].Tutors < 3 {
		t.Errorf("want several payouts, the newest of them to several tutors: %+v", payouts)
	}
	var owed []struct{ Payable, Held float64 }
	app.Call(t, "GET", "/api/payouts/preview", ada, nil).Granted(t, 200, &owed)
	var payable, held float64
	for _, tutor := range owed {
		payable, held = payable+tutor.Payable, held+tutor.Held
	}
	if payable <= 0 || held <= 0 {
		t.Errorf("%v is payable and %v held, want some of both", payable, held)
	}
	var earnings struct {
		Entries []struct{ Kind domain.LedgerKind }
	}
	app.Call(t, "GET", "/api/users/earnings?perPage=500", signIn(t, app, "kim"), nil).Granted(t, 200, &earnings)
	for _, kind := range []domain.LedgerKind{domain.LedgerEarned, domain.LedgerReversed, domain.LedgerCredited, domain.LedgerAdjusted, domain.LedgerPaid} {
		if !slices.ContainsFunc(earnings.Entries, func(entry struct{ Kind domain.LedgerKind }) bool { return entry.Kind == kind }) {
			t.Errorf("the earnings of the sample tutor have no entry of the kind %s", kind)
		}
	}
	count(t, app, 12, "payments received in one month after the other", `(SELECT DISTINCT substr(at, 1, 7) FROM ledger WHERE kind = 'received')`)
	count(t, app, 1, "orders whose files are announced for deletion", "assignments WHERE purgeAt != '' AND purgedAt = ''")
	count(t, app, 1, "orders whose files were deleted", "assignments WHERE purgedAt != '' AND deletedAt = ''")
	count(t, app, 1, "stubs of deleted accounts whose files were deleted", "assignments WHERE purgedAt != '' AND deletedAt != ''")
}

// count checks that a table or query has at least a given number of rows.
func count(t *testing.T, app *testkit.App, least int, what, table string) {
	t.Helper()
	var found int
	if err := app.DB().NewQuery("SELECT count(*) FROM " + table).Row(&found); err != nil || found < least {
		t.Errorf("%d %s, want at least %d, %v", found, what, least, err)
	}
}

func checkOrderOfTime(t *testing.T, app *testkit.App) {
	for name, table := range map[string]string{
		"work was accepted before it was delivered":         "assignments a JOIN deliveries d ON d.assignment = a.id WHERE a.acceptedAt != '' AND a.acceptedAt < d.created",
		"work was delivered before it was ordered":          "assignments a JOIN deliveries d ON d.assignment = a.id WHERE d.created < a.created",
		"work was paid out before it was accepted":          "ledger l JOIN assignments a ON a.id = l.assignment WHERE l.kind = 'paid' AND (a.acceptedAt = '' OR replace(l.at, 'T', ' ') < a.acceptedAt)",
		"an entry of the ledger is older than the last":     "ledger a JOIN ledger b ON b.number = a.number + 1 WHERE b.at < a.at",
		"a claim was decided before it was made":            "claims WHERE decidedAt != '' AND decidedAt < created",
		"a refund was paid before it was due":               "claims WHERE paidAt != '' AND paidAt < payFrom",
		"a payment is newer than the next":                  "payments a JOIN payments b ON b.rowid = a.rowid + 1 WHERE b.created < a.created",
		"somebody acted before they had an account":         "assignments a JOIN users u ON u.id IN (a.student, a.tutor) WHERE a.created < u.created",
		"files were deleted without two weeks of warning":   "assignments WHERE purgedAt != '' AND purgedAt < purgeAt",
		"finished work was never delivered":                 "assignments WHERE status IN ('completed', 'graded') AND lastVersion = 0",
		"an order follows a policy that came in afterwards": "assignments a JOIN policies p ON p.id = a.policy WHERE p.effectiveFrom > a.created",
		"the desk owes more than it has received":           "(SELECT sum(cash) AS cash FROM ledger) WHERE cash < 0",
	} {
		var found int
		if err := app.DB().NewQuery("SELECT count(*) FROM " + table).Row(&found); err != nil || found > 0 {
			t.Errorf("%d times, %s, %v", found, name, err)
		}
	}
	var waiting int
	if err := app.DB().NewQuery("SELECT count(*) FROM assignments WHERE status IN ('completed', 'graded') AND acceptedAt = '' AND claimOpen = false AND windowsStart < {:before}").
		Bind(map[string]any{"before": clock.Now(app).AddDate(0, 0, -5).UTC().Format("2006-01-02 15:04:05.000Z")}).Row(&waiting); err != nil || waiting > 0 {
		t.Errorf("%d should have accepted themselves, %v", waiting, err)
	}
}
