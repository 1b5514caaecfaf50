package messages_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/pocketbase/dbx"

	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

// notice is a notice as the API returns it.
type notice struct {
	ID                      string `json:"_id"`
	Kind, Title, Body, Link string
	ReadAt                  *string
	CreatedAt               string
}

// read returns the notices of a person.
func read(t *testing.T, app *testkit.App, person testkit.Person, query string) (notices []notice) {
	t.Helper()
	app.Call(t, "GET", "/api/notices"+query, person.Token, nil).Granted(t, 200, &notices)
	return notices
}

// told returns what everybody was told since the last call, sorted: the receivers of
// mails and notices with their kinds.
func told(t *testing.T, app *testkit.App) (all []string) {
	t.Helper()
	var rows []struct {
		To   string `db:"to"`
		Kind string `db:"kind"`
	}
	err := app.DB().NewQuery(`SELECT 'mail ' || [[to]] AS [[to]], kind FROM outbox
		UNION ALL SELECT 'notice ' || u.email, n.kind FROM notices n JOIN users u ON u.id = n.user`).All(&rows)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		if !strings.HasPrefix(row.Kind, "account.") {
			all = append(all, strings.ReplaceAll(row.To, "@example.com", "")+": "+row.Kind)
		}
	}
	for _, table := range []string{store.Outbox, store.Notices} {
		if _, err := app.NonconcurrentDB().Delete(table, dbx.NewExp("true")).Execute(); err != nil {
			t.Fatal(err)
		}
	}
	slices.Sort(all)
	return all
}
