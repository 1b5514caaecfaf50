package store

import (
	"context"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
)

// CountStrangerMails counts the urgent or the other mails that an address, known by its
// digest, was written since a moment while no account had confirmed it. Mails that have
// been deleted since count too.
func CountStrangerMails(ctx context.Context, app core.App, digest string, urgent bool, since time.Time) (count int, err error) {
	err = app.DB().NewQuery("SELECT count(*) FROM stranger_mails WHERE digest = {:digest} AND urgent = {:urgent} AND created > {:since}").
		Bind(dbx.Params{"digest": digest, "urgent": urgent, "since": stored(since)}).WithContext(ctx).Row(&count)
	return count, err
}

// DeleteOldStrangerMails forgets mails that were written until a moment.
func DeleteOldStrangerMails(ctx context.Context, tx core.App, before time.Time, limit int) (deleted int64, err error) {
	return deleteSome(ctx, tx, StrangerMails, "created <= {:before}", dbx.Params{"before": stored(before)}, limit)
}
