package store

import "github.com/pocketbase/pocketbase/core"

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
