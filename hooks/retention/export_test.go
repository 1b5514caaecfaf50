package retention

import (
	"context"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/records"
)

// Run does what the job does.
func Run(ctx context.Context, app core.App) error {
	return run(records.ActingAs(ctx, records.Actor{Via: records.ViaSystem}), app, false, func(Line) {})
}
