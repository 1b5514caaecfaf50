package hooks_test

import (
	"testing"
	"time"

	"deskmate/hooks/domain"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
)

// TestGoldenAnswersOfPayouts pays two tutors, one of whom still waits for more.
func TestGoldenAnswersOfPayouts(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	clock.Set(app, time.Date(2026, 11, 4, 10, 0, 0, 0, time.UTC))
	robin, admin := app.Person(t, domain.RoleStudent, "Robin Vale"), app.Person(t, domain.RoleAdmin, "Ada Quill")
	kim, sol := app.Person(t, domain.RoleTutor, "Kim Marsh"), app.Person(t, domain.RoleTutor, "Sol Reed")
	finish := func(price float64) {
		change := map[string]any{"price": price, "tutor": kim.Id, "status": "completed"}
		app.Call(t, "PATCH", "/api/assignments/"+app.HandIn(t, robin.Token, nil), admin.Token, change).Granted(t, 200, nil)
	}
	app.HandIn(t, robin.Token, map[string]string{"dueDate": "2026-11-03T10:00:00Z"}) // late
	finish(120.5)
	app.AcceptWork(t)
	finish(80)
	adjust := func(tutor string, amount float64) {
		body := map[string]any{"tutor": tutor, "amount": amount, "memo": "Books"}
		app.Call(t, "POST", "/api/ledger/adjustments", admin.Token, body).Granted(t, 201, nil)
	}
	adjust(kim.Id, 5)
	adjust(sol.Id, 12.25)
	compare := func(name, method, path, token string, body any) testkit.Answer {
		t.Helper()
		answer := app.Call(t, method, path, token, body)
		compareGolden(t, name, answer.Body)
		return answer
	}
	compare("payout_preview", "GET", "/api/payouts/preview", admin.Token, nil)
	var payout struct {
		ID string `json:"_id"`
	}
	body := map[string]any{"tutors": []string{kim.Id, kim.Id}, "method": "Bank transfer", "reference": "PO 1"}
	compare("payout_created", "POST", "/api/payouts", admin.Token, body).Decode(t, &payout)
	compare("payouts", "GET", "/api/payouts", admin.Token, nil)
	compare("payout", "GET", "/api/payouts/"+payout.ID, admin.Token, nil)
	compare("own_payouts", "GET", "/api/users/payouts", kim.Token, nil)
	compare("earnings_paid", "GET", "/api/users/earnings", kim.Token, nil)
	compare("figures", "GET", "/api/desk/figures?from=2026-10-01&before=2026-12-01", admin.Token, nil)
}
