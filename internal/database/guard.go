package database

import (
	"context"
	"database/sql/driver"
)

// begin begins a transaction, which takes the write lock, unless changes are refused.
func (c *cachingConn) begin(ctx context.Context, options driver.TxOptions) (driver.Tx, error) {
	if c.mayChange == nil || options.ReadOnly {
		return c.plainConn.BeginTx(ctx, options)
	}
	if err := c.mayChange(); err != nil {
		return nil, err
	}
	tx, err := c.plainConn.BeginTx(ctx, options)
	if err != nil {
		return nil, err
	}
	return guardedTx{tx, c.mayChange}, nil
}

// guardedTx is not committed once changes are refused.
type guardedTx struct {
	driver.Tx
	mayChange func() error
}

// Commit ends the transaction. It is undone if it may not be kept.
func (t guardedTx) Commit() error {
	if err := t.mayChange(); err != nil {
		_ = t.Rollback()
		return err
	}
	return t.Tx.Commit()
}
