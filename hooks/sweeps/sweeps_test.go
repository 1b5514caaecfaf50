package sweeps_test

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/internal/clock"
	"deskmate/internal/testkit"
	"deskmate/records"
)

func TestAFileWithoutARowIsDeletedAfterSevenMoreNights(t *testing.T) {
	t.Parallel()
	inBoth(t, func(t *testing.T, d *desk) {
		inRow, inNone := d.folder+"/"+d.id+"/file_left.pdf", d.folder+"/gone00000000000/file_lost.pdf"
		thumb := d.folder + "/" + d.id + "/thumbs_file_left.pdf/100x100_file_left.pdf"
		for _, key := range []string{inRow, inNone, thumb} {
			d.put(t, key, "left")
		}
		if found := d.night(t); found.Files != 0 || len(d.orphans(t)) > 0 {
			t.Errorf("on the first day it reports %+v", found)
		}
		for night := 1; night <= 7; night++ {
			found := d.nights(t, 1)
			if found.Files != 3 || found.Bytes != 12 || found.Rows != 0 || found.Swept != 0 || found.StartedAgain || len(d.orphans(t)) != 3 {
				t.Fatalf("on night %d it reports %+v, %q", night, found, d.orphans(t))
			}
		}
		if !d.has(t, inRow) || !d.has(t, inNone) {
			t.Fatal("they are deleted too early")
		}
		found := d.nights(t, 1)
		if found.Swept != 3 || found.SweptBytes != 12 || found.Files != 0 || found.Bytes != 0 || len(d.orphans(t)) > 0 {
			t.Errorf("at the end it reports %+v, %q", found, d.orphans(t))
		}
		left := slices.DeleteFunc(d.keys(t), func(key string) bool { return key == d.live || key == d.live+".attrs" })
		if len(left) > 0 || !d.has(t, d.live) {
			t.Errorf("%q are left", left)
		}
		if found := d.nights(t, 1); found.Swept != 0 || found.StartedAgain {
			t.Errorf("afterwards it reports %+v", found)
		}
	})
}

func TestAFileThatIsWrittenAgainWaitsAgain(t *testing.T) {
	t.Parallel()
	d := open(t, nil)
	key := d.folder + "/" + d.id + "/file_left.pdf"
	d.put(t, key, "left")
	d.nights(t, 7)
	path := filepath.Join(d.DataDir(), core.LocalStorageDirName, filepath.FromSlash(key))
	later := clock.Now(d).Add(-25 * time.Hour)
	if err := os.Chtimes(path, later, later); err != nil {
		t.Fatal(err)
	}
	d.nights(t, 6)
	if !d.has(t, key) {
		t.Error("it is deleted too early")
	}
	if d.nights(t, 2); d.has(t, key) {
		t.Error("it is not deleted")
	}
}

func TestARowWithoutItsFileIsReportedAndLeftAlone(t *testing.T) {
	t.Parallel()
	inBoth(t, func(t *testing.T, d *desk) {
		id, key := d.handIn(t)
		if disk, ok := d.files.(onDisk); ok {
			if err := os.Remove(filepath.Join(disk.root, filepath.FromSlash(key))); err != nil {
				t.Fatal(err)
			}
		} else if _, err := d.files.(*inBucket).backend.DeleteObject("files", key); err != nil {
			t.Fatal(err)
		}
		found := d.nights(t, 12)
		_, name, _ := strings.Cut(key, "/")
		if want := []string{"row assignments/" + name + " 12"}; found.Rows != 1 || found.Files != 0 || found.Swept != 0 || !slices.Equal(d.orphans(t), want) {
			t.Errorf("it reports %+v, %q, want %q", found, d.orphans(t), want)
		}
		if row, err := d.FindRecordById(records.Assignments, id); err != nil || row.GetString(records.File) == "" {
			t.Errorf("the row is changed: %v", err)
		}
		d.put(t, key, "found again")
		if found := d.nights(t, 1); found.Rows != 0 || len(d.orphans(t)) > 0 {
			t.Errorf("once it is back, it reports %+v, %q", found, d.orphans(t))
		}
	})
}

