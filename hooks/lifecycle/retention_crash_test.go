package lifecycle_test

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/lifecycle"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
)

// stopAfter stops the program after it has executed a number of statements in
// transactions. It returns a function that lets it run again and reports how many it
// has executed.
func (d desk) stopAfter(limit int) (resume func() (executed int)) {
	db, executed := d.NonconcurrentDB().(*dbx.DB), 0
	db.ExecLogFunc = func(context.Context, time.Duration, string, sql.Result, error) {
		if executed++; executed == limit {
			panic("stopped")
		}
	}
	return func() int {
		db.ExecLogFunc = nil
		return executed
	}
}

// runStopped runs the job and lets the program be stopped meanwhile.
func (d desk) runStopped(t *testing.T) {
	t.Helper()
	defer func() { _ = recover() }()
	d.RunJob(t, job)
}

func TestAStopInTheMiddleLosesAndRepeatsNothing(t *testing.T) {
	t.Parallel()
	for name, after := range map[string]time.Duration{"announcing": 166 * day, "deleting": 180 * day} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for step := 1; ; step++ {
				d := newDesk(t)
				d.accept(t)
				d.told(t)
				want := both("files.announced 3 May 2027")
				if after == 180*day {
					d.at(t, 166*day)
					d.isTold(t, "14 days before", want...)
					want = both("files.deleted")
				}
				clock.Set(d, start.Add(after))
				d.KeepRunning(t)
				resume := d.stopAfter(step)
				d.runStopped(t)
				executed := resume()
				found, err := store.FindOrderFiles(t.Context(), d, d.id)
				if err != nil {
					t.Fatal(err)
				}
				if kept := len(d.left(t)); len(found) > kept {
					t.Errorf("stopped at step %d: there are rows of %d files, but %d files", step, len(found), kept)
				}
				d.RunJob(t, job)
				d.RunJob(t, job)
				d.isTold(t, "in the end", want...)
				if after == 180*day {
					d.isLeft(t, "in the end")
					d.isInHistory(t, 1)
				}
				if executed < step {
					if step < 6 {
						t.Errorf("it took %d steps", step)
					}
					return
				}
			}
		})
	}
}

func TestAFailureOfAnyPartLeavesNothingBehind(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.accept(t)
	d.told(t)
	execute := func(query string) {
		t.Helper()
		if _, err := d.NonconcurrentDB().NewQuery(query).Execute(); err != nil {
			t.Fatal(err)
		}
	}
	for _, phase := range []struct {
		after      time.Duration
		statements []string
		told       []string
	}{
		{166 * day, []string{"INSERT ON notices", "INSERT ON outbox", "UPDATE OF purgeAt ON assignments"}, both("files.announced 3 May 2027")},
		{180 * day, []string{
			"INSERT ON notices", "INSERT ON outbox", "INSERT ON activities", "UPDATE OF purgedAt ON assignments", "UPDATE OF purgedFiles ON assignments",
			"UPDATE OF filesToRemove ON assignments", "UPDATE ON quotes", "UPDATE ON deliveries",
		}, both("files.deleted")},
	} {
		clock.Set(d, start.Add(phase.after))
		d.KeepRunning(t)
		for _, statement := range phase.statements {
			before := d.dump(t)
			execute("CREATE TRIGGER fault BEFORE " + statement + " BEGIN SELECT RAISE(ABORT, 'the disk is full'); END")
			d.RunJob(t, job)
			execute("DROP TRIGGER fault")
			if d.dump(t) != before {
				t.Errorf("%s failed: something was written", statement)
			}
		}
		d.RunJob(t, job)
		d.isTold(t, "once nothing fails", phase.told...)
	}
	d.isLeft(t, "in the end")
}

// irremovable replaces a stored file by a folder that is not empty, unreadable by a link
// to itself.
func irremovable(path string) error {
	return errors.Join(os.Mkdir(path, 0o755), os.WriteFile(path+"/inside", nil, 0o600))
}

func unreadable(path string) error { return os.Symlink(path, path) }

// hold replaces the stored file that has a content by something that makes the store fail.
// It returns a function that brings the file back.
func (d desk) hold(t *testing.T, content string, replace func(path string) error) (release func()) {
	t.Helper()
	for path := range d.stored(t) {
		found, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if string(found) != content {
			continue
		}
		if err := errors.Join(os.Remove(path), replace(path)); err != nil {
			t.Fatal(err)
		}
		return func() {
			if err := errors.Join(os.RemoveAll(path), os.WriteFile(path, found, 0o600)); err != nil {
				t.Fatal(err)
			}
		}
	}
	t.Fatalf("there is no file with the content %q", content)
	return nil
}

