package records

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
)

// FileField is a field that names stored files. Folder is where the store keeps those of
// the collection, each in a folder with the id of its row.
type FileField struct {
	Collection string
	Folder     string
	Field      string
}

// FindFileFields returns the fields of all collections that name stored files.
func FindFileFields(app core.App) (found []FileField, err error) {
	collections, err := app.FindAllCollections()
	if err != nil {
		return nil, err
	}
	for _, collection := range collections {
		if collection.IsView() {
			continue
		}
		for _, field := range collection.Fields {
			if field.Type() == core.FieldTypeFile {
				found = append(found, FileField{collection.Name, collection.BaseFilesPath(), field.GetName()})
			}
		}
	}
	return found, nil
}

// RowFiles are the stored files that a field of a row names.
type RowFiles struct {
	ID    string      `db:"id"`
	Files StoredFiles `db:"files"`
}

// StoredFiles are names of stored files. A field for one file holds its name, a field for
// several a JSON array.
type StoredFiles []string

// Scan reads the names. It fails for what is no text: names that were overlooked would make
// orphans of their files.
func (s *StoredFiles) Scan(value any) error {
	text, ok := value.(string)
	if !ok {
		return fmt.Errorf("names of stored files are %T instead of a text", value)
	}
	*s = nil
	if strings.HasPrefix(text, "[") {
		if err := json.Unmarshal([]byte(text), (*[]string)(s)); err != nil {
			return fmt.Errorf("names of stored files: %w", err)
		}
	} else if text != "" {
		*s = StoredFiles{text}
	}
	return nil
}

func (f FileField) selection() string {
	return "SELECT id, [[" + f.Field + "]] AS files FROM {{" + f.Collection + "}} WHERE "
}

// FindFilesOf returns the files that a field of some rows names. Rows that do not exist are
// left out.
func FindFilesOf(ctx context.Context, app core.App, field FileField, ids []string) (found []RowFiles, err error) {
	encoded, err := json.Marshal(ids)
	if err != nil {
		return nil, err
	}
	err = constant(app, field.selection()+"id IN (SELECT value FROM json_each({:ids}))").
		Bind(dbx.Params{"ids": string(encoded)}).WithContext(ctx).All(&found)
	return found, err
}

// FindFilesAfter returns the files that a field names in rows after an id, at most limit
// rows, in the order of their ids. Rows without files are left out.
func FindFilesAfter(ctx context.Context, app core.App, field FileField, after string, limit int) (found []RowFiles, err error) {
	err = constant(app, field.selection()+"id > {:after} AND [["+field.Field+"]] NOT IN ('', '[]') ORDER BY id LIMIT {:limit}").
		Bind(dbx.Params{"after": after, "limit": limit}).WithContext(ctx).All(&found)
	return found, err
}