func TestFieldsForSeveralFilesAreCompared(t *testing.T) {
	t.Parallel()
	d := open(t, nil)
	quote := d.AskForQuote(t, testkit.File{Field: "files", Name: "notes.txt", Content: []byte("Notes")}, testkit.File{Field: "files", Name: "plan.txt", Content: []byte("Plan")})
	if found := d.nights(t, 12); found.Files != 0 || found.Rows != 0 || found.Swept != 0 {
		t.Errorf("it reports %+v, %q", found, d.orphans(t))
	}
	row, err := d.FindRecordById(records.Quotes, quote.Id)
	if err != nil {
		t.Fatal(err)
	}
	names := row.GetStringSlice("files")
	if err := os.Remove(filepath.Join(d.DataDir(), core.LocalStorageDirName, row.BaseFilesPath(), names[1])); err != nil {
		t.Fatal(err)
	}
	if found, want := d.nights(t, 1), []string{"row quotes/" + row.Id + "/" + names[1] + " 1"}; found.Rows != 1 || found.Files != 0 || !slices.Equal(d.orphans(t), want) {
		t.Errorf("without one of them it reports %+v, %q", found, d.orphans(t))
	}
	// Nothing may take a field that it cannot read for one without files.
	if err := new(records.StoredFiles).Scan([]byte("notes.txt")); err == nil {
		t.Error("names that are no text are overlooked")
	}
}

func TestWhatNoCollectionHasStoredIsNeverTouched(t *testing.T) {
	t.Parallel()
	inBoth(t, func(t *testing.T, d *desk) {
		unknown := []string{
			"pb_backup_desk.zip", "desk/g1/0000/a.ltx", "other-site/" + d.folder + "/" + d.id + "/file_a.pdf", "pbc_0000000000/" + d.id + "/file_a.pdf",
			d.folder + "/notes.txt", d.folder + "/" + d.id + "/a/b/c.pdf", d.folder + "/" + d.id + "/drafts/c.pdf", d.folder + "/" + d.id + "/a b.pdf",
		}
		kept := append([]string{d.folder + "/" + d.id + "/thumbs_" + filepath.Base(d.live) + "/100x100_" + filepath.Base(d.live)}, unknown...)
		for _, key := range kept {
			d.put(t, key, "kept")
		}
		before := d.keys(t)
		found := d.nights(t, 12)
		if found.Unknown != int64(len(unknown)) || found.Files != 0 || found.Swept != 0 || len(d.orphans(t)) > 0 {
			t.Errorf("it reports %+v, %q", found, d.orphans(t))
		}
		if after := d.keys(t); !slices.Equal(after, before) {
			t.Errorf("it leaves %q of %q", after, before)
		}
	})
}

func TestAPurgedFileThatIsStillThereIsDeletedInTheEnd(t *testing.T) {
	t.Parallel()
	d := open(t, nil)
	_, key := d.handIn(t)
	execute(t, d, "UPDATE assignments SET file = '', fileSize = 0, purgedFiles = json_array(json_object('file', file)) WHERE id != '"+d.id+"'")
	if found := d.nights(t, 7); !d.has(t, key) || found.Files != 1 { // its sidecar is a part of it
		t.Errorf("it is deleted too early: %+v", found)
	}
	if found := d.nights(t, 1); d.has(t, key) || d.has(t, key+".attrs") || found.Rows != 0 {
		t.Errorf("it is not deleted: %+v", found)
	}
}

func TestAStoreWithoutAnyOfTheFilesStopsTheComparison(t *testing.T) {
	t.Parallel()
	store := newBucket(t)
	if err := store.backend.CreateBucket("empty"); err != nil {
		t.Fatal(err)
	}
	d := open(t, store)
	orphan := d.folder + "/" + d.id + "/file_left.pdf"
	d.put(t, orphan, "left")
	d.nights(t, 7)
	d.CopyRows(t, records.Assignments, d.id, 1500, nil)
	known := d.orphans(t)
	store.use(t, d, "empty")
	clock.Advance(d, 2*day)
	const want = "the store has none of the 100 files that were looked for: check that it is the one of this site"
	if err := d.run(); err == nil || err.Error() != want {
		t.Errorf("it returns %v", err)
	}
	if out, err := check(d); out != "" || err == nil || err.Error() != want {
		t.Errorf("the command returns %q, %v", out, err)
	}
	if after := d.orphans(t); !slices.Equal(after, known) {
		t.Errorf("it has stored %q", after)
	}
	store.use(t, d, "files")
	execute(t, d, "DELETE FROM assignments WHERE id != '"+d.id+"'")
	if d.nights(t, 1); d.has(t, orphan) {
		t.Error("afterwards it does not go on")
	}
}

