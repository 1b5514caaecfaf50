package replica

import (
	"os"
	"path/filepath"
	"testing"

	"deskmate/internal/database"
)

// A crash between the renames must leave no database without what is in its journal, so
// there is no journal by then.
func TestSettingADatabaseAsideLosesNothingInItsJournal(t *testing.T) {
	t.Parallel()
	running, killed := t.TempDir(), t.TempDir()
	db, err := database.Connect(filepath.Join(running, "data.db"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.NewQuery("CREATE TABLE made (id TEXT); INSERT INTO made VALUES ('quote')").Execute(); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"data.db", "data.db-wal"} { // as they are when the program is killed
		content, err := os.ReadFile(filepath.Join(running, name))
		if err != nil || name == "data.db-wal" && len(content) == 0 {
			t.Fatalf("%s has %d bytes, %v", name, len(content), err)
		}
		if err := os.WriteFile(filepath.Join(killed, name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	r := New()
	r.dataDir = killed
	kept, err := r.setAside()
	if err != nil {
		t.Fatal(err)
	}
	if left, err := os.ReadDir(killed); err != nil || len(left) != 1 || left[0].Name() != filepath.Base(kept) {
		t.Fatalf("left are %v, %v", left, err)
	}
	former, err := database.Connect(kept)
	if err != nil {
		t.Fatal(err)
	}
	defer former.Close()
	var made int
	if err := former.NewQuery("SELECT count(*) FROM made").Row(&made); err != nil || made != 1 {
		t.Errorf("%d changes were kept, %v", made, err)
	}
}
