package sessions_test

import (
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/failures"
	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// endings are changes to an account, and the status that a request of its former
// session then gets; 0 if the session stays open.
var endings = []struct {
	name   string
	status int
	change func(account *core.Record)
}{
	{"a deactivation", 401, func(account *core.Record) { account.Set(store.Status, domain.StatusInactive) }},
	{"a password change", 401, func(account *core.Record) { account.SetPassword("another horse") }},
	{"a new role", 403, func(account *core.Record) { account.Set(store.Role, domain.RoleTutor) }},
	{"a new name", 0, func(account *core.Record) { account.Set(store.Name, "Nia Frost") }},
}

// change applies an ending to a stored account through any app, or transaction.
func change(app core.App, id string, apply func(*core.Record)) error {
	account, err := app.FindRecordById(store.Users, id)
	if err != nil {
		return err
	}
	apply(account)
	return app.Save(account)
}

// statusOf returns the HTTP status of an error, or 0 for nil.
func statusOf(err error) int {
	if err == nil {
		return 0
	}
	return failures.From(err).Status
}
