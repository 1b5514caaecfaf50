package store

import (
	"context"

	"github.com/pocketbase/pocketbase/core"
)

// ReadFileKeys returns the keys in the store of all files that the rows of a collection name:
// the folder of the collection, the row, and the name. It returns nil for a collection without
// fields for files.
func ReadFileKeys(ctx context.Context, app core.App, collection *core.Collection) (keys map[string]bool, err error) {
	for _, field := range collection.Fields {
		field, isFile := field.(*core.FileField)
		if !isFile {
			continue
		}
		// A field for one file holds its name, a field for several a JSON array.
		names := "json_array([[" + field.Name + "]])"
		if field.IsMultiple() {
			names = "[[" + field.Name + "]]"
		}
		var found []string
		err := constant(app, "SELECT '"+collection.BaseFilesPath()+"/' || [[row.id]] || '/' || [[name.value]] "+
			"FROM {{"+collection.Name+"}} AS [[row]], json_each("+names+") AS [[name]] WHERE [[name.value]] != ''").WithContext(ctx).Column(&found)
		if err != nil {
			return nil, err
		}
		if keys == nil {
			keys = make(map[string]bool, len(found))
		}
		for _, key := range found {
			keys[key] = true
		}
	}
	return keys, nil
}
