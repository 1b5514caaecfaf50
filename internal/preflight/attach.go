package preflight

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"
)

// Attach makes an app refuse to open what cannot be right. publicDir is the folder with
// another interface, or empty.
func Attach(app core.App, publicDir string) {
	app.OnBootstrap().Bind(&hook.Handler[*core.BootstrapEvent]{
		Id:       "deskmateSettings",
		Priority: -10_000, // before anything is fetched or waited for
		Func: func(e *core.BootstrapEvent) error {
			if err := CheckKey(e.App.EncryptionEnv(), os.Getenv(e.App.EncryptionEnv())); err != nil {
				return err
			}
			if err := checkInterface(publicDir); err != nil {
				return err
			}
			if err := checkWritable(e.App.DataDir()); err != nil {
				return err
			}
			return e.Next()
		},
	})
	app.OnBootstrap().Bind(&hook.Handler[*core.BootstrapEvent]{
		Id:       "deskmateDatabase",
		Priority: -9000, // when the copy has been fetched, if there is one, and before anything opens the database
		Func: func(e *core.BootstrapEvent) error {
			if err := CheckDatabase(e.App.DataDir()); err != nil {
				return err
			}
			return e.Next()
		},
	})
}

func checkInterface(dir string) error {
	if dir == "" {
		return nil
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return fmt.Errorf("--publicDir is %s, which is no folder", dir)
	}
	if _, err := os.Stat(filepath.Join(dir, "index.html")); err != nil {
		return fmt.Errorf("--publicDir is %s, which has no interface: there is no index.html", dir)
	}
	return nil
}
