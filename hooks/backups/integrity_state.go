package backups

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/internal/clock"
	"deskmate/internal/database"
)

// Integrity is what the last check of the database has found since the program started.
type Integrity struct {
	CheckedAt time.Time // zero before the first check
	Damage    error     // nil if there was none
}

const integrityKey = "deskmateIntegrity"

func stateOf(app core.App) *atomic.Pointer[Integrity] {
	return app.Store().GetOrSet(integrityKey, func() any { return &atomic.Pointer[Integrity]{} }).(*atomic.Pointer[Integrity])
}

// IntegrityOf returns what the last check of an app's database has found.
func IntegrityOf(app core.App) Integrity {
	if state := stateOf(app).Load(); state != nil {
		return *state
	}
	return Integrity{}
}

// FoundDamage notes what a check of an app's database has found: damage, or nil. If the first check
// since the start was before, it writes to the operators and the admins about damage: a program
// that starts again and again would send an email each time.
func FoundDamage(ctx context.Context, app core.App, damage *database.DamagedError) error {
	isFirst := IntegrityOf(app).CheckedAt.IsZero()
	state := &Integrity{CheckedAt: clock.Now(app)}
	if damage != nil {
		state.Damage = damage
	}
	stateOf(app).Store(state)
	if damage == nil || isFirst {
		return nil
	}
	return tellDamage(ctx, app, damage)
}
