package live_test

import (
	"testing"
	"time"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
)

func TestEverybodySignedInHearsOfNewPolicies(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	clock.Set(app, time.Date(2090, 12, 1, 10, 0, 0, 0, time.UTC))
	url := testkit.Listen(t, app.Handler())
	ada, robin, kim := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleStudent, "Robin Vale"), app.Person(t, domain.RoleTutor, "Kim Marsh")
	browsers := listeners{
		"the admin": listen(t, url, ada.Token, nativeTopics...), "the student": listen(t, url, robin.Token, nativeTopics...), "the tutor": listen(t, url, kim.Token, nativeTopics...),
		"a guest": listen(t, url, "", append(nativeTopics, store.Policies, store.Policies+"/*")...), "a superuser": listen(t, url, app.Superuser(t)),
	}
	app.Call(t, "POST", "/api/policies", ada.Token, map[string]any{
		"effectiveFrom": "2091-01-01", "revisionDays": 5, "longRevisionDays": 6, "longRevisionWords": 5000, "refundRequestDays": 4, "refundMinBusinessDays": 5,
		"refundMaxBusinessDays": 9, "disputeHours": 48, "retentionDays": 90, "quoteRetentionDays": 90, "minimumAge": 16, "wordsPerPage": 275,
	}).Granted(t, 201, nil)
	added, err := app.FindFirstRecordByData(store.Policies, store.Version, "2091-01-01")
	if err != nil {
		t.Fatal(err)
	}
	message := about(store.Policies, "create", added.Id)
	browsers["the admin"].wait(t, message, 1)
	browsers.check(t, app, map[string][]string{"the admin": {message}, "the student": {message}, "the tutor": {message}})
}
