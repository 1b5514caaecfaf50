package store_test

import (
	"strings"
	"testing"
	"time"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
)

func TestTheStateOfTheOutboxIsReadWithoutCountingIt(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	if queue, err := store.ReadMailQueue(t.Context(), app); err != nil || len(queue.Counts) != 0 || !queue.Oldest.IsZero() {
		t.Errorf("without mails: got %+v, %v", queue, err)
	}
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	first := time.Date(2031, 3, 10, 10, 0, 0, 0, time.UTC)
	for i, status := range []string{"sent", "queued", "queued", "failed"} {
		clock.Set(app, first.Add(time.Duration(i)*time.Hour))
		app.Row(t, store.Outbox, map[string]any{store.Kind: "assignment.graded", store.UserField: robin.Id, "to": robin.Email(), store.Status: status})
	}
	var queue store.MailQueue
	queries := app.RecordQueries(func() {
		var err error
		if queue, err = store.ReadMailQueue(t.Context(), app); err != nil {
			t.Fatal(err)
		}
	})
	if queue.Counts["queued"] != 2 || queue.Counts["sent"] != 1 || queue.Counts["failed"] != 1 || !queue.Oldest.Equal(first.Add(time.Hour)) {
		t.Errorf("got %+v", queue)
	}
	if len(queries) != 2 {
		t.Errorf("it took %q", queries)
	}
	for _, query := range queries {
		var steps []struct {
			Detail string `db:"detail"`
		}
		if err := app.DB().NewQuery("EXPLAIN QUERY PLAN " + query).All(&steps); err != nil {
			t.Fatal(err)
		}
		for _, step := range steps {
			// Both indexes have the oldest mail that waits at their beginning.
			ordered := strings.Contains(step.Detail, "idx_outbox_waiting") || strings.Contains(step.Detail, "idx_outbox_status (status=?)")
			if strings.HasPrefix(step.Detail, "SCAN") || strings.HasPrefix(step.Detail, "SEARCH outbox") && !ordered {
				t.Errorf("%s: %s", query, step.Detail)
			}
		}
	}
}
