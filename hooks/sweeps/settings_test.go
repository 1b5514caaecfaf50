package sweeps_test

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"deskmate/hooks/sweeps"
)

// A server that stands still, or is of a version without the job, leaves no mark. The files
// of its database would be deleted if this were not off by default.
func TestNothingIsDeletedUntilTheOperatorWantsIt(t *testing.T) {
	t.Parallel()
	inBoth(t, func(t *testing.T, d *desk) {
		key := d.folder + "/" + d.id + "/file_left.pdf"
		d.put(t, key, "left")
		sweeps.Use(d, false)
		if found := d.nights(t, 20); found.Swept != 0 || found.Files != 1 || !d.has(t, key) {
			t.Errorf("it reports %+v", found)
		}
		sweeps.Use(d, true)
		if found := d.nights(t, 1); found.Swept != 1 || d.has(t, key) {
			t.Errorf("once it is wanted, it reports %+v", found)
		}
	})
}

func TestOperatorsSayWhetherFilesAreDeleted(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]string{"": "false", "report": "false", "delete": "true", "on": `DESKMATE_SWEEP is "on", and must be report or delete`} {
		deletes, err := sweeps.ReadDeletes(func(string) string { return value })
		got := strconv.FormatBool(deletes)
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%q: got %s, want %s", value, got, want)
		}
	}
}

// A database that was set aside may name files that the present one does not.
func TestNothingIsDeletedWhileADatabaseIsSetAside(t *testing.T) {
	t.Parallel()
	d := open(t, nil)
	key := d.folder + "/" + d.id + "/file_left.pdf"
	d.put(t, key, "left")
	former := filepath.Join(d.DataDir(), "former-g3-20261201100000.db")
	if err := os.WriteFile(former, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if found := d.nights(t, 10); found.Swept != 0 || found.Files != 1 || !d.has(t, key) {
		t.Errorf("it reports %+v", found)
	}
	if err := os.Remove(former); err != nil {
		t.Fatal(err)
	}
	if found := d.nights(t, 1); found.Swept != 1 || d.has(t, key) {
		t.Errorf("once it is gone, it reports %+v", found)
	}
}
