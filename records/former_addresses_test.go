package records_test

import (
	"testing"

	"github.com/pocketbase/dbx"

	"deskmate/rules"
)

func TestFormerAddressesThatAreKnownAreRemembered(t *testing.T) {
	t.Parallel()
	app := newBaseApp(t)
	before, after := migrationsFrom(t, "1797100024_remember_addresses.go")
	migrate(t, app, before)
	rows := []struct {
		table string
		row   dbx.Params
	}{
		{"users", dbx.Params{"id": "u", "email": "now@example.com", "tokenKey": "u", "specialization": "Law, kim@home.example"}},
		{"users", dbx.Params{"id": "w", "email": "w@example.com", "tokenKey": "w", "specialization": "Law"}},
		{"email_undos", dbx.Params{"id": "a", "user": "u", "email": "first@example.com", "nonce": "n"}},
		{"email_undos", dbx.Params{"id": "b", "user": "u", "email": "second@example.com", "nonce": "n"}},
		{"email_undos", dbx.Params{"id": "c", "user": "u", "email": "first@example.com", "nonce": "n"}},
	}
	for _, stored := range rows {
		if _, err := app.DB().Insert(stored.table, stored.row).Execute(); err != nil {
			t.Fatal(err)
		}
	}
	migrate(t, app, after)
	var users []struct{ ID, FormerAddresses, Specialization string }
	if err := app.DB().NewQuery("SELECT id, formerAddresses AS former_addresses, specialization FROM users ORDER BY id").All(&users); err != nil || len(users) != 2 {
		t.Fatal(users, err)
	}
	want := rules.WithFormer(rules.WithFormer("", "u", "first@example.com"), "u", "second@example.com")
	if users[0].FormerAddresses != want || users[0].Specialization != "Law, [hidden]" || users[1].FormerAddresses != "" || users[1].Specialization != "Law" {
		t.Errorf("the accounts are %+v, want %q", users, want)
	}
}