func TestAStoreThatCannotRemoveAFileIsAskedAgain(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.accept(t)
	d.at(t, 166*day)
	d.told(t)
	release := d.hold(t, "The essay", irremovable) // its hash is stored, so nobody reads it
	d.at(t, 180*day)
	d.isTold(t, "although one file is left", both("files.deleted")...)
	var delivered []struct{ Files []struct{ URL string } }
	d.Call(t, "GET", d.path("/deliveries"), d.student.Token, nil).Granted(t, 200, &delivered)
	if delivered[0].Files[0].URL != "" {
		t.Error("a deleted file has an address")
	}
	if out, err := d.command(t); err == nil {
		t.Errorf("the command does not fail: %s", out)
	}
	release()
	d.isLeft(t, "until the store works", "The essay")
	d.at(t, 180*day+time.Minute)
	d.isTold(t, "once the store works")
	d.isLeft(t, "once the store works")
}

func TestAnUnreadableBriefDoesNotHoldUpOtherOrders(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.accept(t)
	other := d
	other.id = d.order(t, "Another brief", "Other notes", "Another essay")
	other.accept(t)
	d.at(t, 166*day)
	d.told(t)
	release := d.hold(t, "The brief", unreadable)
	d.at(t, 180*day)
	d.isInHistory(t, 0)
	other.isInHistory(t, 1)
	d.isTold(t, "about the other order", both("files.deleted")...)
	release()
	d.isLeft(t, "of the first order", all...)
	d.at(t, 180*day+time.Minute)
	d.isTold(t, "once the store works", both("files.deleted")...)
	d.isLeft(t, "once the store works")
}

func TestAFileMissingFromTheStoreCountsAsDeleted(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.accept(t)
	d.at(t, 166*day)
	d.told(t)
	for path := range d.stored(t) {
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
	}
	d.at(t, 180*day)
	d.isTold(t, "in the end", both("files.deleted")...)
	d.isInHistory(t, 1)
}

func TestTwoProcessesDoNothingTwice(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.accept(t)
	for range 4 {
		other := d
		other.id = d.order(t, "Another brief", "Other notes", "Another essay")
		other.accept(t)
	}
	d.told(t)
	second := d.SecondProcess(t)
	for _, phase := range []struct {
		after time.Duration
		told  string
	}{{166 * day, "files.announced 3 May 2027"}, {180 * day, "files.deleted"}} {
		clock.Set(d, start.Add(phase.after))
		clock.Set(second, start.Add(phase.after))
		d.KeepRunning(t)
		var running sync.WaitGroup
		for _, app := range []core.App{d, second} {
			running.Go(func() {
				if err := lifecycle.Run(t.Context(), app); err != nil {
					t.Error(err)
				}
			})
		}
		running.Wait()
		want := slices.Repeat(both(phase.told), 5)
		slices.Sort(want)
		d.isTold(t, "by both", want...)
	}
	d.isLeft(t, "in the end")
	if count, err := d.CountRecords(store.Activities, dbx.HashExp{store.Kind: "assignment.purged"}); err != nil || count != 5 {
		t.Errorf("the history has %d deletions, %v", count, err)
	}
}

func TestTheCommandPrintsWhatItDoes(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.accept(t)
	reference := d.reference(t)
	if out, err := d.command(t); err != nil || out != "Nothing is due.\n" {
		t.Errorf("at first it prints %q, %v", out, err)
	}
	for _, phase := range []struct {
		after time.Duration
		what  string
	}{{166 * day, "announce"}, {180 * day, "delete"}} {
		clock.Set(d, start.Add(phase.after))
		d.KeepRunning(t)
		var want strings.Builder
		for _, file := range []string{"brief.txt", "notes.txt", "essay.txt", "essay.txt"} {
			want.WriteString(phase.what + "\t2027-05-03T10:00:00.000Z\t" + reference + "\t" + file + "\t9\n")
		}
		before := d.dump(t)
		if out, err := d.command(t, "--dry-run"); err != nil || out != want.String() {
			t.Errorf("a dry run prints %q, %v, want %q", out, err, want.String())
		}
		if d.dump(t) != before {
			t.Error("a dry run changes something")
		}
		if out, err := d.command(t); err != nil || out != want.String() {
			t.Errorf("a run prints %q, %v, want %q", out, err, want.String())
		}
		if out, err := d.command(t); err != nil || out != "Nothing is due.\n" {
			t.Errorf("another run prints %q, %v", out, err)
		}
	}
	d.isLeft(t, "in the end")
	d.isInHistory(t, 1)
	if _, err := d.command(t, "now"); err == nil {
		t.Error("an argument that it does not know is no failure")
	}
}

// reference returns the reference of the desk's order.
func (d desk) reference(t *testing.T) string {
	t.Helper()
	found, err := store.FindKeeping(t.Context(), d, d.id)
	if err != nil {
		t.Fatal(err)
	}
	return found.Reference
}
