package hooks_test

import (
	"testing"
	"time"

	"github.com/pocketbase/dbx"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
)

// TestGoldenAnswersOfWork follows work through the pool, back to the desk, and into a
// revision whose reason is held.
func TestGoldenAnswersOfWork(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	clock.Set(app, time.Date(2026, 1, 2, 3, 4, 5, 678e6, time.UTC)) // for when a revision is due
	robin, admin, tutor := app.Person(t, domain.RoleStudent, "Robin Vale"), app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleTutor, "Kim Marsh")
	id := app.HandIn(t, robin.Token, map[string]string{"description": "Questions? Write to robin@home.example."})
	path := "/api/assignments/" + id
	app.Call(t, "PATCH", path, admin.Token, map[string]any{"type": "Essay", "price": 120.5}).Granted(t, 200, nil)
	for _, call := range []struct {
		name, method, path, token string
		body                      any
	}{
		{"pool_opened", "PUT", path + "/pool", admin.Token, map[string]bool{"open": true}},
		{"pool", "GET", "/api/assignments/pool", tutor.Token, nil},
		{"pool_summary", "GET", "/api/assignments/pool/summary", tutor.Token, nil},
		{"pool_several", "PUT", "/api/assignments/pool", admin.Token, map[string]any{"ids": []string{id}, "open": true}},
		{"pool_claimed", "POST", path + "/claim", tutor.Token, nil},
		{"pool_refused", "PUT", "/api/assignments/pool", admin.Token, map[string]any{"ids": []string{id}, "open": true}},
		{"handed_back", "POST", path + "/hand-back", tutor.Token, map[string]string{"reason": "Not my field"}},
		{"handed_back_admin", "GET", path, admin.Token, nil},
	} {
		compareGolden(t, call.name, app.Call(t, call.method, call.path, call.token, call.body).Body)
	}
	app.Call(t, "PATCH", path, admin.Token, map[string]any{"tutor": tutor.Id}).Granted(t, 200, nil)
	started := app.Call(t, "POST", path+"/start", tutor.Token, nil)
	compareGolden(t, "started", started.Body)
	app.Call(t, "PATCH", path, admin.Token, map[string]any{"status": "completed"}).Granted(t, 200, nil)
	compareGolden(t, "revision", app.Call(t, "POST", path+"/revisions", robin.Token, map[string]string{"reason": "More sources. Write to robin@home.example."}).Body)
	compareGolden(t, "revisions_tutor", app.Call(t, "GET", path+"/revisions", tutor.Token, nil).Body)
	compareGolden(t, "texts", app.Call(t, "GET", "/api/texts?status=held", admin.Token, nil).Body)
	held := firstRecord(t, app, store.Texts, dbx.HashExp{store.Status: domain.TextHeld})
	compareGolden(t, "text", app.Call(t, "PATCH", "/api/texts/"+held.Id, admin.Token, map[string]string{"decision": "release"}).Body)
	compareGolden(t, "revision_withdrawn", app.Call(t, "POST", path+"/revisions/1/withdraw", robin.Token, nil).Body)
	compareGolden(t, "revisions", app.Call(t, "GET", path+"/revisions", robin.Token, nil).Body)
	compareGolden(t, "rating_held", app.Call(t, "POST", path+"/rating", robin.Token, map[string]any{"rating": 5, "comment": "Call me: 0491 570 006"}).Body)
	compareGolden(t, "work_accepted", app.Call(t, "POST", path+"/accept", robin.Token, nil).Body)
}
