package database

import (
	"context"
	"database/sql"
	"errors"
	"path/filepath"
	"testing"
)

func TestChangesAreRefusedWhileTheyMayNotBeMade(t *testing.T) {
	t.Parallel()
	var refusal error
	guarded, err := ConnectGuarded(filepath.Join(t.TempDir(), businessFile), func() error { return refusal })
	if err != nil {
		t.Fatal(err)
	}
	db := guarded.DB()
	t.Cleanup(func() { _ = db.Close() })
	run(t, db, "CREATE TABLE things (name TEXT)")
	tx, err := db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec("INSERT INTO things VALUES ('begun')"); err != nil {
		t.Fatal(err)
	}
	refusal = errors.New("not now")
	if err := tx.Commit(); !errors.Is(err, refusal) {
		t.Errorf("committing returned %v", err)
	}
	if _, err := db.Begin(); !errors.Is(err, refusal) {
		t.Errorf("beginning returned %v", err)
	}
	if _, err := db.Exec("INSERT INTO things VALUES ('direct')"); !errors.Is(err, refusal) {
		t.Errorf("a direct change returned %v", err)
	}
	reading, err := db.BeginTx(context.Background(), &sql.TxOptions{ReadOnly: true})
	if err != nil {
		t.Fatalf("reading returned %v", err)
	}
	_ = reading.Rollback()
	if got := names(t, db.Query, "SELECT name FROM things"); len(got) != 0 {
		t.Errorf("there are %q", got)
	}
	refusal = nil
	run(t, db, "INSERT INTO things VALUES ('later')")
}

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
