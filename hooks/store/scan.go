package store

import (
	"context"
	"fmt"
	"reflect"
	"sync"

	"github.com/pocketbase/dbx"
)

// fieldsByColumn holds, for each type of row, the index of the field of each column.
var fieldsByColumn sync.Map // reflect.Type -> map[string][]int

// columnFields returns the index of the field of each column of a row type, by the
// db tags of the fields.
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

// scan runs a query and appends its rows until more returns false. It does the same
// as dbx, which looks up the fields again for each row.
func scan[T Row](ctx context.Context, query *dbx.Query, rows []T, more func(T) bool) ([]T, error) {
	cursor, err := query.WithContext(ctx).Rows()
	if err != nil {
		return rows, err
	}
	defer cursor.Close()
	columns, err := cursor.Columns()
	if err != nil {
		return rows, err
	}
	known := columnFields(reflect.TypeFor[T]())
	fields, targets := make([][]int, len(columns)), make([]any, len(columns))
	for i, column := range columns {
		if fields[i] = known[column]; fields[i] == nil {
			return rows, fmt.Errorf("%T has no field for the column %q", *new(T), column)
		}
	}
	for cursor.Next() {
		var empty T
		rows = append(rows, empty)
		last := len(rows) - 1
		row := reflect.ValueOf(&rows[last]).Elem()
		for i, field := range fields {
			targets[i] = row.FieldByIndex(field).Addr().Interface()
		}
		if err := cursor.Scan(targets...); err != nil {
			return rows[:last], err
		}
		if !more(rows[last]) {
			return rows, nil
		}
	}
	return rows, cursor.Err()
}
