// Package database opens the databases of Deskmate.
package database

import (
	"path/filepath"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
)

// businessFile is the database of everything but request logs.
const businessFile = "data.db"

// businessPragmas are PocketBase's own, with three changes: an answered write is
// on the disk, not only in the system's memory (FULL); a transaction takes the
// writer's place when it begins, so that what it read still holds when it writes
// (_txlock=immediate); and each connection keeps 2 MB of pages, not 32, since
// many are open at once and the system keeps the file in memory anyway.
// busy_timeout comes first: the others may wait.
const businessPragmas = "?_txlock=immediate&_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)" +
	"&_pragma=journal_size_limit(200000000)&_pragma=synchronous(FULL)&_pragma=foreign_keys(ON)" +
	"&_pragma=temp_store(MEMORY)&_pragma=cache_size(-2000)"

// Connect opens a database file of the data folder.
func Connect(path string) (*dbx.DB, error) {
	if filepath.Base(path) != businessFile {
		return core.DefaultDBConnect(path)
	}
	return dbx.Open("sqlite", path+businessPragmas)
}
