package mail

import (
	"sync"
	"time"

	"github.com/pocketbase/pocketbase/core"
)

var interrupts sync.Map

func init() {
	sendLimit = 3 * time.Second
	interrupt = func(app core.App, point string) {
		if stop, ok := interrupts.Load(app.DataDir()); ok {
			stop.(func(string))(point)
		}
	}
}

// Interrupt makes an app call a function at points of a run. It may panic, as if the
// program had crashed.
func Interrupt(app core.App, stop func(point string)) { interrupts.Store(app.DataDir(), stop) }

// Preview exposes preview to tests.
var Preview = preview
