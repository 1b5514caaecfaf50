package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

func init() {
	m.Register(func(app core.App) error {
		// Files that nobody may open, or that were not scanned yet. A plain table, because
		// no form and no record endpoint can reach it. A clean file has no row.
		err := execute(app,
			`CREATE TABLE file_scans (record TEXT NOT NULL, file TEXT NOT NULL, collection TEXT NOT NULL, state TEXT NOT NULL,
				malware TEXT NOT NULL, attempts INTEGER NOT NULL, nextAt TEXT NOT NULL, PRIMARY KEY (record, file)) WITHOUT ROWID`,
			"CREATE INDEX idx_file_scans_next ON file_scans (nextAt) WHERE state != 'infected'",
		)
		if err != nil {
			return err
		}

		// Files without a row, and rows without their file, as the last comparison found them.
		orphans := core.NewBaseCollection("orphans")
		orphans.Fields.Add(
			&core.SelectField{Name: "kind", Values: []string{"file", "row"}, Required: true},
			&core.TextField{Name: "collection", Max: 255, Required: true},
			&core.TextField{Name: "record", Max: 255, Required: true},
			&core.TextField{Name: "file", Max: 500, Required: true},
			count("bytes"),
			&core.DateField{Name: "written"}, // by the clock of the store
			&core.DateField{Name: "firstSeen"},
			&core.DateField{Name: "lastSeen"},
			// On how many nights it was seen, and when the last of them was counted.
			count("nights"),
			&core.DateField{Name: "countedAt"},
		)
		orphans.AddIndex("idx_orphans_file", true, "collection, record, file", "")
		orphans.AddIndex("idx_orphans_kind", false, "kind, id", "")

		// One row: what the last comparison found.
		sweeps := core.NewBaseCollection("sweeps")
		sweeps.Fields.Add(
			&core.DateField{Name: "ranAt"},
			count("files"), count("bytes"), count("rows"), count("unknown"), count("swept"), count("sweptBytes"),
			&core.BoolField{Name: "startedAnew"},
			// The name of the object that this database has left in the store.
			&core.TextField{Name: "mark", Max: 100, Hidden: true},
		)
		return save(app, orphans, sweeps)
	}, nil)
}
