package store

import (
	"context"
	"database/sql"
	"errors"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
)

// theUptime is the id of the only row.
const theUptime = "sincelaststop00"

// ReadUptime returns what is known of how long the program has run. It is zero if nothing is.
func ReadUptime(ctx context.Context, app core.App) (domain.Uptime, error) {
	var row struct {
		RunsSince Time `db:"runsSince"`
		SeenAt    Time `db:"seenAt"`
	}
	err := constant(app, "SELECT runsSince, seenAt FROM uptime WHERE id = {:id}").Bind(dbx.Params{"id": theUptime}).WithContext(ctx).One(&row)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return domain.Uptime{}, err
	}
	return domain.Uptime{RunsSince: row.RunsSince.Time(), SeenAt: row.SeenAt.Time()}, nil
}

// StoreUptime replaces what is known of how long the program has run. It is plain SQL,
// because nobody hears of it.
func StoreUptime(ctx context.Context, tx core.App, uptime domain.Uptime) error {
	_, err := tx.DB().NewQuery(`INSERT INTO uptime (id, runsSince, seenAt) VALUES ({:id}, {:since}, {:seen})
		ON CONFLICT (id) DO UPDATE SET runsSince = {:since}, seenAt = {:seen}`).
		Bind(dbx.Params{"id": theUptime, "since": stored(uptime.RunsSince), "seen": stored(uptime.SeenAt)}).WithContext(ctx).Execute()
	return err
}
