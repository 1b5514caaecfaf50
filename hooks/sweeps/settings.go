package sweeps

import (
	"fmt"

	"github.com/pocketbase/pocketbase/core"
)

// Variable is what operators set to have files without a row deleted.
const Variable = "DESKMATE_SWEEP"

// ReadDeletes reads from the environment whether files without a row are deleted. If not,
// they are only reported: a database that does not run a server leaves no mark (see sign),
// and its files would be deleted if it shared the store.
func ReadDeletes(getenv func(string) string) (deletes bool, err error) {
	switch wanted := getenv(Variable); wanted {
	case "", "report":
		return false, nil
	case "delete":
		return true, nil
	default:
		return false, fmt.Errorf("%s is %q, and must be report or delete", Variable, wanted)
	}
}

const storeKey = "deskmateSweepDeletes"

// Use says whether an app deletes files without a row.
func Use(app core.App, deletes bool) { app.Store().Set(storeKey, deletes) }

func deletes(app core.App) bool {
	wanted, _ := app.Store().Get(storeKey).(bool)
	return wanted
}
