package lifecycle

import (
	"context"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/store"
)

// Run does what the job does.
func Run(ctx context.Context, app core.App) error {
	return runRetention(store.ActingAs(ctx, store.Actor{Via: store.ViaSystem}), app, false, func(Line) {})
}
