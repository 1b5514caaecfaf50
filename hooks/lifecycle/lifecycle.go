// Package lifecycle looks after files once they are here. With clamd it has them scanned
// for malware (docs/product.md, section 19). Some time after everything about an order is
// settled, it deletes the order's files, and tells its people before and afterwards
// (section 15).
package lifecycle

import (
	"slices"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/messages"
)

// Kinds returns the messages of this room.
func Kinds() []messages.Kind {
	return slices.Concat(retentionKinds(), scanKinds())
}

// Listen binds the events of this room.
func Listen(app core.App) {
	listenRetention(app)
	listenScans(app)
}
