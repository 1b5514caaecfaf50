package messages

import (
	"crypto/x509"
	"sync"
	"time"

	"github.com/pocketbase/pocketbase/core"
)

var interrupts, limits sync.Map

func init() {
	sendLimit = func(app core.App) time.Duration {
		if limit, ok := limits.Load(app.DataDir()); ok {
			return limit.(time.Duration)
		}
		return time.Minute
	}
	interrupt = func(app core.App, point string) {
		if stop, ok := interrupts.Load(app.DataDir()); ok {
			stop.(func(string))(point)
		}
	}
}

// Interrupt makes an app call a function at points of a run. It may panic, as if the
// program had crashed.
func Interrupt(app core.App, stop func(point string)) { interrupts.Store(app.DataDir(), stop) }

// LimitSending sets how long the server may take over one mail of an app.
func LimitSending(app core.App, limit time.Duration) { limits.Store(app.DataDir(), limit) }

// Trust makes all apps accept the certificates of an authority.
func Trust(pool *x509.CertPool) { roots = pool }

// Preview exposes preview to tests.
var Preview = preview

// Compose exposes compose to tests.
var Compose = composeMail
