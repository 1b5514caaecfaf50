package hooks_test

import (
	"testing"
	"time"

	"deskmate/hooks/domain"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
)

// TestGoldenAnswersOfClaims follows a refund to its payment, and a dispute to its end.
func TestGoldenAnswersOfClaims(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	clock.Set(app, time.Date(2026, 11, 4, 10, 0, 0, 0, time.UTC))
	robin, admin := app.Person(t, domain.RoleStudent, "Robin Vale"), app.Person(t, domain.RoleAdmin, "Ada Quill")
	kim := app.Person(t, domain.RoleTutor, "Kim Marsh")
	order := app.HandIn(t, robin.Token, nil)
	path := "/api/assignments/" + order
	app.Call(t, "PATCH", path, admin.Token, map[string]any{"price": 120.5, "tutor": kim.Id, "status": "completed"}).Granted(t, 200, nil)
	app.Call(t, "POST", path+"/payments", admin.Token, map[string]any{"amount": 120.5, "method": "Bank transfer", "reference": "TX 1"}).Granted(t, 201, nil)
	compare := func(name, method, path, token string, body any) (id string) {
		t.Helper()
		answer := app.Call(t, method, path, token, body)
		compareGolden(t, name, answer.Body)
		if method == "POST" && answer.Status == 201 {
			var claim struct {
				ID string `json:"_id"`
			}
			answer.Decode(t, &claim)
			return claim.ID
		}
		return ""
	}
	refund := compare("claim_opened", "POST", path+"/claims", robin.Token, map[string]any{"kind": "refund", "reason": "Off topic", "amount": 60})
	compare("claim_refused", "POST", path+"/claims", robin.Token, map[string]any{"kind": "refund", "reason": "Off topic"})
	compare("order_with_claim", "GET", path, robin.Token, nil)
	compare("claims_tutor", "GET", path+"/claims", kim.Token, nil)
	compare("claim_approved", "PATCH", "/api/claims/"+refund, admin.Token, map[string]any{"decision": "approve", "outcome": "Half of it is off topic", "amount": 40.25})
	compare("claim_paid", "POST", "/api/claims/"+refund+"/pay", admin.Token, map[string]any{"method": "Bank transfer", "reference": "RT 1"})
	compare("payments_with_refund", "GET", path+"/payments", robin.Token, nil)
	clock.Advance(app, time.Hour)
	dispute := compare("claim_disputed", "POST", path+"/claims", kim.Token, map[string]any{"kind": "dispute", "reason": "The brief said so"})
	compare("claims_student", "GET", path+"/claims", robin.Token, nil)
	compare("claims", "GET", "/api/claims", admin.Token, nil)
	compare("claim_withdrawn", "POST", "/api/claims/"+dispute+"/withdraw", kim.Token, nil)
	compare("story_with_claims", "GET", path+"/story", robin.Token, nil)
}
