package testkit

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/pocketbase/dbx"
)

// Damage overwrites the first page of a table in the file of the database, as a broken disk
// does. What is in memory of it is forgotten.
func (a *App) Damage(t testing.TB, table string) {
	t.Helper()
	var page, size int64
	if err := a.DB().NewQuery("SELECT rootpage FROM sqlite_schema WHERE name = {:table}").Bind(dbx.Params{"table": table}).Row(&page); err != nil {
		t.Fatal(err)
	}
	if err := a.DB().NewQuery("PRAGMA page_size").Row(&size); err != nil {
		t.Fatal(err)
	}
	if _, err := a.NonconcurrentDB().NewQuery("PRAGMA wal_checkpoint(TRUNCATE)").Execute(); err != nil {
		t.Fatal(err)
	}
	for _, builder := range []dbx.Builder{a.ConcurrentDB(), a.NonconcurrentDB()} {
		builder.(*dbx.DB).DB().SetMaxIdleConns(0) // each connection has a memory of its own
	}
	file, err := os.OpenFile(filepath.Join(a.DataDir(), "data.db"), os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if _, err := file.WriteAt(bytes.Repeat([]byte{0xA5}, int(size)), (page-1)*size); err != nil {
		t.Fatal(err)
	}
}
