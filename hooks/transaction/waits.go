package transaction

import (
	"context"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/internal/requests"
)

const waitsKey = "deskmateWaits"

// OnWait makes a function hear how long each change has waited for its turn to write, and
// whether it was refused because its turn did not come. There is one such function per app.
func OnWait(app core.App, heard func(waited time.Duration, refused bool)) {
	app.Store().Set(waitsKey, heard)
}

func noteWait(ctx context.Context, app core.App, waited time.Duration, refused bool) {
	requests.Of(ctx).Wait(waited)
	if heard, ok := app.Store().Get(waitsKey).(func(time.Duration, bool)); ok {
		heard(waited, refused)
	}
}
