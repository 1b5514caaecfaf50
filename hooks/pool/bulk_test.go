package pool_test

import (
	"strings"
	"testing"

	"deskmate/internal/testkit"
	"deskmate/rules"
)

func TestARefusedBulkChangeSavesNothing(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin, robin := app.Person(t, rules.RoleAdmin, "Ada Quill"), app.Person(t, rules.RoleStudent, "Robin Vale")
	ids := []string{app.HandIn(t, robin.Token, nil), app.HandIn(t, robin.Token, nil), "zzzzzzzzzzzzzzz"}
	statements := app.RecordTransactions(func() {
		answer := app.Call(t, "PUT", "/api/assignments/pool", admin.Token, map[string]any{"ids": ids, "open": true})
		if answer.Status < 400 {
			t.Errorf("got %d %s", answer.Status, answer.Body)
		}
	})
	for _, statement := range statements {
		if strings.HasPrefix(statement, "UPDATE `assignments`") {
			t.Errorf("it ran %s", statement)
		}
	}
}
