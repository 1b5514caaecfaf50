package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

func init() {
	m.Register(func(app core.App) error {
		// What was in the pool before assignments remembered it: otherwise nobody could take it.
		return execute(app.DB(), "UPDATE assignments SET everInPool = TRUE WHERE inPool = TRUE")
	}, nil)
}
