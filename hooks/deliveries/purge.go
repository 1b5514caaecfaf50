package deliveries

import (
	"reflect"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/nouns"
	"deskmate/hooks/writes"
	"deskmate/internal/clock"
	"deskmate/records"
	"deskmate/rules"
)

// purge deletes the delivered files of an assignment that becomes a stub. Their names,
// which may tell who wrote them, go too: what stays is the proof that they were delivered.
func purge(e *core.RecordEvent) error {
	wasStub := !e.Record.Original().GetDateTime(records.DeletedAt).IsZero()
	if wasStub || e.Record.GetDateTime(records.DeletedAt).IsZero() {
		return e.Next()
	}
	return writes.InTransaction(e, func() error {
		if err := e.Next(); err != nil {
			return err
		}
		delivered, err := e.App.FindAllRecords(records.Deliveries, dbx.HashExp{records.Assignment: e.Record.Id})
		if err != nil {
			return err
		}
		at := rules.FormatTime(clock.Now(e.App))
		for _, delivery := range delivered {
			described, err := describedFiles(delivery)
			if err != nil {
				return err
			}
			delivery.Set(records.FileNames, described.Purged(at))
			delivery.Set(records.Files, nil)
			if err := writes.SaveNested(e.Context, e.App, delivery); err != nil {
				return err
			}
		}
		return nil
	})
}

func describedFiles(delivery *core.Record) (described records.DeliveredFiles, err error) {
	err = delivery.UnmarshalJSONField(records.FileNames, &described)
	return described, err
}

// isPurged reports whether all that changes is that the files of a delivery are deleted.
func isPurged(delivery *core.Record) bool {
	before, err := describedFiles(delivery.Original())
	if err != nil || len(before) == 0 {
		return false
	}
	after, err := describedFiles(delivery)
	if err != nil || len(after) == 0 || after[0].PurgedAt == nil || len(delivery.GetStringSlice(records.Files)) > 0 {
		return false
	}
	rest := delivery.Clone()
	rest.Set(records.FileNames, delivery.Original().Get(records.FileNames))
	return reflect.DeepEqual(after, before.Purged(*after[0].PurgedAt)) && nouns.OnlyClears(rest, records.Files)
}
