package backups_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"deskmate/hooks/backups"
	"deskmate/hooks/store"
	"deskmate/internal/chance"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
)

func TestWritesSucceedDuringEveryStepOfABackup(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	var steps []string
	ctx := backups.WithReporter(context.Background(), func(title string, _ int64, ended bool) {
		if ended || slices.Contains(steps, title) {
			return
		}
		steps = append(steps, title)
		limit, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		if err := write(limit, app, fmt.Sprint("step", len(steps))); err != nil {
			t.Errorf("writing during %q: %v", title, err)
		}
	})
	mustCreate(t, app, ctx)
	want := []string{"Copying data.db", "Packing data.db", "Copying auxiliary.db", "Packing auxiliary.db", packingFiles, "Storing " + name}
	if !slices.Equal(steps, want) {
		t.Errorf("the steps are %q, want %q", steps, want)
	}
}

func TestNoWriteWaitsForALargeBackup(t *testing.T) {
	t.Parallel()
	chance.Long(t)
	app := testkit.New(t)
	noise := rand.New(rand.NewPCG(1, 2))
	var text strings.Builder
	for text.Len() < 8<<20 {
		fmt.Fprintf(&text, "%x ", noise.Uint64())
	}
	for i := range 12 {
		mustWrite(t, app, fmt.Sprintf("storage/large/%d.txt", i), []byte(text.String()))
	}
	for attempt := 1; ; attempt++ { // a stall of the machine may spoil one
		writes, total, longest := writeDuringBackup(t, app, fmt.Sprintf("attempt-%d.zip", attempt))
		// A backup that blocked the writer would do so for most of its time, however fast the machine is.
		limit := min(time.Second, total/2)
		if writes >= 10 && longest <= limit {
			return
		}
		if attempt == 3 {
			t.Fatalf("of %d writes during a backup of %v, one took %v, want at most %v", writes, total, longest, limit)
		}
	}
}

// writeDuringBackup makes a backup and writes all the time. It returns how often, and how
// long the backup and the longest write took.
func writeDuringBackup(t *testing.T, app *testkit.App, name string) (writes int, total, longest time.Duration) {
	t.Helper()
	ended := make(chan error)
	elapsed := clock.Stopwatch()
	go func() { ended <- app.CreateBackup(context.Background(), name) }()
	for ; ; writes++ {
		select {
		case err := <-ended:
			if err != nil {
				t.Fatal(err)
			}
			return writes, elapsed(), longest
		default:
		}
		waited := clock.Stopwatch()
		if err := write(context.Background(), app, fmt.Sprint("write", writes)); err != nil {
			t.Fatal(err)
		}
		longest = max(longest, waited())
	}
}

func write(ctx context.Context, app *testkit.App, sender string) error {
	site, err := store.FindSite(app)
	if err != nil {
		return err
	}
	site.Set(store.SupportEmail, sender+"@example.com")
	return app.SaveNoValidateWithContext(ctx, site)
}
