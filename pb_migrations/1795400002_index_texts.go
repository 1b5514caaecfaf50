package pb_migrations

import (
	"fmt"
	"strings"

	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// textIndex is the full-text index of some columns of a table.
type textIndex struct {
	table   string
	columns []string
}

func init() {
	indexes := []textIndex{
		{"assignments", []string{"title", "subject", "guestEmail"}},
		{"users", []string{"name", "email"}},
		{"quotes", []string{"reference", "subject", "email"}},
	}
	m.Register(func(app core.App) error {
		for _, index := range indexes {
			if err := index.run(app, index.create()...); err != nil {
				return fmt.Errorf("indexing the texts of %s: %w", index.table, err)
			}
		}
		return nil
	}, func(app core.App) error {
		for _, index := range indexes {
			if err := index.run(app, index.drop()...); err != nil {
				return fmt.Errorf("removing the index of %s: %w", index.table, err)
			}
		}
		return nil
	})
}

// create returns the statements that create the index, fill it, and keep it in
// step with the table, whoever changes it:
//
//   - $table_texts is a view that defines what is indexed: texts with ASCII letters
//     in lower case, up to the first NUL, because LIKE folds no other letters and
//     reads no further. Two padding characters let a trigram begin at every
//     character, so one or two characters can be looked up as a prefix.
//   - $table_docs numbers the rows: VACUUM may renumber the rowids of the table.
//   - $table_search is the index. It does not store the texts.
//   - $table_terms lists the trigrams with the rows that contain them.
//
// The triggers come last, so that filling the index does not fire them.
func (i textIndex) create() []string {
	var texts, values, changes []string
	for _, column := range i.columns {
		texts = append(texts, "nullif(format('%s', lower("+column+")), '') || char(1, 1) AS "+column)
		values = append(values, column+" = (SELECT "+column+" FROM $table_texts WHERE id = new.id)")
		changes = append(changes, "old."+column+" IS NOT new."+column)
	}
	return []string{
		`CREATE VIEW $table_texts AS SELECT id, ` + strings.Join(texts, ", ") + ` FROM $table`,
		`CREATE TABLE $table_docs (doc INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE)`,
		`CREATE VIRTUAL TABLE $table_search USING fts5($columns, tokenize = 'trigram case_sensitive 1', content = '', contentless_delete = 1)`,
		`CREATE VIRTUAL TABLE $table_terms USING fts5vocab($table_search, instance)`,
		`INSERT INTO $table_docs (id) SELECT id FROM $table ORDER BY rowid`,
		`INSERT INTO $table_search (rowid, $columns) SELECT d.doc, $columns
			FROM $table_docs d CROSS JOIN $table_texts t ON t.id = d.id ORDER BY d.doc`,
		`CREATE TRIGGER $table_search_insert AFTER INSERT ON $table BEGIN
			INSERT INTO $table_docs (id) VALUES (new.id);
			INSERT INTO $table_search (rowid, $columns) SELECT d.doc, $columns
				FROM $table_docs d CROSS JOIN $table_texts t ON t.id = d.id WHERE d.id = new.id;
		END`,
		`CREATE TRIGGER $table_search_update AFTER UPDATE OF id, $columns ON $table
		WHEN old.id IS NOT new.id OR ` + strings.Join(changes, " OR ") + ` BEGIN
			UPDATE $table_docs SET id = new.id WHERE id = old.id;
			UPDATE $table_search SET ` + strings.Join(values, ", ") + ` WHERE rowid = (SELECT doc FROM $table_docs WHERE id = new.id);
		END`,
		`CREATE TRIGGER $table_search_delete AFTER DELETE ON $table BEGIN
			DELETE FROM $table_search WHERE rowid = (SELECT doc FROM $table_docs WHERE id = old.id);
			DELETE FROM $table_docs WHERE id = old.id;
		END`,
	}
}

// drop returns the statements that undo create.
func (i textIndex) drop() []string {
	return []string{
		"DROP TRIGGER $table_search_insert", "DROP TRIGGER $table_search_update", "DROP TRIGGER $table_search_delete",
		"DROP TABLE $table_terms", "DROP TABLE $table_search", "DROP TABLE $table_docs", "DROP VIEW $table_texts",
	}
}

// run executes statements about this table and these columns.
func (i textIndex) run(app core.App, statements ...string) error {
	names := strings.NewReplacer("$table", i.table, "$columns", strings.Join(i.columns, ", "))
	for _, statement := range statements {
		if _, err := app.DB().NewQuery(names.Replace(statement)).Execute(); err != nil {
			return err
		}
	}
	return nil
}
