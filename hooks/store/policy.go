package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
)

// laterPolicy sorts versions of the policies, the one that counts first: of those that
// begin at the same time, the higher version wins. Numbers without leading zeros sort by
// their length.
const laterPolicy = "effectiveFrom DESC, length(version) DESC, version DESC"

// FindPolicy returns the policy in force at a time: the one that took effect last.
func FindPolicy(app core.App, now time.Time) (*core.Record, error) {
	policy := &core.Record{}
	err := app.RecordQuery(Policies).AndWhere(dbx.NewExp("effectiveFrom <= {:now}", dbx.Params{"now": stored(now)})).
		OrderBy(strings.Split(laterPolicy, ", ")...).Limit(1).One(policy)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, errors.New("no policy is in force")
	}
	return policy, err
}

// FindPinnedPolicy returns the policy that is pinned to a row of a collection.
func FindPinnedPolicy(app core.App, collection, row, policy string) (*core.Record, error) {
	found, err := app.FindRecordById(Policies, policy)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, missingPolicy(collection, row, policy)
	}
	return found, err
}

// missingPolicy is not about what a caller asked for, so it is not an sql.ErrNoRows.
func missingPolicy(collection, row, policy string) error {
	return fmt.Errorf("the policy %q of the row %s in %s does not exist", policy, row, collection)
}

// FindPolicies returns all versions of the policies, newest first.
func FindPolicies(app core.App) (found []*core.Record, err error) {
	err = app.RecordQuery(Policies).OrderBy(strings.Split(laterPolicy, ", ")...).All(&found)
	return found, err
}

// NextPolicyStart returns when the next version of the policies takes effect; the zero
// time if none is announced.
func NextPolicyStart(app core.App, now time.Time) (time.Time, error) {
	var start Time
	err := constant(app, "SELECT coalesce(min(effectiveFrom), '') FROM policies WHERE effectiveFrom > {:now}").
		Bind(dbx.Params{"now": stored(now)}).Row(&start)
	return start.Time(), err
}

// NextPolicyVersion returns a name for a version that takes effect at a time: its day,
// with a number if other versions have that day. Call it in the transaction that adds
// the version.
func NextPolicyVersion(ctx context.Context, tx core.App, from time.Time) (string, error) {
	day := from.UTC().Format(time.DateOnly)
	var versions []string
	err := tx.DB().NewQuery("SELECT version FROM policies WHERE version = {:day} OR substr(version, 1, 11) = {:day} || '.'").
		Bind(dbx.Params{"day": day}).WithContext(ctx).Column(&versions)
	if err != nil || len(versions) == 0 {
		return day, err
	}
	last := 1
	for _, version := range versions {
		if number, err := strconv.Atoi(strings.TrimPrefix(version, day+".")); err == nil { // operators name theirs as they like
			last = max(last, number)
		}
	}
	return fmt.Sprintf("%s.%d", day, last+1), nil
}

// CountOpenOrders counts, for the id of each policy, the assignments under it that are
// neither accepted nor cancelled.
func CountOpenOrders(ctx context.Context, app core.App) (map[string]int, error) {
	// Literally, for the partial index.
	return readNumbers(ctx, app, "SELECT policy AS name, count(*) AS n FROM assignments WHERE deletedAt = '' AND acceptedAt = '' AND status != 'cancelled' GROUP BY policy")
}
