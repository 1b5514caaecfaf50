package orders

import (
	"database/sql"
	"errors"
	"reflect"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/failures"
	"deskmate/hooks/moderation"
	"deskmate/hooks/store"
	"deskmate/hooks/transaction"
	"deskmate/internal/clock"
)

// listenDeliveries keeps deliveries as they are: they are the proof of what was delivered.
func listenDeliveries(app core.App) {
	app.OnRecordCreateRequest(store.Deliveries).BindFunc(func(*core.RecordRequestEvent) error {
		return failures.Conflict("Only the tutor of an assignment can deliver it")
	})
	app.OnRecordDelete(store.Deliveries).BindFunc(func(*core.RecordEvent) error { return refuseDeliveryChange() })
}

func refuseDeliveryChange() error { return failures.Conflict("Deliveries cannot be changed") }

// GiveReceipt gives a new delivery the code of its receipt. Its version is found when it is
// stored.
func GiveReceipt(e *core.RecordEvent) error {
	e.Record.Set(store.Receipt, NewReceiptCode())
	e.Record.Set(store.Version, 1)
	return e.Next()
}

// FinishDelivery stores a delivery as the next version and finishes the work, if its tutor can
// deliver it now.
func FinishDelivery(e *core.RecordEvent) error {
	delivery := e.Record
	row, err := store.FindAssignmentRow(e.Context, e.App, delivery.GetString(store.Assignment))
	if errors.Is(err, sql.ErrNoRows) {
		return NotFound()
	}
	if err != nil {
		return err
	}
	tutor := domain.Reader{ID: delivery.GetString(store.Tutor), Role: domain.RoleTutor}
	if row.ScopeFor(tutor) == domain.ScopeNone {
		return NotFound() // somebody else works on it by now
	}
	if err := Check(e.Context, e.App, tutor, row, domain.ActionDeliver); err != nil {
		return err
	}
	if err := checkVersion(row, delivery.GetInt(expectedVersion)); err != nil {
		return err
	}
	delivery.Set(store.Version, row.LastVersion+1)
	delivery.Set(store.AnswersField, row.OpenRevision)
	if err := e.Next(); err != nil {
		return err
	}
	_, err = moderation.Hold(e.Context, e.App, moderation.Text{
		Noun: store.Deliveries, Thing: delivery.Id, Assignment: row.ID, Text: delivery.GetString(store.Note), Writer: tutor.ID,
	})
	if err != nil {
		return err
	}
	return finishDelivery(e, delivery)
}

// finishDelivery completes the assignment that a delivery belongs to. Its windows start again,
// at the time on the receipt.
func finishDelivery(e *core.RecordEvent, delivery *core.Record) error {
	assignment, err := store.FindAssignment(e.App, delivery.GetString(store.Assignment))
	if err != nil {
		return err
	}
	at := delivery.GetDateTime(store.Created)
	assignment.Set(store.Status, domain.StatusCompleted)
	assignment.Set(store.DeliveredAt, at)
	assignment.Set(store.WindowsStart, at)
	assignment.Set(store.WindowsWaited, 0)
	assignment.Set(store.AcceptedAt, nil)
	assignment.Set(store.LastVersion, delivery.GetInt(store.Version))
	assignment.Set(store.DeliveredWords, delivery.GetInt(store.Words))
	return transaction.SaveNested(e.Context, e.App, assignment)
}

// KeepDelivery refuses every change but those that follow from a deleted account or assignment.
func KeepDelivery(e *core.RecordEvent) error {
	isConsole := store.ActorOf(e.Context, e.Record).Via == store.ViaConsole
	if isConsole || !api.OnlyClears(e.Record, store.Tutor, store.Note) && !isPurged(e.Record) {
		return refuseDeliveryChange()
	}
	return e.Next()
}

// PurgeDeliveries deletes the delivered files of an assignment that becomes a stub. Their names,
// which may tell who wrote them, go too: what stays is the proof that they were delivered.
func PurgeDeliveries(e *core.RecordEvent) error {
	if !store.BecomesStub(e.Record) {
		return e.Next()
	}
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
}

func describedFiles(delivery *core.Record) (described store.DeliveredFiles, err error) {
	err = delivery.UnmarshalJSONField(store.FileNames, &described)
	return described, err
}

// isPurged reports whether the only change is that the files of a delivery are deleted.
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
