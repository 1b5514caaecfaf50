package database

import (
	"context"
	"database/sql/driver"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"github.com/pocketbase/dbx"

	"deskmate/internal/clock"
)

// Observer hears what the connections of a database do. It is called by whoever uses the
// connection, so it must not wait, or use the database.
type Observer struct {
	// Statement hears of each statement that has ended, with the context of its caller.
	Statement func(ctx context.Context, ended Statement)
	// Transaction hears of each transaction that has ended: how long it waited for
	// SQLite's lock, and how long it held it.
	Transaction func(waited, held time.Duration)
}

// Statement is one that has ended.
type Statement struct {
	Text   string // without the values of its parameters
	Writes bool
	Took   time.Duration // until its last row was read
	Waited time.Duration // for SQLite's lock when its transaction began; 0 outside of one
}

// Observe tells an observer what a database that Connect has opened does from now on.
// nil ends it.
func Observe(db *dbx.DB, observer *Observer) error {
	opened, ok := db.DB().Driver().(observedDriver)
	if !ok {
		return fmt.Errorf("the driver of the database is a %T", db.DB().Driver())
	}
	opened.observer.Store(observer)
	return nil
}

// observedDriver keeps the observer of one database.
type observedDriver struct {
	driver.Driver
	observer *atomic.Pointer[Observer]
}

// observation is a statement that is reported once it has ended. The zero value is
// reported to nobody.
type observation struct {
	observer *Observer
	ctx      context.Context
	text     string
	waited   time.Duration
	started  time.Time
}

func (c *cachingConn) observe(ctx context.Context, text string, observer *Observer) observation {
	return observation{observer, ctx, text, c.waited, clock.Deadline(0)}
}

func (o observation) end(writes bool) {
	o.observer.Statement(o.ctx, Statement{o.text, writes, clock.Since(o.started), o.waited})
}

// ExecContext runs a statement that returns no rows.
func (c *cachingConn) ExecContext(ctx context.Context, text string, args []driver.NamedValue) (driver.Result, error) {
	observer := c.observer.Load()
	if observer == nil {
		return c.exec(ctx, text, args)
	}
	observed := c.observe(ctx, text, observer)
	result, err := c.exec(ctx, text, args)
	observed.end(true)
	return result, err
}

// QueryContext runs a statement that returns rows. It has ended when they are closed:
// whoever reads them slowly counts too, because the connection is not free for others
// meanwhile.
func (c *cachingConn) QueryContext(ctx context.Context, text string, args []driver.NamedValue) (driver.Rows, error) {
	observer := c.observer.Load()
	if observer == nil {
		return c.query(ctx, text, args)
	}
	observed := c.observe(ctx, text, observer)
	rows, err := c.query(ctx, text, args)
	if err != nil {
		observed.end(writes(text))
		return nil, err
	}
	switch rows := rows.(type) {
	case *keptRows:
		rows.observed = observed
	case plainRows:
		return &observedRows{rows, observed}, nil
	}
	return rows, nil
}

// observedRows are those of a statement that is not kept.
type observedRows struct {
	plainRows
	observed observation
}

// Close ends the query.
func (r *observedRows) Close() error {
	err := r.plainRows.Close()
	if r.observed.observer != nil {
		r.observed.end(writes(r.observed.text))
		r.observed.observer = nil
	}
	return err
}

// writes reports whether a statement that returns rows also changes some.
func writes(text string) bool {
	verb, _, _ := strings.Cut(text, " ")
	switch verb {
	case "INSERT", "UPDATE", "DELETE", "REPLACE":
		return true
	}
	return false
}

// BeginTx begins a transaction, which takes the write lock.
func (c *cachingConn) BeginTx(ctx context.Context, options driver.TxOptions) (driver.Tx, error) {
	observer := c.observer.Load()
	if observer == nil {
		return c.plainConn.BeginTx(ctx, options)
	}
	elapsed := clock.Stopwatch()
	tx, err := c.plainConn.BeginTx(ctx, options)
	waited := elapsed()
	if err != nil {
		observer.Transaction(waited, 0)
		return nil, err
	}
	c.waited = waited
	held := clock.Stopwatch()
	return observedTx{tx, func() {
		c.waited = 0
		observer.Transaction(waited, held())
	}}, nil
}

// observedTx reports when it has ended.
type observedTx struct {
	driver.Tx
	ended func()
}

// Commit ends the transaction.
func (t observedTx) Commit() error {
	defer t.ended()
	return t.Tx.Commit()
}

// Rollback undoes the transaction.
func (t observedTx) Rollback() error {
	defer t.ended()
	return t.Tx.Rollback()
}
