package store

import (
	"context"
	"fmt"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
)

// Deletion deletes at most limit rows and returns how many. Call it in a transaction. It is
// plain SQL, so no record event happens.
type Deletion = func(ctx context.Context, tx core.App, limit int) (deleted int64, err error)

// OfAccount deletes rows of a table that belong to an account.
func OfAccount(table, account string) Deletion {
	return deletion(table, "user = {:account}", dbx.Params{"account": account})
}

// MailsTo deletes mails to an address that belong to no account.
func MailsTo(address string) Deletion {
	return deletion(Outbox, "[[to]] = {:to} AND +user = ''", dbx.Params{"to": address})
}

// OldMails deletes mails with a status that were written before a moment.
func OldMails(status string, before time.Time) Deletion {
	return deletion(Outbox, "status = {:status} AND created < {:before}", dbx.Params{"status": status, "before": stored(before)})
}

// OldStrangerMails forgets mails that were written until a moment.
func OldStrangerMails(until time.Time) Deletion {
	return deletion(StrangerMails, "created <= {:until}", dbx.Params{"until": stored(until)})
}

// OldNotices deletes notices that were written before a moment and have been read, or never.
func OldNotices(areRead bool, before time.Time) Deletion {
	where := "readAt = '' AND created < {:before}"
	if areRead {
		where = "readAt != '' AND created < {:before}"
	}
	return deletion(Notices, where, dbx.Params{"before": stored(before)})
}

// OldReminders deletes the keys of what was told before a moment.
func OldReminders(before time.Time) Deletion {
	return deletion(Reminders, "created < {:before}", dbx.Params{"before": stored(before)})
}

// OldDevices deletes devices from which nobody has signed in since a moment. The newest
// device of an account stays: without any, no sign-in would be told.
func OldDevices(before time.Time) Deletion {
	return deletion(Devices, `updated < {:before} AND EXISTS
		(SELECT 1 FROM devices other WHERE other.user = devices.user AND (other.updated, other.id) > (devices.updated, devices.id))`,
		dbx.Params{"before": stored(before)})
}

// Expired deletes rows of a table that expired before a moment: sessions whose tokens are no
// longer valid, and changes of address that can no longer be undone.
func Expired(table string, now time.Time) Deletion {
	return deletion(table, "[[expiresAt]] < {:now}", dbx.Params{"now": stored(now)})
}

func deletion(table, where string, params dbx.Params) Deletion {
	statement := fmt.Sprintf("DELETE FROM %[1]s WHERE rowid IN (SELECT rowid FROM %[1]s WHERE %[2]s LIMIT {:limit})", table, where)
	return func(ctx context.Context, tx core.App, limit int) (deleted int64, err error) {
		result, err := tx.DB().NewQuery(statement).Bind(dbx.Params{"limit": limit}).Bind(params).WithContext(ctx).Execute()
		if err != nil {
			return 0, err
		}
		return result.RowsAffected()
	}
}
