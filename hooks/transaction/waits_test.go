package transaction_test

import (
	"context"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/transaction"
	"deskmate/internal/testkit"
)

func TestSomebodyHearsHowLongAChangeHasWaited(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	type wait struct {
		took    time.Duration
		refused bool
	}
	var waits []wait
	transaction.OnWait(app, func(waited time.Duration, refused bool) { waits = append(waits, wait{waited, refused}) })
	change := func(ctx context.Context, tx core.App) error {
		// A change within a change does not wait.
		return transaction.Run(ctx, tx, func(context.Context, core.App) error { return nil })
	}
	if err := transaction.Run(t.Context(), app, change); err != nil {
		t.Fatal(err)
	}
	free := occupy(t, app)
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	if err := transaction.Run(ctx, app, change); err == nil {
		t.Error("its turn has come")
	}
	free()
	if len(waits) != 2 || waits[0].refused || !waits[1].refused || waits[1].took <= 0 {
		t.Errorf("got %+v", waits)
	}
}
