package orders

import (
	"reflect"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/hooks/transaction"
	"deskmate/internal/clock"
)

// purgeDelivery deletes the delivered files of an assignment that becomes a stub. Their names,
// which may tell who wrote them, go too: what stays is the proof that they were delivered.
func purgeDelivery(e *core.RecordEvent) error {
	wasStub := !e.Record.Original().GetDateTime(store.DeletedAt).IsZero()
	if wasStub || e.Record.GetDateTime(store.DeletedAt).IsZero() {
		return e.Next()
	}
	return transaction.InTransaction(e, func() error {
		if err := e.Next(); err != nil {
			return err
		}
		delivered, err := e.App.FindAllRecords(store.Deliveries, dbx.HashExp{store.Assignment: e.Record.Id})
		if err != nil {
			return err
		}
		at := domain.FormatTime(clock.Now(e.App))
		for _, delivery := range delivered {
			described, err := describedFiles(delivery)
			if err != nil {
				return err
			}
			delivery.Set(store.FileNames, described.Purged(at))
			delivery.Set(store.Files, nil)
			if err := transaction.SaveNested(e.Context, e.App, delivery); err != nil {
				return err
			}
		}
		return nil
	})
}

func describedFiles(delivery *core.Record) (described store.DeliveredFiles, err error) {
	err = delivery.UnmarshalJSONField(store.FileNames, &described)
	return described, err
}

// isPurged reports whether all that changes is that the files of a delivery are deleted.
func isPurged(delivery *core.Record) bool {
	before, err := describedFiles(delivery.Original())
	if err != nil || len(before) == 0 {
		return false
	}
	after, err := describedFiles(delivery)
	if err != nil || len(after) == 0 || after[0].PurgedAt == nil || len(delivery.GetStringSlice(store.Files)) > 0 {
		return false
	}
	rest := delivery.Clone()
	rest.Set(store.FileNames, delivery.Original().Get(store.FileNames))
	return reflect.DeepEqual(after, before.Purged(*after[0].PurgedAt)) && api.OnlyClears(rest, store.Files)
}
