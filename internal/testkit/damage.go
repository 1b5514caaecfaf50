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
	pools := []dbx.Builder{a.ConcurrentDB(), a.NonconcurrentDB()}
	overwrite(t, filepath.Join(a.DataDir(), "data.db"), pools, table, func(size int64) (from, bytes int64) { return 0, size })
}

// DamageIndex changes three bytes inside the first key of an index of few keys.
func (a *App) DamageIndex(t testing.TB, index string) {
	t.Helper()
	pools := []dbx.Builder{a.ConcurrentDB(), a.NonconcurrentDB()}
	overwrite(t, filepath.Join(a.DataDir(), "data.db"), pools, index, func(size int64) (from, bytes int64) { return size - 8, 3 })
}

// DamageLog overwrites the first page of the log of requests.
func (a *App) DamageLog(t testing.TB) {
	t.Helper()
	pools := []dbx.Builder{a.AuxConcurrentDB(), a.AuxNonconcurrentDB()}
	overwrite(t, filepath.Join(a.DataDir(), "auxiliary.db"), pools, "_logs", func(size int64) (from, bytes int64) { return 0, size })
}

// overwrite damages part of the first page of a table or an index.
func overwrite(t testing.TB, path string, pools []dbx.Builder, name string, part func(size int64) (from, bytes int64)) {
	t.Helper()
	var page, size int64
	if err := pools[0].NewQuery("SELECT rootpage FROM sqlite_schema WHERE name = {:name}").Bind(dbx.Params{"name": name}).Row(&page); err != nil {
		t.Fatal(err)
	}
	if err := pools[0].NewQuery("PRAGMA page_size").Row(&size); err != nil {
		t.Fatal(err)
	}
	if _, err := pools[1].NewQuery("PRAGMA wal_checkpoint(TRUNCATE)").Execute(); err != nil {
		t.Fatal(err)
	}
	for _, builder := range pools {
		builder.(*dbx.DB).DB().SetMaxIdleConns(0) // each connection has a memory of its own
	}
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	from, length := part(size)
	if _, err := file.WriteAt(bytes.Repeat([]byte{0xA5}, int(length)), (page-1)*size+from); err != nil {
		t.Fatal(err)
	}
}
