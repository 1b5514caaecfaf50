package transaction

import (
	"time"

	"github.com/pocketbase/pocketbase/core"
)

// LimitWait sets how long the changes of an app wait for the writer.
func LimitWait(app core.App, limit time.Duration) { app.Store().Set(waitLimitKey, limit) }