func TestAStoreThatGoesAwayLosesNothing(t *testing.T) {
	t.Parallel()
	for name, isFault := range map[string]func(r *http.Request) bool{
		"at once":         func(*http.Request) bool { return true },
		"in a listing":    func(r *http.Request) bool { return r.URL.Query().Has("continuation-token") },
		"at the deletion": func(r *http.Request) bool { return r.Method == http.MethodDelete },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			store := newBucket(t)
			d := open(t, store)
			for i := range 1200 {
				d.put(t, d.folder+"/"+d.id+"/file_"+strconv.Itoa(i)+".pdf", "left")
			}
			d.nights(t, 7)
			fault := func(w http.ResponseWriter, r *http.Request, store http.Handler) {
				if isFault(r) && !strings.Contains(r.URL.Path, "deskmate_sweeps") {
					w.WriteHeader(http.StatusForbidden)
					return
				}
				store.ServeHTTP(w, r)
			}
			store.around.Store(&fault)
			clock.Advance(d, 2*day)
			if err := d.run(); err == nil {
				t.Error("it does not fail")
			}
			if left := len(d.keys(t)); left != 1201 {
				t.Errorf("%d files are left", left)
			}
			store.around.Store(nil)
			clock.Advance(d, day)
			if found := d.night(t); found.Swept != 1200 || len(d.keys(t)) != 1 {
				t.Errorf("afterwards it reports %+v, and leaves %d", found, len(d.keys(t)))
			}
		})
	}
}

func TestABucketIsListedInPages(t *testing.T) {
	t.Parallel()
	store := newBucket(t)
	d := open(t, store)
	for _, id := range d.CopyRows(t, records.Assignments, d.id, 2300, nil) {
		d.put(t, d.folder+"/"+id+"/"+filepath.Base(d.live), "essay")
	}
	last := "zzzzzzzzzzzzzzz/file_left.pdf"
	d.put(t, d.folder+"/"+last, "left")
	clock.Advance(d, 2*day)
	if found, want := d.night(t), []string{"file assignments/" + last + " 1"}; found.Files != 1 || found.Rows != 0 || !slices.Equal(d.orphans(t), want) {
		t.Errorf("it reports %+v, %q", found, d.orphans(t))
	}
	var looked atomic.Int64
	count := func(w http.ResponseWriter, r *http.Request, store http.Handler) {
		looked.Add(1)
		store.ServeHTTP(w, r)
	}
	store.around.Store(&count)
	if d.nights(t, 1); looked.Load() > 30 {
		t.Errorf("it takes %d requests", looked.Load())
	}
}

// What happens after the listing of a folder and before its rows are read is no orphan.
func TestWhatChangesDuringTheComparisonIsNoOrphan(t *testing.T) {
	t.Parallel()
	store := newBucket(t)
	d := open(t, store)
	gone, missing := d.handIn(t)
	if _, err := store.backend.DeleteObject("files", missing); err != nil {
		t.Fatal(err)
	}
	var listed, looked sync.Once
	var isListed atomic.Bool
	meanwhile := func(w http.ResponseWriter, r *http.Request, store http.Handler) {
		store.ServeHTTP(w, r)
		if r.URL.Query().Has("list-type") && r.URL.Query().Get("prefix") == d.folder+"/" {
			listed.Do(func() {
				d.handIn(t)
				isListed.Store(true)
			})
		}
		if r.Method == http.MethodHead && strings.HasSuffix(r.URL.Path, missing) && isListed.Load() {
			looked.Do(func() { execute(t, d, "DELETE FROM assignments WHERE id = '"+gone+"'") })
		}
	}
	store.around.Store(&meanwhile)
	if found := d.nights(t, 1); found.Rows != 0 || found.Files != 0 || len(d.orphans(t)) > 0 {
		t.Errorf("it reports %+v, %q", found, d.orphans(t))
	}
}

