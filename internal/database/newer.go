package database

import (
	"fmt"

	"github.com/pocketbase/pocketbase/core"
)

// RefuseNewer keeps the app from working on a database that a newer version of the program
// has upgraded: one with migrations that this version does not know.
func RefuseNewer(app core.App) {
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
		for _, file := range applied {
			if !known[file] {
				return fmt.Errorf("a newer version of this program has upgraded this database (%s). Install that version, or restore a backup from before the upgrade", file)
			}
		}
		return nil
	})
}
