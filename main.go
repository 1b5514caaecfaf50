// Deskmate is a self-hosted marketplace for academic assignment help: one
// program with one data folder. This file only puts it together.
package main

import (
	"io/fs"
	"os"
	_ "time/tzdata" // the time zones of users, even on a machine without a time zone database

	"github.com/pocketbase/pocketbase"
	"github.com/pocketbase/pocketbase/cmd"
	"github.com/pocketbase/pocketbase/plugins/migratecmd"

	"deskmate/hooks"
	"deskmate/hooks/accounts"
	"deskmate/hooks/backups"
	"deskmate/hooks/files"
	"deskmate/hooks/health"
	"deskmate/hooks/lifecycle"
	"deskmate/hooks/messages"
	"deskmate/hooks/money"
	"deskmate/hooks/store"
	"deskmate/hooks/web"
	"deskmate/hooks/words"
	"deskmate/internal/command"
	"deskmate/internal/database"
	"deskmate/internal/demo"
	"deskmate/internal/preflight"
	"deskmate/internal/replica"
	"deskmate/internal/version"
	_ "deskmate/pb_migrations"
	"deskmate/pb_public"
)

func main() {
	words.RunChild()
	os.Exit(command.Run(newProgram(), version.Number()))
}

// newProgram puts the program together, for the command line of this process.
func newProgram() *pocketbase.PocketBase {
	copied := replica.New()
	app := pocketbase.NewWithConfig(pocketbase.Config{
		DefaultDataDir:       "pb_data",
		DefaultEncryptionEnv: "PB_ENCRYPTION_KEY",
		DBConnect:            database.Connect,
	})

	var publicDir string
	serve := cmd.NewServeCommand(app, true)
	app.RootCmd.PersistentFlags().StringVar(&publicDir, "publicDir", "", "serve the interface from this folder instead of the built-in one")
	_ = app.RootCmd.ParseFlags(os.Args[1:]) // only to read publicDir; the command itself reports errors

	preflight.Attach(app, publicDir)
	backups.Attach(app, serve)
	database.CheckMigrations(app)
	copied.Attach(app, serve)
	health.AttachWatch(app, serve, copied.Report)
	health.Listen(app, copied.Report)
	backups.TellCopy(app, copied.Health)
	web.AdmitOrigins(app, serve)
	files.KeepTemporaries(app)
	files.NoteUploads(app)
	hooks.Register(app, interfaceFiles(publicDir))
	backups.CheckAtStart(app)
	migratecmd.MustRegister(app, app.RootCmd, migratecmd.Config{Dir: "pb_migrations"})
	app.RootCmd.AddCommand(serve, cmd.NewSuperuserCommand(app), accounts.NewAdminKeyCommand(app), backups.NewCommand(app), demo.NewCommand(app),
		health.NewDoctorCommand(app), files.NewCommand(app), money.NewLedgerCommand(app), messages.NewMailCommand(app), replica.NewCommand(app),
		lifecycle.NewRetentionCommand(app), store.NewSearchCommand(app), store.NewTalliesCommand(app), version.NewCommand())
	return app
}

func interfaceFiles(publicDir string) fs.FS {
	if publicDir != "" {
		return os.DirFS(publicDir)
	}
	return pb_public.Files()
}
