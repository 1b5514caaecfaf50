package pb_migrations

import (
	"errors"
	"strings"

	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

func init() {
	m.Register(func(app core.App) error {
		return errors.Join(
			indexTexts(app, "assignments", "title", "subject", "guestEmail"),
			indexTexts(app, "users", "name", "email"),
			indexTexts(app, "quotes", "reference", "subject", "email"),
		)
	}, nil)
}

// indexTexts creates the full-text index of some columns of a table, and what keeps it in
// step with the table, whoever changes it:
//
//   - $table_texts is a view that defines what is indexed: texts with ASCII letters
//     in lower case, up to the first NUL, because LIKE folds no other letters and
//     reads no further. Two padding characters let a trigram begin at every
//     character, so one or two characters can be looked up as a prefix.
//   - $table_search is the index. It does not store the texts.
//   - $table_docs numbers the rows that are indexed, because VACUUM may renumber the
//     rowids of the table. An entry of the index without a number counts as deleted.
//   - $table_pending holds the rows that are not indexed yet and the entries that are
//     to be removed. Changing the index costs nearly the same for one row as for
//     many, so a trigger does it once 64 changes have come together.
//   - $table_terms lists the trigrams with the entries that contain them.
func indexTexts(app core.App, table string, columns ...string) error {
	var texts, changes []string
	for _, column := range columns {
		texts = append(texts, "nullif(format('%s', lower("+column+")), '') || char(1, 1) AS "+column)
		changes = append(changes, "old."+column+" IS NOT new."+column)
	}
	forget := func(row string) string {
		return `INSERT INTO $table_pending (doc) SELECT doc FROM $table_docs WHERE id = ` + row + `.id;
			DELETE FROM $table_docs WHERE id = ` + row + `.id;
			DELETE FROM $table_pending WHERE id = ` + row + `.id;`
	}
	const queue = `INSERT INTO $table_pending (id) VALUES (new.id);`
	statements := []string{
		`CREATE VIEW $table_texts AS SELECT id, ` + strings.Join(texts, ", ") + ` FROM $table`,
		`CREATE VIRTUAL TABLE $table_search USING fts5($columns, tokenize = 'trigram case_sensitive 1', content = '', contentless_delete = 1)`,
		`CREATE VIRTUAL TABLE $table_terms USING fts5vocab($table_search, instance)`,
		`CREATE TABLE $table_docs (doc INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE)`,
		`CREATE TABLE $table_pending (id TEXT UNIQUE, doc INTEGER)`,
		// An insert that replaces a row fires no trigger for the row that it deletes.
		`CREATE TRIGGER $table_search_insert AFTER INSERT ON $table BEGIN ` + forget("new") + queue + ` END`,
		`CREATE TRIGGER $table_search_update AFTER UPDATE OF id, $columns ON $table
			WHEN old.id IS NOT new.id OR ` + strings.Join(changes, " OR ") + ` BEGIN ` + forget("old") + queue + ` END`,
		`CREATE TRIGGER $table_search_delete AFTER DELETE ON $table BEGIN ` + forget("old") + ` END`,
		`CREATE TRIGGER $table_search_pending AFTER INSERT ON $table_pending WHEN (SELECT count(*) FROM $table_pending) >= 64 BEGIN
			DELETE FROM $table_search WHERE rowid IN (SELECT doc FROM $table_pending WHERE doc IS NOT NULL);
			INSERT INTO $table_docs (id) SELECT id FROM $table_pending WHERE id IS NOT NULL;
			INSERT INTO $table_search (rowid, $columns) SELECT d.doc, $columns
				FROM $table_pending p CROSS JOIN $table_docs d ON d.id = p.id CROSS JOIN $table_texts t ON t.id = p.id;
			DELETE FROM $table_pending;
		END`,
	}
	names := strings.NewReplacer("$table", table, "$columns", strings.Join(columns, ", "))
	for i := range statements {
		statements[i] = names.Replace(statements[i])
	}
	return execute(app, statements...)
}
