package store

import (
	"database/sql"
	"encoding/json"
	"reflect"
	"sync"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"deskmate/hooks/domain"
)

// Row is a row of a listing. The db tag of a field names its column. A field that comes
// from a joined table has its SQL in an sql tag; the tag is "-" if the listing selects it.
type Row interface {
	// Position is the keyset position of the row: its sort key and its rowid.
	Position() (sortKey any, rowID int64)
	// TextBytes is the size of the row's long texts.
	TextBytes() int
}

// RowBase is embedded in every row type. It holds the id and the keyset position.
type RowBase struct {
	ID      string `db:"id"`
	SortKey any    `db:"sortKey" sql:"-"`
	RowID   int64  `db:"rowID" sql:"-"`
}

// Position returns the keyset position of the row.
func (r RowBase) Position() (any, int64) { return r.SortKey, r.RowID }

// TextBytes returns 0: row types with long texts override it.
func (r RowBase) TextBytes() int { return 0 }

// columns returns what a listing selects for a row type, from the table with an alias.
// computed are the columns whose fields have the sql tag "-".
func columns[T Row](alias string, computed ...string) []string {
	for _, field := range reflect.VisibleFields(reflect.TypeFor[T]()) {
		column, expression := field.Tag.Get("db"), field.Tag.Get("sql")
		switch {
		case column == "" || expression == "-":
		case expression != "":
			computed = append(computed, expression+" AS "+column)
		default:
			computed = append(computed, alias+"."+column)
		}
	}
	return computed
}

// fieldsByColumn holds, for each type of row, the index of the field of each column.
var fieldsByColumn sync.Map // reflect.Type -> map[string][]int

// columnFields returns the index of the field of each column of a row type.
func columnFields(row reflect.Type) map[string][]int {
	if known, ok := fieldsByColumn.Load(row); ok {
		return known.(map[string][]int)
	}
	fields := map[string][]int{}
	for _, field := range reflect.VisibleFields(row) {
		if column := field.Tag.Get("db"); column != "" {
			fields[column] = field.Index
		}
	}
	fieldsByColumn.Store(row, fields)
	return fields
}

// read returns what a record holds, in the struct that lists fill too.
func read[T any](record *core.Record) (row T) {
	value := reflect.ValueOf(&row).Elem()
	for column, field := range columnFields(value.Type()) {
		switch target := value.FieldByIndex(field).Addr().Interface().(type) {
		case *string:
			*target = record.GetString(column)
		case *bool:
			*target = record.GetBool(column)
		case *int:
			*target = record.GetInt(column)
		case *int64:
			*target = int64(record.GetInt(column))
		case *Time:
			*target = Time(domain.FormatTime(record.GetDateTime(column).Time()))
		case sql.Scanner:
			_ = target.Scan(record.GetRaw(column)) // validated when it is stored
		}
	}
	return row
}

// scanJSON decodes a JSON column. An empty one leaves the target as it is.
func scanJSON(value, target any) error {
	var raw types.JSONRaw
	if err := raw.Scan(value); err != nil || len(raw) == 0 {
		return err
	}
	return json.Unmarshal(raw, target)
}