func TestAFileThatIsWrittenJustBeforeItsDeletionStays(t *testing.T) {
	t.Parallel()
	store := newBucket(t)
	d := open(t, store)
	key := d.folder + "/" + d.id + "/file_left.pdf"
	d.put(t, key, "left")
	d.nights(t, 7)
	write := func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		if r.Method == http.MethodHead && strings.HasSuffix(r.URL.Path, key) {
			meta := map[string]string{"Last-Modified": clock.Now(d).UTC().Format(http.TimeFormat)}
			if _, err := store.backend.PutObject("files", key, meta, strings.NewReader("new"), 3, nil); err != nil {
				t.Error(err)
			}
		}
		next.ServeHTTP(w, r)
	}
	store.around.Store(&write)
	if found := d.nights(t, 1); found.Swept != 0 || !d.has(t, key) {
		t.Errorf("it is deleted: %+v", found)
	}
}

// While the store has a file and its row is not stored yet, the job must leave it alone,
// wherever the clock stands.
func TestAnUploadInProgressIsNeverLost(t *testing.T) {
	t.Parallel()
	store := newBucket(t)
	d := open(t, store)
	arrived, goOn := make(chan struct{}), make(chan struct{})
	slow := func(w http.ResponseWriter, r *http.Request, store http.Handler) {
		store.ServeHTTP(w, r)
		if r.Method == http.MethodPut && !strings.Contains(r.URL.Path, "deskmate_sweeps") {
			close(arrived)
			<-goOn
		}
	}
	store.around.Store(&slow)
	sent := make(chan testkit.Answer)
	go func() {
		sent <- d.Call(t, "POST", "/api/assignments", d.robin.Token, testkit.Form{
			Texts: testkit.NewAssignment(), Files: []testkit.File{{Field: "file", Name: "essay.pdf", Content: testkit.PDF("Tides")}},
		})
	}()
	<-arrived
	release := clock.Set(d, clock.Now(d))
	if found := d.night(t); found.Files != 0 {
		t.Errorf("it reports %+v", found)
	}
	clock.Advance(d, 365*day)
	if found := d.night(t); found.Files != 1 || found.Swept != 0 {
		t.Errorf("a year ahead, it reports %+v", found)
	}
	release()
	if found := d.night(t); found.Files != 0 || len(d.orphans(t)) > 0 {
		t.Errorf("back again, it reports %+v", found)
	}
	store.around.Store(nil)
	close(goOn)
	(<-sent).Granted(t, 201, nil)
	if found := d.nights(t, 2); found.Files != 0 || found.Rows != 0 || len(d.keys(t)) != 2 {
		t.Errorf("in the end it reports %+v, %q", found, d.keys(t))
	}
}

func TestAClockThatJumpsDoesNotShortenTheWait(t *testing.T) {
	t.Parallel()
	d := open(t, nil)
	key := d.folder + "/" + d.id + "/file_left.pdf"
	d.put(t, key, "left")
	d.nights(t, 2)
	now := clock.Now(d)
	clock.Advance(d, 365*day)
	if found := d.night(t); found.Swept != 0 || !d.has(t, key) {
		t.Fatalf("a year ahead it reports %+v", found)
	}
	clock.Set(d, now.Add(time.Minute))
	d.night(t)
	d.nights(t, 4)
	if !d.has(t, key) {
		t.Error("it is deleted after 6 days")
	}
	clock.Advance(d, -30*day)
	d.night(t) // a clock that was wrong all the time
	d.nights(t, 6)
	if !d.has(t, key) {
		t.Error("it is deleted although it was first seen in the future")
	}
	if d.nights(t, 30); d.has(t, key) {
		t.Error("it is never deleted")
	}
}

func TestSeveralRunsInOneNightCountOnce(t *testing.T) {
	t.Parallel()
	d := open(t, nil)
	d.put(t, d.folder+"/"+d.id+"/file_left.pdf", "left")
	clock.Advance(d, 8*day)
	for range 12 {
		d.night(t)
	}
	if want := []string{"file assignments/" + d.id + "/file_left.pdf 1"}; !slices.Equal(d.orphans(t), want) {
		t.Errorf("it stores %q", d.orphans(t))
	}
}

