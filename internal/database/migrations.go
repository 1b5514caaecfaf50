package database

import (
	"fmt"
	"slices"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"
)

// CheckMigrations refuses a database that the program cannot upgrade: one that a newer version
// has upgraded, or one that stopped at an earlier one of the squashed migrations. One that has
// all of those is taken over as it is.
func CheckMigrations(app core.App) {
	app.OnBootstrap().BindFunc(func(e *core.BootstrapEvent) error {
		if err := e.Next(); err != nil {
			return whyClosed(e.App, err)
		}
		var applied []string
		if err := e.App.DB().Select("file").From(core.DefaultMigrationsTable).OrderBy("file").Column(&applied); err != nil {
			return err
		}
		known := map[string]bool{}
		for _, list := range []core.MigrationsList{core.SystemMigrations, core.AppMigrations} {
			for _, migration := range list.Items() {
				known[migration.File] = true
			}
		}
		unknown := slices.DeleteFunc(applied, func(file string) bool { return known[file] })
		if i := slices.IndexFunc(unknown, func(file string) bool { return !slices.Contains(squashed, file) }); i >= 0 {
			return fmt.Errorf("a newer version of this program has upgraded this database (%s). Install that version, or restore a backup from before the upgrade", unknown[i])
		}
		switch len(unknown) {
		case 0:
			return nil
		case len(squashed):
			return takeOver(e.App)
		}
		return fmt.Errorf("this database was last upgraded before commit %s: run `deskmate migrate up` of that commit on it, and then this version", lastBeforeSquash)
	})
}

// takeOver enters the migrations that have replaced the squashed ones, without running them.
// If only the first statement is executed, the next start does the rest.
func takeOver(app core.App) error {
	var replacing []string
	for _, migration := range core.AppMigrations.Items() {
		if migration.File <= lastOfSquash {
			replacing = append(replacing, migration.File)
		}
	}
	for _, c := range []struct {
		statement string
		files     types.JSONArray[string]
	}{
		{"INSERT OR IGNORE INTO _migrations (file, applied) SELECT value, (SELECT max(applied) FROM _migrations) FROM json_each({:files})", replacing},
		{"DELETE FROM _migrations WHERE file IN (SELECT value FROM json_each({:files}))", squashed},
	} {
		if _, err := app.DB().NewQuery(c.statement).Bind(dbx.Params{"files": c.files}).Execute(); err != nil {
			return err
		}
	}
	return nil
}
