package sweeps

import (
	"context"
	"strings"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/security"

	"deskmate/hooks/writes"
	"deskmate/records"
)

// sign leaves a new mark in the store and removes all others. Only if the mark of the last
// run was the only one may the waiting of orphans go on. Otherwise it begins anew: the
// database was restored to an earlier state, so that files are newer than it is; or another
// database uses the same store, such as a copy of the site on another machine, and the
// files of one are orphans to the other. Each of two databases removes the mark of the
// other, so neither deletes anything while both look every night. One whose server stands
// still, or is of a version without this job, leaves no mark: that is why deleting is off
// until the operator knows that no other database uses the store.
func sign(ctx context.Context, app core.App, s store) error {
	var left []string
	err := s.list(ctx, marks, func(objects []object) error {
		for _, object := range objects {
			left = append(left, strings.TrimPrefix(object.key, marks+"/"))
		}
		return nil
	})
	if err != nil {
		return err
	}
	own := security.RandomStringWithAlphabet(20, "abcdefghijklmnopqrstuvwxyz0123456789")
	err = writes.Run(ctx, app, func(ctx context.Context, tx core.App) error {
		sweep, err := records.ReadSweep(ctx, tx)
		if err != nil {
			return err
		}
		isFirst := len(left) == 0 && sweep.Mark == ""
		sweep.StartedAgain = !isFirst && (len(left) != 1 || left[0] != sweep.Mark)
		if sweep.StartedAgain {
			if err := records.BeginWaitingAgain(ctx, tx); err != nil {
				return err
			}
		}
		sweep.Mark = own
		return records.StoreSweep(ctx, tx, sweep)
	})
	if err != nil {
		return err
	}
	if err := s.put(ctx, marks+"/"+own, "The last comparison of these files with the rows of a database.\n"); err != nil {
		return err
	}
	for _, mark := range left {
		if err := s.remove(ctx, marks+"/"+mark); err != nil {
			return err
		}
	}
	return nil
}
