package pb_migrations

import (
	"fmt"
	"strings"

	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
	"github.com/pocketbase/pocketbase/tools/types"
)

func init() {
	expire := func(app core.App) error {
		policies, err := app.FindCollectionByNameOrId("policies")
		if err != nil {
			return err
		}
		// How long the files of a quote request are kept that has not become an order.
		policies.Fields.Add(&core.NumberField{Name: "quoteRetentionDays", OnlyInt: true, Required: true, Min: types.Pointer(1.0)})
		if err := app.Save(policies); err != nil {
			return err
		}
		quotes, err := app.FindCollectionByNameOrId("quotes")
		if err != nil {
			return err
		}
		quotes.Fields.Add(
			// From when its files may be deleted, as the board has announced.
			&core.DateField{Name: "purgeAt"},
			// The paths of files that count as deleted and may still be in the store, one a line.
			&core.TextField{Name: "filesToRemove", Max: 1000000, Hidden: true},
		)
		// Each holds only what the job has yet to do.
		quotes.AddIndex("idx_quotes_to_announce", false, "termsVersion, created, id", "assignment = '' AND purgeAt = '' AND files != '[]'")
		quotes.AddIndex("idx_quotes_to_purge", false, "purgeAt, id", "assignment = '' AND purgeAt != ''")
		quotes.AddIndex("idx_quotes_to_remove", false, "id", "filesToRemove != ''")
		if err := app.Save(quotes); err != nil {
			return err
		}
		return execute(app.DB(), "UPDATE policies SET quoteRetentionDays = 90")
	}
	m.Register(func(app core.App) error {
		if err := withoutTriggers(app, func() error { return expire(app) }); err != nil {
			return err
		}
		return countGuestFiles(app)
	}, func(app core.App) error {
		if err := leaveOutGuestFiles(app); err != nil {
			return err
		}
		return withoutTriggers(app, func() error { return keepRequests(app) })
	})
}

// keepRequests removes what the migration adds to the collections.
func keepRequests(app core.App) error {
	policies, err := app.FindCollectionByNameOrId("policies")
	if err != nil {
		return err
	}
	policies.Fields.RemoveByName("quoteRetentionDays")
	if err := app.Save(policies); err != nil {
		return err
	}
	quotes, err := app.FindCollectionByNameOrId("quotes")
	if err != nil {
		return err
	}
	for _, index := range []string{"idx_quotes_to_announce", "idx_quotes_to_purge", "idx_quotes_to_remove"} {
		quotes.RemoveIndex(index)
	}
	quotes.Fields.RemoveByName("purgeAt")
	quotes.Fields.RemoveByName("filesToRemove")
	return app.Save(quotes)
}

// guestFiles is one kind of files that belong to no account. In its SQL, @ stands for the row.
type guestFiles struct{ table, where, bytes, columns string }

var allGuestFiles = []guestFiles{
	{"assignments", "@.student = '' AND @.fileSize > 0", "@.fileSize", "student, fileSize"},
	{
		"quotes", "@.student = '' AND @.assignment = ''",
		// An operator may have written anything there.
		`CAST((SELECT total(CASE type WHEN 'object' THEN json_extract(value, '$.size') END)
			FROM json_each(CASE WHEN json_valid(@.fileNames) THEN @.fileNames ELSE '[]' END)
			WHERE CASE type WHEN 'object' THEN json_extract(value, '$.purgedAt') IS NULL END) AS INTEGER)`,
		"student, assignment, fileNames",
	},
}

func (f guestFiles) of(row, text string) string { return strings.ReplaceAll(text, "@", row) }

// recounted is what the files add to the view of what the tallies should be.
func (f guestFiles) recounted() string {
	return f.of("x", fmt.Sprintf("\nUNION ALL SELECT '', 'guest files', '%[1]s', '', count(*), CAST(total(%[2]s) AS INTEGER) FROM %[1]s x WHERE %[3]s HAVING count(*) > 0", f.table, f.bytes, f.where))
}

// triggers is what the files add to the view of the triggers that there should be.
func (f guestFiles) triggers() (sql string) {
	for _, name := range f.names() {
		sql += " UNION ALL SELECT '" + name + "'"
	}
	return sql
}

func (f guestFiles) names() []string {
	return []string{f.table + "_guest_files_inserted", f.table + "_guest_files_moved", f.table + "_guest_files_deleted"}
}

// countGuestFiles adds up the files that belong to no account, as they change.
func countGuestFiles(app core.App) error {
	for _, f := range allGuestFiles {
		add := func(row string, n int) string {
			return f.of(row, fmt.Sprintf("INSERT INTO tallies (scope, kind, value, detail, n, amount) SELECT '', 'guest files', '%s', '', %d, %d * %s WHERE %s "+
				"ON CONFLICT DO UPDATE SET n = n + excluded.n, amount = amount + excluded.amount;\n", f.table, n, n, f.bytes, f.where))
		}
		const removeEmpty = "DELETE FROM tallies WHERE n = 0;\n"
		if err := replaceView(app, "recounted_tallies", func(sql string) string { return sql + f.recounted() }); err != nil {
			return err
		}
		if err := replaceView(app, "tally_triggers", func(sql string) string { return sql + f.triggers() }); err != nil {
			return err
		}
		names := f.names()
		err := execute(app.DB(),
			fmt.Sprintf("INSERT INTO tallies SELECT * FROM recounted_tallies WHERE kind = 'guest files' AND value = '%s'", f.table),
			fmt.Sprintf("CREATE TRIGGER %s AFTER INSERT ON %s WHEN %s\nBEGIN\n%sEND", names[0], f.table, f.of("NEW", f.where), add("NEW", 1)),
			fmt.Sprintf("CREATE TRIGGER %s AFTER UPDATE OF %s ON %s\nBEGIN\n%sEND", names[1], f.columns, f.table, add("OLD", -1)+add("NEW", 1)+removeEmpty),
			fmt.Sprintf("CREATE TRIGGER %s AFTER DELETE ON %s WHEN %s\nBEGIN\n%sEND", names[2], f.table, f.of("OLD", f.where), add("OLD", -1)+removeEmpty),
		)
		if err != nil {
			return err
		}
	}
	return nil
}

// leaveOutGuestFiles undoes countGuestFiles.
func leaveOutGuestFiles(app core.App) error {
	for _, f := range allGuestFiles {
		if err := replaceView(app, "recounted_tallies", func(sql string) string { return strings.Replace(sql, f.recounted(), "", 1) }); err != nil {
			return err
		}
		if err := replaceView(app, "tally_triggers", func(sql string) string { return strings.Replace(sql, f.triggers(), "", 1) }); err != nil {
			return err
		}
		for _, name := range f.names() {
			if err := execute(app.DB(), "DROP TRIGGER "+name); err != nil {
				return err
			}
		}
	}
	return execute(app.DB(), "DELETE FROM tallies WHERE kind = 'guest files'")
}
