package orders_test

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/jobs"
	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

// measure runs the job that measures files once.
func measure(t *testing.T, app *testkit.App) {
	t.Helper()
	app.RunJob(t, "measureFiles")
}

// clearSizes makes stored assignments look as if they predate the recording of sizes.
func clearSizes(t *testing.T, app *testkit.App) {
	t.Helper()
	if _, err := app.NonconcurrentDB().Update(store.Assignments, dbx.Params{store.FileSize: 0}, nil).Execute(); err != nil {
		t.Fatal(err)
	}
}

func sizeOf(t *testing.T, app *testkit.App, id string) int {
	t.Helper()
	record, err := app.FindRecordById(store.Assignments, id)
	if err != nil {
		t.Fatal(err)
	}
	return record.GetInt(store.FileSize)
}

// insertWithoutFile inserts assignments whose files are missing from the store.
func insertWithoutFile(t *testing.T, app *testkit.App, count int) {
	t.Helper()
	err := app.RunInTransaction(func(tx core.App) error {
		for i := range count {
			_, err := tx.NonconcurrentDB().Insert(store.Assignments, dbx.Params{
				"id": fmt.Sprintf("aaa%012d", i), "title": "Tides", "description": "Tides", "subject": "Tides", "priority": "High", "status": "submitted",
				"file": "gone.pdf", "created": "2030-01-01 10:00:00.000Z", "updated": "2030-01-01 10:00:00.000Z",
			}).Execute()
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestOldFilesAreMeasuredAndCountTowardsTheQuota(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	setQuota(t, app, 1)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	id, bare := app.HandIn(t, robin.Token, nil, part(half+1)), app.HandIn(t, robin.Token, nil)
	clearSizes(t, app)
	before, err := app.FindRecordById(store.Assignments, id)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		measure(t, app)
		if size := sizeOf(t, app, id); size != half+1 {
			t.Errorf("the file is measured as %d bytes, want %d", size, half+1)
		}
		if size := sizeOf(t, app, bare); size != 0 {
			t.Errorf("an assignment without a file is measured as %d bytes", size)
		}
	}
	after, err := app.FindRecordById(store.Assignments, id)
	if err != nil || after.GetString(store.Updated) != before.GetString(store.Updated) {
		t.Errorf("measuring changed the assignment at %s, %v", after.GetString(store.Updated), err)
	}
	submit(t, app, robin.Token, half).Refused(t, http.StatusRequestEntityTooLarge, overQuota)
}

func TestMissingAndEmptyFilesDoNotStopTheJob(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	empty := app.HandIn(t, robin.Token, nil, part(1000))
	for _, path := range storedFiles(t, app) {
		if err := os.Truncate(path, 0); err != nil {
			t.Fatal(err)
		}
	}
	genuine := app.HandIn(t, robin.Token, nil, part(2000))
	clearSizes(t, app)
	insertWithoutFile(t, app, 450) // more than two batches, ahead of the others
	measure(t, app)
	if size := sizeOf(t, app, genuine); size != 2000 {
		t.Errorf("the file is measured as %d bytes, want 2000", size)
	}
	if size := sizeOf(t, app, empty); size != -1 {
		t.Errorf("the empty file is measured as %d bytes, want -1", size)
	}
	if left, err := store.FindUnmeasured(app, "", 1); err != nil || len(left) != 0 {
		t.Errorf("%d files are left to measure, %v", len(left), err)
	}
	// Neither counts towards the quota.
	if stored, err := store.ReadStorage(t.Context(), app, robin.Id, ""); err != nil || stored.Bytes != 2000 {
		t.Errorf("the account stores %d bytes, want 2000: %v", stored.Bytes, err)
	}
}

func TestAnUnreadableFileDoesNotStopTheJob(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	unreadable := app.HandIn(t, robin.Token, nil, part(1000))
	for _, path := range storedFiles(t, app) {
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(path, path); err != nil {
			t.Fatal(err)
		}
	}
	genuine := app.HandIn(t, robin.Token, nil, part(2000))
	clearSizes(t, app)
	for range 2 {
		measure(t, app)
	}
	if size := sizeOf(t, app, genuine); size != 2000 {
		t.Errorf("the file is measured as %d bytes, want 2000", size)
	}
	if size := sizeOf(t, app, unreadable); size != 0 {
		t.Errorf("the unreadable file is measured as %d bytes, want 0", size)
	}
}

func TestMeasuringEndsThoughTheStoreNeverAnswers(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	id := app.HandIn(t, "", nil, part(1000))
	app.HandIn(t, "", nil, part(1000))
	clearSizes(t, app)
	err := app.EndsAtASilentStore(t, func(ctx context.Context) error { return jobs.Run(ctx, app, "measureFiles") })
	if text := err.Error(); strings.Count(text, "the file of assignment ") != 1 {
		t.Errorf("the run ended with %s", text)
	}
	if size := sizeOf(t, app, id); size != 0 {
		t.Errorf("the file is measured as %d bytes", size)
	}
}

func TestAFileRemovedDuringMeasurementGetsNoSize(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	id := app.HandIn(t, "", nil, part(1000))
	clearSizes(t, app)
	measured := make(chan struct{})
	err := app.RunInTransaction(func(tx core.App) error {
		_, err := tx.NonconcurrentDB().Update(store.Assignments, dbx.Params{store.File: ""}, dbx.HashExp{store.ID: id}).Execute()
		go func() {
			defer close(measured)
			measure(t, app)
		}()
		awaitWriterQueue(t, app) // the job has measured the file and waits to store its size
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	<-measured
	if size := sizeOf(t, app, id); size != 0 {
		t.Errorf("an assignment without a file is measured as %d bytes", size)
	}
}

// awaitWriterQueue waits until a change has queued for the database's writer.
func awaitWriterQueue(t *testing.T, app *testkit.App) {
	t.Helper()
	isQueued := testkit.Holds(func() bool {
		queue, ok := app.Store().Get("deskmateWriterQueue").(chan struct{})
		return ok && len(queue) > 0
	})
	if !isQueued {
		t.Error("no change has queued for the writer")
	}
}
