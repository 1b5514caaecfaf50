package pb_migrations

import (
	"fmt"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"
)

// dated returns the fields with the times of a row's creation and of its last change.
func dated() (created, updated core.Field) {
	return &core.AutodateField{Name: "created", OnCreate: true}, &core.AutodateField{Name: "updated", OnCreate: true, OnUpdate: true}
}

// count returns a field for a whole number that is not negative, such as an amount in cents.
func count(name string) core.Field {
	return &core.NumberField{Name: name, OnlyInt: true, Min: types.Pointer(0.0)}
}

// percentage returns a field for a whole number from 0 to 100.
func percentage(name string) core.Field {
	return &core.NumberField{Name: name, OnlyInt: true, Min: types.Pointer(0.0), Max: types.Pointer(100.0)}
}

// ids returns the ids of collections by their names.
func ids(app core.App, names ...string) (map[string]string, error) {
	found := map[string]string{}
	for _, name := range names {
		collection, err := app.FindCollectionByNameOrId(name)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		found[name] = collection.Id
	}
	return found, nil
}

func save(app core.App, collections ...*core.Collection) error {
	for _, collection := range collections {
		if err := app.Save(collection); err != nil {
			return fmt.Errorf("%s: %w", collection.Name, err)
		}
	}
	return nil
}

// insert adds one of the rows that every installation begins with. Unlike a record that is
// saved, it is not written to the history.
func insert(app core.App, table string, row dbx.Params) error {
	now := dbx.NewExp("strftime('%Y-%m-%d %H:%M:%fZ')")
	row["created"], row["updated"] = now, now
	_, err := app.DB().Insert(table, row).Execute()
	return err
}

func execute(app core.App, statements ...string) error {
	for _, statement := range statements {
		if _, err := app.DB().NewQuery(statement).Execute(); err != nil {
			return fmt.Errorf("%w: %s", err, statement)
		}
	}
	return nil
}
