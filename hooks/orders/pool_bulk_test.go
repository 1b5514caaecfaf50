package orders_test

import (
	"strings"
	"testing"

	"deskmate/hooks/domain"
	"deskmate/internal/testkit"
)

func TestARefusedBulkChangeSavesNothing(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin, robin := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleStudent, "Robin Vale")
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
