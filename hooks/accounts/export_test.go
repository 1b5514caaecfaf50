package accounts

import "github.com/pocketbase/pocketbase/core"

// WaitForLinks waits until the links that were asked for are written.
func WaitForLinks(app core.App) { backgroundOf(app).tasks.Wait() }
