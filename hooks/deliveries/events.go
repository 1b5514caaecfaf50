package deliveries

import (
	"database/sql"
	"errors"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/failures"
	"deskmate/hooks/held"
	"deskmate/hooks/nouns"
	"deskmate/hooks/orders"
	"deskmate/hooks/writes"
	"deskmate/records"
	"deskmate/rules"
)

// Listen moves an assignment on as its work is delivered, and keeps deliveries as they
// are: they are the proof of what was delivered.
func Listen(app core.App) {
	app.OnRecordCreate(records.Deliveries).BindFunc(giveReceipt)
	app.OnRecordCreateExecute(records.Deliveries).Bind(writes.At(writes.StageInvariant, store))
	app.OnRecordCreateRequest(records.Deliveries).BindFunc(func(*core.RecordRequestEvent) error {
		return failures.Conflict("Only the tutor of an assignment can deliver it")
	})
	app.OnRecordUpdate(records.Deliveries).BindFunc(keep)
	app.OnRecordUpdateExecute(records.Assignments).Bind(writes.At(writes.StageFollowUp, purge))
	app.OnRecordDelete(records.Deliveries).BindFunc(func(*core.RecordEvent) error { return refuse() })
}

func refuse() error { return failures.Conflict("Deliveries cannot be changed") }

// giveReceipt gives a new delivery the code of its receipt. Its version is found when it is
// stored.
func giveReceipt(e *core.RecordEvent) error {
	e.Record.Set(records.Receipt, orders.NewReceiptCode())
	e.Record.Set(records.Version, 1)
	return e.Next()
}

// store stores a delivery as the next version and finishes the work, if its tutor can
// deliver it now.
func store(e *core.RecordEvent) error {
	return writes.InTransaction(e, func() error {
		delivery := e.Record
		row, err := records.FindAssignmentRow(e.Context, e.App, delivery.GetString(records.Assignment))
		if errors.Is(err, sql.ErrNoRows) {
			return orders.NotFound()
		}
		if err != nil {
			return err
		}
		tutor := rules.Reader{ID: delivery.GetString(records.Tutor), Role: rules.RoleTutor}
		if row.ScopeFor(tutor) == rules.ScopeNone {
			return orders.NotFound() // somebody else works on it by now
		}
		if err := orders.Check(e.Context, e.App, tutor, row, rules.ActionDeliver); err != nil {
			return err
		}
		if err := checkVersion(row, delivery.GetInt(expectedVersion)); err != nil {
			return err
		}
		delivery.Set(records.Version, row.LastVersion+1)
		delivery.Set(records.AnswersField, row.OpenRevision)
		if err := e.Next(); err != nil {
			return err
		}
		_, err = held.Hold(e.Context, e.App, held.Text{
			Noun: records.Deliveries, Thing: delivery.Id, Assignment: row.ID, Text: delivery.GetString(records.Note), Writer: tutor.ID,
		})
		if err != nil {
			return err
		}
		return finish(e, delivery)
	})
}

// finish completes the assignment that a delivery belongs to. Its windows begin anew,
// at the time on the receipt.
func finish(e *core.RecordEvent, delivery *core.Record) error {
	assignment, err := records.FindAssignment(e.App, delivery.GetString(records.Assignment))
	if err != nil {
		return err
	}
	at := delivery.GetDateTime(records.Created)
	assignment.Set(records.Status, rules.StatusCompleted)
	assignment.Set(records.DeliveredAt, at)
	assignment.Set(records.WindowsStart, at)
	assignment.Set(records.WindowsWaited, 0)
	assignment.Set(records.AcceptedAt, nil)
	assignment.Set(records.LastVersion, delivery.GetInt(records.Version))
	assignment.Set(records.DeliveredWords, delivery.GetInt(records.Words))
	return writes.SaveNested(e.Context, e.App, assignment)
}

// keep refuses every change but those that follow from a deleted account or assignment.
func keep(e *core.RecordEvent) error {
	isConsole := records.ActorOf(e.Context, e.Record).Via == records.ViaConsole
	if isConsole || !nouns.OnlyClears(e.Record, records.Tutor, records.Note) && !isPurged(e.Record) {
		return refuse()
	}
	return e.Next()
}
