package database

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestHowChangesAreSyncedIsASetting(t *testing.T) {
	for setting, want := range map[string]string{"": "2", "full": "2", "normal": "1"} {
		t.Setenv(syncVariable, setting)
		db, err := Connect(filepath.Join(t.TempDir(), businessFile))
		if err != nil {
			t.Fatal(err)
		}
		if got := names(t, db.DB().Query, "PRAGMA synchronous"); got[0] != want {
			t.Errorf("with %q, synchronous is %s", setting, got[0])
		}
		_ = db.Close()
	}
	t.Setenv(syncVariable, "off")
	if _, err := Connect(filepath.Join(t.TempDir(), businessFile)); err == nil {
		t.Error("an unknown setting is accepted")
	}
}

func TestWhatIsDeletedLeavesNoTraceInTheFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), businessFile)
	connected, err := Connect(path)
	if err != nil {
		t.Fatal(err)
	}
	db := connected.DB()
	run(t, db, "CREATE TABLE things (name TEXT)")
	run(t, db, "INSERT INTO things VALUES ('the secret of Robin Vale'), ('another')")
	run(t, db, "DELETE FROM things WHERE name != 'another'")
	run(t, db, "PRAGMA wal_checkpoint(TRUNCATE)")
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if content, err := os.ReadFile(path); err != nil || bytes.Contains(content, []byte("Robin Vale")) || !bytes.Contains(content, []byte("another")) {
		t.Errorf("the file still holds what was deleted, %v", err)
	}
}

// BenchmarkHandIn measures what it costs to overwrite deleted rows.
func BenchmarkHandIn(b *testing.B) {
	for _, mode := range []string{"ON", "OFF"} {
		b.Run(mode, func(b *testing.B) {
			connected, err := Connect(filepath.Join(b.TempDir(), businessFile))
			if err != nil {
				b.Fatal(err)
			}
			db := connected.DB()
			defer func() { _ = db.Close() }()
			db.SetMaxOpenConns(1)
			for _, text := range []string{"PRAGMA secure_delete = " + mode, "CREATE TABLE things (id INTEGER PRIMARY KEY, name TEXT, text TEXT)", "CREATE INDEX names ON things (name)"} {
				if _, err := db.Exec(text); err != nil {
					b.Fatal(err)
				}
			}
			text := strings.Repeat("what is to be done ", 100)
			for b.Loop() {
				for _, statement := range []string{"INSERT INTO things (name, text) VALUES (hex(randomblob(8)), ?1)", "DELETE FROM things WHERE id < (SELECT max(id) FROM things) - 200 AND ?1 != ''"} {
					if _, err := db.Exec(statement, text); err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}
