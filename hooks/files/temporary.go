package files

import (
	"os"
	"path/filepath"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"

	"deskmate/internal/disk"
)

// KeepTemporaries gives a server a temporary folder of its own in the data folder. What
// uploads leave there when the program is killed is deleted at the next start, and what is
// left when it stops, at once. It changes the environment of the process.
func KeepTemporaries(app core.App) {
	app.OnServe().BindFunc(func(e *core.ServeEvent) error {
		// Only once it listens: a server that does not start must not take the files of one that runs.
		if err := e.Next(); err != nil {
			return err
		}
		dir, err := filepath.Abs(filepath.Join(app.DataDir(), disk.Temporary))
		if err != nil {
			return err
		}
		if err := os.RemoveAll(dir); err != nil {
			return err
		}
		if err := os.Mkdir(dir, 0o700); err != nil {
			return err
		}
		app.OnTerminate().Bind(&hook.Handler[*core.TerminateEvent]{
			Id: "deskmateTemporaries",
			Func: func(e *core.TerminateEvent) error {
				err := e.Next()
				_ = os.RemoveAll(dir) // the next start tries again
				return err
			},
		})
		// Windows reads the second.
		for _, variable := range []string{"TMPDIR", "TMP"} {
			if err := os.Setenv(variable, dir); err != nil {
				return err
			}
		}
		return nil
	})
}
