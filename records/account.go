package records

import (
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
)

// FindAccountLink finds the newest link of a purpose that an account was sent;
// sql.ErrNoRows if there is none, or it was used.
func FindAccountLink(app core.App, account, purpose string) (*core.Record, error) {
	link := &core.Record{}
	err := app.RecordQuery(AccountLinks).AndWhere(dbx.HashExp{UserField: account, Purpose: purpose}).Limit(1).One(link)
	return link, err
}

// FindDevice finds a device that an account has signed in from; sql.ErrNoRows if it has not.
func FindDevice(app core.App, account, name string) (*core.Record, error) {
	device := &core.Record{}
	err := app.RecordQuery(Devices).AndWhere(dbx.HashExp{UserField: account, Name: name}).Limit(1).One(device)
	return device, err
}

// FindUndosSince finds the changes of address of an account that can be undone, made
// at or after a moment.
func FindUndosSince(app core.App, account string, since time.Time) (found []*core.Record, err error) {
	err = app.RecordQuery(EmailUndos).AndWhere(dbx.HashExp{UserField: account}).
		AndWhere(dbx.NewExp("created >= {:since}", dbx.Params{"since": stored(since)})).All(&found)
	return found, err
}

// NewRecord returns a new record with some values, unsaved.
func NewRecord(app core.App, name string, values map[string]any) (*core.Record, error) {
	collection, err := app.FindCachedCollectionByNameOrId(name)
	if err != nil {
		return nil, err
	}
	record := core.NewRecord(collection)
	record.Load(values)
	return record, nil
}
