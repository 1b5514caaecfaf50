package records

import (
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
	found, err := app.FindRecordsByFilter(Policies, "effectiveFrom <= {:now}", "-effectiveFrom,-created", 1, 0,
		dbx.Params{"now": present.String()})
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, errors.New("no policy is in force")
	}
	return found[0], nil
}