// Two databases on one bucket take the files of each other for orphans. Neither may delete
// anything, in whatever order they look.
func TestTwoDatabasesOnOneStoreDeleteNothing(t *testing.T) {
	t.Parallel()
	store := newBucket(t)
	one, other := open(t, store), open(t, store)
	before := one.keys(t)
	for night := range 20 {
		clock.Advance(one, day+time.Second)
		clock.Advance(other, day+time.Second)
		desks := []*desk{one, other}
		if night%3 == 1 {
			desks = []*desk{other, one}
		}
		for _, d := range desks {
			if found := d.night(t); found.Swept > 0 || night > 0 && found.Files != 1 {
				t.Fatalf("on night %d it reports %+v", night, found)
			}
		}
	}
	if after := one.keys(t); !slices.Equal(after, before) {
		t.Errorf("%q are left of %q", after, before)
	}
	if found := one.nights(t, 2); found.StartedAgain {
		t.Error("on its own, it does not go on")
	}
}

func TestARestoredDatabaseBeginsToWaitAnew(t *testing.T) {
	t.Parallel()
	store := newBucket(t)
	d := open(t, store)
	old := d.folder + "/" + d.id + "/file_left.pdf"
	d.put(t, old, "left")
	d.nights(t, 6)
	saved := filepath.Join(t.TempDir(), "data.db")
	execute(t, d, "VACUUM INTO '"+saved+"'")
	_, later := d.handIn(t)
	d.nights(t, 1)
	if err := d.ResetBootstrapState(); err != nil {
		t.Fatal(err)
	}
	for _, suffix := range []string{"-wal", "-shm"} {
		if err := os.RemoveAll(filepath.Join(d.DataDir(), "data.db"+suffix)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Rename(saved, filepath.Join(d.DataDir(), "data.db")); err != nil {
		t.Fatal(err)
	}
	if err := d.Bootstrap(); err != nil {
		t.Fatal(err)
	}
	if found := d.nights(t, 1); !found.StartedAgain || found.Files != 2 {
		t.Errorf("after the restore it reports %+v", found)
	}
	if found := d.nights(t, 6); found.StartedAgain || !d.has(t, old) || !d.has(t, later) {
		t.Errorf("it does not wait: %+v", found)
	}
	if d.nights(t, 1); d.has(t, old) || d.has(t, later) || !d.has(t, d.live) {
		t.Errorf("in the end, %q are left", d.keys(t))
	}
}

func TestNothingIsDeletedIfTheDatabaseCannotBeChanged(t *testing.T) {
	t.Parallel()
	d := open(t, nil)
	key := d.folder + "/" + d.id + "/file_left.pdf"
	d.put(t, key, "left")
	d.nights(t, 7)
	// It cannot be changed any more after the comparison.
	execute(t, d, "CREATE TRIGGER refusal BEFORE UPDATE OF lastSeen ON orphans WHEN new.nights = old.nights BEGIN SELECT RAISE(ABORT, 'read only'); END")
	clock.Advance(d, day)
	if err := d.run(); err == nil || !d.has(t, key) {
		t.Errorf("it returns %v", err)
	}
}

func TestOnlySoManyOrphansAreStoredAndAllAreCounted(t *testing.T) {
	t.Parallel()
	d := open(t, nil)
	for i := range 150 {
		d.put(t, d.folder+"/"+d.id+"/file_"+strconv.Itoa(i)+".pdf", "left")
	}
	execute(t, d, fmt.Sprintf(`INSERT INTO orphans (id, kind, collection, record, file)
		WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d) SELECT printf('known%%010d', i), 'file', 'assignments', 'gone', i FROM n`,
		records.MaxOrphans-50))
	if found := d.nights(t, 1); found.Files != 150 || len(d.orphans(t)) != 50 {
		t.Errorf("it reports %+v, and stores %d", found, len(d.orphans(t)))
	}
	if found := d.nights(t, 1); found.Files != 150 || len(d.orphans(t)) != 150 {
		t.Errorf("once there is room, it reports %+v, and stores %d", found, len(d.orphans(t)))
	}
}
