package sweeps_test

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/pocketbase/dbx"

	"deskmate/internal/clock"
	"deskmate/internal/testkit"
	"deskmate/records"
)

// code is the exit code of a failure.
func code(err error) int {
	if err == nil {
		return 0
	}
	var own interface{ ExitCode() int }
	if errors.As(err, &own) {
		return own.ExitCode()
	}
	return 2
}

func TestTheCommandPrintsALineForEachOrphanAndChangesNothing(t *testing.T) {
	t.Parallel()
	inBoth(t, func(t *testing.T, d *desk) {
		if out, err := check(d); code(err) != 0 || out != "0 files without a row (0 bytes), 0 rows without their file, 0 unknown.\n" {
			t.Errorf("without orphans it prints %q, %v", out, err)
		}
		d.put(t, d.folder+"/"+d.id+"/file_left.pdf", "left")
		d.put(t, "old-site/a.pdf", "a")
		if out, err := check(d); code(err) != 0 || !strings.HasSuffix(out, "1 unknown.\n1 file of the last 24 hours without a row: an upload may be under way.\n") {
			t.Errorf("of a new file it prints %q, %v", out, err)
		}
		clock.Advance(d, 2*day)
		d.CopyRows(t, records.Assignments, d.id, 1, nil)
		before := d.keys(t)
		want := "unknown\t\t\told-site/\t0\t\t\n" +
			"file without row\tassignments\t" + d.id + "\tfile_left.pdf\t4\t\t\n" +
			"row without file\tassignments\tcopy00000000000\t" + filepath.Base(d.live) + "\t0\t\t\n" +
			"1 file without a row (4 bytes), 1 row without their file, 1 unknown.\n"
		if out, err := check(d); code(err) != 1 || out != want {
			t.Errorf("it prints %q, %v, want %q", out, err, want)
		}
		if len(d.orphans(t)) > 0 || !slices.Equal(d.keys(t), before) {
			t.Error("it changes something")
		}
		d.night(t)
		form := regexp.MustCompile(`\tfile_left\.pdf\t4\t(20\S+Z)\t(20\S+Z)\n`)
		out, _ := check(d)
		times := form.FindStringSubmatch(out)
		if times == nil {
			t.Fatalf("once it is known it prints %q", out)
		}
		since, until := records.Time(times[1]).Time(), records.Time(times[2]).Time()
		if until.Sub(since) != 7*day || clock.Now(d).Sub(since) > day {
			t.Errorf("it is known since %v and deleted at %v", since, until)
		}
		if known := regexp.MustCompile(`row without file\t.*\t20\S+Z\t\n`); !known.MatchString(out) {
			t.Errorf("of a row it prints %q", out)
		}
	})
}

// A folder that cannot be read must not count as empty.
func TestAFolderThatCannotBeReadStopsTheComparison(t *testing.T) {
	t.Parallel()
	d := open(t, nil)
	_, key := d.handIn(t)
	path := filepath.Dir(filepath.Join(d.files.(onDisk).root, filepath.FromSlash(key)))
	if err := os.RemoveAll(path); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(path, path); err != nil { // whoever opens it gets an error
		t.Fatal(err)
	}
	if out, err := check(d); code(err) != 2 || strings.Contains(out, "row without file") {
		t.Errorf("it prints %q, %v", out, err)
	}
}

// It does not run beside others, because it measures the heap.
func TestALargeDeskIsComparedInBoundedMemoryWithoutHoldingTheWriter(t *testing.T) {
	d := open(t, nil)
	const count = 20_000
	root := filepath.Join(d.files.(onDisk).root, d.folder)
	content, name := []byte("essay"), filepath.Base(d.live)
	for _, id := range d.CopyRows(t, records.Assignments, d.id, count, dbx.Params{}) {
		if err := os.Mkdir(filepath.Join(root, id), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(root, id, name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	clock.Advance(d, 2*day)
	elapsed := clock.Stopwatch()
	d.DoesNotBlockWriters(t, func() {
		if found := d.night(t); found.Files != 0 || found.Rows != 0 {
			t.Errorf("it reports %+v", found)
		}
	})
	before := testkit.Heap()
	done, most := make(chan struct{}), make(chan uint64)
	go func() {
		highest := uint64(0)
		for {
			select {
			case <-done:
				most <- highest
				return
			default:
				highest = max(highest, testkit.Heap())
			}
		}
	}()
	out, err := check(d)
	close(done)
	highest := <-most
	if err != nil || highest > before+10<<20 {
		t.Errorf("it prints %q, %v, and the heap grew from %d to %d", out, err, before, highest)
	}
	t.Logf("%d files took %v twice; the heap grew by at most %d kB", count, elapsed(), (max(highest, before)-before)>>10)
}
