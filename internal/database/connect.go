// Package database opens the databases of Deskmate.
package database

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
)

// businessFile is the database that holds everything except the request logs.
const businessFile = "data.db"

// logFile is the database that holds them. The site works without what is in it.
const logFile = "auxiliary.db"

// businessPragmas are PocketBase's defaults with four changes. With secure_delete, what is
// deleted is overwritten with zeros, instead of staying in the file until its place is
// needed. With FULL, a write
// is synced to disk before the request is answered. With _txlock=immediate, a
// transaction takes the write lock when it begins, so what it reads cannot change
// before it writes. The page cache of a connection is 2 MB instead of 32, because
// many connections are open at once and the operating system caches the file too.
// busy_timeout comes first because the other pragmas may have to wait for a lock.
const businessPragmas = "?_txlock=immediate&_pragma=busy_timeout(5000)&_pragma=journal_mode(WAL)" +
	"&_pragma=journal_size_limit(200000000)&_pragma=synchronous(FULL)&_pragma=foreign_keys(ON)" +
	"&_pragma=temp_store(MEMORY)&_pragma=cache_size(-2000)&_pragma=secure_delete(ON)"

// syncVariable chooses what a power failure may undo: with "normal", the latest
// changes; with "full", none.
const syncVariable = "DESKMATE_DB_SYNC"

// Connect opens a database file in the data folder.
func Connect(path string) (*dbx.DB, error) {
	if filepath.Base(path) != businessFile {
		return core.DefaultDBConnect(path)
	}
	pragmas := businessPragmas
	switch os.Getenv(syncVariable) {
	case "", "full":
	case "normal":
		pragmas = strings.Replace(pragmas, "synchronous(FULL)", "synchronous(NORMAL)", 1)
	default:
		return nil, fmt.Errorf("%s must be full or normal", syncVariable)
	}
	db, err := open(path + pragmas)
	if err != nil {
		return nil, err
	}
	return dbx.NewFromDB(db, driverName), nil
}

const driverName = "sqlite"

// open returns a database whose connections keep their prepared statements.
func open(dsn string) (*sql.DB, error) {
	plain, err := sql.Open(driverName, dsn) // opens no connection: only its driver is needed
	if err != nil {
		return nil, err
	}
	defer func() { _ = plain.Close() }()
	return sql.OpenDB(connector{observedDriver{plain.Driver(), new(atomic.Pointer[Observer])}, dsn}), nil
}
