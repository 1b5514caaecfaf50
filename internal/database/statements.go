package database

import (
	"container/list"
	"context"
	"database/sql/driver"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"modernc.org/sqlite"
)

const (
	// statementLimit is how many prepared statements a connection keeps. The
	// program and PocketBase use about 100 texts; one request needs fewer than 10.
	statementLimit = 64
	// textLimit is the longest text of a statement that is kept, in bytes. Longer
	// ones are generated, such as a lookup of 500 ids, and rarely come twice.
	textLimit = 4 << 10
)

// connector opens connections that keep their prepared statements. The driver
// itself parses and plans the SQL again for every call, which costs more than
// running a short query.
type connector struct {
	driver observedDriver
	dsn    string
}

func (c connector) Driver() driver.Driver { return c.driver }

func (c connector) Connect(context.Context) (driver.Conn, error) {
	conn, err := c.driver.Open(c.dsn)
	if err != nil {
		return nil, err
	}
	plain, ok := conn.(plainConn)
	if !ok {
		_ = conn.Close()
		return nil, fmt.Errorf("a connection of the SQLite driver is a %T", conn)
	}
	return &cachingConn{plainConn: plain, observer: c.driver.observer, statements: map[string]*list.Element{}}, nil
}

// plainConn is what a connection of the SQLite driver can do.
type plainConn interface {
	driver.Conn
	driver.ConnBeginTx
	driver.ConnPrepareContext
	driver.ExecerContext
	driver.QueryerContext
	driver.Pinger
	driver.SessionResetter
	driver.Validator
	NewBackup(path string) (*sqlite.Backup, error)
}

// plainStatement is what a statement of the SQLite driver can do.
type plainStatement interface {
	driver.Stmt
	driver.StmtExecContext
	driver.StmtQueryContext
}

// plainRows is what a result of the SQLite driver can do.
type plainRows interface {
	driver.Rows
	driver.RowsColumnTypeDatabaseTypeName
	driver.RowsColumnTypeLength
	driver.RowsColumnTypeNullable
	driver.RowsColumnTypePrecisionScale
	driver.RowsColumnTypeScanType
}

// cachingConn keeps the statements that were used last. SQLite plans a kept
// statement again by itself if the schema has changed since. A statement is taken
// out while it runs, so that a query may run inside the loop over an equal one.
// database/sql never uses a connection from two goroutines at once.
type cachingConn struct {
	plainConn
	observer   *atomic.Pointer[Observer]
	waited     time.Duration // for the transaction that is open to begin; 0 if nobody observes
	statements map[string]*list.Element
	used       list.List // of keptStatement, the most recently used first
}

type keptStatement struct {
	text string
	plainStatement
}

// Close finalizes the kept statements and closes the connection.
func (c *cachingConn) Close() error {
	for element := c.used.Front(); element != nil; element = element.Next() {
		_ = element.Value.(keptStatement).Close()
	}
	c.used.Init()
	clear(c.statements)
	return c.plainConn.Close()
}

// exec runs a statement that returns no rows.
func (c *cachingConn) exec(ctx context.Context, text string, args []driver.NamedValue) (driver.Result, error) {
	if !isKept(text) {
		return c.plainConn.ExecContext(ctx, text, args)
	}
	statement, err := c.take(ctx, text)
	if err != nil {
		return nil, err
	}
	result, err := statement.ExecContext(ctx, args)
	return result, c.giveBack(statement, err)
}

// query runs a statement that returns rows. Closing them gives it back.
func (c *cachingConn) query(ctx context.Context, text string, args []driver.NamedValue) (driver.Rows, error) {
	if !isKept(text) {
		return c.plainConn.QueryContext(ctx, text, args)
	}
	statement, err := c.take(ctx, text)
	if err != nil {
		return nil, err
	}
	rows, err := statement.QueryContext(ctx, args)
	if err != nil {
		return nil, c.giveBack(statement, err)
	}
	plain, ok := rows.(plainRows)
	if !ok {
		return nil, c.giveBack(statement, fmt.Errorf("a result of the SQLite driver is a %T", rows))
	}
	return &keptRows{plainRows: plain, conn: c, statement: statement}, nil
}

// isKept reports whether a statement is worth keeping: one that reads or writes
// rows. Some pragmas act when they are prepared, and those are rare.
func isKept(text string) bool {
	if len(text) > textLimit {
		return false
	}
	verb, _, _ := strings.Cut(text, " ")
	switch verb {
	case "SELECT", "INSERT", "UPDATE", "DELETE", "WITH":
		return true
	}
	return false
}

func (c *cachingConn) take(ctx context.Context, text string) (keptStatement, error) {
	if element, ok := c.statements[text]; ok {
		delete(c.statements, text)
		return c.used.Remove(element).(keptStatement), nil
	}
	prepared, err := c.PrepareContext(ctx, text)
	if err != nil {
		return keptStatement{}, err
	}
	plain, ok := prepared.(plainStatement)
	if !ok {
		_ = prepared.Close()
		return keptStatement{}, fmt.Errorf("a statement of the SQLite driver is a %T", prepared)
	}
	return keptStatement{text, plain}, nil
}

// giveBack keeps a statement for its next use unless it has failed.
func (c *cachingConn) giveBack(statement keptStatement, err error) error {
	if _, kept := c.statements[statement.text]; kept || err != nil {
		_ = statement.Close()
		return err
	}
	c.statements[statement.text] = c.used.PushFront(statement)
	if c.used.Len() > statementLimit {
		oldest := c.used.Remove(c.used.Back()).(keptStatement)
		delete(c.statements, oldest.text)
		return oldest.Close()
	}
	return nil
}

// keptRows gives its statement back when it is closed.
type keptRows struct {
	plainRows
	conn      *cachingConn
	statement keptStatement
	closed    bool
	observed  observation
}

// Close ends the query.
func (r *keptRows) Close() error {
	if r.closed {
		return nil
	}
	r.closed = true
	err := r.conn.giveBack(r.statement, r.plainRows.Close())
	if r.observed.observer != nil {
		r.observed.end(writes(r.statement.text))
	}
	return err
}
