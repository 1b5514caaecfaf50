package integrity

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/internal/clock"
	"deskmate/internal/database"
)

// State is what the last check of the database has found since the program started.
type State struct {
	CheckedAt time.Time // zero before the first check
	Damage    error     // nil if there was none
}

const storeKey = "deskmateIntegrity"

func stateOf(app core.App) *atomic.Pointer[State] {
	return app.Store().GetOrSet(storeKey, func() any { return &atomic.Pointer[State]{} }).(*atomic.Pointer[State])
}

// Of returns what the last check of an app's database has found.
func Of(app core.App) State {
	if state := stateOf(app).Load(); state != nil {
		return *state
	}
	return State{}
}

// Found notes what a check of an app's database has found: damage, or nil. If the first check
// since the start was before, it writes to the operators and the admins about damage: a program
// that starts again and again would send an email each time.
func Found(ctx context.Context, app core.App, damage *database.DamagedError) error {
	isFirst := Of(app).CheckedAt.IsZero()
	state := &State{CheckedAt: clock.Now(app)}
	if damage != nil {
		state.Damage = damage
	}
	stateOf(app).Store(state)
	if damage == nil || isFirst {
		return nil
	}
	return tell(ctx, app, damage)
}
