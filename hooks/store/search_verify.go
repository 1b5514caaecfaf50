package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
)

// VerifySearch compares the indexes with the stored texts. It returns how many rows of each
// table are missing from its index or indexed incorrectly.
func VerifySearch(ctx context.Context, app core.App) (wrong map[string]int, err error) {
	if err := checkMigrated(app); err != nil {
		return nil, err
	}
	db, ok := app.ConcurrentDB().(*dbx.DB)
	if !ok {
		return nil, errors.New("the search index cannot be verified within a transaction")
	}
	conn, err := db.DB().Conn(ctx) // temporary tables belong to a connection
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	wrong = map[string]int{}
	for _, index := range indexes {
		if err := index.checkTriggers(ctx, conn); err != nil {
			return nil, err
		}
		if wrong[index.table], err = index.verify(ctx, conn); err != nil {
			return nil, fmt.Errorf("checking the index of %s: %w", index.table, err)
		}
	}
	return wrong, nil
}

// checkTriggers fails if one of the triggers that keep the index in step
// with the texts is missing. Rebuilding the index would not bring it back.
func (i index) checkTriggers(ctx context.Context, conn *sql.Conn) error {
	for _, event := range []string{"insert", "update", "delete", "pending"} {
		name, found := i.table+"_search_"+event, 0
		err := conn.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_schema WHERE type = 'trigger' AND name = ?", name).Scan(&found)
		if err != nil {
			return err
		}
		if found == 0 {
			return fmt.Errorf("the trigger %s is missing: restore a backup in which it exists", name)
		}
	}
	return nil
}

// verify indexes the texts again in temporary tables and counts the rows for which
// the two indexes differ. The transaction reads one state of the database while a
// server may change it, and its end removes the temporary tables.
func (i index) verify(ctx context.Context, conn *sql.Conn) (wrong int, err error) {
	if _, err := conn.ExecContext(ctx, "BEGIN"); err != nil {
		return 0, err
	}
	defer func() {
		_, failure := conn.ExecContext(context.WithoutCancel(ctx), "ROLLBACK")
		err = errors.Join(err, failure)
	}()
	for _, statement := range []string{
		"CREATE VIRTUAL TABLE temp.fresh USING fts5($columns, tokenize = 'trigram case_sensitive 1', content = '')",
		"CREATE VIRTUAL TABLE temp.fresh_terms USING fts5vocab(temp, fresh, instance)",
		`INSERT INTO temp.fresh (rowid, $columns) SELECT d.doc, $columns
			FROM $table_docs d CROSS JOIN $table_texts t ON t.id = d.id ORDER BY d.doc`,
	} {
		if _, err := conn.ExecContext(ctx, i.name(statement)); err != nil {
			return 0, err
		}
	}
	// Rows that are neither indexed nor pending.
	err = conn.QueryRowContext(ctx, i.name(`SELECT count(*) FROM $table t
		WHERE NOT EXISTS (SELECT 1 FROM $table_docs WHERE id = t.id) AND NOT EXISTS (SELECT 1 FROM $table_pending WHERE id = t.id)`)).Scan(&wrong)
	if err != nil {
		return 0, err
	}
	different, err := i.differences(ctx, conn)
	return wrong + different, err
}

// differences counts the documents whose entries differ from fresh ones.
func (i index) differences(ctx context.Context, conn *sql.Conn) (int, error) {
	stored, err := i.entries(ctx, conn, "$table_terms")
	if err != nil {
		return 0, err
	}
	defer stored.rows.Close()
	fresh, err := i.entries(ctx, conn, "temp.fresh_terms")
	if err != nil {
		return 0, err
	}
	defer fresh.rows.Close()
	different := map[int64]bool{}
	stored.next()
	fresh.next()
	for !stored.ended || !fresh.ended {
		switch order := stored.compare(fresh); {
		case order < 0:
			different[stored.doc] = true
			stored.next()
		case order > 0:
			different[fresh.doc] = true
			fresh.next()
		default:
			stored.next()
			fresh.next()
		}
	}
	return len(different), errors.Join(stored.err, fresh.err)
}

// entries reads the entries of an index, in the order in which it lists them.
type entries struct {
	rows    *sql.Rows
	columns []string
	err     error

	ended       bool
	term        string
	doc         int64
	column      int
	placeInText int64
}

// entries lists the trigrams of the documents that have a number.
func (i index) entries(ctx context.Context, conn *sql.Conn, terms string) (*entries, error) {
	rows, err := conn.QueryContext(ctx, i.name(
		"SELECT term, doc, col, offset FROM "+terms+" t WHERE EXISTS (SELECT 1 FROM $table_docs WHERE doc = t.doc)"))
	return &entries{rows: rows, columns: i.columns}, err
}

// next reads the next entry, or notes that there is none left.
func (e *entries) next() {
	if !e.rows.Next() {
		e.ended, e.err = true, e.rows.Err()
		return
	}
	var column string
	e.err = e.rows.Scan(&e.term, &e.doc, &column, &e.placeInText)
	e.ended = e.err != nil
	e.column = slices.Index(e.columns, column)
}

// compare says which entry comes first. The end comes after all entries.
func (e *entries) compare(other *entries) int {
	switch {
	case e.ended:
		return 1
	case other.ended:
		return -1
	}
	return cmp.Or(cmp.Compare(e.term, other.term), cmp.Compare(e.doc, other.doc),
		cmp.Compare(e.column, other.column), cmp.Compare(e.placeInText, other.placeInText))
}
