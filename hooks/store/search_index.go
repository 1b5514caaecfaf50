package store

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/pocketbase/pocketbase/core"
)

// errNotMigrated reports that the database has no text indexes yet.
var errNotMigrated = errors.New("the database has no search indexes yet: run `deskmate migrate up` first")

// index is the text index of some columns of a table.
type index struct {
	table   string
	columns []string
}

var indexes = []index{
	{Assignments, []string{Title, Subject, GuestEmail}},
	{Users, []string{Name, Email}},
	{Quotes, []string{Reference, Subject, Email}},
}

// name fills the names of the table and its columns into a statement.
func (i index) name(statement string) string {
	return strings.NewReplacer("$table", i.table, "$columns", strings.Join(i.columns, ", ")).Replace(statement)
}

func checkMigrated(app core.App) error {
	for _, index := range indexes {
		if !app.HasTable(index.name("$table_pending")) {
			return errNotMigrated
		}
	}
	return nil
}

// RebuildSearch rebuilds each index in one transaction.
func RebuildSearch(ctx context.Context, app core.App) error {
	if err := checkMigrated(app); err != nil {
		return err
	}
	for _, index := range indexes {
		err := app.RunInTransaction(func(tx core.App) error {
			for _, statement := range []string{
				"INSERT INTO $table_search ($table_search) VALUES ('delete-all')",
				"DELETE FROM $table_pending",
				"DELETE FROM $table_docs",
				"INSERT INTO $table_docs (id) SELECT id FROM $table ORDER BY rowid",
				`INSERT INTO $table_search (rowid, $columns) SELECT d.doc, $columns
					FROM $table_docs d CROSS JOIN $table_texts t ON t.id = d.id ORDER BY d.doc`,
				// A running server drops what it has cached from the old index.
				"UPDATE revisions SET n = n + 1 WHERE name = '$table'",
			} {
				if _, err := tx.DB().NewQuery(index.name(statement)).WithContext(ctx).Execute(); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return fmt.Errorf("indexing the texts of %s: %w", index.table, err)
		}
	}
	return nil
}
