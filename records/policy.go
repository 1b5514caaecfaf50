package records

import (
	"database/sql"
	"errors"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"
)

// FindPolicy returns the policy in force at a time: the one that took effect last.
func FindPolicy(app core.App, now time.Time) (*core.Record, error) {
	present, err := types.ParseDateTime(now)
	if err != nil {
		return nil, err
	}
	policy := &core.Record{}
	err = app.RecordQuery(Policies).AndWhere(dbx.NewExp("effectiveFrom <= {:now}", dbx.Params{"now": present.String()})).
		OrderBy("effectiveFrom DESC", "created DESC").Limit(1).One(policy)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, errors.New("no policy is in force")
	}
	return policy, err
}
