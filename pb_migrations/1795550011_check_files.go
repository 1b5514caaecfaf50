package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

func init() {
	m.Register(func(app core.App) error {
		// Files that nobody may open, or that were not scanned yet. A plain table, because
		// no form and no record endpoint can reach it. A clean file has no row.
		return execute(app,
			`CREATE TABLE file_scans (record TEXT NOT NULL, file TEXT NOT NULL, collection TEXT NOT NULL, state TEXT NOT NULL,
				malware TEXT NOT NULL, attempts INTEGER NOT NULL, nextAt TEXT NOT NULL, PRIMARY KEY (record, file)) WITHOUT ROWID`,
			"CREATE INDEX idx_file_scans_next ON file_scans (nextAt) WHERE state != 'infected'",
		)
	}, nil)
}
